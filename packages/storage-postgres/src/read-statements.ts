import type { RangeRequest, RecordKey, SortBound } from '@monotable/engine'
import { toBytes } from './key-bytes.ts'
import { tableOf } from './space-name.ts'
import type { Statement } from './sql.ts'

/** Reads the records at some places, all of the same moment: number, version, size and text of each that is there. */
export function readStatement(keys: readonly RecordKey[]): Statement {
  const bySpace = new Map<string, number[]>()
  for (const [number, { space }] of keys.entries()) {
    bySpace.set(space, [...(bySpace.get(space) ?? []), number])
  }
  const values: unknown[] = []
  const parts = [...bySpace].map(([space, numbers]) => {
    const first = values.length
    values.push(
      numbers,
      numbers.map((number) => toBytes((keys[number] as RecordKey).partition)),
      numbers.map((number) => toBytes((keys[number] as RecordKey).sort)),
    )
    return `SELECT v.number, t.ver, t.size, t.doc
      FROM unnest($${first + 1}::int4[], $${first + 2}::bytea[], $${first + 3}::bytea[]) AS v(number, partition, sort)
      JOIN ${tableOf(space)} t ON t.partition = v.partition AND t.sort = v.sort`
  })
  return { text: parts.join(' UNION ALL '), values }
}

/** Reads neighbouring records in their order, so many at most: partition, sort, size and text of each. */
export function rangeStatement(request: RangeRequest, limit: number): Statement {
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
    conditions.push(`(partition, sort) ${sign} (${parameter(after.partition)}, ${parameter(after.sort)})`)
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const direction = reverse ? 'DESC' : 'ASC'
  return {
    text: `SELECT partition, sort, size, doc FROM ${tableOf(space)} ${where}
      ORDER BY partition ${direction}, sort ${direction} LIMIT $${values.push(limit)}`,
    values,
  }
}

function boundCondition(sign: '<' | '>', bound: SortBound, parameter: (bytes: string) => string): string {
  return `sort ${sign}${bound.inclusive ? '=' : ''} ${parameter(bound.sort)}`
}

/** How much a space or one of its partitions holds. */
export function sizeStatement(space: string, partition?: string): Statement {
  const where = partition === undefined ? '' : 'WHERE partition = $1'
  return {
    text: `SELECT count(*), coalesce(sum(size), 0) FROM ${tableOf(space)} ${where}`,
    values: partition === undefined ? [] : [toBytes(partition)],
  }
}
