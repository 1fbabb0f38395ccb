import { type AttributeMap, getOwn, itemSizeBytes } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { countText } from '../count-text.ts'

/** The size of a table, from DescribeTable. */
export interface TableSize {
  readonly items: number
  readonly bytes: number
  readonly indexes: ReadonlyMap<string, { readonly items: number; readonly bytes: number }>
}

/** The estimated units of a call; `atLeast` if there may be more, such as for the items that a query finds. */
export interface UnitEstimate {
  readonly kind: 'read' | 'write'
  readonly units: number
  readonly atLeast: boolean
  /** How the estimate was made. */
  readonly because: string
}

type Input = { readonly [member: string]: unknown }

const pageBytes = 1024 * 1024

/** Estimates the units of a call before it is sent; `undefined` if that is impossible, as for statements. */
export function estimateUnits(
  { operation, input }: SnippetCall,
  model: TableModel,
  size: TableSize | undefined,
): UnitEstimate | undefined {
  const members = input as Input
  const average = averageBytes(size, members['IndexName'])
  const share = members['ConsistentRead'] === true ? 1 : 0.5
  switch (operation) {
    case 'GetItem':
      return read(readUnits(average, share), false, `one item of about ${formatBytes(average)}`)
    case 'Query':
      return estimateQuery(members, average, share)
    case 'Scan':
      return estimateScan(members, size, share)
    case 'PutItem':
      return estimatePut(members['Item'], model, 1)
    case 'UpdateItem':
    case 'DeleteItem':
      return write(writeUnits(average), true, `one item of about ${formatBytes(average)}, and its indexes`)
    case 'BatchGetItem':
      return read(
        countKeys(members['RequestItems']) * readUnits(average, share),
        false,
        'each item by itself',
      )
    case 'BatchWriteItem':
      return estimateBatch(members['RequestItems'], model, average)
    case 'TransactGetItems':
      return read(
        lengthOf(members['TransactItems']) * readUnits(average, 2),
        false,
        'twice as much as plain reads',
      )
    case 'TransactWriteItems':
      return estimateTransaction(members['TransactItems'], model, average)
    default:
      return undefined
  }
}

/** Returns the read units of an answer: one per 4 KB, half of that for an eventually consistent read. */
export function readUnits(bytes: number, share: number): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * share
}

/** Returns the write units of an item: one per KB. */
export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024))
}

function estimateQuery(members: Input, average: number, share: number): UnitEstimate {
  const limit = members['Limit']
  if (typeof limit === 'number') {
    const because = `up to ${countText(limit, 'item')} of about ${formatBytes(average)}`
    return read(readUnits(Math.min(pageBytes, limit * average), share), false, because)
  }
  return read(share, true, `${share} for each 4 KB of items that the key finds, before filters`)
}

function estimateScan(members: Input, size: TableSize | undefined, share: number): UnitEstimate | undefined {
  if (size === undefined) return undefined
  const index = members['IndexName']
  const { bytes, items } = (typeof index === 'string' ? size.indexes.get(index) : undefined) ?? size
  const limit = members['Limit']
  const average = items === 0 ? 0 : bytes / items
  const wanted = typeof limit === 'number' ? Math.min(bytes, limit * average) : bytes
  const all = `${items === 1 ? 'its only item' : `all ${countText(items, 'item')}`}, ${formatBytes(bytes)}`
  if (wanted > pageBytes) {
    const pages = Math.ceil(bytes / pageBytes)
    return read(readUnits(pageBytes, share), true, `1 MB a page; ${pages} pages for ${all}`)
  }
  return read(
    readUnits(wanted, share),
    false,
    typeof limit === 'number' ? `the first ${limit === 1 ? 'item' : countText(limit, 'item')}` : all,
  )
}

function estimatePut(item: unknown, model: TableModel, factor: number): UnitEstimate {
  const { units, indexes, bytes } = putUnits(item, model)
  const copies = indexes === 0 ? '' : `, and ${countText(indexes, 'index', 'indexes')}`
  return write(units * factor, false, `an item of ${formatBytes(bytes)}${copies}`)
}

function putUnits(item: unknown, model: TableModel): { units: number; indexes: number; bytes: number } {
  const bytes = sizeOf(item)
  const indexes = model.indexes.filter(({ pk, sk }) =>
    [...pk, ...sk].every(({ name }) => isItem(item) && getOwn(item, name) !== undefined),
  ).length
  return { units: writeUnits(bytes) * (1 + indexes), indexes, bytes }
}

function estimateBatch(requests: unknown, model: TableModel, average: number): UnitEstimate {
  const all = isItem(requests) ? (Object.values(requests) as unknown[]).flatMap((list) => listOf(list)) : []
  const units = all.reduce<number>((sum, request) => {
    const put = memberOf(request, 'PutRequest')
    return sum + (put === undefined ? writeUnits(average) : putUnits(memberOf(put, 'Item'), model).units)
  }, 0)
  return write(units, false, `${countText(all.length, 'write')}${all.length === 1 ? '' : ', each by itself'}`)
}

function estimateTransaction(actions: unknown, model: TableModel, average: number): UnitEstimate {
  const units = listOf(actions).reduce<number>((sum, action) => {
    const put = memberOf(action, 'Put')
    return sum + 2 * (put === undefined ? writeUnits(average) : putUnits(memberOf(put, 'Item'), model).units)
  }, 0)
  return write(units, false, 'twice as much as plain writes')
}

function averageBytes(size: TableSize | undefined, index: unknown): number {
  const known = (typeof index === 'string' ? size?.indexes.get(index) : undefined) ?? size
  return known === undefined || known.items === 0 ? 400 : known.bytes / known.items
}

function sizeOf(item: unknown): number {
  try {
    return isItem(item) ? itemSizeBytes(item) : 0
  } catch {
    // Half-typed values have no size yet.
    return 0
  }
}

function countKeys(requests: unknown): number {
  return isItem(requests)
    ? (Object.values(requests) as unknown[]).reduce<number>(
        (sum, one) => sum + lengthOf(memberOf(one, 'Keys')),
        0,
      )
    : 0
}

function isItem(value: unknown): value is AttributeMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function memberOf(value: unknown, name: string): unknown {
  return isItem(value) ? getOwn(value as { [name: string]: unknown }, name) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function lengthOf(value: unknown): number {
  return listOf(value).length
}

function read(units: number, atLeast: boolean, because: string): UnitEstimate {
  return { kind: 'read', units, atLeast, because }
}

function write(units: number, atLeast: boolean, because: string): UnitEstimate {
  return { kind: 'write', units, atLeast, because }
}

/** Formats 1536 as `1.5 KB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`
  const [amount, unit] = bytes < pageBytes ? [bytes / 1024, 'KB'] : [bytes / pageBytes, 'MB']
  return `${amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))} ${unit}`
}

/** Formats 0.5 as `0.5 read units`, 1 as `1 read unit`. */
export function unitsText(units: number, kind = ''): string {
  return `${formatUnits(units)} ${kind}${kind === '' ? '' : ' '}${units === 1 ? 'unit' : 'units'}`
}

/** Formats 0.5 as `0.5`, 1234.25 as `1,234.3`. */
export function formatUnits(units: number): string {
  return units.toLocaleString('en', { maximumFractionDigits: units < 10 ? 2 : 1 })
}
