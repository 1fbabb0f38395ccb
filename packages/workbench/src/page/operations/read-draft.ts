import type { AttributeValue } from '@monotable/protocol'
import type { KeyModel, TableModel } from '../../shared/api.ts'

/** A read as it is built: every value is the text that was typed, and what is empty was not given. */
export interface ReadDraft {
  /** The index; none is the table itself. */
  readonly index?: string | undefined
  /** A text for each attribute of the partition key. */
  readonly partition: readonly string[]
  /** A condition for each attribute of the sort key. */
  readonly sort: readonly SortDraft[]
  readonly filters: readonly FilterDraft[]
  /** Attributes to be returned; none is all. */
  readonly projection: string
  readonly descending: boolean
  readonly consistent: boolean
  readonly limit: string
  readonly startKey?: object | undefined
}

export const sortOperators = ['=', '<', '<=', '>', '>=', 'between', 'begins_with'] as const
export type SortOperator = (typeof sortOperators)[number]

export interface SortDraft {
  readonly operator: SortOperator
  readonly values: readonly string[]
}

export const filterOperators = [
  ...['=', '<>', '<', '<=', '>', '>=', 'between', 'in', 'begins_with'],
  ...['contains', 'not contains', 'exists', 'not exists'],
] as const
export type FilterOperator = (typeof filterOperators)[number]

export const scalarTypes = ['S', 'N', 'BOOL', 'NULL', 'B'] as const
export type ScalarType = (typeof scalarTypes)[number]

export interface FilterDraft {
  readonly attribute: string
  readonly operator: FilterOperator
  readonly type: ScalarType
  readonly values: readonly string[]
}

/** What a read is: one item by its key, a part of a partition, or everything there is. */
export type ReadKind = 'GET' | 'QUERY' | 'SCAN'

export function emptyRead(model: TableModel, index?: string): ReadDraft {
  const key = keyOfIndex(model, index)
  return {
    index,
    partition: key.pk.map(() => ''),
    sort: key.sk.map(() => ({ operator: '=', values: [''] })),
    filters: [],
    projection: '',
    descending: false,
    consistent: false,
    limit: '',
  }
}

export function keyOfIndex(model: TableModel, index: string | undefined): KeyModel {
  return model.indexes.find(({ name }) => name === index) ?? model.key
}

/** How many values an operator takes. */
export function valueCount(operator: SortOperator | FilterOperator): number {
  if (operator === 'between') return 2
  return operator === 'exists' || operator === 'not exists' ? 0 : 1
}

/** Whether a condition of the sort key was given in full. */
export function isGiven({ operator, values }: SortDraft): boolean {
  const given = values.slice(0, valueCount(operator))
  return given.length > 0 && given.every((text) => text !== '')
}

/** What it will be, as it stands. */
export function readKind(draft: ReadDraft): ReadKind {
  if (!draft.partition.every((text) => text !== '')) return 'SCAN'
  const exact = draft.sort.every((condition) => condition.operator === '=' && isGiven(condition))
  const plain = draft.filters.length === 0 && !draft.descending && draft.limit === ''
  return draft.index === undefined && exact && plain && draft.startKey === undefined ? 'GET' : 'QUERY'
}

/** Why it is a scan, or nothing when it is none. */
export function scanReason(draft: ReadDraft, model: TableModel): string | undefined {
  if (readKind(draft) !== 'SCAN') return undefined
  const key = keyOfIndex(model, draft.index)
  const missing = key.pk.filter((_, place) => (draft.partition[place] ?? '') === '').map(({ name }) => name)
  const whole = draft.index === undefined ? 'the whole table' : `all of ${draft.index}`
  return `This is a Scan of ${whole}: no value is given for its partition key ${missing.join(' and ')}.`
}

/** The value that a text stands for. */
export function typedValue(type: ScalarType, text: string): AttributeValue {
  switch (type) {
    case 'N':
      return { N: text.trim() }
    case 'BOOL':
      return { BOOL: text.trim().toLowerCase() === 'true' }
    case 'NULL':
      return { NULL: true }
    case 'B':
      return { B: text.trim() }
    default:
      return { S: text }
  }
}

/** Whether a value can stand in a list of values, which has commas between them. */
export function isListed(text: string): boolean {
  return !text.includes(',') && text === text.trim()
}

/** The text and type of a value; undefined for sets, lists and maps. */
export function readTyped(
  value: { readonly [type: string]: unknown } | undefined,
): { readonly type: ScalarType; readonly text: string } | undefined {
  const [type, content] = Object.entries(value ?? {})[0] ?? []
  if (!scalarTypes.some((known) => known === type)) return undefined
  return { type: type as ScalarType, text: type === 'NULL' ? '' : String(content) }
}
