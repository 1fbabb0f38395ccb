import { type AttributeMap, hasOwn, setOwn } from '@monotable/protocol'
import type { EntityModel, KeyAttributeModel, TableModel } from '../../shared/api.ts'
import { codeName } from '../../shared/code-names.ts'
import { type CsvType, readHeader } from './csv-header.ts'
import type { CsvRow } from './csv-parser.ts'
import { guessType, readField } from './read-field.ts'

/** How a column is imported. */
export interface ColumnPlan {
  readonly header: string
  readonly attribute: string
  /** `SKIP` leaves it out. */
  readonly type: CsvType | 'SKIP'
}

/** How records become items. */
export interface CsvPlan {
  readonly columns: readonly ColumnPlan[]
  /** Whether quoted empty fields are left out too, since some programs quote everything. */
  readonly leavesOutEmpty: boolean
}

/** What is known about the target of the items. */
export interface Target {
  readonly key: readonly KeyAttributeModel[]
  /** The entity through which the model writes items; if absent, columns are stored attributes. */
  readonly entity?: EntityModel | undefined
  /** Attributes that the model itself writes: index keys, and the type of an item. */
  readonly made?: readonly string[]
}

/** The header of the column with reasons in a file of refused records. The import ignores that column. */
export const REFUSED_HEADER = 'Rejected because'

/** Describes a table, and the chosen entity, as a target. */
export function targetOf(model: TableModel, entity: EntityModel | undefined): Target {
  const key = [...model.key.pk, ...model.key.sk]
  const typeAttribute = model.typeAttribute === undefined ? [] : [model.typeAttribute]
  const made = entity === undefined ? [] : [...Object.keys(entity.templates), ...typeAttribute]
  return { key, entity, made: made.filter((name) => entity?.attributes.includes(name) !== true) }
}

/** Guesses the types of a file's columns from their names and from the first records. */
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

/** Returns why nothing can be imported with a plan. */
export function findPlanProblem({ columns }: CsvPlan, { key, entity }: Target): string | undefined {
  const used = columns.filter(({ type }) => type !== 'SKIP')
  const names = used.map(({ attribute }) => attribute)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (names.includes('')) return 'A column has no attribute name.'
  if (twice !== undefined) return `Two columns set ${twice}.`
  if (entity !== undefined) {
    const missing = slotsOf(entity, key).find((slot) => !names.includes(slot))
    return missing === undefined
      ? undefined
      : `No column sets ${missing}, which is in the key of ${entity.name}.`
  }
  for (const { name, type } of key) {
    const column = used.find(({ attribute }) => attribute === name)
    if (column === undefined) return `No column sets ${name}, which is in the table’s key.`
    if (column.type !== type && column.type !== 'ANY') return `${name} is of type ${type} in the table’s key.`
  }
  return undefined
}

/** Reads the item of a record, or returns what is wrong with it. */
export function readRow(
  { fields, problem }: CsvRow,
  { columns, leavesOutEmpty }: CsvPlan,
): { readonly item: AttributeMap } | { readonly problem: string } {
  if (problem !== undefined) return { problem }
  if (fields.length !== columns.length) {
    return { problem: `it has ${fields.length} fields, but the header has ${columns.length}` }
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

/** Returns a text that identifies an item within a file; `undefined` if part of it is missing. */
export function identityOf(item: AttributeMap, { key, entity }: Target): string | undefined {
  const names = entity === undefined ? key.map(({ name }) => name) : slotsOf(entity, key)
  if (!names.every((name) => hasOwn(item, name))) return undefined
  return JSON.stringify(names.map((name) => item[name]))
}

/** Returns the attributes that make up an entity's key. */
function slotsOf({ templates }: EntityModel, key: readonly KeyAttributeModel[]): readonly string[] {
  const parts = key.flatMap(({ name }) => (hasOwn(templates, name) ? (templates[name] ?? []) : []))
  return [...new Set(parts.flatMap((part) => ('slot' in part ? [part.slot] : [])))]
}
