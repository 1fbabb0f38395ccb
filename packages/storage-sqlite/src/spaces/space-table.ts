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
import { isReference, longDocsSql } from '../file/long-docs.ts'
import { requireText } from '../file/require-text.ts'
import { everything, measureSql, tableName } from '../file/table-sql.ts'
import { EmptyRuns } from '../memory/empty-runs.ts'
import type { PageCache } from '../memory/page-cache.ts'
import { type Before, isRemoved, PendingRecords } from '../memory/pending-records.ts'
import { createPage, joinChunks, type ReadBounds, type ReadChunk } from '../memory/read-chunk.ts'
import type { RecordCache } from '../memory/record-cache.ts'
import { RangeReader } from './range-reader.ts'
import { type FileState, WrittenPlaces } from './written-places.ts'

/** This many reads of SQLite take about as long as having everything written, and nobody should wait for more. */
const fewReads = 256

/** How many records are counted at once; counting more would make everybody wait. */
const fewCounted = 2_000

const ofPlace = 'WHERE partition = ? AND sort = ?'

/** What all spaces share. */
export interface SharedParts {
  readonly cache: RecordCache
  readonly pages: PageCache
  /** For changes that the table does not have yet. */
  readonly pool: PagePool
  readonly begin: SqliteStatement
  readonly end: SqliteStatement
  readonly readFileSize: SqliteStatement
}

/** Prepares the statements that name no space's table. */
export function prepareShared(database: SqliteDatabase): Pick<SharedParts, 'begin' | 'end' | 'readFileSize'> {
  return {
    begin: database.prepare('BEGIN'),
    end: database.prepare('END'),
    readFileSize: database.prepare('SELECT records, size_bytes AS sizeBytes FROM spaces WHERE id = ?'),
  }
}

/**
 * One space: an SQL table, and the changes that the table does not have yet. Those are in two parts: changes being
 * collected (pending), and changes being written to the data file (leaving). Reads give the same result whether or not
 * the table already has some of the leaving ones.
 *
 * Its statements are prepared when they are first needed: there may be thousands of spaces, each statement takes
 * kilobytes, and whenever a space is created or dropped, SQLite looks at all statements.
 */
export class SpaceTable {
  readonly id: number
  /** How much the table held after the last arrival. */
  #fileSize: SpaceSize
  readonly #ranges: RangeReader
  readonly #emptyRuns = new EmptyRuns()
  readonly #places: WrittenPlaces
  readonly #shared: SharedParts
  readonly #cache: RecordCache
  readonly #pages: PageCache
  readonly #pool: PagePool
  readonly #database: SqliteDatabase
  #find: SqliteStatement | undefined
  #findSize: SqliteStatement | undefined
  #measure: SqliteStatement | undefined
  #pending: PendingRecords
  #leaving: PendingRecords | undefined
  /** How often changes have left. */
  #departures = 0

  constructor(database: SqliteDatabase, row: SpaceRow, shared: SharedParts) {
    const { cache, pages, pool } = shared
    const table = tableName(row.id)
    this.#shared = shared
    this.id = row.id
    this.#fileSize = { records: row.records, sizeBytes: row.sizeBytes }
    this.#ranges = new RangeReader(database, row.id)
    this.#places = new WrittenPlaces({ database, table, hashOf: (place) => cache.hashOf(row.id, place) })
    this.#cache = cache
    this.#pages = pages
    this.#pool = pool
    this.#pending = new PendingRecords(pool)
    this.#database = database
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
    const found = this.#readRow(place)
    if (found === undefined) {
      this.#places.missed(() => this.#fileState())
      return undefined
    }
    requireText(found.doc)
    this.#cache.keep(this.id, place, found)
    return found
  }

