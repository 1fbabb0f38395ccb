import type { Position } from '@monotable/engine'
import type { SqliteDatabase, SqliteStatement } from '@monotable/storage-files'
import { decodeKeyText, keySeparator } from '../file/key-text.ts'
import { requireText } from '../file/require-text.ts'
import { KeyFilter } from '../memory/key-filter.ts'

/**
 * A table's keys are read once there has been one lookup in vain per this many records: reading all keys costs about as
 * much as those lookups did.
 */
const recordsOfMiss = 16

/** How many keys to read after each lookup in vain; this takes about as long as the lookup. */
const keysOfMiss = 32

/** What is needed to know of a space. */
export interface WrittenPlacesParts {
  readonly database: SqliteDatabase
  readonly table: string
  /** Returns the same hash for a place each time; `undefined` for a place that is not to be remembered. */
  hashOf(place: Position): number | undefined
}

/**
 * How many records of a space the data file has, and how many arrivals it takes until it has everything written so far.
 */
export interface FileState {
  readonly records: number
  readonly arrivals: number
}

/** Some keys of a table, in order. */
interface JoinedKeys {
  readonly count: number
  readonly partitions: string | null
  readonly sorts: string | null
}

/**
 * Knows for most places where nothing was ever written that this is so. Asking SQLite for each new record whether there
 * is one already would cost a caller that fills a table more than everything else.
 *
 * If a table was empty when it was first looked into, everything is known about it. The keys of any other table are
 * read little by little once many lookups were in vain. Writes during that time are noted here, and changes that were
 * already on their way to the data file have to arrive before the reading starts, so every key is either noted or read.
 */
export class WrittenPlaces {
  readonly #parts: WrittenPlacesParts
  #filter: KeyFilter | undefined
  /** How many arrivals in the data file to wait for before its keys are read. */
  #arrivals = 0
  /** The last key that was read, as the table has it. */
  #last: readonly [partition: string, sort: string] = ['', '']
  #readKeys: SqliteStatement | undefined
  #misses = 0
  #state: 'unknown' | 'known' | 'too many' = 'unknown'

  constructor(parts: WrittenPlacesParts) {
    this.#parts = parts
  }

  /** Whether it is known that nothing was ever written at a place. */
  isNew(place: Position): boolean {
    if (this.#state !== 'known') return false
    const hash = this.#parts.hashOf(place)
    return hash !== undefined && this.#filter?.mayHave(hash) === false
  }

  /** Notes a place that is written to. */
  note(place: Position): void {
    const hash = this.#filter && this.#parts.hashOf(place)
    if (hash === undefined || this.#filter?.add(hash)) return
    this.#filter = undefined
    this.#state = 'too many'
  }

  /** Called when changes on their way to the data file have arrived. */
  arrived(): void {
    if (this.#arrivals > 0) this.#arrivals -= 1
  }

  /** Called after a lookup in the data file that found nothing. */
  missed(file: () => FileState): void {
    if (this.#state !== 'unknown') return
    if (!this.#filter) {
      const { records, arrivals } = file()
      this.#misses += 1
      if (this.#misses * recordsOfMiss < records) return
      this.#filter = new KeyFilter()
      this.#arrivals = arrivals
    }
    if (this.#arrivals === 0) this.#readSome()
  }

  #readSome(): void {
    this.#readKeys ??= this.#prepare()
    const { count, partitions, sorts } = this.#readKeys.get(...this.#last) as JoinedKeys
    const partitionTexts = (partitions ?? '').split(keySeparator)
    const sortTexts = (sorts ?? '').split(keySeparator)
    for (let i = 0; i < count; i++) {
      const [partition, sort] = [partitionTexts[i] as string, sortTexts[i] as string]
      requireText(partition)
      requireText(sort)
      this.note({ partition: decodeKeyText(partition), sort: decodeKeyText(sort) })
      this.#last = [partition, sort]
    }
    if (count < keysOfMiss && this.#filter) this.#state = 'known'
  }

  #prepare(): SqliteStatement {
    const { database, table } = this.#parts
    const separator = `char(${keySeparator.charCodeAt(0)})`
    return database.prepare(`
      SELECT count(*) AS count, group_concat(partition, ${separator}) AS partitions,
        group_concat(sort, ${separator}) AS sorts
      FROM (
        SELECT partition, sort FROM ${table} WHERE (partition, sort) >= (?, ?)
        ORDER BY partition, sort LIMIT ${keysOfMiss}
      )`)
  }
}
