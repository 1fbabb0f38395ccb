import type { AttributeValue } from '@monotable/protocol'
import type { KeyAttributeModel, KeyModel, TableModel } from '../../shared/api.ts'

/** A read as typed in the builder: every value is text, and an empty one was not given. */
export interface ReadDraft {
  /** The index; the table itself if absent. */
  readonly index?: string | undefined
  /** A text for each attribute of the partition key. */
  readonly partition: readonly string[]
  /** A condition for each attribute of the sort key. */
  readonly sort: readonly SortDraft[]
  readonly filters: readonly FilterDraft[]
  /** The attributes to return; all if empty. */
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

/** The kind of a read: one item by its key, part of a partition, or everything. */
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

/** Returns how many values an operator takes. */
export function valueCount(operator: SortOperator | FilterOperator): number {
  if (operator === 'between') return 2
  return operator === 'exists' || operator === 'not exists' ? 0 : 1
}

/** Whether a condition of the sort key was given in full. */
export function isGiven({ operator, values }: SortDraft): boolean {
  const given = values.slice(0, valueCount(operator))
  return given.length > 0 && given.every((text) => text !== '')
}

/** Returns the kind of read that the present draft makes. */
export function readKind(draft: ReadDraft): ReadKind {
  if (!draft.partition.every((text) => text !== '')) return 'SCAN'
  const exact = draft.sort.every((condition) => condition.operator === '=' && isGiven(condition))
  const plain = draft.filters.length === 0 && !draft.descending && draft.limit === ''
  return draft.index === undefined && exact && plain && draft.startKey === undefined ? 'GET' : 'QUERY'
}

/** Returns what is only half typed, if there is such a part: it would be left out, and more would be read than asked for. */
export function findHalfRead(draft: ReadDraft, model: TableModel): string | undefined {
  const { sk } = keyOfIndex(model, draft.index)
  const half = sk.find((_, place) => isHalfGiven(draft.sort[place]))
  if (half !== undefined) return `Give both values of ${half.name}, or none.`
  return findSkipped(draft, sk) ?? findUnnamed(draft.filters, 'filter')
}

function isHalfGiven(condition: SortDraft | undefined): boolean {
  return condition?.values.some((text) => text !== '') === true && !isGiven(condition)
}

/** A Query goes through the attributes of a sort key from left to right, and ends at the first that is not equal to a value. */
function findSkipped(draft: ReadDraft, sk: readonly KeyAttributeModel[]): string | undefined {
  if (readKind(draft) !== 'QUERY') return undefined
  const end = draft.sort.findIndex((condition) => condition.operator !== '=' || !isGiven(condition))
  const skipped = draft.sort.findIndex((condition, place) => place > end && isGiven(condition))
  if (end === -1 || skipped === -1) return undefined
  return `Give ${sk[end]?.name} a value with = first, or clear ${sk[skipped]?.name}.`
}

/** Returns what is missing in a row without an attribute, if there is such a row: it would be left out. */
export function findUnnamed(
  rows: readonly { readonly attribute: string }[],
  title: 'filter' | 'condition' | 'change',
): string | undefined {
  const place = rows.findIndex(({ attribute }) => attribute === '')
  return place === -1 ? undefined : `Name the attribute of ${title} ${place + 1}, or remove it.`
}

/** Returns why a read is a scan; `undefined` if it is not. */
export function scanReason(draft: ReadDraft, model: TableModel): string | undefined {
  if (readKind(draft) !== 'SCAN') return undefined
  const key = keyOfIndex(model, draft.index)
  const missing = key.pk.filter((_, place) => (draft.partition[place] ?? '') === '').map(({ name }) => name)
  const whole = draft.index === undefined ? 'the whole table' : `all of ${draft.index}`
  return `This is a Scan of ${whole}: no value is given for its partition key ${missing.join(' and ')}.`
}

/** Converts a text to a value. */
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

/** Whether a value can be part of a list of values, which are separated by commas. */
export function isListed(text: string): boolean {
  return !text.includes(',') && text === text.trim()
}

/** Returns the text and type of a value; `undefined` for sets, lists and maps. */
export function readTyped(
  value: { readonly [type: string]: unknown } | undefined,
): { readonly type: ScalarType; readonly text: string } | undefined {
  const [type, content] = Object.entries(value ?? {})[0] ?? []
  if (!scalarTypes.some((known) => known === type)) return undefined
  return { type: type as ScalarType, text: type === 'NULL' ? '' : String(content) }
}
