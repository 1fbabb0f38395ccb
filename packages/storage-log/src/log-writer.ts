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

/** So long after something was written it is made sure that the files are still there. */
const lookAfterMs = 2_000

export interface LogWriterParts {
  readonly log: SegmentLog
  readonly spaces: LogSpaces
  readonly durability: Durability
  /** Which store the frames belong to. */
  readonly store: number
  /** The number of the last frame. */
  readonly number: number
  readonly nextPosition: number
  /** Called when there may be something to clean: the next file was begun, or a while after a write, or the disk is full. */
  wakeUpkeep(): void
}

/** Reads and decides; what it throws refuses only itself. */
type Decide = () => JobDecision

/** A decision, and whether room comes of it, though it writes. */
export interface LogDecision<Answer> extends JobDecision {
  readonly decision: Decision<Answer>
}

/** A change that was made, and what was there before it. */
interface Made extends RecordKey {
  readonly target: LogSpace
  readonly before: PlacedRecord | undefined
}

/** A group that was written. */
interface Written {
  readonly changes: Made[]
  /** Where its frame begins in its file. */
  readonly start: number
}

/** How far the log has come, and what it counts. */
export interface LogMark extends LogEnd {
  readonly number: number
  readonly nextPosition: number
}

/**
 * All writing. A group of changes is one frame at the end of the log, and is acknowledged when it is durable there; the
 * indexes say at once where the new documents stand. What fails is taken back whole.
 */
export class LogWriter {
  readonly #parts: LogWriterParts
  readonly #positions: LogPositions
  readonly #queue = new CommitQueue<Decide>({
    commit: (decides) => this.#commit(decides),
    // The next file is begun when all before it is durable.
    wantsQuiet: () => this.#parts.log.isFull,
    seal: () => this.#rotate(),
    room: () => undefined,
  })
  #number: number
  /** Whether all that was written is durable for certain, though nobody waited for it. */
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

  /** Does something between two groups, when all before it is durable. */
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

  /** Writes changes that are no record's, within `alone`; they are durable then. */
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

  /** Waits until the disk has all that was written, and nothing was taken back. */
  async secure(): Promise<void> {
    try {
      if (this.#parts.durability !== 'off') await this.#parts.log.active.sync()
    } catch (error) {
      throw this.fail(error)
    }
    this.requireWritable()
  }

  /** What has to be waited for by who has read what such changes made. */
  confirmation(isMeant: (change: RecordKey) => boolean): Promise<void> | undefined {
    return this.#unconfirmed.confirmation(isMeant)
  }

  requireWritable(): void {
    if (this.#failure) throw this.#failure
  }

  /** Takes note of a failure, and gives it in our words. */
  fail(error: unknown): unknown {
    const failure = systemFailure(error)
    if (isFatal(failure)) this.#failure ??= failure as StorageError
    return failure
  }

  /** Finishes what was asked for. */
  drain(): Promise<void> {
    return this.#queue.drain()
  }

  /** If there is a lack of room, only what makes some is taken. */
  #commit(decides: readonly Decide[], lack: unknown = this.#lack()): Group {
    this.requireWritable()
    const { log, wakeUpkeep } = this.#parts
    if (lack !== undefined) setImmediate(wakeUpkeep)
    const written: Written = { changes: [], start: log.active.end }
    try {
      log.begin()
      const outcomes = runJobs(decides, {
        positions: this.#positions,
        lack,
        requireWritable: () => this.requireWritable(),
        write: (change) => this.#make(change, written.changes),
      })
      if (written.changes.length === 0) return { outcomes, durable: this.#unconfirmed.confirmed }
      this.#finish()
      return { outcomes, durable: this.#confirm(written) }
    } catch (error) {
      this.#takeBack([written])
      if (!isFull(error)) throw this.fail(error)
      if (log.room.dropSpares()) return this.#commit(decides, lack)
      if (lack === undefined) return this.#commit(decides, error)
      if (log.room.giveUpReserve()) return this.#commit(decides, lack)
      throw error
    }
  }

  /** What those are told who want room that is for others. */
  #lack(): StorageError | undefined {
    return this.#parts.log.room.isShort ? new StorageError('FULL', failureMeaning.FULL) : undefined
  }

  /** Makes a change; gives how long it is. */
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
      isConfirming: this.#isSealed || (durability === 'full' && this.#unconfirmed.isEmpty),
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

  /** Has the disk confirm a group; `undefined` if it has. If it fails, so do all groups behind it. */
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

  /** Begins the next file. Where there is no room for one, the log goes on in the last. */
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

  /** Makes the last file durable, with a frame that says that another one follows, and how to check what is read of this one. */
  async #endFile(): Promise<void> {
    const { log, durability } = this.#parts
    const start = log.active.end
    try {
      log.begin()
      log.add(fileEnd(log.sums()))
      this.#finish()
    } catch (error) {
      log.active.takeBack(start)
      // The next file may have room that this one has not.
      if (!isFull(error)) throw error
    }
    log.active.trim()
    if (durability !== 'off') await log.active.sync()
  }
}
