import { type Change, type Decision, type RecordKey, StorageError } from '@monotable/engine'
import {
  CommitQueue,
  type Durability,
  failureMeaning,
  type Group,
  isFatal,
  isFull,
  type JobDecision,
  type JournalChange,
  LogPositions,
  runJobs,
  systemFailure,
  UnconfirmedGroups,
} from '@monotable/storage-files'
import { fileEnd } from './catalogue.ts'
import type { LogEnd, SegmentLog } from './log/segment-log.ts'
import type { LogSpace, PlacedRecord } from './log-space.ts'
import type { LogSpaces } from './log-spaces.ts'

/** How long after a write to check that the files are still there. */
const lookAfterMs = 2_000

export interface LogWriterParts {
  readonly log: SegmentLog
  readonly spaces: LogSpaces
  readonly durability: Durability
  /** The store that the frames belong to. */
  readonly store: number
  /** The number of the last frame. */
  readonly number: number
  readonly nextPosition: number
  /**
   * Called when there may be something to clean: when the next file was begun, some time after a write, or when the
   * disk is full.
   */
  wakeUpkeep(): void
}

/** Reads and decides; if it throws, only this decision is refused. */
type Decide = () => JobDecision

/** A decision, and whether it makes room although it writes. */
export interface LogDecision<Answer> extends JobDecision {
  readonly decision: Decision<Answer>
}

/** A change that was made, and what was there before. */
interface Made extends RecordKey {
  readonly target: LogSpace
  readonly before: PlacedRecord | undefined
}

/** A group that was written. */
interface Written {
  readonly changes: Made[]
  /** Where the group's frame begins in its file. */
  readonly start: number
}

/** How far the log has come, with the counters at that point. */
export interface LogMark extends LogEnd {
  readonly number: number
  readonly nextPosition: number
}

/**
 * Does all writing. A group of changes is one frame at the end of the log, and is acknowledged when it is durable
 * there; the indexes point to the new documents at once. A group that fails is undone as a whole.
 */
