import type { ReadKey, RecordKey, RecordValue, SpaceId } from '@monotable/engine'
import { encodeBytesArray, encodeIntegers } from './binary-array.ts'
import { toBytes } from './key-bytes.ts'
import { compareKeys, type VersionedValue } from './plan-commit.ts'
import { tableOf } from './space-name.ts'
import type { Row, Statement } from './sql.ts'

/** The most spaces in one statement. A write has two, and a transaction a few more. */
const maxSpaces = 4

/** What to read of records: only their contents, or also the tokens that show whether they change. */
type Columns = 'size, doc' | 'size, doc, ver'

/** Reads the records at some places, all as of one moment; `readValues` reads the rows. */
export function readStatement(keys: readonly RecordKey[], columns: Columns = 'size, doc'): Statement {
  const [first] = keys
  if (keys.length === 1 && first !== undefined) {
    return {
      text: `SELECT 0, ${columns} FROM ${tableOf(first.space)} WHERE partition = $1 AND sort = $2`,
      values: [toBytes(first.partition), toBytes(first.sort)],
    }
  }
  return readPlaces(keys, numbersBySpace(keys), columns)
}

/**
 * Reads the same records with their tokens. If the places are in a few spaces, one statement reads them all as of one
 * moment. For many spaces there is one statement each: hardly any combination of them would occur twice, and every
 * statement stays prepared, which takes memory of the server.
 */
export function readStatements(keys: readonly RecordKey[]): Statement[] {
  const columns = 'size, doc, ver'
  const bySpace = numbersBySpace(keys)
  if (bySpace.length > maxSpaces) return bySpace.map((part) => readPlaces(keys, [part], columns))
  return keys.length === 0 ? [] : [readStatement(keys, columns)]
}

function readPlaces(keys: readonly RecordKey[], bySpace: NumbersBySpace, columns: Columns): Statement {
  const values: unknown[] = []
  const parts = bySpace.map(([space, numbers]) => {
    const offset = values.length
    values.push(...placeColumns(keys, numbers))
    return `SELECT v.number, ${columns} FROM ${places(offset)}
      JOIN ${tableOf(space)} t ON t.partition = v.partition AND t.sort = v.sort`
  })
  return { text: parts.join(' UNION ALL '), values }
}

/**
 * Reads the records at some places and locks the existing ones until the end of the transaction, in the order that all
 * transactions keep. Returns one statement or several; `readVersionedValues` reads the rows of all of them.
 */
export function readLockedStatements(keys: readonly ReadKey[], writesSets: boolean): Statement[] {
  return numbersBySpace(keys).flatMap(([space, numbers]) => {
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

/** For each space, the indexes of its keys. */
type NumbersBySpace = readonly (readonly [SpaceId, readonly number[]])[]

/**
 * Groups keys by space in a fixed order, so that statements for the same spaces are the same and prepared only once.
 */
function numbersBySpace(keys: readonly RecordKey[]): NumbersBySpace {
  const bySpace = new Map<string, number[]>()
  for (const [number, { space }] of keys.entries()) {
    const numbers = bySpace.get(space)
    if (numbers === undefined) bySpace.set(space, [number])
    else numbers.push(number)
  }
  return [...bySpace].sort(([one], [other]) => (one < other ? -1 : 1))
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

/** Returns the values in the rows, each at the index of its key. */
export function readValues(rows: readonly Row[], count: number): (RecordValue | undefined)[] {
  const values: (RecordValue | undefined)[] = new Array(count).fill(undefined)
  for (const [number, sizeBytes, doc] of rows as readonly (readonly string[])[]) {
    values[Number(number)] = { doc: doc as string, sizeBytes: Number(sizeBytes) }
  }
  return values
}

/** Returns the values in the rows with their tokens, each at the index of its key. */
export function readVersionedValues(rows: readonly Row[], count: number): (VersionedValue | undefined)[] {
  const values: (VersionedValue | undefined)[] = new Array(count).fill(undefined)
  for (const [number, sizeBytes, doc, version] of rows as readonly (readonly string[])[]) {
    values[Number(number)] = { doc: doc as string, sizeBytes: Number(sizeBytes), version: version as string }
  }
  return values
}

/** Reads about how many records a space has and on how many pages, according to the database's last estimate. */
export function estimateStatement(space: string): Statement {
  return {
    text: 'SELECT reltuples::int8, relpages FROM pg_class WHERE oid = $1::regclass',
    values: [tableOf(space)],
  }
}

/** Reads the average size of a sample of a space's records. */
export function averageStatement(space: string): Statement {
  return {
    text: `SELECT avg(size) FROM (SELECT size FROM ${tableOf(space)} LIMIT 1000) AS sample`,
    values: [],
  }
}

/** Reads the size of a space or of one of its partitions. */
export function sizeStatement(space: string, partition?: string): Statement {
  const where = partition === undefined ? '' : 'WHERE partition = $1'
  return {
    text: `SELECT count(*), coalesce(sum(size), 0) FROM ${tableOf(space)} ${where}`,
    values: partition === undefined ? [] : [toBytes(partition)],
  }
}
