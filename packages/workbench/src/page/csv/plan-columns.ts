import { type AttributeMap, hasOwn, setOwn } from '@monotable/protocol'
import type { EntityModel, KeyAttributeModel, TableModel } from '../../shared/api.ts'
import { codeName } from '../../shared/code-names.ts'
import { type CsvType, readHeader } from './csv-header.ts'
import type { CsvRow } from './csv-parser.ts'
import { guessType, readField } from './read-field.ts'

/** What becomes of a column. */
export interface ColumnPlan {
  readonly header: string
  readonly attribute: string
  /** `SKIP` leaves it out. */
  readonly type: CsvType | 'SKIP'
}

/** How records become items. */
export interface CsvPlan {
  readonly columns: readonly ColumnPlan[]
  /** Whether what is empty is left out also where it is in quotes, as some programs write everything. */
  readonly leavesOutEmpty: boolean
}

/** What is known of where the items go. */
export interface Target {
  readonly key: readonly KeyAttributeModel[]
  /** The entity that the model makes items of; without one, columns are attributes as they are stored. */
  readonly entity?: EntityModel | undefined
  /** Attributes that the model itself writes: keys of indexes, and what says what an item is. */
  readonly made?: readonly string[]
}

/** Above the column of refused records: why they were. It is not read again. */
export const REFUSED_HEADER = 'Refused because'

/** What is known of a table, and of the entity that was chosen. */
export function targetOf(model: TableModel, entity: EntityModel | undefined): Target {
  const key = [...model.key.pk, ...model.key.sk]
  const typeAttribute = model.typeAttribute === undefined ? [] : [model.typeAttribute]
  const made = entity === undefined ? [] : [...Object.keys(entity.templates), ...typeAttribute]
  return { key, entity, made: made.filter((name) => entity?.attributes.includes(name) !== true) }
}

/** What the columns of a file probably are, by their names and by what the first records hold. */
export function planColumns(
  headers: readonly (string | undefined)[],
  rows: readonly CsvRow[],
  { key, entity, made = [] }: Target,
): readonly ColumnPlan[] {
  return headers.map((header = '', place) => {
    const { attribute, type } = readHeader(header)
    const texts = rows.flatMap(({ fields }) => fields[place] || [])
    const keyType = entity === undefined ? key.find(({ name }) => name === attribute)?.type : undefined
    const isSkipped = attribute === '' || header === REFUSED_HEADER || made.includes(attribute)
    return {
      header,
      attribute: codeName(entity?.storedAs, attribute),
      type: isSkipped ? 'SKIP' : (type ?? keyType ?? guessType(texts)),
    }
  })
}

/** Why nothing can be imported by a plan. */
export function findPlanProblem({ columns }: CsvPlan, { key, entity }: Target): string | undefined {
  const used = columns.filter(({ type }) => type !== 'SKIP')
  const names = used.map(({ attribute }) => attribute)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (names.includes('')) return 'A column has no attribute.'
  if (twice !== undefined) return `Two columns give ${twice}.`
  if (entity !== undefined) {
    const missing = slotsOf(entity, key).find((slot) => !names.includes(slot))
    return missing === undefined
      ? undefined
      : `No column gives ${missing}, which is in the key of ${entity.name}.`
  }
  for (const { name, type } of key) {
    const column = used.find(({ attribute }) => attribute === name)
    if (column === undefined) return `No column gives ${name}, which is in the table's key.`
    if (column.type !== type && column.type !== 'ANY') return `${name} is of type ${type} in the table's key.`
  }
  return undefined
}

/** The item of a record, or what is wrong with it. */
export function readRow(
  { fields, problem }: CsvRow,
  { columns, leavesOutEmpty }: CsvPlan,
): { readonly item: AttributeMap } | { readonly problem: string } {
  if (problem !== undefined) return { problem }
  if (fields.length !== columns.length) {
    return { problem: `it has ${fields.length} fields, and the first line ${columns.length}` }
  }
  const item: AttributeMap = {}
  for (const [place, { attribute, type }] of columns.entries()) {
    const field = fields[place]
    if (type === 'SKIP' || field === undefined) continue
    if (field === '' && (leavesOutEmpty || (type !== 'S' && type !== 'B'))) continue
    try {
      setOwn(item, attribute, readField(field, type))
    } catch (error) {
      return { problem: `${attribute}: ${(error as Error).message}` }
    }
  }
  return { item }
}

/** What tells an item from others in a file, as text; nothing where a part of it is missing. */
export function identityOf(item: AttributeMap, { key, entity }: Target): string | undefined {
  const names = entity === undefined ? key.map(({ name }) => name) : slotsOf(entity, key)
  if (!names.every((name) => hasOwn(item, name))) return undefined
  return JSON.stringify(names.map((name) => item[name]))
}

/** The attributes that an entity's key is made of. */
function slotsOf({ templates }: EntityModel, key: readonly KeyAttributeModel[]): readonly string[] {
  const parts = key.flatMap(({ name }) => (hasOwn(templates, name) ? (templates[name] ?? []) : []))
  return [...new Set(parts.flatMap((part) => ('slot' in part ? [part.slot] : [])))]
}