  #prepareFind(doc: string): SqliteStatement {
    const find = this.#database.prepare(`SELECT ${doc} AS doc, size FROM ${tableName(this.id)} ${ofPlace}`)
    find.setReturnArrays?.(true)
    return find
  }

  #readRow(place: Position): RecordValue | undefined {
    const found = this.#findRow(place)
    if (!isReference(found?.doc)) return found
    this.#find = this.#prepareFind(longDocsSql(this.id).doc)
    return this.#findRow(place)
  }

  #findRow({ partition, sort }: Position): RecordValue | undefined {
    this.#find ??= this.#prepareFind('doc')
    const row = this.#find.get(encodeKeyText(partition), encodeKeyText(sort)) as FoundRow | undefined
    if (row === undefined) return undefined
    return 'doc' in row ? { doc: row.doc, sizeBytes: row.size } : { doc: row[0], sizeBytes: row[1] }
  }

  /** Makes a change; returns a function that undoes it. */
  write(change: Omit<Change, 'space'>, before: Before | 'never anything'): () => void {
    const { value } = change
    this.#pages.wrote(this.id, change.partition)
    if (value) {
      this.#ranges.note(value.sizeBytes)
      this.#emptyRuns.fill(change)
      // A place that holds a record has been noted already.
      if (typeof before !== 'number') this.#places.note(change)
    }
    if (before === 'never anything') return this.#pending.set(change, value, 'nothing')
    // A place that was written without a lookup, such as an index entry, is unlikely to be read next.
    if (value && before !== 'unknown') this.#cache.keep(this.id, change, value)
    else this.#cache.forget(this.id, change)
    return this.#pending.set(change, value, before)
  }

  /** Called when a group, which may have written here, was taken back. */
  takenBack(): void {
    this.#emptyRuns.clear()
  }

  /** Hands the pending changes over to the data file, joining those that are already leaving. */
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

  /** Called when the data file has everything that was leaving. */
  arrived(): void {
    this.#fileSize = this.#fileSizeNow()
    this.#leaving?.clear()
    this.#leaving = undefined
    this.#places.arrived()
  }

  /** Called when the space is gone; frees the memory of its changes. */
  clear(): void {
    this.#pending.clear()
    this.#leaving?.clear()
  }

  #fileState(): FileState {
    const arrivals = (this.#leaving ? 1 : 0) + (this.#pending.isEmpty ? 0 : 1)
    return { records: this.#fileSize.records, arrivals }
  }

  /** Yields the changes that are being written to the data file. */
  *leaving(): Generator<Position & { readonly value: RecordValue | undefined }> {
    for (const record of this.#leaving?.values() ?? []) {
      const { partition, sort, doc, sizeBytes } = record
      yield { partition, sort, value: isRemoved(record) ? undefined : { doc, sizeBytes } }
    }
  }

  /** How much the data file had after the last arrival. */
  get fileSize(): SpaceSize {
    return this.#fileSize
  }

  /**
   * Returns the size of the space; `undefined` if finding it out would take long: then the data file should be given
   * everything first.
   */
  size(): SpaceSize | undefined {
    if (this.#leaving?.unknown || this.#pending.unknown > fewReads) return undefined
    this.#pending.resolve((place) => this.#sizeBefore(place))
    return this.#knownSize()
  }

  /** Returns the size of the space, however long that takes. */
  countSize(): SpaceSize {
    return this.#grown(() => this.#fileSizeNow(), this.#written())
  }

  /** Returns the size of a partition; `undefined` if finding it out would take long. */
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

  /** Returns the size of a partition, however long that takes. */
  countPartitionSize(partition: ByteString): SpaceSize {
    const bounds = { partition, reverse: false, limit: Number.POSITIVE_INFINITY }
    const pending = this.#pendingIn(partitionInterval(partition), bounds)
    return this.#grown(() => this.#filePartitionSize(partition, everything), pending.records)
  }

  /**
   * Returns the size of what the data file has combined with the written changes. Both are compared within one
   * transaction: the file may be written meanwhile, and may already have some of what is leaving.
   */
  #grown(fileSize: () => SpaceSize, written: Iterable<StoredRecord>): SpaceSize {
    this.#shared.begin.run()
    try {
      let { records, sizeBytes } = fileSize()
      for (const record of written) {
        const before = this.#readSize(record)
        records += (isRemoved(record) ? 0 : 1) - (before === undefined ? 0 : 1)
        sizeBytes += (isRemoved(record) ? 0 : record.sizeBytes) - (before ?? 0)
      }
      return { records, sizeBytes }
    } finally {
      this.#shared.end.run()
    }
  }

  /** Yields the current value of each place with changes that the data file may lack. */
  *#written(): Generator<StoredRecord> {
    yield* this.#pending.values()
    for (const record of this.#leaving?.values() ?? []) if (!this.#pending.get(record)) yield record
  }

  #fileSizeNow(): SpaceSize {
    const { records, sizeBytes } = this.#shared.readFileSize.get(this.id) as SpaceSize
    return { records, sizeBytes }
  }

  /** Measures what the data file has of a partition, up to `most` records. */
  #filePartitionSize(partition: ByteString, most: number): SpaceSize {
    this.#measure ??= this.#database.prepare(measureSql(tableName(this.id)))
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

  /** Brings a page up to date that was complete when it was read, with the changes made since. */
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

  /** Returns the first changed places of an interval, in order, removals included. */
  #pendingIn(interval: Interval, bounds: ReadBounds): ReadChunk {
    const pending = this.#pending.range(interval, bounds)
    return this.#leaving
      ? joinChunks(pending, this.#leaving.range(interval, bounds), bounds.reverse)
      : pending
  }

  /** Returns the size of the record that a pending change replaces. */
  #sizeBefore(place: Position): number | undefined {
    const leaving = this.#leaving?.get(place)
    if (!leaving) return this.#readSize(place)
    return isRemoved(leaving) ? undefined : leaving.sizeBytes
  }

  #readSize({ partition, sort }: Position): number | undefined {
    this.#findSize ??= this.#database.prepare(`SELECT size FROM ${tableName(this.id)} ${ofPlace}`)
    const row = this.#findSize.get(encodeKeyText(partition), encodeKeyText(sort))
    return (row as { readonly size: number } | undefined)?.size
  }

  /** Returns the size of the space, leaving out changes that were made without a lookup. */
  #knownSize(): SpaceSize {
    const parts = [this.#fileSize, this.#pending.growth, ...(this.#leaving ? [this.#leaving.growth] : [])]
    return {
      records: parts.reduce((sum, { records }) => sum + records, 0),
      sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }
  }
}

/** A row as SQLite returns it, depending on its version. */
type FoundRow = readonly [doc: string, size: number] | { readonly doc: string; readonly size: number }

/** A row of the table of spaces. */
export interface SpaceRow extends SpaceSize {
  readonly id: number
  readonly name: string
}
