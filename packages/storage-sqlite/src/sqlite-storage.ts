import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ByteString,
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
import { type Durability, isSamePlace, type NamedFile, type SqliteDatabase } from '@monotable/storage-files'
import type { ChangeApplier } from './data-file/change-applier.ts'
import type { FileWriter } from './data-file/file-writer.ts'
import { giveUpReserve } from './data-file/room-reserve.ts'
import type { JournalPair } from './journal/journal-pair.ts'
import { LookedPlaces } from './memory/looked-places.ts'
import type { RecordCache } from './memory/record-cache.ts'
import { SpaceDirectory } from './spaces/space-directory.ts'
import { StoreWriter } from './store-writer.ts'

/** What a store is put together from. */
export interface SqliteStorageParts {
  readonly database: SqliteDatabase
  readonly journal: JournalPair
  readonly dataFile: NamedFile
  readonly folder: string
  readonly cache: RecordCache
  readonly applier: ChangeApplier
  readonly durability: Durability
  /** Returns the journal size at which the changes it holds are handed to the data file. */
  pendingMaxBytes(): number
  createFileWriter(onFailure: (error: unknown) => void): FileWriter
  /** Called last when the store is closed. */
  release(): void
}

/**
 * A store in an SQLite file. Every group of changes is made within one turn of the event loop, and so is every read, so
 * a read never sees half a group. A caller that has read changes not yet confirmed by the disk waits until they are.
 */
export class SqliteStorage implements Storage {
  readonly #parts: SqliteStorageParts
  readonly #database: SqliteDatabase
  readonly #spaces: SpaceDirectory
  readonly #writer: StoreWriter
  #closing: Promise<void> | undefined
  #snapshots = 0

  constructor(parts: SqliteStorageParts) {
    this.#parts = parts
    this.#database = parts.database
    this.#spaces = new SpaceDirectory(parts.database, parts.cache)
    this.#writer = new StoreWriter({
      ...parts,
      spaces: this.#spaces,
      requireFiles: () => {
        parts.dataFile.requireThere()
        parts.journal.requireThere()
      },
      giveUpReserve: (failure) => giveUpReserve(parts.dataFile.path, failure),
    })
  }

  async createSpace(space: SpaceId): Promise<void> {
    this.#requireWritable()
    await this.#writer.inPause(() => this.#writer.redefine(() => this.#spaces.create(space)))
  }

  async dropSpace(space: SpaceId): Promise<void> {
    this.#requireWritable()
    try {
      await this.#drop(space)
    } catch (error) {
      // Dropping the space frees more than the reserve.
      if (!giveUpReserve(this.#parts.dataFile.path, error)) throw error
      await this.#drop(space)
    }
  }

  #drop(space: SpaceId): Promise<void> {
    return this.#writer.inPause(() => this.#writer.redefine(() => this.#spaces.drop(space)))
  }

  async listSpaces(): Promise<readonly SpaceId[]> {
    this.#requireOpen()
    return this.#spaces.names()
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    this.#requireOpen()
    const values = this.#guard(() => this.#readAll(keys))
    const confirmed = this.#writer.confirmation((change) => keys.some((key) => isSamePlace(key, change)))
    if (confirmed) await confirmed
    return values
  }

  async range(request: RangeRequest): Promise<RangePage> {
    this.#requireOpen()
    const { space, within } = request
    const page = this.#guard(() => this.#spaces.require(space).readPage(request))
    const partition = 'partition' in within ? within.partition : undefined
    await this.#confirmation(space, partition)
    return page
  }

  async mutate<Answer>(
    keys: readonly RecordKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    this.#requireWritable()
    return this.#writer.add(() => {
      const values = this.#guard(() => this.#readAll(keys))
      const decision = decide(values)
      for (const { space } of decision.changes) this.#spaces.require(space)
      if (decision.appends) for (const { space } of decision.appends) this.#spaces.require(space)
      return { decision, looked: new LookedPlaces(keys, values) }
    })
  }

  async size(space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
    this.#requireOpen()
    const size = this.#guard(() => this.#sizeOf(space, partition))
    await this.#confirmation(space, partition)
    if (size) return size
    const isSettled = await this.#writer.settle(true)
    this.#requireOpen()
    if (isSettled && partition !== undefined) {
      const measured = await this.#writer.measure({ space: this.#spaces.require(space).id, partition })
      this.#requireOpen()
      if (measured) return measured
    }
    return this.#guard(() => this.#sizeNow(space, partition, isSettled))
  }

  #sizeOf(space: SpaceId, partition: ByteString | undefined): SpaceSize | undefined {
    const table = this.#spaces.require(space)
    return partition === undefined ? table.size() : table.partitionSize(partition)
  }

  /** Returns the size right after the data file was given everything or, if that failed, from whatever it has. */
  #sizeNow(space: SpaceId, partition: ByteString | undefined, isSettled: boolean): SpaceSize {
    const table = this.#spaces.require(space)
    if (partition === undefined) return isSettled ? table.fileSize : table.countSize()
    return table.countPartitionSize(partition)
  }

  async clear(): Promise<void> {
    this.#requireWritable()
    await this.#writer.inPause(() => this.#writer.redefine(() => this.#spaces.clear()))
  }

  async snapshot(): Promise<StorageSnapshot> {
    this.#requireWritable()
    this.#snapshots += 1
    const file = join(this.#parts.folder, `snapshot-${this.#snapshots}.sqlite`)
    await this.#writer.alone(() => this.#guard(() => this.#database.prepare('VACUUM INTO ?').run(file)))
    return new SqliteSnapshot(this, file)
  }

  async restore(snapshot: StorageSnapshot): Promise<void> {
    this.#requireWritable()
    SqliteSnapshot.fileOf(snapshot, this)
    await this.#writer.alone(() => {
      // The snapshot may have been released meanwhile, and SQLite would create an empty file in its place.
      const file = SqliteSnapshot.fileOf(snapshot, this)
      this.#guard(() => this.#database.prepare('ATTACH ? AS snapshot').run(file))
      try {
        this.#writer.redefine(() => this.#spaces.copyFrom('snapshot'), statSync(file).size)
      } finally {
        this.#guard(() => this.#database.exec('DETACH snapshot'))
      }
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { folder, journal, dataFile, release } = this.#parts
    const isDone = await this.#writer.close()
    // If the whole folder was removed, at the end of a test say, nobody misses the data file.
    const isMissed = dataFile.isRemoved && !journal.isRemoved
    try {
      // Closing the last connection moves the log into the data file and removes the log.
      this.#database.close()
      if (isDone) journal.empty()
      journal.close()
      for (let i = 1; i <= this.#snapshots; i++) {
        await rm(join(folder, `snapshot-${i}.sqlite`), { force: true })
      }
      if (isMissed) dataFile.requireThere()
    } finally {
      // This comes last because closing a file releases every lock that the process has on it, including SQLite's.
      dataFile.close()
      release()
    }
  }

  #readAll(keys: readonly RecordKey[]): (RecordValue | undefined)[] {
    return keys.map((key) => this.#spaces.require(key.space).find(key))
  }

  /** What a reader has to wait for before it may answer with the contents of a space, or of one partition of it. */
  #confirmation(space: SpaceId, partition: ByteString | undefined): Promise<void> | undefined {
    return this.#writer.confirmation(
      (change) => change.space === space && (partition === undefined || change.partition === partition),
    )
  }

  /** Runs a read; failures become `StorageError`s. */
  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.#writer.fail(error)
    }
  }

  #requireWritable(): void {
    this.#requireOpen()
    this.#writer.requireWritable()
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
