import {
  type ByteString,
  type Decision,
  partitionInterval,
  type RangePage,
  type RangeRequest,
  type RecordKey,
  type RecordValue,
  requireKeyLength,
  type SpaceId,
  type SpaceSize,
  type Storage,
  StorageError,
  type StorageSnapshot,
} from '@monotable/engine'
import { isSamePlace } from '@monotable/storage-files'
import { spaceDropped, spaceMade } from './catalogue.ts'
import type { SegmentLog } from './log/segment-log.ts'
import type { LogSpaces, SpacesState } from './log-spaces.ts'
import type { LogWriter } from './log-writer.ts'
import type { Upkeep } from './upkeep.ts'

/** What a store is put together from. */
export interface LogStorageParts {
  readonly log: SegmentLog
  readonly spaces: LogSpaces
  readonly writer: LogWriter
  readonly upkeep: Upkeep
  /** Called last when the store is closed. */
  release(): void
}

/** A store whose data is a log. It keeps in memory where each record is. */
export class LogStorage implements Storage {
  readonly #parts: LogStorageParts
  #closing: Promise<void> | undefined

  constructor(parts: LogStorageParts) {
    this.#parts = parts
    parts.upkeep.wake()
  }

  async createSpace(space: SpaceId): Promise<void> {
    const { spaces, writer } = this.#writable()
    await writer.alone(async () => {
      if (spaces.has(space)) return
      const number = spaces.lastNumber + 1
      await writer.write([spaceMade(space, number)])
      spaces.add(space, number)
    })
  }

  async dropSpace(space: SpaceId): Promise<void> {
    const { spaces, writer } = this.#writable()
    await writer.alone(() => (spaces.has(space) ? this.#drop([space]) : undefined))
  }

  async #drop(names: readonly SpaceId[]): Promise<void> {
    const { spaces, writer, upkeep } = this.#parts
    await writer.write(names.map(spaceDropped))
    for (const name of names) {
      const space = spaces.remove(name)
      if (space) upkeep.drop(space)
    }
  }

  async listSpaces(): Promise<readonly SpaceId[]> {
    return this.#open().spaces.all.map((space) => space.name)
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    const { writer } = this.#open()
    const values = this.#guard(() => this.#readAll(keys))
    const confirmed = writer.confirmation((change) => keys.some((key) => isSamePlace(key, change)))
    if (confirmed) await confirmed
    return values
  }

  async range(request: RangeRequest): Promise<RangePage> {
    const { spaces } = this.#open()
    const { space, within } = request
    const page = this.#guard(() => spaces.require(space).readRange(request))
    await this.#confirmation(space, 'partition' in within ? within.partition : undefined)
    return page
  }

  async mutate<Answer>(
    keys: readonly RecordKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    const { spaces, writer } = this.#writable()
    return writer.add(() => {
      const decision = decide(this.#guard(() => this.#readAll(keys)))
      // All or nothing: whatever can fail must fail before the first change.
      for (const change of decision.changes) {
        spaces.require(change.space)
        requireKeyLength(change)
      }
      if (decision.appends) for (const { space } of decision.appends) spaces.require(space)
      return { decision }
    })
  }

  async size(space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
    const { index } = this.#open().spaces.require(space)
    const size = index.measure(partition === undefined ? {} : partitionInterval(partition))
    await this.#confirmation(space, partition)
    return size
  }

  async clear(): Promise<void> {
    const { spaces, writer } = this.#writable()
    await writer.alone(() => this.#drop(spaces.all.map((space) => space.name)))
  }

  async snapshot(): Promise<StorageSnapshot> {
    const { spaces, upkeep } = this.#writable()
    const state = await upkeep.alone(() => {
      upkeep.hold()
      return spaces.fork()
    })
    return new LogSnapshot(this, state, () => upkeep.release())
  }

  async restore(snapshot: StorageSnapshot): Promise<void> {
    const { spaces, upkeep } = this.#writable()
    LogSnapshot.stateOf(snapshot, this)
    await upkeep.alone(() =>
      LogSnapshot.use(snapshot, this, async (state) => {
        await upkeep.checkpoint(state)
        spaces.become(state)
      }),
    )
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { log, writer, upkeep, release } = this.#parts
    await writer.drain()
    await upkeep.stop()
    await writer.drain()
    try {
      // If the whole folder was removed, at the end of a test say, nothing is reported.
      if (log.isTorn) log.requireThere()
      await upkeep.finish()
    } finally {
      log.close()
      release()
    }
  }

  #readAll(keys: readonly RecordKey[]): (RecordValue | undefined)[] {
    const { spaces } = this.#parts
    return keys.map((key) => spaces.require(key.space).find(key))
  }

  /**
   * Returns what a reader has to wait for before it may answer with the contents of a space, or of one partition of it.
   */
  #confirmation(space: SpaceId, partition: ByteString | undefined): Promise<void> | undefined {
    return this.#parts.writer.confirmation(
      (change) => change.space === space && (partition === undefined || change.partition === partition),
    )
  }

  /** Runs a read; failures become `StorageError`s. */
  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.#parts.writer.fail(error)
    }
  }

  #writable(): LogStorageParts {
    const parts = this.#open()
    parts.writer.requireWritable()
    return parts
  }

  #open(): LogStorageParts {
    if (this.#closing) throw new StorageError('CLOSED', 'The store was closed.')
    return this.#parts
  }
}

class LogSnapshot implements StorageSnapshot {
  readonly #store: LogStorage
  readonly #onRelease: () => void
  #state: SpacesState | undefined
  /** The operation that is using the state, during which the state must stay. */
  #use: Promise<void> | undefined

  constructor(store: LogStorage, state: SpacesState, onRelease: () => void) {
    this.#store = store
    this.#state = state
    this.#onRelease = onRelease
  }

  static stateOf(snapshot: StorageSnapshot, store: LogStorage): SpacesState {
    const state = snapshot instanceof LogSnapshot && snapshot.#store === store ? snapshot.#state : undefined
    if (!state) throw new StorageError('CLOSED', 'The snapshot was released, or another store made it.')
    return state
  }

  /** Runs `work` with the state of a snapshot, one call at a time. */
  static use(snapshot: StorageSnapshot, store: LogStorage, work: (state: SpacesState) => Promise<void>) {
    const state = LogSnapshot.stateOf(snapshot, store)
    const use = work(state)
    ;(snapshot as LogSnapshot).#use = use.catch(() => {})
    return use
  }

  async release(): Promise<void> {
    const state = this.#state
    if (!state) return
    this.#state = undefined
    await this.#use
    for (const { index } of state.spaces) index.clear()
    this.#onRelease()
  }
}
