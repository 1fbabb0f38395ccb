import {
  type ByteString,
  comparePositions,
  type Interval,
  type Position,
  placeBehind,
  type RangePage,
  type RangeRequest,
  rangeInterval,
  type StoredRecord,
} from '@monotable/engine'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from '@monotable/storage-files'
import { decodeKeyText, encodeKeyText, keySeparator } from '../file/key-text.ts'
import { isReference, longDocsSql } from '../file/long-docs.ts'
import { requireText } from '../file/require-text.ts'
import { tableName } from '../file/table-sql.ts'
import { type EmptyRuns, fewRemovals } from '../memory/empty-runs.ts'
import { isRemoved } from '../memory/pending-records.ts'
import { createChunk, joinChunks, type ReadBounds, type ReadChunk } from '../memory/read-chunk.ts'

/** How many rows to fetch at once while it is not known how many a page takes: fewest, first, most. */
const smallChunk = 4
const firstChunk = 128
const largeChunk = 256

/**
 * If a chunk could exceed `chunkMaxBytes`, going by the largest record seen so far, the sizes of its rows are read
 * first, and only about a page of them is fetched: where small records are followed by large ones, the average says
 * nothing.
 */
const chunkMaxBytes = 16 * 2 ** 20
const carefulBytes = 2 ** 20

/**
 * How many extra rows to read in case the table does not know of that many removals yet; longer runs of removals are
 * remembered.
 */
const spareRows = fewRemovals

/**
 * From this many rows on, they are read in one piece. Each value that crosses from SQLite costs half a microsecond or
 * more, so a hundred rows in one piece take half the time; ten take as long either way.
 */
const manyRows = 16

/** Never occurs in JSON text. */
const docSeparator = '\x1e'

interface Row {
  /** Left out when all rows are of one partition, which is known. */
  readonly partition?: string
  readonly sort: string
  readonly size: number
  readonly doc: string
}

/** Many rows in one piece. No value is null unless the file is damaged. */
interface JoinedRows {
  readonly count: number
  /** Left out when all rows are of one partition, which is known. */
  readonly partitions?: string | null
  readonly sorts: string | null
  readonly sizes: string | null
  readonly docs: string | null
}

/** What rows add up to; SQLite's sum of no rows is null. */
interface MeasuredRows {
  readonly found: number
  readonly bytes: number | null
}

interface Chunk extends ReadBounds {
  readonly interval: Interval
}

/** What a read needs to know besides the request. */
export interface ReadContext {
  /** The average size of the space's records. */
  readonly averageBytes: number
  /** The intervals in which there is nothing to read. */
  readonly emptyRuns: EmptyRuns
  /** Returns the first places of an interval that were written and that the table may lack, removals included. */
  readPending(interval: Interval, bounds: ReadBounds): ReadChunk
}

/** Reads ranges of one space's table. */
export class RangeReader {
  readonly #database: SqliteDatabase
  readonly #space: number
  readonly #statements = new Map<string, SqliteStatement>()
  /** What a row's document is called in SQL. */
  #doc = 'doc'
  #largestBytes = 0

  constructor(database: SqliteDatabase, space: number) {
    this.#database = database
    this.#space = space
  }

  /** Records the size of a record that is, or will be, in the table. */
  note(sizeBytes: number): void {
    if (sizeBytes > this.#largestBytes) this.#largestBytes = sizeBytes
  }

  /**
   * Reads one page. How many rows make up a number of bytes is not known beforehand, so they are fetched in chunks: the
   * first by the average size of the space's records, so that large ones are not read in vain, then larger chunks.
   */
  readPage(request: RangeRequest, { averageBytes, emptyRuns, readPending }: ReadContext): RangePage {
    const { reverse = false, maxRecords = Number.POSITIVE_INFINITY } = request
    const { maxBytes = Number.POSITIVE_INFINITY } = request
    const partition = 'partition' in request.within ? request.within.partition : undefined
    let interval: Interval | undefined = emptyRuns.skip(rangeInterval(request), reverse)
    let limit = firstLimit({ maxRecords, maxBytes, averageBytes })
    const records: StoredRecord[] = []
    let totalBytes = 0
    let removals = 0
    while (interval && !isEmpty(interval)) {
      const pending = readPending(interval, { partition, reverse, limit: limit + spareRows })
      const spare = Math.min(pending.records.filter(isRemoved).length, spareRows)
      const bounds = this.#careful({ partition, interval, reverse, limit: limit + spare })
      const chunk = joinChunks(pending, createChunk(this.#readRows(bounds), bounds.limit), reverse)
      for (const record of chunk.records) {
        if (isRemoved(record)) {
          removals += 1
          continue
        }
        if (removals > 0) emptyRuns.note(gapOf(request, records.at(-1), record), removals)
        removals = 0
        if (records.length >= maxRecords || (records.length > 0 && totalBytes >= maxBytes)) {
          return { records, more: true }
        }
        records.push(record)
        this.note(record.sizeBytes)
        totalBytes += record.sizeBytes
      }
      interval = chunk.end && emptyRuns.skip(rangeInterval({ ...request, after: chunk.end }), reverse)
      limit = Math.min(limit * 2, largeChunk)
    }
    if (removals > 0) emptyRuns.note(gapOf(request, records.at(-1), undefined), removals)
    return { records, more: false }
  }

  /** Returns the same chunk, or one with fewer rows if its rows add up to too much. */
  #careful(chunk: Chunk): Chunk {
    const { limit } = chunk
    if (limit * this.#largestBytes <= chunkMaxBytes) return chunk
    const where = whereOf(chunk)
    if (!where) return chunk
    const measure = this.#statement(chunk, where.conditions, 'sizes')
    const { found, bytes } = measure.get(...where.parameters, limit) as MeasuredRows
    if (bytes === null || bytes <= carefulBytes) return chunk
    return { ...chunk, limit: Math.max(Math.floor((found * carefulBytes) / bytes), smallChunk) }
  }

  #readRows(chunk: Chunk): StoredRecord[] {
    const where = whereOf(chunk)
    if (!where) return []
    const records = this.#recordsOf(chunk, where)
    if (!records.some(({ doc }) => isReference(doc))) return records
    // The space has long documents. From now on they are read with their rows: the worker may change either meanwhile.
    this.#doc = longDocsSql(this.#space).doc
    this.#statements.clear()
    return this.#recordsOf(chunk, where)
  }

  #recordsOf(chunk: Chunk, where: Where): StoredRecord[] {
    const { partition, limit } = chunk
    const values: SqliteValue[] = [...where.parameters, limit]
    if (limit >= manyRows) {
      const joined = this.#statement(chunk, where.conditions, 'joined').get(...values) as JoinedRows
      const records = splitRows(joined, partition)
      if (records) return records
    }
    const rows = this.#statement(chunk, where.conditions, 'rows').all(...values) as Row[]
    return rows.map((row) => toRecord(row, partition))
  }

  #statement({ partition, reverse }: Chunk, conditions: string, form: Form): SqliteStatement {
    const name = `${form} ${conditions} ${reverse}`
    let statement = this.#statements.get(name)
    if (!statement) {
      const sql = this.#sql({ conditions, reverse, oneOnly: partition !== undefined }, form)
      statement = this.#database.prepare(sql)
      this.#statements.set(name, statement)
    }
    return statement
  }

