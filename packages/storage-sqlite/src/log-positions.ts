import { type ByteString, encodeLogPosition } from '@monotable/engine'
import type { SqliteDatabase } from './sqlite-driver.ts'

/** How many positions are set aside at a time: so rarely is the file told how far they have come. */
const reserve = 1 << 20

/**
 * Gives the positions of logs. The file holds a number beyond all that were given, so that none is given again
 * after a crash, whatever has become of the records. It has that table from the first record of a log on.
 */
export class LogPositions {
  readonly #database: SqliteDatabase
  #next = 0
  #reserved = 0

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** The next position, within a transaction of the caller's. */
  take(): ByteString {
    if (this.#next >= this.#reserved) this.#setAside()
    return encodeLogPosition(this.#next++)
  }

  /** The transaction has failed: what it may have set aside is not in the file. */
  forgetReserved(): void {
    this.#reserved = this.#next
  }

  #setAside(): void {
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS log (next INTEGER NOT NULL);
      INSERT INTO log SELECT 1 WHERE NOT EXISTS (SELECT * FROM log);
    `)
    const { next } = this.#database.prepare('SELECT next FROM log').get() as { readonly next: number }
    this.#next = Math.max(this.#next, next)
    this.#reserved = this.#next + reserve
    this.#database.prepare('UPDATE log SET next = ?').run(this.#reserved)
  }
}
