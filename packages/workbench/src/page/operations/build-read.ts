import { type AttributeMap, setOwn } from '@monotable/protocol'
import type { KeyAttributeModel, TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { Placeholders } from './placeholders.ts'
import {
  type FilterDraft,
  isGiven,
  keyOfIndex,
  type ReadDraft,
  readKind,
  type SortDraft,
  typedValue,
  valueCount,
} from './read-draft.ts'

/** Builds the request of a read: GetItem, Query or Scan, depending on the draft. */
export function buildRead(draft: ReadDraft, model: TableModel): SnippetCall {
  const kind = readKind(draft)
  if (kind === 'GET') return buildGet(draft, model)
  const key = keyOfIndex(model, draft.index)
  const placeholders = new Placeholders()
  const condition = kind === 'SCAN' ? [] : keyConditions(draft, key.pk, key.sk, placeholders)
  const filters = [
    ...(kind === 'SCAN' ? givenParts(draft, key.pk, key.sk) : []),
    ...draft.filters.filter(({ attribute }) => attribute !== ''),
  ].map((filter) => writeFilter(filter, placeholders))
  const limit = Number(draft.limit)
  const input = {
    TableName: model.table,
    ...(draft.index === undefined ? {} : { IndexName: draft.index }),
    ...(condition.length === 0 ? {} : { KeyConditionExpression: condition.join(' AND ') }),
    ...(filters.length === 0 ? {} : { FilterExpression: filters.join(' AND ') }),
    ...projection(draft, placeholders),
    ...placeholders.members(),
    ...(kind === 'QUERY' && draft.descending ? { ScanIndexForward: false } : {}),
    ...(Number.isInteger(limit) && limit > 0 ? { Limit: limit } : {}),
    ...(draft.consistent ? { ConsistentRead: true } : {}),
    ...(draft.startKey === undefined ? {} : { ExclusiveStartKey: draft.startKey }),
  }
  return { operation: kind === 'QUERY' ? 'Query' : 'Scan', input }
}

function buildGet(draft: ReadDraft, model: TableModel): SnippetCall {
  const { pk, sk } = model.key
  const Key: AttributeMap = {}
  for (const [place, { name, type }] of pk.entries())
    setOwn(Key, name, typedValue(type, draft.partition[place] ?? ''))
  for (const [place, { name, type }] of sk.entries()) {
    setOwn(Key, name, typedValue(type, draft.sort[place]?.values[0] ?? ''))
  }
  const placeholders = new Placeholders()
  const input = {
    TableName: model.table,
    Key,
    ...projection(draft, placeholders),
    ...placeholders.members(),
    ...(draft.consistent ? { ConsistentRead: true } : {}),
  }
  return { operation: 'GetItem', input }
}

function projection(draft: ReadDraft, placeholders: Placeholders): object {
  const paths = draft.projection.split(',').map((path) => path.trim())
  const written = paths.filter((path) => path !== '').map((path) => placeholders.path(path))
  return written.length === 0 ? {} : { ProjectionExpression: written.join(', ') }
}

function keyConditions(
  draft: ReadDraft,
  pk: readonly KeyAttributeModel[],
  sk: readonly KeyAttributeModel[],
  placeholders: Placeholders,
): string[] {
  const partition = pk.map(({ name, type }, place) => {
    const value = placeholders.value(name, typedValue(type, draft.partition[place] ?? ''))
    return `${placeholders.name(name)} = ${value}`
  })
  const sort: string[] = []
  for (const [place, attribute] of sk.entries()) {
    const condition = draft.sort[place]
    if (condition === undefined || !isGiven(condition)) break
    sort.push(writeSort(attribute, condition, placeholders))
    // Only the last condition on the sort key's attributes may be a range.
    if (condition.operator !== '=') break
  }
  return [...partition, ...sort]
}

function writeSort(
  { name, type }: KeyAttributeModel,
  condition: SortDraft,
  placeholders: Placeholders,
): string {
  const path = placeholders.name(name)
  const values = condition.values
    .slice(0, valueCount(condition.operator))
    .map((text) => placeholders.value(name, typedValue(type, text)))
  if (condition.operator === 'begins_with') return `begins_with(${path}, ${values[0]})`
  if (condition.operator === 'between') return `${path} BETWEEN ${values[0]} AND ${values[1]}`
  return `${path} ${condition.operator} ${values[0]}`
}

/** Returns the key conditions of a scan, which can only be filters. */
function givenParts(
  draft: ReadDraft,
  pk: readonly KeyAttributeModel[],
  sk: readonly KeyAttributeModel[],
): FilterDraft[] {
  const partition = pk.flatMap(({ name, type }, place): FilterDraft[] => {
    const text = draft.partition[place] ?? ''
    return text === '' ? [] : [{ attribute: name, operator: '=', type, values: [text] }]
  })
  const sort = sk.flatMap(({ name, type }, place): FilterDraft[] => {
    const condition = draft.sort[place]
    return condition === undefined || !isGiven(condition) ? [] : [{ attribute: name, type, ...condition }]
  })
  return [...partition, ...sort]
}

export function writeFilter(
  { attribute, operator, type, values }: FilterDraft,
  placeholders: Placeholders,
): string {
  const path = placeholders.path(attribute)
  const value = (text: string) => placeholders.value(attribute, typedValue(type, text))
  const [first = '', second = ''] = values
  switch (operator) {
    case 'exists':
      return `attribute_exists(${path})`
    case 'not exists':
      return `attribute_not_exists(${path})`
    case 'contains':
    case 'begins_with':
      return `${operator}(${path}, ${value(first)})`
    case 'not contains':
      return `NOT contains(${path}, ${value(first)})`
    case 'between':
      return `${path} BETWEEN ${value(first)} AND ${value(second)}`
    case 'in':
      return `${path} IN (${first
        .split(',')
        .map((text) => value(text.trim()))
        .join(', ')})`
    default:
      return `${path} ${operator} ${value(first)}`
  }
}
