import { randomBytes } from 'node:crypto'
import { type SpaceId, type Storage, StorageError, type StorageSnapshot } from '@monotable/engine'
import { tableOf } from './space-name.ts'
import type { RunStatement, Statement } from './sql.ts'

/** A table with a copy of a space. */
interface Copy {
  readonly space: SpaceId
  readonly table: string
}

interface Owner {
  readonly store: Storage
  /** The snapshots that have not been released. */
  readonly snapshots: Set<PostgresSnapshot>
  readonly define: (statements: readonly Statement[]) => Promise<void>
  /** Commits work that chooses its statements as it goes and sees a single moment. */
  readonly commit: (work: (run: RunStatement) => Promise<void>) => Promise<void>
}

/** Copies of all tables, made at one moment. */
export class PostgresSnapshot implements StorageSnapshot {
  readonly #owner: Owner
  #copies: readonly Copy[] | undefined

  private constructor(owner: Owner, copies: readonly Copy[]) {
    this.#owner = owner
    this.#copies = copies
  }

  static async make(owner: Owner): Promise<PostgresSnapshot> {
    const prefix = `copy_${randomBytes(8).toString('hex')}_`
    let copies: readonly Copy[] = []
    await owner.commit(async (run) => {
      const rows = await run({ text: 'SELECT name FROM spaces', values: [] })
      copies = rows.map(([name], i) => ({ space: name as string, table: `"${prefix}${i}"` }))
      for (const { space, table } of copies) {
        await run({ text: `CREATE TABLE ${table} AS SELECT * FROM ${tableOf(space)}`, values: [] })
      }
    })
    const snapshot = new PostgresSnapshot(owner, copies)
    owner.snapshots.add(snapshot)
    return snapshot
  }

  /** Returns the copies in a snapshot that the store has made and not released. */
  static copiesOf(snapshot: StorageSnapshot, store: Storage): readonly Copy[] {
    const isOurs = snapshot instanceof PostgresSnapshot && snapshot.#owner.store === store
    const copies = isOurs ? snapshot.#copies : undefined
    if (!copies) throw new StorageError('CLOSED', 'The snapshot was released, or another store made it.')
    return copies
  }

  async release(): Promise<void> {
    if (this.#copies) await this.#owner.define(this.discard())
  }

  /** Makes the snapshot unusable; returns the statements that remove its tables. */
  discard(): Statement[] {
    const copies = this.#copies ?? []
    this.#copies = undefined
    this.#owner.snapshots.delete(this)
    return copies.map(({ table }) => ({ text: `DROP TABLE IF EXISTS ${table}`, values: [] }))
  }
}
