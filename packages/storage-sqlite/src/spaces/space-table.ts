import {
  type ByteString,
  type Change,
  type Interval,
  type PagePool,
  type Position,
  partitionInterval,
  type RangePage,
  type RangeRequest,
  type RecordValue,
  rangeInterval,
  type SpaceSize,
  type StoredRecord,
} from '@monotable/engine'
import type { SqliteDatabase, SqliteStatement } from '@monotable/storage-files'
import { encodeKeyText } from '../file/key-text.ts'
import { requireText } from '../file/require-text.ts'
import { everything, measureSql, tableName } from '../file/table-sql.ts'
import { EmptyRuns } from '../memory/empty-runs.ts'
import type { PageCache } from '../memory/page-cache.ts'
import { type Before, isRemoved, PendingRecords } from '../memory/pending-records.ts'
import { createPage, joinChunks, type ReadBounds, type ReadChunk } from '../memory/read-chunk.ts'
import type { RecordCache } from '../memory/record-cache.ts'
import { RangeReader } from './range-reader.ts'
import { type FileState, WrittenPlaces } from './written-places.ts'

/** So many reads of SQLite take about as long as it takes to have everything written, and nobody waits for more. */
const fewReads = 256

/** So many records are counted at once; for more of them, everybody would have to wait. */
const fewCounted = 2_000

/** Memory that all spaces share. */
export interface SpaceMemory {
  readonly cache: RecordCache
  readonly pages: PageCache
  /** For what the table has not got yet. */
  readonly pool: PagePool
}

/**
 * One space: an SQL table, and what it has not got yet. That is in two parts: what is written now, and what the data file
 * is being given. Whether the table has the older part already makes no difference to a read.
 */
export class SpaceTable {
  readonly id: number
  /** How much the table held when it was last given something. */
  #fileSize: SpaceSize
  readonly #ranges: RangeReader
  readonly #emptyRuns = new EmptyRuns()
  readonly #places: WrittenPlaces
  readonly #cache: RecordCache
  readonly #pages: PageCache
  readonly #pool: PagePool
  readonly #find: SqliteStatement
  readonly #findSize: SqliteStatement
  readonly #readFileSize: SqliteStatement
  readonly #measure: SqliteStatement
  readonly #begin: SqliteStatement
  readonly #end: SqliteStatement
  #pending: PendingRecords
  #leaving: PendingRecords | undefined
  /** How often something left. */
  #departures = 0

  constructor(database: SqliteDatabase, row: SpaceRow, { cache, pages, pool }: SpaceMemory) {
    const table = tableName(row.id)
    this.id = row.id
    this.#fileSize = { records: row.records, sizeBytes: row.sizeBytes }
    this.#ranges = new RangeReader(database, table)
    this.#places = new WrittenPlaces({ database, table, hashOf: (place) => cache.hashOf(row.id, place) })
    this.#cache = cache
    this.#pages = pages
    this.#pool = pool
    this.#pending = new PendingRecords(pool)
    const place = 'WHERE partition = ? AND sort = ?'
    this.#find = database.prepare(`SELECT doc, size FROM ${table} ${place}`)
    this.#find.setReturnArrays?.(true)
    this.#findSize = database.prepare(`SELECT size FROM ${table} ${place}`)
    this.#readFileSize = database.prepare('SELECT records, size_bytes AS sizeBytes FROM spaces WHERE id = ?')
    this.#measure = database.prepare(measureSql(table))
    this.#begin = database.prepare('BEGIN')
    this.#end = database.prepare('END')
  }

  find(place: Position): RecordValue | undefined {
    const found = this.#cache.find(this.id, place) ?? this.#findPending(place) ?? this.#read(place)
    return found && isRemoved(found) ? undefined : found
  }

