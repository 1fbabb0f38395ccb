import type { Position } from '@monotable/engine'
import type { SqliteDatabase, SqliteStatement } from '@monotable/storage-files'
import { decodeKeyText, keySeparator } from '../file/key-text.ts'
import { requireText } from '../file/require-text.ts'
import { KeyFilter } from '../memory/key-filter.ts'

/** A table's keys are read once SQLite was asked in vain for one record in so many: to read them all costs as much again. */
const recordsOfMiss = 16

/** So many are read each time that it is asked in vain, which takes about as long as to ask. */
const keysOfMiss = 32

/** What is known of a space. */
export interface WrittenPlacesParts {
  readonly database: SqliteDatabase
  readonly table: string
  /** The same for a place each time; `undefined` for one that is not to be remembered. */
  hashOf(place: Position): number | undefined
}

/** How much of a space the data file has, and how many times it will be given something before it has all of today's. */
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
 * Tells of most places of a space where nothing is that nothing was ever written there. To ask SQLite for each new record
 * whether there is one already would cost who fills a table more than all else.
 *
 * Of a table that was empty when it was first looked into, everything is known. The keys of another one are read little by
 * little once it was often asked in vain. What is written meanwhile is noted, and what was on its way to the data file when
 * that began has to arrive there first: so a key is either noted or read.
 */
export class WrittenPlaces {
  readonly #parts: WrittenPlacesParts
  #filter: KeyFilter | undefined
  /** How many times the data file must be given something before its keys are read. */
  #arrivals = 0
  /** The last key that was read, as the table has it. */
  #last: readonly [partition: string, sort: string] = ['', '']
  #readKeys: SqliteStatement | undefined
  #misses = 0
  #state: 'unknown' | 'known' | 'too many' = 'unknown'

  constructor(parts: WrittenPlacesParts) {
    this.#parts = parts
  }

  /** Whether nothing was ever written at a place, as far as that is known. */
  isNew(place: Position): boolean {
    if (this.#state !== 'known') return false
    const hash = this.#parts.hashOf(place)
    return hash !== undefined && this.#filter?.mayHave(hash) === false
  }

  /** Takes note of a place that something is written at. */
  note(place: Position): void {
    const hash = this.#filter && this.#parts.hashOf(place)
    if (hash === undefined || this.#filter?.add(hash)) return
    this.#filter = undefined
    this.#state = 'too many'
  }

  /** What was on its way has arrived in the data file. */
  arrived(): void {
    if (this.#arrivals > 0) this.#arrivals -= 1
  }

  /** Takes note that the data file was asked in vain. */
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
