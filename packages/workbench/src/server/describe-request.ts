import type { ObservedRequest, TableModel } from '../shared/api.ts'
import { matchPattern } from './match-pattern.ts'
import { type RequestedKey, requestedKey } from './requested-key.ts'
import type { SeenRequest } from './seen-request.ts'
import { shortJson } from './short-json.ts'

/** The maximum length of a request that is shown. */
const shownLength = 2_000
/** Longer than any partition key. */
const longestKey = 2_100

/** Describes a request to the page; it is compared with the model of its table, if that is known. */
export function describeRequest(
  id: number,
  { input, own, ...seen }: SeenRequest,
  model: TableModel | undefined,
): ObservedRequest {
  const key = model && requestedKey(seen.operation, input, model)
  const compared = { operation: seen.operation, index: seen.index, key }
  const pattern = model === undefined ? 'unknown' : matchPattern(model, compared)
  const isKnown = pattern !== 'unknown'
  return {
    id,
    atMs: seen.atMs,
    operation: seen.operation,
    tables: seen.tables,
    index: seen.index,
    key: key && shownKey(key),
    units: seen.units,
    items: seen.items,
    durationMs: Math.round(seen.durationMs * 1_000) / 1_000,
    error: seen.error,
    pattern: isKnown ? pattern : undefined,
    undocumented: isKnown && pattern === undefined ? true : undefined,
    own: own ? true : undefined,
    request: input === undefined ? undefined : shortJson(input, shownLength),
  }
}

/** Formats a partition key. In a request that will be refused it may have megabytes, and requests are kept. */
function shownKey({ partition }: RequestedKey): string {
  const text = [...partition.values()].join(', ')
  if (text.length <= longestKey) return text
  // A part of a text keeps the whole one in memory, unless it is copied.
  return `${Buffer.from(text.slice(0, longestKey), 'utf16le').toString('utf16le')}…`
}
