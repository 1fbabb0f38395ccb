import {
  type Interval,
  type Position,
  type RangePage,
  type RangeRequest,
  rangeInterval,
  type StoredRecord,
} from '@monotable/engine'
import { decodeKeyText, encodeKeyText } from './key-text.ts'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-driver.ts'

/** Fewest and most rows that are fetched at once while it is not known how many a page will take. */
const smallChunk = 4
const largeChunk = 1024

interface Row {
  readonly partition: string
  readonly sort: string
  readonly size: number
  readonly doc: string
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
    let limit = Math.min(Math.max(Math.ceil(maxBytes / Math.max(averageBytes, 1)) + 1, smallChunk), 128)
    if (maxRecords < largeChunk && maxBytes >= maxRecords * averageBytes) limit = maxRecords + 1
    const records: StoredRecord[] = []
    let totalBytes = 0
    for (;;) {
      const rows = this.#readChunk({ interval, reverse, limit })
      for (const row of rows) {
        if (records.length >= maxRecords || (records.length > 0 && totalBytes >= maxBytes)) {
          return { records, more: true }
        }
        records.push(toRecord(row))
        totalBytes += row.size
      }
      const last = records.at(-1)
      if (rows.length < limit || !last) return { records, more: false }
      interval = rangeInterval({ ...request, after: last })
      limit = Math.min(limit * 2, largeChunk)
    }
  }

  #readChunk({ interval, reverse, limit }: Chunk): Row[] {
    const { low, high } = interval
    const parameters: SqliteValue[] = [...keyOf(low), ...keyOf(high), limit]
    const shape = `${low ? 'low' : ''} ${high ? 'high' : ''} ${reverse ? 'reverse' : ''}`
    let statement = this.#statements.get(shape)
    if (!statement) {
      statement = this.#prepare({ interval, reverse, limit })
      this.#statements.set(shape, statement)
    }
    return statement.all(...parameters) as Row[]
  }

  #prepare({ interval, reverse }: Chunk): SqliteStatement {
    const conditions: string[] = []
    if (interval.low) conditions.push('(partition, sort) >= (?, ?)')
    if (interval.high) conditions.push('(partition, sort) < (?, ?)')
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    const order = reverse ? 'partition DESC, sort DESC' : 'partition, sort'
    return this.#database.prepare(
      `SELECT partition, sort, size, doc FROM ${this.#table} ${where} ORDER BY ${order} LIMIT ?`,
    )
  }
}

function keyOf(position: Position | undefined): string[] {
  return position ? [encodeKeyText(position.partition), encodeKeyText(position.sort)] : []
}

function toRecord({ partition, sort, size, doc }: Row): StoredRecord {
  return { partition: decodeKeyText(partition), sort: decodeKeyText(sort), doc, sizeBytes: size }
}
