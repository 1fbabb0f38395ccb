import type { RangeRequest, ReadKey, RecordKey, RecordValue, SortBound } from '@monotable/engine'
import { encodeBytesArray, encodeIntegers } from './binary-array.ts'
import { toBytes } from './key-bytes.ts'
import { compareKeys, type VersionedValue } from './plan-commit.ts'
import { tableOf } from './space-name.ts'
import type { Row, Statement } from './sql.ts'

/** What to read of records: only what is in them, or also the tokens that tell whether they change. */
type Columns = 'size, doc' | 'size, doc, ver'

/** Reads the records at some places, all of the same moment; `readValues` understands the rows. */
export function readStatement(keys: readonly RecordKey[], columns: Columns = 'size, doc'): Statement {
  const [first] = keys
  if (keys.length === 1 && first !== undefined) {
    return {
      text: `SELECT 0, ${columns} FROM ${tableOf(first.space)} WHERE partition = $1 AND sort = $2`,
      values: [toBytes(first.partition), toBytes(first.sort)],
    }
  }
  const values: unknown[] = []
  const parts = [...numbersBySpace(keys)].map(([space, numbers]) => {
    const offset = values.length
    values.push(...placeColumns(keys, numbers))
    return `SELECT v.number, ${columns} FROM ${places(offset)}
      JOIN ${tableOf(space)} t ON t.partition = v.partition AND t.sort = v.sort`
  })
  return { text: parts.join(' UNION ALL '), values }
}

/**
 * Reads the records at some places, and locks those that are there until the end of the transaction, in the order that
 * all transactions keep. One statement or several; `readValues` understands the rows of all of them.
 */
export function readLockedStatements(keys: readonly ReadKey[], writesSets: boolean): Statement[] {
  const spaces = [...numbersBySpace(keys)].sort(([one], [other]) => (one < other ? -1 : 1))
  return spaces.flatMap(([space, numbers]) => {
    const inOrder = numbers.toSorted((one, other) =>
      compareKeys(keys[one] as ReadKey, keys[other] as ReadKey),
    )
    const isQuiet = numbers.every((number) => keys[number]?.isQuiet === true)
    const lock = isQuiet ? 'SHARE' : 'UPDATE'
    if (!writesSets || numbers.length === 1) {
      return inOrder.map((number) => readLockedRow(keys[number] as ReadKey, number, lock))
    }
    return [
      {
        text: `SELECT v.number, size, doc, t.ver FROM ${places(0)}
      JOIN ${tableOf(space)} t ON t.partition = v.partition AND t.sort = v.sort
      ORDER BY t.partition, t.sort FOR ${lock} OF t`,
        values: placeColumns(keys, numbers),
      },
    ]
  })
}

function readLockedRow({ space, partition, sort }: RecordKey, number: number, lock: string): Statement {
  return {
    text: `SELECT $3::int4, size, doc, ver FROM ${tableOf(space)} WHERE partition = $1 AND sort = $2 FOR ${lock}`,
    values: [toBytes(partition), toBytes(sort), number],
  }
}

function numbersBySpace(keys: readonly RecordKey[]): ReadonlyMap<string, readonly number[]> {
  const bySpace = new Map<string, number[]>()
  for (const [number, { space }] of keys.entries()) {
    const numbers = bySpace.get(space)
    if (numbers === undefined) bySpace.set(space, [number])
    else numbers.push(number)
  }
  return bySpace
}

function places(offset: number): string {
  return `unnest($${offset + 1}::int4[], $${offset + 2}::bytea[], $${offset + 3}::bytea[]) AS v(number, partition, sort)`
}

function placeColumns(keys: readonly RecordKey[], numbers: readonly number[]): Buffer[] {
  return [
    encodeIntegers(numbers),
    encodeBytesArray(numbers.map((number) => (keys[number] as RecordKey).partition)),
    encodeBytesArray(numbers.map((number) => (keys[number] as RecordKey).sort)),
  ]
}

/** The values that rows hold, each at the number of its key. */
export function readValues(rows: readonly Row[], count: number): (RecordValue | undefined)[] {
  const values: (RecordValue | undefined)[] = new Array(count).fill(undefined)
  for (const [number, sizeBytes, doc] of rows as readonly (readonly string[])[]) {
    values[Number(number)] = { doc: doc as string, sizeBytes: Number(sizeBytes) }
  }
  return values
}

/** The same, with their tokens. */
export function readVersionedValues(rows: readonly Row[], count: number): (VersionedValue | undefined)[] {
  const values: (VersionedValue | undefined)[] = new Array(count).fill(undefined)
  for (const [number, sizeBytes, doc, version] of rows as readonly (readonly string[])[]) {
    values[Number(number)] = { doc: doc as string, sizeBytes: Number(sizeBytes), version: version as string }
  }
  return values
}

/** How much of a range to read. */
export interface RangeLimits {
  readonly limit: number
  /** Larger records come without their text. */
  readonly maxTextBytes?: number | undefined
}

/**
 * Reads neighbouring records in their order, so many at most: sort, size and text of each, and the partition where
 * there is more than one.
 */
export function rangeStatement(request: RangeRequest, { limit, maxTextBytes }: RangeLimits): Statement {
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
  const text =
    maxTextBytes === undefined ? 'doc' : `CASE WHEN size <= $${values.push(maxTextBytes)} THEN doc END`
  const columns = `encode(sort, 'escape'), size, ${text}${'partition' in within ? '' : ", encode(partition, 'escape')"}`
  return {
    text: `SELECT ${columns} FROM ${tableOf(space)} ${where}
      ORDER BY partition ${direction}, sort ${direction} LIMIT $${values.push(limit)}`,
    values,
  }
}

function boundCondition(sign: '<' | '>', bound: SortBound, parameter: (bytes: string) => string): string {
  return `sort ${sign}${bound.inclusive ? '=' : ''} ${parameter(bound.sort)}`
}

/** About how many records a space holds, as the database has last counted them. */
export function estimateStatement(space: string): Statement {
  return { text: 'SELECT reltuples::int8 FROM pg_class WHERE oid = $1::regclass', values: [tableOf(space)] }
}

/** How large the records of a space are on average, by some of them. */
export function averageStatement(space: string): Statement {
  return {
    text: `SELECT avg(size) FROM (SELECT size FROM ${tableOf(space)} LIMIT 1000) AS sample`,
    values: [],
  }
}

/** How much a space or one of its partitions holds. */
export function sizeStatement(space: string, partition?: string): Statement {
  const where = partition === undefined ? '' : 'WHERE partition = $1'
  return {
    text: `SELECT count(*), coalesce(sum(size), 0) FROM ${tableOf(space)} ${where}`,
    values: partition === undefined ? [] : [toBytes(partition)],
  }
}
