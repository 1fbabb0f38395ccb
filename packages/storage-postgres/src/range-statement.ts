import type { RangeRequest, SortBound } from '@monotable/engine'
import { toBytes } from './key-bytes.ts'
import { tableOf } from './space-name.ts'
import type { Statement } from './sql.ts'

/** How much of a range to read. */
export interface RangeLimits {
  readonly limit: number
  /** Records larger than this come with an empty text. */
  readonly maxTextBytes?: number | undefined
}

/** Separates documents that are joined; never occurs in JSON text. */
export const docSeparator = '\x1e'

/**
 * Reads up to `limit` neighbouring records in order, one per row: sort key, size and text, and the partition if the
 * range has more than one.
 */
export function rangeStatement(request: RangeRequest, limits: RangeLimits): Statement {
  const partition = 'partition' in request.within ? '' : ", encode(partition, 'hex')"
  return select(request, limits, (doc) => `encode(sort, 'hex'), size, ${doc}${partition}`)
}

/**
 * Reads the same records in one row: a list of their sort keys, a list of their sizes, all texts, and a list of their
 * partitions if the range has more than one. A row costs the client half a microsecond, and each of its columns as much
 * again. All lists are in the same order, which is nearly always that of the records.
 */
export function joinedRangeStatement(request: RangeRequest, limits: RangeLimits): Statement {
  const isOne = 'partition' in request.within
  const { text, values } = select(
    request,
    limits,
    (doc) => `${isOne ? '' : 'partition, '}sort, size, ${doc} AS doc`,
  )
  const columns = [
    "string_agg(encode(sort, 'hex'), ',')",
    "string_agg(size::text, ',')",
    `string_agg(doc, chr(${docSeparator.charCodeAt(0)}))`,
    ...(isOne ? [] : ["string_agg(encode(partition, 'hex'), ',')"]),
  ]
  return { text: `SELECT ${columns.join(', ')} FROM (${text}) AS found`, values }
}

function select(
  request: RangeRequest,
  { limit, maxTextBytes }: RangeLimits,
  columnsOf: (doc: string) => string,
): Statement {
  const { space, within, reverse = false, after } = request
  const values: unknown[] = []
  const parameter = (bytes: string): string => `$${values.push(toBytes(bytes))}`
  const conditions: string[] = []
  if ('partition' in within) {
    conditions.push(`partition = ${parameter(within.partition)}`)
    if (within.low) conditions.push(boundCondition('>', within.low, parameter))
    if (within.high) conditions.push(boundCondition('<', within.high, parameter))
  } else {
    if (within.from !== undefined) conditions.push(`partition >= ${parameter(within.from)}`)
    if (within.to !== undefined) conditions.push(`partition < ${parameter(within.to)}`)
  }
  if (after) {
    const sign = reverse ? '<' : '>'
    const isOfOne = 'partition' in within && within.partition === after.partition
    // If the partition is fixed as well, comparing both columns would go through the partition's entries from its
    // beginning.
    if (isOfOne) conditions.push(`sort ${sign} ${parameter(after.sort)}`)
    else
      conditions.push(`(partition, sort) ${sign} (${parameter(after.partition)}, ${parameter(after.sort)})`)
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const direction = reverse ? 'DESC' : 'ASC'
  const doc =
    maxTextBytes === undefined
      ? 'doc'
      : `CASE WHEN size <= $${values.push(maxTextBytes)} THEN doc ELSE '' END`
  return {
    text: `SELECT ${columnsOf(doc)} FROM ${tableOf(space)} ${where}
      ORDER BY partition ${direction}, sort ${direction} LIMIT $${values.push(limit)}`,
    values,
  }
}

function boundCondition(sign: '<' | '>', bound: SortBound, parameter: (bytes: string) => string): string {
  return `sort ${sign}${bound.inclusive ? '=' : ''} ${parameter(bound.sort)}`
}
