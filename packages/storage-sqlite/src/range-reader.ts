import {
  type ByteString,
  type Interval,
  type Position,
  type RangePage,
  type RangeRequest,
  rangeInterval,
  type StoredRecord,
} from '@monotable/engine'
import { decodeKeyText, encodeKeyText, keySeparator } from './key-text.ts'
import { isRemoved } from './pending-records.ts'
import { createChunk, joinChunks, type ReadBounds, type ReadChunk } from './read-chunk.ts'
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
  /** Left out within one partition, where it is known. */
  readonly partition?: string
  readonly sort: string
  readonly size: number
  readonly doc: string
}

/** Many rows in one piece. */
interface JoinedRows {
  readonly count: number
  /** Left out within one partition, where it is known. */
  readonly partitions?: string
  readonly sorts: string
  readonly sizes: string
  readonly docs: string
}

interface Chunk extends ReadBounds {
  readonly interval: Interval
}

/** What a read needs to know beside what is asked for. */
export interface ReadContext {
  /** How large the space's records are. */
  readonly averageBytes: number
  /** The first places of an interval that were written and that the table may lack, removals among them. */
  readPending(interval: Interval, bounds: ReadBounds): ReadChunk
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
  readPage(request: RangeRequest, { averageBytes, readPending }: ReadContext): RangePage {
    const { reverse = false, maxRecords = Number.POSITIVE_INFINITY } = request
    const { maxBytes = Number.POSITIVE_INFINITY } = request
    const partition = 'partition' in request.within ? request.within.partition : undefined
    let interval = rangeInterval(request)
    let limit = firstLimit({ maxRecords, maxBytes, averageBytes })
    const records: StoredRecord[] = []
    let totalBytes = 0
    for (;;) {
      const rows = createChunk(this.#readRows({ partition, interval, reverse, limit }), limit)
      const chunk = joinChunks(readPending(interval, { partition, reverse, limit }), rows, reverse)
      for (const record of chunk.records) {
        if (isRemoved(record)) continue
        if (records.length >= maxRecords || (records.length > 0 && totalBytes >= maxBytes)) {
          return { records, more: true }
        }
        records.push(record)
        totalBytes += record.sizeBytes
      }
      if (!chunk.end) return { records, more: false }
      interval = rangeInterval({ ...request, after: chunk.end })
      limit = Math.min(limit * 2, largeChunk)
    }
  }

  #readRows(chunk: Chunk): StoredRecord[] {
    const { partition, interval, limit } = chunk
    if (partition !== undefined && isOutside(partition, interval)) return []
    const { conditions, parameters } =
      partition === undefined ? whereIn(interval) : whereWithin(partition, interval)
    const values: SqliteValue[] = [...parameters, limit]
    if (limit >= manyRows) {
      const joined = this.#statement(chunk, conditions, 'joined').get(...values) as JoinedRows
      const records = splitRows(joined, partition)
      if (records) return records
    }
    const rows = this.#statement(chunk, conditions, 'rows').all(...values) as Row[]
    return rows.map((row) => toRecord(row, partition))
  }

  #statement({ partition, reverse }: Chunk, conditions: string, form: 'rows' | 'joined'): SqliteStatement {
    const name = `${form} ${conditions} ${reverse}`
    let statement = this.#statements.get(name)
    if (!statement) {
      const oneOnly = partition !== undefined
      const rows = this.#rowsSql({ conditions, reverse, oneOnly })
      statement = this.#database.prepare(form === 'rows' ? rows : joinedSql(rows, oneOnly))
      this.#statements.set(name, statement)
    }
    return statement
  }

  #rowsSql({
    conditions,
    reverse,
    oneOnly,
  }: {
    conditions: string
    reverse: boolean
    oneOnly: boolean
  }): string {
    const order = `partition${reverse ? ' DESC' : ''}, sort${reverse ? ' DESC' : ''}`
    const columns = oneOnly ? 'sort, size, doc' : 'partition, sort, size, doc'
    const where = conditions === '' ? '' : `WHERE ${conditions}`
    return `SELECT ${columns} FROM ${this.#table} ${where} ORDER BY ${order} LIMIT ?`
  }
}

/** What limits a read, as SQL and as what goes in the place of its question marks. */
interface Where {
  readonly conditions: string
  readonly parameters: readonly string[]
}

/** All places of an interval. */
function whereIn({ low, high }: Interval): Where {
  const conditions = [low && '(partition, sort) >= (?, ?)', high && '(partition, sort) < (?, ?)']
  return {
    conditions: conditions.filter((condition) => condition !== undefined).join(' AND '),
    parameters: [...keyOf(low), ...keyOf(high)],
  }
}

/** Whether an interval that was cut by a start elsewhere leaves nothing of a partition. */
function isOutside(partition: ByteString, { low, high }: Interval): boolean {
  return (
    (low !== undefined && low.partition > partition) || (high !== undefined && high.partition < partition)
  )
}

/** Those of one partition, whose bounds then are bounds on the sort key alone. */
function whereWithin(partition: ByteString, { low, high }: Interval): Where {
  const from = low && low.sort !== '' ? low.sort : undefined
  const to = high && high.partition === partition ? high.sort : undefined
  const conditions = ['partition = ?', from !== undefined && 'sort >= ?', to !== undefined && 'sort < ?']
  const keys = [partition, from, to].filter((key) => key !== undefined)
  return {
    conditions: conditions.filter((condition) => condition !== false).join(' AND '),
    parameters: keys.map(encodeKeyText),
  }
}

/** SQLite goes through a subquery that has a limit in its order. */
function joinedSql(rows: string, oneOnly: boolean): string {
  const keys = `char(${keySeparator.charCodeAt(0)})`
  const partitions = oneOnly ? '' : `group_concat(partition, ${keys}) AS partitions,`
  return `
    SELECT count(*) AS count, ${partitions} group_concat(sort, ${keys}) AS sorts,
      group_concat(size) AS sizes, group_concat(doc, char(${docSeparator.charCodeAt(0)})) AS docs
    FROM (${rows})`
}

/** The rows, or `undefined` if they cannot be told apart because a document is not what it should be. */
function splitRows(joined: JoinedRows, partition: ByteString | undefined): StoredRecord[] | undefined {
  if (joined.count === 0) return []
  const docs = joined.docs.split(docSeparator)
  if (docs.length !== joined.count) return undefined
  const partitions = joined.partitions?.split(keySeparator)
  const sorts = joined.sorts.split(keySeparator)
  const sizes = joined.sizes.split(',')
  return docs.map((doc, i) => ({
    partition: partition ?? decodeKeyText(partitions?.[i] as string),
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

function toRecord({ partition, sort, size, doc }: Row, known: ByteString | undefined): StoredRecord {
  return {
    partition: known ?? decodeKeyText(partition as string),
    sort: decodeKeyText(sort),
    doc,
    sizeBytes: size,
  }
}
