import type { Change, SpaceSize } from '@monotable/engine'
import type { LogPositions } from './log-positions.ts'
import type { SpaceDirectory } from './space-directory.ts'
import type { SpaceTable } from './space-table.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.ts'

/** What a transaction works with. */
export interface FileTransactionParts {
  readonly database: SqliteDatabase
  readonly spaces: SpaceDirectory
  readonly positions: LogPositions
  /** Told of every commit: how much went to the file. */
  onCommit(written: { readonly changes: number; readonly bytes: number }): void
}

/**
 * The transaction of the data file that stays open while changes are durable in the journal alone. It takes in many
 * groups of them: a page that is changed a hundred times is then written once. All reads see it, since there is one
 * connection.
 */
export class FileTransaction {
  readonly #parts: FileTransactionParts
  readonly #begin: SqliteStatement
  readonly #commit: SqliteStatement
  readonly #rollback: SqliteStatement
  readonly #saveApplied: SqliteStatement
  /** All changes since it was begun, to make them again when SQLite has to take them back. */
  #changes: Change[] = []
  #length = 0
  readonly #sizesBefore = new Map<SpaceTable, SpaceSize>()
  #isOpen = false

  constructor(parts: FileTransactionParts) {
    this.#parts = parts
    this.#begin = parts.database.prepare('BEGIN IMMEDIATE')
    this.#commit = parts.database.prepare('COMMIT')
    this.#rollback = parts.database.prepare('ROLLBACK')
    // Counted, so that every commit has something to write: one that has not waits for no disk either.
    this.#saveApplied = parts.database.prepare('UPDATE journal SET applied = ?, commits = commits + 1')
  }

  /** What a crash would leave to the journal. */
  get changes(): readonly Change[] {
    return this.#changes
  }

  /** How many characters they have. */
  get length(): number {
    return this.#length
  }

  apply(change: Change): void {
    this.#open()
    this.#make(change)
    this.#changes.push(change)
  }

  /** Takes back all but the first changes. */
  backTo(count: number): void {
    const kept = this.#changes.slice(0, count)
    this.#undo()
    if (kept.length > 0) this.#open()
    for (const change of kept) this.#make(change)
    this.#changes = kept
  }

  /**
   * Hands everything to the file, which has then the journal's frames up to the number `applied`. If that fails, SQLite
   * may have taken back everything: `backTo` makes it again.
   */
  commit(applied: number): void {
    if (!this.#isOpen) return
    this.#close(applied)
    this.#parts.onCommit({ changes: this.#changes.length + this.#sizesBefore.size, bytes: this.#length })
    this.#changes = []
    this.#length = 0
    this.#sizesBefore.clear()
  }

  /** A transaction that changes which spaces there are. What was open has to be committed before. */
  redefine(applied: number, work: () => void): void {
    try {
      this.#open()
      work()
      this.#close(applied)
    } catch (error) {
      this.#undo()
      throw error
    }
    this.#parts.spaces.settle()
  }

  #open(): void {
    if (this.#isOpen) return
    this.#begin.run()
    this.#isOpen = true
  }

  #make(change: Change): void {
    const table = this.#parts.spaces.require(change.space)
    if (!this.#sizesBefore.has(table)) this.#sizesBefore.set(table, table.size)
    table.apply(change)
    this.#length += change.value?.doc.length ?? 0
  }

  #close(applied: number): void {
    const { spaces, positions } = this.#parts
    for (const table of this.#sizesBefore.keys()) spaces.saveSize(table)
    positions.save()
    this.#saveApplied.run(applied)
    this.#commit.run()
    positions.saved()
    this.#isOpen = false
  }

  #undo(): void {
    try {
      this.#rollback.run()
    } catch {
      // SQLite has rolled back already, as it does after some failures, or has not begun.
    }
    this.#isOpen = false
    this.#length = 0
    this.#parts.spaces.forgetFound()
    for (const [table, size] of this.#sizesBefore) table.resetSize(size)
    this.#sizesBefore.clear()
  }
}
