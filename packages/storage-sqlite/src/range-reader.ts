import {
  type Interval,
  type Position,
  type RangePage,
  type RangeRequest,
  rangeInterval,
  type StoredRecord,
} from '@monotable/engine'
import { decodeKeyText, encodeKeyText, keySeparator } from './key-text.ts'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-driver.ts'

/** Rows that are fetched at once while it is not known how many a page will take: fewest, first, most. */
const smallChunk = 4
const firstChunk = 128
const largeChunk = 1024

/**
 * From this many rows on they are read in one piece. Each value that crosses from SQLite costs half a
 * microsecond or more, so that a hundred rows in one piece take half the time; ten take as long either way.
 */
const manyRows = 16

/** Never occurs in JSON text. */
const docSeparator = '\x1e'

interface Row {
  readonly partition: string
  readonly sort: string
  readonly size: number
  readonly doc: string
}

/** Many rows in one piece. */
interface JoinedRows {
  readonly count: number
  readonly partitions: string
  readonly sorts: string
  readonly sizes: string
  readonly docs: string
}

interface Chunk {
  readonly interval: Interval
  readonly reverse: boolean
  readonly limit: number
}

/** Reads ranges of one space's table. */
export class RangeReader {
  readonly #database: SqliteDatabase
  readonly #table: string
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(database: SqliteDatabase, table: string) {
    this.#database = database
    this.#table = table
  }

  /**
   * One page. The rows that make a number of bytes cannot be counted beforehand, so they are fetched in
   * chunks: the first by the average size of the space's records, which keeps large ones from being read in
   * vain, then larger ones.
   */
  readPage(request: RangeRequest, averageBytes: number): RangePage {
    const { reverse = false, maxRecords = Number.POSITIVE_INFINITY } = request
    const { maxBytes = Number.POSITIVE_INFINITY } = request
    let interval = rangeInterval(request)
    let limit = firstLimit({ maxRecords, maxBytes, averageBytes })
    const records: StoredRecord[] = []
    let totalBytes = 0
    for (;;) {
      const chunk = this.#readChunk({ interval, reverse, limit })
      for (const record of chunk) {
        if (records.length >= maxRecords || (records.length > 0 && totalBytes >= maxBytes)) {
          return { records, more: true }
        }
        records.push(record)
        totalBytes += record.sizeBytes
      }
      const last = records.at(-1)
      if (chunk.length < limit || !last) return { records, more: false }
      interval = rangeInterval({ ...request, after: last })
      limit = Math.min(limit * 2, largeChunk)
    }
  }

  #readChunk(chunk: Chunk): StoredRecord[] {
    const { low, high } = chunk.interval
    const parameters: SqliteValue[] = [...keyOf(low), ...keyOf(high), chunk.limit]
    if (chunk.limit >= manyRows) {
      const joined = this.#statement(chunk, 'joined').get(...parameters) as JoinedRows
      const records = splitRows(joined)
      if (records) return records
    }
    return (this.#statement(chunk, 'rows').all(...parameters) as Row[]).map(toRecord)
  }

  #statement({ interval: { low, high }, reverse }: Chunk, form: 'rows' | 'joined'): SqliteStatement {
    const name = `${form}${low ? ' low' : ''}${high ? ' high' : ''}${reverse ? ' reverse' : ''}`
    let statement = this.#statements.get(name)
    if (!statement) {
      const rows = this.#rowsSql({ low, high }, reverse)
      statement = this.#database.prepare(form === 'rows' ? rows : joinedSql(rows))
      this.#statements.set(name, statement)
    }
    return statement
  }

  #rowsSql({ low, high }: Interval, reverse: boolean): string {
    const conditions: string[] = []
    if (low) conditions.push('(partition, sort) >= (?, ?)')
    if (high) conditions.push('(partition, sort) < (?, ?)')
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    const order = reverse ? 'partition DESC, sort DESC' : 'partition, sort'
    return `SELECT partition, sort, size, doc FROM ${this.#table} ${where} ORDER BY ${order} LIMIT ?`
  }
}

/** SQLite goes through a subquery that has a limit in its order. */
function joinedSql(rows: string): string {
  const keys = `char(${keySeparator.charCodeAt(0)})`
  return `
    SELECT count(*) AS count, group_concat(partition, ${keys}) AS partitions, group_concat(sort, ${keys}) AS sorts,
      group_concat(size) AS sizes, group_concat(doc, char(${docSeparator.charCodeAt(0)})) AS docs
    FROM (${rows})`
}

/** The rows, or `undefined` if they cannot be told apart because a document is not what it should be. */
function splitRows(joined: JoinedRows): StoredRecord[] | undefined {
  if (joined.count === 0) return []
  const docs = joined.docs.split(docSeparator)
  if (docs.length !== joined.count) return undefined
  const partitions = joined.partitions.split(keySeparator)
  const sorts = joined.sorts.split(keySeparator)
  const sizes = joined.sizes.split(',')
  return docs.map((doc, i) => ({
    partition: decodeKeyText(partitions[i] as string),
    sort: decodeKeyText(sorts[i] as string),
    doc,
    sizeBytes: Number(sizes[i]),
  }))
}

function firstLimit(most: { maxRecords: number; maxBytes: number; averageBytes: number }): number {
  const { maxRecords, maxBytes, averageBytes } = most
  const expected = Math.ceil(maxBytes / Math.max(averageBytes, 1)) + 1
  return Math.min(maxRecords + 1, Math.max(expected, smallChunk), firstChunk)
}

function keyOf(position: Position | undefined): string[] {
  return position ? [encodeKeyText(position.partition), encodeKeyText(position.sort)] : []
}

function toRecord({ partition, sort, size, doc }: Row): StoredRecord {
  return { partition: decodeKeyText(partition), sort: decodeKeyText(sort), doc, sizeBytes: size }
}