export class LogWriter {
  readonly #parts: LogWriterParts
  readonly #positions: LogPositions
  readonly #queue = new CommitQueue<Decide>({
    commit: (decides) => this.#commit(decides),
    // The next file is begun when everything before it is durable.
    wantsQuiet: () => this.#parts.log.isFull,
    seal: () => this.#rotate(),
    waitForRoom: () => undefined,
  })
  #number: number
  /** Whether everything written is certainly durable, even if no group waited for that. */
  #isSealed = false
  readonly #unconfirmed = new UnconfirmedGroups<Written>()
  #look: NodeJS.Timeout | undefined
  /** Why nothing more is written. */
  #failure: StorageError | undefined

  constructor(parts: LogWriterParts) {
    this.#parts = parts
    this.#number = parts.number
    this.#positions = new LogPositions(parts.nextPosition)
  }

  get mark(): LogMark {
    return { ...this.#parts.log.end, number: this.#number, nextPosition: this.#positions.next }
  }

  /** Runs a decision in the next group. */
  add<Answer>(decide: () => LogDecision<Answer>): Promise<Answer> {
    return this.#queue.add(decide)
  }

  /** Runs `work` between two groups, when everything before it is durable. */
  alone<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
    return this.#queue.addAlone(async () => {
      this.requireWritable()
      try {
        return await work()
      } catch (error) {
        throw this.fail(error)
      }
    })
  }

  /** Writes changes that do not belong to a record, within `alone`; they are durable when it resolves. */
  async write(changes: readonly JournalChange[]): Promise<void> {
    const { log, durability } = this.#parts
    log.requireThere()
    const start = log.active.end
    try {
      log.begin()
      for (const change of changes) log.add(change)
      this.#finish()
      if (durability !== 'off') await log.active.sync()
    } catch (error) {
      log.active.takeBack(start)
      const isRemoval = changes.every(({ value }) => value === undefined)
      const { room } = log
      if (isFull(error) && (room.dropSpares() || (isRemoval && room.giveUpReserve())))
        return this.write(changes)
      throw error
    }
  }

  /** Waits until the disk has everything written; throws if anything was taken back. */
  async secure(): Promise<void> {
    try {
      if (this.#parts.durability !== 'off') await this.#parts.log.active.sync()
    } catch (error) {
      throw this.fail(error)
    }
    this.requireWritable()
  }

  /** Returns what a caller has to wait for that has read the result of such changes. */
  confirmation(isMeant: (change: RecordKey) => boolean): Promise<void> | undefined {
    return this.#unconfirmed.confirmation(isMeant)
  }

  requireWritable(): void {
    if (this.#failure) throw this.#failure
  }

  /** Records a failure; returns it as a `StorageError`. */
  fail(error: unknown): unknown {
    const failure = systemFailure(error)
    if (isFatal(failure)) this.#failure ??= failure as StorageError
    return failure
  }

  /** Finishes what was asked for. */
  drain(): Promise<void> {
    return this.#queue.drain()
  }

  /** Runs a group; during a lack of room, it takes only changes that make some. */
  #commit(decides: readonly Decide[], roomFailure: unknown = this.#roomFailure()): Group {
    this.requireWritable()
    const { log, wakeUpkeep } = this.#parts
    if (roomFailure !== undefined) setImmediate(wakeUpkeep)
    const written: Written = { changes: [], start: log.active.end }
    try {
      log.begin()
      const outcomes = runJobs(decides, {
        positions: this.#positions,
        roomFailure,
        requireWritable: () => this.requireWritable(),
        write: (change) => this.#make(change, written.changes),
      })
      if (written.changes.length === 0) return { outcomes, durable: this.#unconfirmed.confirmed }
      this.#finish()
      return { outcomes, durable: this.#confirm(written) }
    } catch (error) {
      this.#takeBack([written])
      if (!isFull(error)) throw this.fail(error)
      if (log.room.dropSpares()) return this.#commit(decides, roomFailure)
      if (roomFailure === undefined) return this.#commit(decides, error)
      if (log.room.giveUpReserve()) return this.#commit(decides, roomFailure)
      throw error
    }
  }

  /** The error for writes that want room reserved for others; `undefined` if none is reserved. */
  #roomFailure(): StorageError | undefined {
    return this.#parts.log.room.isRefillingReserve ? new StorageError('FULL', failureMeaning.FULL) : undefined
  }

  /** Makes a change; returns its length. */
  #make({ space, partition, sort, value }: Change, made: Made[]): number {
    const { log, spaces } = this.#parts
    const target = spaces.require(space)
    const place = log.add({ space: target.number, partition, sort, value })
    const record = value && { doc: spaces.memory.join(place, value.doc), sizeBytes: value.sizeBytes }
    const before = target.set({ partition, sort }, record)
    made.push({ space, partition, sort, target, before })
    return value?.doc.length ?? 0
  }

  #finish(): void {
    const { log, store, durability } = this.#parts
    log.finish({
      store,
      number: this.#number + 1,
      nextPosition: this.#positions.next,
      unconfirmed: durability === 'full' || this.#isSealed ? this.#unconfirmed.count : undefined,
    })
    this.#number += 1
    this.#isSealed = false
    this.#look ??= setTimeout(() => this.#lookForFiles(), lookAfterMs).unref()
  }

  #lookForFiles(): void {
    this.#look = undefined
    try {
      this.#parts.log.requireThere()
    } catch (error) {
      this.fail(error)
    }
    this.#parts.wakeUpkeep()
  }

  /**
   * Waits for the disk to confirm a group; returns `undefined` if it already has. If that fails, all groups behind it
   * fail, too.
   */
  #confirm(written: Written): Promise<void> | undefined {
    const { log, durability } = this.#parts
    const synced = durability === 'full' ? log.active.sync() : undefined
    return synced && this.#unconfirmed.add(written, synced, this.#takeBackAll)
  }

  readonly #takeBackAll = (groups: readonly Written[], error: unknown): never => {
    this.#takeBack(groups)
    throw this.fail(error)
  }

  #takeBack(groups: readonly Written[]): void {
    const first = groups[0]
    if (!first) return
    const { active } = this.#parts.log
    if (first.start < active.end) {
      active.takeBack(first.start)
      this.#number -= groups.length
    }
    for (const { changes } of groups.toReversed()) {
      for (const { target, partition, sort, before } of changes.toReversed())
        target.set({ partition, sort }, before)
    }
  }

  /** Begins the next file. Without room for it, the log continues in the last one. */
  async #rotate(): Promise<void> {
    const { log, durability, wakeUpkeep } = this.#parts
    try {
      this.requireWritable()
      log.requireThere()
      await log.rotate(() => this.#endFile())
      this.#isSealed = durability !== 'off'
      wakeUpkeep()
    } catch (error) {
      this.fail(error)
    }
  }

  /**
   * Ends the last file with a frame that says that another one follows and contains the checksums, and makes the file
   * durable.
   */
  async #endFile(): Promise<void> {
    const { log, durability } = this.#parts
    const start = log.active.end
    try {
      log.begin()
      log.add(fileEnd(log.sums()))
      this.#finish()
    } catch (error) {
      log.active.takeBack(start)
      // The next file may have room that this one does not.
      if (!isFull(error)) throw error
    }
    log.active.trim()
    if (durability !== 'off') await log.active.sync()
  }
}
