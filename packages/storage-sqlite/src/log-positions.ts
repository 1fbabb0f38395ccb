import { type ByteString, encodeLogPosition } from '@monotable/engine'
import type { SqliteDatabase } from './sqlite-driver.ts'

/**
 * Gives the positions of logs. The file holds a number beyond all that were given, so that none is given again,
 * whatever has become of the records. It has that table from the first record of a log on.
 */
export class LogPositions {
  readonly #database: SqliteDatabase
  #next: number
  #isSaved = true

  constructor(database: SqliteDatabase) {
    this.#database = database
    const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log'").get() !== undefined
    const row = isThere ? database.prepare('SELECT next FROM log').get() : undefined
    this.#next = (row as { readonly next: number } | undefined)?.next ?? 1
  }

  /** The one that is given next. */
  get next(): number {
    return this.#next
  }

  take(): ByteString {
    this.#isSaved = false
    return encodeLogPosition(this.#next++)
  }

  /** From now on gives none before this one. */
  raise(next: number): void {
    if (next <= this.#next) return
    this.#next = next
    this.#isSaved = false
  }

  /** Tells the file, within a transaction of the caller's. */
  save(): void {
    if (this.#isSaved) return
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS log (next INTEGER NOT NULL);
      INSERT INTO log SELECT 1 WHERE NOT EXISTS (SELECT * FROM log);
    `)
    this.#database.prepare('UPDATE log SET next = ?').run(this.#next)
  }

  /** The transaction holds. */
  saved(): void {
    this.#isSaved = true
  }
}
