import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Append,
  type ByteString,
  type Change,
  type Decision,
  type RangePage,
  type RangeRequest,
  type RecordKey,
  type RecordValue,
  type SpaceId,
  type SpaceSize,
  type Storage,
  StorageError,
  type StorageSnapshot,
} from '@monotable/engine'
import type { Checkpointer } from './checkpointer.ts'
import { CommitQueue } from './commit-queue.ts'
import { LogPositions } from './log-positions.ts'
import type { RecordCache } from './record-cache.ts'
import { SpaceDirectory } from './space-directory.ts'
import type { SpaceTable } from './space-table.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.ts'
import { isFatal, storageFailure } from './storage-failure.ts'

/** What a store is put together from. */
export interface SqliteStorageParts {
  readonly database: SqliteDatabase
  readonly folder: string
  readonly cache: RecordCache
  /** Makes the checkpointer, given what it calls when SQLite fails in a checkpoint. */
  createCheckpointer(onFailure: (error: unknown) => void): Checkpointer
  /** Called last when the store is closed. */
  release(): void
}

type Apply = (changes: readonly Change[]) => void

/**
 * A store in an SQLite file. Every transaction begins and ends within one turn of the event loop, so that a
 * read, which is one too, never meets a half-made change.
 */
export class SqliteStorage implements Storage {
  readonly #database: SqliteDatabase
  readonly #folder: string
  readonly #release: () => void
  readonly #spaces: SpaceDirectory
  readonly #positions: LogPositions
  readonly #queue: CommitQueue
  readonly #checkpointer: Checkpointer
  readonly #begin: SqliteStatement
  readonly #commit: SqliteStatement
  readonly #rollback: SqliteStatement
  /** Why nothing more is written. */
  #failure: StorageError | undefined
  #closing: Promise<void> | undefined
  #snapshots = 0

