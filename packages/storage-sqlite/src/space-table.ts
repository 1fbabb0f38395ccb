import type {
  ByteString,
  Change,
  Position,
  RangePage,
  RangeRequest,
  RecordValue,
  SpaceSize,
} from '@monotable/engine'
import { encodeKeyText } from './key-text.ts'
import { RangeReader } from './range-reader.ts'
import type { RecordCache } from './record-cache.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.ts'

/** The columns of a space's table; `size` stands before `doc` so that it is found without reading a long one. */
const columns = `(
  partition TEXT NOT NULL,
  sort TEXT NOT NULL,
  size INTEGER NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (partition, sort)
) WITHOUT ROWID`

/**
 * One space: an SQL table, and how much it holds, which is kept in memory while it is open and written with
 * every transaction that changes it.
 */
export class SpaceTable {
  readonly id: number
  #records: number
  #sizeBytes: number
  readonly #ranges: RangeReader
  readonly #cache: RecordCache
  readonly #find: SqliteStatement
  readonly #findSize: SqliteStatement
  readonly #add: SqliteStatement
  readonly #replace: SqliteStatement
  readonly #remove: SqliteStatement
  readonly #measure: SqliteStatement
  /** The place that was looked at last, and the size of what was there: a write of it need not look again. */
  #lastFound: { readonly place: Position; readonly sizeBytes: number | undefined } | undefined

  constructor(database: SqliteDatabase, row: SpaceRow, cache: RecordCache) {
    const table = tableName(row.id)
    this.id = row.id
    this.#records = row.records
    this.#sizeBytes = row.sizeBytes
    this.#ranges = new RangeReader(database, table)
    this.#cache = cache
    const place = 'WHERE partition = ? AND sort = ?'
    this.#find = database.prepare(`SELECT doc, size FROM ${table} ${place}`)
    this.#find.setReturnArrays?.(true)
    this.#findSize = database.prepare(`SELECT size FROM ${table} ${place}`)
    this.#add = database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`)
    this.#replace = database.prepare(`UPDATE ${table} SET size = ?, doc = ? ${place}`)
    this.#remove = database.prepare(`DELETE FROM ${table} ${place}`)
    this.#measure = database.prepare(
      `SELECT count(*) AS records, coalesce(sum(size), 0) AS sizeBytes FROM ${table} WHERE partition = ?`,
    )
  }

  get size(): SpaceSize {
    return { records: this.#records, sizeBytes: this.#sizeBytes }
  }

  /** Puts the size back to what it was before a transaction that failed. */
  resetSize({ records, sizeBytes }: SpaceSize): void {
    this.#records = records
    this.#sizeBytes = sizeBytes
    this.forgetFound()
  }

  find(place: Position): RecordValue | undefined {
    const found = this.#cache.find(this.id, place) ?? this.#read(place)
    this.#lastFound = { place, sizeBytes: found?.sizeBytes }
    return found
  }

  #read(place: Position): RecordValue | undefined {
    const row = this.#find.get(encodeKeyText(place.partition), encodeKeyText(place.sort)) as
      | FoundRow
      | undefined
    if (row === undefined) return undefined
    const found = 'doc' in row ? { doc: row.doc, sizeBytes: row.size } : { doc: row[0], sizeBytes: row[1] }
    this.#cache.keep(this.id, place, found)
    return found
  }

  /** Forgets what was found: it may have been part of a transaction that failed. */
  forgetFound(): void {
    this.#lastFound = undefined
  }

  readPage(request: RangeRequest): RangePage {
    return this.#ranges.readPage(request, this.#records > 0 ? this.#sizeBytes / this.#records : 0)
  }

  measurePartition(partition: ByteString): SpaceSize {
    const { records, sizeBytes } = this.#measure.get(encodeKeyText(partition)) as SpaceSize
    return { records, sizeBytes }
  }

  /** Makes a change, within a transaction of the caller's. */
  apply(change: Change): void {
    const { partition, sort, value } = change
    const key = [encodeKeyText(partition), encodeKeyText(sort)] as const
    const found = this.#lastFound
    this.#lastFound = undefined
    const wasHere = found?.place.partition === partition && found.place.sort === sort
    // What nobody has looked for, such as an entry of an index or of a stream, will hardly be asked for next.
    if (value && wasHere) this.#cache.keep(this.id, change, { doc: value.doc, sizeBytes: value.sizeBytes })
    else this.#cache.forget(this.id, change)
    if (value && wasHere && found.sizeBytes !== undefined) {
      this.#replace.run(value.sizeBytes, value.doc, ...key)
      this.#sizeBytes += value.sizeBytes - found.sizeBytes
      return
    }
    // Most writes that replace nothing are index entries and stream records that nobody has looked for.
    if (value && this.#add.run(...key, value.sizeBytes, value.doc).changes) {
      this.#records += 1
      this.#sizeBytes += value.sizeBytes
      return
    }
    const before = this.#findSize.get(...key) as { readonly size: number } | undefined
    if (!before) return
    if (value) this.#replace.run(value.sizeBytes, value.doc, ...key)
    else this.#remove.run(...key)
    this.#records -= value ? 0 : 1
    this.#sizeBytes += (value?.sizeBytes ?? 0) - before.size
  }
}

/** A row as SQLite gives it, by its version. */
type FoundRow = readonly [doc: string, size: number] | { readonly doc: string; readonly size: number }

/** What the table of spaces says of one. */
export interface SpaceRow extends SpaceSize {
  readonly id: number
  readonly name: string
}

/** The SQL that makes a space's table. */
export function createTableSql(id: number): string {
  return `CREATE TABLE ${tableName(id)} ${columns}`
}

/** Spaces are numbered, since SQL would take names that differ in case for the same. */
export function tableName(id: number): string {
  return `space_${id}`
}
