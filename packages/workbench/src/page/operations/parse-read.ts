import type { TableModel } from '../../shared/api.ts'
import { readQuery, splitConjunction, stripParentheses } from '../../shared/snippets/read-query.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import {
  emptyRead,
  type FilterDraft,
  type FilterOperator,
  isListed,
  keyOfIndex,
  type ReadDraft,
  readTyped,
  type SortDraft,
  type SortOperator,
} from './read-draft.ts'
import { isStep, resolvePath } from './resolve-path.ts'

/** Why a request cannot be shown in the builder. */
export interface NotBuilt {
  readonly reason: string
}

type Input = { readonly [member: string]: unknown }
type Names = { readonly [placeholder: string]: string }
type Values = { readonly [placeholder: string]: { readonly [type: string]: unknown } }

const known: ReadonlySet<string> = new Set([
  ...['TableName', 'IndexName', 'Key', 'KeyConditionExpression', 'FilterExpression', 'ProjectionExpression'],
  ...['ExpressionAttributeNames', 'ExpressionAttributeValues', 'ScanIndexForward', 'Limit', 'ConsistentRead'],
  ...['ExclusiveStartKey', 'ReturnConsumedCapacity'],
])

/** Parses a request into the builder's form, if the builder can express it. */
export function parseRead({ operation, input }: SnippetCall, model: TableModel): ReadDraft | NotBuilt {
  const members = input as Input
  if (operation !== 'GetItem' && operation !== 'Query' && operation !== 'Scan') {
    return { reason: `${operation} is written as JSON.` }
  }
  const strange = Object.keys(members).find((name) => !known.has(name))
  if (strange !== undefined) return { reason: `The builder does not support ${strange}.` }
  if (members['TableName'] !== model.table) return { reason: 'The request is for another table.' }
  const index = members['IndexName']
  if (index !== undefined && !model.indexes.some(({ name }) => name === index)) {
    return { reason: `The table has no index ${String(index)}.` }
  }
  const empty = emptyRead(model, index as string | undefined)
  const keyed =
    operation === 'GetItem' ? parseKey(empty, members, model) : parseCondition(empty, members, model)
  if ('reason' in keyed) return keyed
  const filters = parseFilters(members['FilterExpression'], members)
  if ('reason' in filters) return filters
  const projection = parseProjection(members)
  if (typeof projection !== 'string') return projection
  const startKey = members['ExclusiveStartKey']
  return {
    ...keyed,
    filters: filters.filters,
    projection,
    descending: members['ScanIndexForward'] === false,
    consistent: members['ConsistentRead'] === true,
    limit: members['Limit'] === undefined ? '' : String(members['Limit']),
    startKey: typeof startKey === 'object' && startKey !== null ? startKey : undefined,
  }
}

function parseKey(draft: ReadDraft, members: Input, model: TableModel): ReadDraft | NotBuilt {
  const key = (members['Key'] ?? {}) as Values
  const text = (name: string) => (Object.hasOwn(key, name) ? readTyped(key[name])?.text : undefined) ?? ''
  return {
    ...draft,
    partition: model.key.pk.map(({ name }) => text(name)),
    sort: model.key.sk.map(({ name }) => ({ operator: '=', values: [text(name)] })),
  }
}

function parseCondition(draft: ReadDraft, members: Input, model: TableModel): ReadDraft | NotBuilt {
  if (members['KeyConditionExpression'] === undefined) return draft
  const query = readQuery(members)
  if ('reason' in query) return query
  const key = keyOfIndex(model, draft.index)
  const equal = new Map(query.equal.map(({ attribute, value }) => [attribute, readTyped(value)?.text ?? '']))
  const sort = key.sk.map(({ name }): SortDraft => {
    if (query.sort?.attribute !== name) return { operator: '=', values: [equal.get(name) ?? ''] }
    const values = query.sort.values.map((value) => readTyped(value)?.text ?? '')
    return { operator: query.sort.operator as SortOperator, values }
  })
  return { ...draft, partition: key.pk.map(({ name }) => equal.get(name) ?? ''), sort }
}

