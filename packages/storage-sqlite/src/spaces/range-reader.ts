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
import { requireText } from '../file/require-text.ts'
import { type EmptyRuns, fewRemovals } from '../memory/empty-runs.ts'
import { isRemoved } from '../memory/pending-records.ts'
import { createChunk, joinChunks, type ReadBounds, type ReadChunk } from '../memory/read-chunk.ts'

/** Rows that are fetched at once while it is not known how many a page will take: fewest, first, most. */
const smallChunk = 4
const firstChunk = 128
const largeChunk = 256

/**
 * If the largest record that was met says that a chunk may come to so much, the sizes of its rows are asked for first, and
 * no more are fetched than come to about a page: where small records are followed by large ones, the average says nothing.
 */
const chunkMaxBytes = 16 * 2 ** 20
const carefulBytes = 2 ** 20

/** For so many removals, of which the table may not know yet, it is asked for a row more; of longer runs note is taken. */
const spareRows = fewRemovals

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

/** Many rows in one piece. Nothing is null unless the file is damaged. */
interface JoinedRows {
  readonly count: number
  /** Left out within one partition, where it is known. */
  readonly partitions?: string | null
  readonly sorts: string | null
  readonly sizes: string | null
  readonly docs: string | null
}

/** What rows come to; SQLite has no sum of nothing. */
interface MeasuredRows {
  readonly found: number
  readonly bytes: number | null
}

interface Chunk extends ReadBounds {
  readonly interval: Interval
}

/** What a read needs to know beside what is asked for. */
export interface ReadContext {
  /** How large the space's records are. */
  readonly averageBytes: number
  /** Where there is nothing to read. */
  readonly emptyRuns: EmptyRuns
  /** The first places of an interval that were written and that the table may lack, removals among them. */
  readPending(interval: Interval, bounds: ReadBounds): ReadChunk
}

/** Reads ranges of one space's table. */
export class RangeReader {
  readonly #database: SqliteDatabase
  readonly #table: string
  readonly #statements = new Map<string, SqliteStatement>()
  #largestBytes = 0

  constructor(database: SqliteDatabase, table: string) {
    this.#database = database
    this.#table = table
  }

  /** Takes note of a record that is in the table, or will be. */
  note(sizeBytes: number): void {
    if (sizeBytes > this.#largestBytes) this.#largestBytes = sizeBytes
  }

  /**
   * One page. The rows that make a number of bytes cannot be counted beforehand, so they are fetched in
   * chunks: the first by the average size of the space's records, which keeps large ones from being read in
   * vain, then larger ones.
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

  /** The same chunk, or one of fewer rows if these come to too much. */
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
    const { partition, limit } = chunk
    const where = whereOf(chunk)
    if (!where) return []
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
      `SELECT ${columns} FROM ${this.#table} ${where} ORDER BY ${order} LIMIT ?`
    if (form === 'sizes') return `SELECT count(*) AS found, sum(size) AS bytes FROM (${select('size')})`
    const rows = select(oneOnly ? 'sort, size, doc' : 'partition, sort, size, doc')
    return form === 'rows' ? rows : joinedSql(rows, oneOnly)
  }
}

/** What a statement gives: rows, many in one piece, or what they come to. */
type Form = 'rows' | 'joined' | 'sizes'

interface RangeSql {
  readonly conditions: string
  readonly reverse: boolean
  /** Whether it is of one partition, which then need not be read. */
  readonly oneOnly: boolean
}

/** What limits a read, as SQL and as what goes in the place of its question marks. */
interface Where {
  readonly conditions: string
  readonly parameters: readonly string[]
}

function isEmpty({ low, high }: Interval): boolean {
  return low !== undefined && high !== undefined && comparePositions(low, high) >= 0
}

/** All places between two records that a read has met, or from its start, or to its end. */
function gapOf(request: RangeRequest, last: Position | undefined, next: Position | undefined): Interval {
  const { low, high } = rangeInterval(last ? { ...request, after: last } : request)
  if (!next) return { low, high }
  return request.reverse ? { low: placeBehind(next), high } : { low, high: next }
}

/** What limits the reading of a chunk; nothing if there is nothing to read. */
function whereOf({ partition, interval }: Chunk): Where | undefined {
  if (partition === undefined) return whereIn(interval)
  return isOutside(partition, interval) ? undefined : whereWithin(partition, interval)
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

/** The rows, or `undefined` if they cannot be told apart because one of them is not what it should be. */
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