  #sql({ conditions, reverse, oneOnly }: RangeSql, form: Form): string {
    const order = `partition${reverse ? ' DESC' : ''}, sort${reverse ? ' DESC' : ''}`
    const where = conditions === '' ? '' : `WHERE ${conditions}`
    const select = (columns: string) =>
      `SELECT ${columns} FROM ${tableName(this.#space)} ${where} ORDER BY ${order} LIMIT ?`
    if (form === 'sizes') return `SELECT count(*) AS found, sum(size) AS bytes FROM (${select('size')})`
    const rows = select(`${oneOnly ? '' : 'partition, '}sort, size, ${this.#doc} AS doc`)
    return form === 'rows' ? rows : joinedSql(rows, oneOnly)
  }
}

/** What a statement returns: rows, many rows in one piece, or their total size. */
type Form = 'rows' | 'joined' | 'sizes'

interface RangeSql {
  readonly conditions: string
  readonly reverse: boolean
  /** Whether it reads a single partition, whose key then need not be read. */
  readonly oneOnly: boolean
}

/** What limits a read, as SQL and the values of its parameters. */
interface Where {
  readonly conditions: string
  readonly parameters: readonly string[]
}

function isEmpty({ low, high }: Interval): boolean {
  return low !== undefined && high !== undefined && comparePositions(low, high) >= 0
}

/**
 * Returns the interval between two records that a read has found; without `last` from the start, without `next` to the
 * end.
 */
function gapOf(request: RangeRequest, last: Position | undefined, next: Position | undefined): Interval {
  const { low, high } = rangeInterval(last ? { ...request, after: last } : request)
  if (!next) return { low, high }
  return request.reverse ? { low: placeBehind(next), high } : { low, high: next }
}

/** Returns the conditions for reading a chunk; `undefined` if there is nothing to read. */
function whereOf({ partition, interval }: Chunk): Where | undefined {
  if (partition === undefined) return whereIn(interval)
  return isOutside(partition, interval) ? undefined : whereWithin(partition, interval)
}

/** Returns the conditions for all places of an interval. */
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

/** Returns the conditions within one partition, where the bounds apply to the sort key alone. */
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

/** Returns the SQL that joins rows into one piece. SQLite processes a subquery that has a limit in its order. */
function joinedSql(rows: string, oneOnly: boolean): string {
  const keys = `char(${keySeparator.charCodeAt(0)})`
  const partitions = oneOnly ? '' : `group_concat(partition, ${keys}) AS partitions,`
  return `
    SELECT count(*) AS count, ${partitions} group_concat(sort, ${keys}) AS sorts,
      group_concat(size) AS sizes, group_concat(doc, char(${docSeparator.charCodeAt(0)})) AS docs
    FROM (${rows})`
}

/** Splits joined rows; returns `undefined` if they cannot be told apart because one of them is damaged. */
function splitRows(joined: JoinedRows, partition: ByteString | undefined): StoredRecord[] | undefined {
  if (joined.count === 0) return []
  const docs = joined.docs?.split(docSeparator) ?? []
  const partitions = partition === undefined ? (joined.partitions?.split(keySeparator) ?? []) : undefined
  const sorts = joined.sorts?.split(keySeparator) ?? []
  const sizes = joined.sizes?.split(',') ?? []
  const columns = [docs, sorts, sizes, ...(partitions ? [partitions] : [])]
  if (columns.some((values) => values.length !== joined.count)) return undefined
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
  requireText(known ?? partition)
  requireText(sort)
  requireText(doc)
  return {
    partition: known ?? decodeKeyText(partition as string),
    sort: decodeKeyText(sort),
    doc,
    sizeBytes: size,
  }
}