function parseProjection(members: Input): string | NotBuilt {
  const names = (members['ExpressionAttributeNames'] ?? {}) as Names
  const paths = String(members['ProjectionExpression'] ?? '').split(',')
  const resolved = paths.map((path) => resolvePath(path.trim(), names))
  if (resolved.includes(undefined)) {
    const name = Object.values(names).find((one) => !isStep(one))
    return { reason: `The builder would read ${name} as a path: edit it as JSON.` }
  }
  return resolved.filter((path) => path !== '').join(', ')
}

const word = '([#\\w.\\[\\]-]+)'
const value = '(:\\w+)'
const filterForms: readonly { readonly form: RegExp; readonly operator?: FilterOperator }[] = [
  { form: new RegExp(`^attribute_exists\\s*\\(\\s*${word}\\s*\\)$`, 'i'), operator: 'exists' },
  { form: new RegExp(`^attribute_not_exists\\s*\\(\\s*${word}\\s*\\)$`, 'i'), operator: 'not exists' },
  {
    form: new RegExp(`^begins_with\\s*\\(\\s*${word}\\s*,\\s*${value}\\s*\\)$`, 'i'),
    operator: 'begins_with',
  },
  { form: new RegExp(`^contains\\s*\\(\\s*${word}\\s*,\\s*${value}\\s*\\)$`, 'i'), operator: 'contains' },
  {
    form: new RegExp(`^not\\s+contains\\s*\\(\\s*${word}\\s*,\\s*${value}\\s*\\)$`, 'i'),
    operator: 'not contains',
  },
  { form: new RegExp(`^${word}\\s+between\\s+${value}\\s+and\\s+${value}$`, 'i'), operator: 'between' },
  { form: new RegExp(`^${word}\\s+in\\s*\\(\\s*(:\\w+(?:\\s*,\\s*:\\w+)*)\\s*\\)$`, 'i'), operator: 'in' },
]
const comparison = new RegExp(`^${word}\\s*(<>|<=|>=|=|<|>)\\s*${value}$`)

/** Parses comparisons that must all hold: a filter, or the condition of a write. */
export function parseFilters(
  expression: unknown,
  members: Input,
): { readonly filters: readonly FilterDraft[] } | NotBuilt {
  if (typeof expression !== 'string' || expression.trim() === '') return { filters: [] }
  const names = (members['ExpressionAttributeNames'] ?? {}) as Names
  const values = (members['ExpressionAttributeValues'] ?? {}) as Values
  const filters: FilterDraft[] = []
  for (const text of splitConjunction(expression)) {
    const filter = parseFilter(stripParentheses(text), names, values)
    if (filter === undefined) return { reason: `"${text}" is more than one comparison: edit it as JSON.` }
    filters.push(filter)
  }
  return { filters }
}

function parseFilter(text: string, names: Names, values: Values): FilterDraft | undefined {
  const compared = comparison.exec(text)
  if (compared !== null) {
    return withValues(compared[1], compared[2] as FilterOperator, [compared[3] ?? ''], names, values)
  }
  for (const { form, operator = '=' } of filterForms) {
    const found = form.exec(text)
    if (found === null) continue
    const placeholders =
      operator === 'in' ? (found[2] ?? '').split(',').map((one) => one.trim()) : found.slice(2)
    return withValues(found[1], operator, placeholders, names, values)
  }
  return undefined
}

function withValues(
  path: string | undefined,
  operator: FilterOperator,
  placeholders: readonly string[],
  names: Names,
  values: Values,
): FilterDraft | undefined {
  const typed = placeholders.map((name) =>
    Object.hasOwn(values, name) ? readTyped(values[name]) : undefined,
  )
  const [first] = typed
  if (typed.some((one) => one === undefined || one.type !== first?.type)) return undefined
  const texts = typed.map((one) => one?.text ?? '')
  const attribute = resolvePath(path ?? '', names)
  if (attribute === undefined || (operator === 'in' && !texts.every(isListed))) return undefined
  return {
    attribute,
    operator,
    type: first?.type ?? 'S',
    values: operator === 'in' ? [texts.join(', ')] : texts,
  }
}