  constructor({ database, folder, cache, createCheckpointer, release }: SqliteStorageParts) {
    this.#database = database
    this.#folder = folder
    this.#release = release
    this.#spaces = new SpaceDirectory(database, cache)
    this.#positions = new LogPositions(database)
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
    this.#rollback = database.prepare('ROLLBACK')
    this.#checkpointer = createCheckpointer((error) => this.#fail(storageFailure(error)))
    this.#queue = new CommitQueue({
      transact: (work) => this.#transact(work),
      gate: () => this.#checkpointer.gate,
    })
  }

  async createSpace(space: SpaceId): Promise<void> {
    this.#redefine(() => this.#spaces.create(space))
  }

  async dropSpace(space: SpaceId): Promise<void> {
    this.#redefine(() => this.#spaces.drop(space))
  }

  async listSpaces(): Promise<readonly SpaceId[]> {
    this.#requireOpen()
    return this.#spaces.names()
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    this.#requireOpen()
    return this.#guard(() => this.#readAll(keys))
  }

  async range(request: RangeRequest): Promise<RangePage> {
    this.#requireOpen()
    return this.#guard(() => this.#spaces.require(request.space).readPage(request))
  }

  async mutate<Answer>(
    keys: readonly RecordKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    this.#requireWritable()
    return this.#queue.add(() => {
      const decision = decide(this.#guard(() => this.#readAll(keys)))
      for (const { space } of decision.changes) this.#spaces.require(space)
      if (decision.appends === undefined) return decision
      for (const { space } of decision.appends) this.#spaces.require(space)
      return { changes: [...decision.changes, ...this.#placed(decision.appends)], answer: decision.answer }
    })
  }

  async size(space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
    this.#requireOpen()
    const table = this.#spaces.require(space)
    return partition === undefined ? table.size : this.#guard(() => table.measurePartition(partition))
  }

  async clear(): Promise<void> {
    this.#redefine(() => this.#spaces.clear())
  }

  async snapshot(): Promise<StorageSnapshot> {
    this.#requireWritable()
    this.#queue.flush()
    this.#snapshots += 1
    const file = join(this.#folder, `snapshot-${this.#snapshots}.sqlite`)
    this.#guard(() => this.#database.prepare('VACUUM INTO ?').run(file))
    return new SqliteSnapshot(this, file)
  }

  async restore(snapshot: StorageSnapshot): Promise<void> {
    this.#requireWritable()
    const file = SqliteSnapshot.fileOf(snapshot, this)
    this.#queue.flush()
    this.#guard(() => this.#database.prepare('ATTACH ? AS snapshot').run(file))
    try {
      this.#redefine(() => this.#spaces.copyFrom('snapshot'))
    } finally {
      this.#guard(() => this.#database.exec('DETACH snapshot'))
    }
    // All of it lies in the log now.
    this.#checkpointer.committed({ changes: 0, bytes: this.#spaces.sizeBytes() })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#queue.flush()
    await this.#checkpointer.close()
    try {
      // The last connection that closes moves the log into the data file and removes it.
      this.#database.close()
      for (let i = 1; i <= this.#snapshots; i++) {
        await rm(join(this.#folder, `snapshot-${i}.sqlite`), { force: true })
      }
    } finally {
      this.#release()
    }
  }

  #readAll(keys: readonly RecordKey[]): (RecordValue | undefined)[] {
    return keys.map((key) => this.#spaces.require(key.space).find(key))
  }

  #placed(appends: readonly Append[]): Change[] {
    return appends.map(({ space, partition, value }) => {
      return { space, partition, sort: this.#positions.take(), value }
    })
  }

  /** Changes which spaces there are, in a transaction of its own behind all that was asked for before. */
  #redefine(work: () => void): void {
    this.#requireWritable()
    this.#queue.flush()
    this.#transact(work)
    this.#spaces.settle()
  }

  /** Makes all changes durable or none. */
  #transact(work: (apply: Apply) => void): void {
    if (this.#failure) throw this.#failure
    const before = new Map<SpaceTable, SpaceSize>()
    let changed = 0
    let bytes = 0
    try {
      this.#begin.run()
      work((changes) => {
        changed += changes.length
        for (const change of changes) {
          const table = this.#spaces.require(change.space)
          if (!before.has(table)) before.set(table, table.size)
          table.apply(change)
          bytes += change.value?.doc.length ?? 0
        }
      })
      for (const table of before.keys()) this.#spaces.saveSize(table)
      this.#commit.run()
    } catch (error) {
      this.#undo()
      this.#spaces.forgetFound()
      this.#positions.forgetReserved()
      for (const [table, size] of before) table.resetSize(size)
      throw this.#fail(storageFailure(error))
    }
    this.#checkpointer.committed({ changes: changed + before.size, bytes })
  }

  #undo(): void {
    try {
      this.#rollback.run()
    } catch {
      // SQLite has rolled back already, as it does after some failures, or has not begun.
    }
  }

  /** Runs a read; says what went wrong in our words. */
  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.#fail(storageFailure(error))
    }
  }

  #fail(error: unknown): unknown {
    if (isFatal(error)) this.#failure ??= error as StorageError
    return error
  }

  #requireWritable(): void {
    this.#requireOpen()
    if (this.#failure) throw this.#failure
  }

  #requireOpen(): void {
    if (this.#closing) throw new StorageError('CLOSED', 'The store was closed.')
  }
}

class SqliteSnapshot implements StorageSnapshot {
  readonly #store: SqliteStorage
  #file: string | undefined

  constructor(store: SqliteStorage, file: string) {
    this.#store = store
    this.#file = file
  }

  static fileOf(snapshot: StorageSnapshot, store: SqliteStorage): string {
    const file = snapshot instanceof SqliteSnapshot && snapshot.#store === store ? snapshot.#file : undefined
    if (!file) throw new StorageError('CLOSED', 'The snapshot was released, or another store made it.')
    return file
  }

  async release(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    if (file) await rm(file, { force: true })
  }
}