  #findPending(place: Position): RecordValue | undefined {
    const found = this.#pending.get(place) ?? this.#leaving?.get(place)
    return found && { doc: found.doc, sizeBytes: found.sizeBytes }
  }

  #read(place: Position): RecordValue | undefined {
    if (this.#places.isNew(place)) return undefined
    const row = this.#find.get(encodeKeyText(place.partition), encodeKeyText(place.sort)) as
      | FoundRow
      | undefined
    if (row === undefined) {
      this.#places.missed(() => this.#fileState())
      return undefined
    }
    const found = 'doc' in row ? { doc: row.doc, sizeBytes: row.size } : { doc: row[0], sizeBytes: row[1] }
    requireText(found.doc)
    this.#cache.keep(this.id, place, found)
    return found
  }

  /** Makes a change; gives what undoes it. */
  write(change: Omit<Change, 'space'>, before: Before | 'never anything'): () => void {
    const { value } = change
    this.#pages.wrote(this.id, change.partition)
    if (value) {
      this.#ranges.note(value.sizeBytes)
      this.#emptyRuns.fill(change)
      // Where a record was, note was taken of that one.
      if (typeof before !== 'number') this.#places.note(change)
    }
    if (before === 'never anything') return this.#pending.set(change, value, 'nothing')
    // What nobody has looked for, such as an entry of an index, will hardly be asked for next.
    if (value && before !== 'unknown') this.#cache.keep(this.id, change, value)
    else this.#cache.forget(this.id, change)
    return this.#pending.set(change, value, before)
  }

  /** A group that was written here, perhaps, was taken back. */
  takenBack(): void {
    this.#emptyRuns.clear()
  }

  /** From now on what was written so far is being given to the data file, perhaps with what was leaving already. */
  leave(): void {
    const written = this.#pending
    this.#pending = new PendingRecords(this.#pool)
    this.#departures += 1
    if (this.#leaving) {
      for (const record of written.values())
        this.#leaving.set(record, isRemoved(record) ? undefined : record, 'unknown')
      written.clear()
    } else this.#leaving = written
  }

  /** The data file has what it was being given. */
  arrived(): void {
    this.#fileSize = this.#fileSizeNow()
    this.#leaving?.clear()
    this.#leaving = undefined
    this.#places.arrived()
  }

  /** The space is gone: gives up the memory of what was written. */
  clear(): void {
    this.#pending.clear()
    this.#leaving?.clear()
  }

  #fileState(): FileState {
    const arrivals = (this.#leaving ? 1 : 0) + (this.#pending.isEmpty ? 0 : 1)
    return { records: this.#fileSize.records, arrivals }
  }

  /** What is being given to the data file. */
  *leaving(): Generator<Position & { readonly value: RecordValue | undefined }> {
    for (const record of this.#leaving?.values() ?? []) {
      const { partition, sort, doc, sizeBytes } = record
      yield { partition, sort, value: isRemoved(record) ? undefined : { doc, sizeBytes } }
    }
  }

  /** How much the data file had when it was last given something. */
  get fileSize(): SpaceSize {
    return this.#fileSize
  }

  /** How much there is. `undefined` if it would take long to find out: then the data file should be given everything. */
  size(): SpaceSize | undefined {
    if (this.#leaving?.unknown || this.#pending.unknown > fewReads) return undefined
    this.#pending.resolve((place) => this.#sizeBefore(place))
    return this.#knownSize()
  }

  /** The same, however long it takes. */
  countSize(): SpaceSize {
    return this.#grown(() => this.#fileSizeNow(), this.#written())
  }

  /** How much there is of a partition; `undefined` if it would take long to find out. */
  partitionSize(partition: ByteString): SpaceSize | undefined {
    const bounds = { partition, reverse: false, limit: fewReads }
    const pending = this.#pendingIn(partitionInterval(partition), bounds)
    if (pending.end) return undefined
    let isLong = false
    const size = this.#grown(() => {
      const fileSize = this.#filePartitionSize(partition, fewCounted + 1)
      isLong = fileSize.records > fewCounted
      return fileSize
    }, pending.records)
    return isLong ? undefined : size
  }

  /** The same, however long it takes. */
  countPartitionSize(partition: ByteString): SpaceSize {
    const bounds = { partition, reverse: false, limit: Number.POSITIVE_INFINITY }
    const pending = this.#pendingIn(partitionInterval(partition), bounds)
    return this.#grown(() => this.#filePartitionSize(partition, everything), pending.records)
  }

  /**
   * What the data file has and what was written come to. They are compared as of one moment: the file may be given
   * something meanwhile, and it may have a part of what is leaving.
   */
  #grown(fileSize: () => SpaceSize, written: Iterable<StoredRecord>): SpaceSize {
    this.#begin.run()
    try {
      let { records, sizeBytes } = fileSize()
      for (const record of written) {
        const before = this.#readSize(record)
        records += (isRemoved(record) ? 0 : 1) - (before === undefined ? 0 : 1)
        sizeBytes += (isRemoved(record) ? 0 : record.sizeBytes) - (before ?? 0)
      }
      return { records, sizeBytes }
    } finally {
      this.#end.run()
    }
  }

  /** What each place holds that was written and that the data file may lack. */
  *#written(): Generator<StoredRecord> {
    yield* this.#pending.values()
    for (const record of this.#leaving?.values() ?? []) if (!this.#pending.get(record)) yield record
  }

  #fileSizeNow(): SpaceSize {
    const { records, sizeBytes } = this.#readFileSize.get(this.id) as SpaceSize
    return { records, sizeBytes }
  }

  /** How much the data file has of a partition, of so many records at most. */
  #filePartitionSize(partition: ByteString, most: number): SpaceSize {
    const { records, sizeBytes } = this.#measure.get(encodeKeyText(partition), most) as SpaceSize
    return { records, sizeBytes }
  }

  readPage(request: RangeRequest): RangePage {
    if (!('partition' in request.within)) return this.#readPage(request)
    return this.#pages.page(this.id, request, request.within.partition, {
      epoch: this.#departures,
      oldestEpoch: this.#departures - (this.#leaving ? 1 : 0),
      read: () => this.#readPage(request),
      amend: (page) => this.#amend(request, page),
    })
  }

  /** A page that had all there was, with what was written since. */
  #amend(request: RangeRequest, { records }: RangePage): RangePage | undefined {
    const { reverse = false } = request
    const pending = this.#pendingIn(rangeInterval(request), { reverse, limit: fewReads })
    if (pending.end) return undefined
    const joined = joinChunks(pending, { records, end: undefined }, reverse)
    return createPage(
      joined.records.filter((record) => !isRemoved(record)),
      request,
    )
  }

  #readPage(request: RangeRequest): RangePage {
    const { records, sizeBytes } = this.#knownSize()
    return this.#ranges.readPage(request, {
      averageBytes: records > 0 ? sizeBytes / records : 0,
      emptyRuns: this.#emptyRuns,
      readPending: (interval, bounds) => this.#pendingIn(interval, bounds),
    })
  }

  /** The first places of an interval that were written, in order, removals among them. */
  #pendingIn(interval: Interval, bounds: ReadBounds): ReadChunk {
    const pending = this.#pending.range(interval, bounds)
    return this.#leaving
      ? joinChunks(pending, this.#leaving.range(interval, bounds), bounds.reverse)
      : pending
  }

  /** How large the record is that what is written now replaces. */
  #sizeBefore(place: Position): number | undefined {
    const leaving = this.#leaving?.get(place)
    if (!leaving) return this.#readSize(place)
    return isRemoved(leaving) ? undefined : leaving.sizeBytes
  }

  #readSize({ partition, sort }: Position): number | undefined {
    const row = this.#findSize.get(encodeKeyText(partition), encodeKeyText(sort))
    return (row as { readonly size: number } | undefined)?.size
  }

  /** How much there is, but for what was written without looking. */
  #knownSize(): SpaceSize {
    const parts = [this.#fileSize, this.#pending.growth, ...(this.#leaving ? [this.#leaving.growth] : [])]
    return {
      records: parts.reduce((sum, { records }) => sum + records, 0),
      sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }
  }
}

/** A row as SQLite gives it, by its version. */
type FoundRow = readonly [doc: string, size: number] | { readonly doc: string; readonly size: number }

/** What the table of spaces says of one. */
export interface SpaceRow extends SpaceSize {
  readonly id: number
  readonly name: string
}
