import { setImmediate as nextTurn } from 'node:timers/promises'
import { StorageError } from '@monotable/engine'
import { explained, isFull, isUnavailable, systemFailure } from '@monotable/storage-files'
import { type CheckpointHead, checkpointFormat } from './checkpoint/checkpoint-format.ts'
import { writeCheckpoint } from './checkpoint/write-checkpoint.ts'
import { cleanSegment } from './clean-segment.ts'
import { damagedLog, type Segment } from './log/segment.ts'
import type { SegmentLog } from './log/segment-log.ts'
import type { LogSpace } from './log-space.ts'
import type { LogSpaces, SpacesState } from './log-spaces.ts'
import type { LogMark, LogWriter } from './log-writer.ts'

/** How many records of a dropped space are counted off in one turn. */
const droppedAtATime = 2_000

/** A checkpoint is due when the log behind the last one is this many times as long as the checkpoint would be. */
const logPerCheckpoint = 4

/** About how many bytes a record takes in a checkpoint. */
const recordBytes = 64

/** Files are cleaned once the unneeded bytes reach this share of the needed ones. */
const deadShare = 0.5

/** A file is cleaned only if at least this share of it can go. */
const cleanedShare = 0.25

/**
 * Once the waste exceeds 1.5 times the tolerated amount, the batches of work grow by this much for each further
 * multiple.
 */
const pacePerWaste = 16

/** The batches never grow beyond this many times their usual size. */
const mostPace = 8

export interface UpkeepParts {
  readonly log: SegmentLog
  readonly spaces: LogSpaces
  readonly writer: LogWriter
  /** The file of the checkpoint. */
  readonly file: string
  readonly head: CheckpointHead
  readonly segmentBytes: number
  readonly isDurable: boolean
}

/**
 * The work done while others write: writing checkpoints, which say where each record is, so that opening the store has
 * to read little of the log; and freeing the room of what is no longer needed.
 */
export class Upkeep {
  readonly #parts: UpkeepParts
  /** The head of the last checkpoint; it says where the log begins that the checkpoint lacks. */
  #head: CheckpointHead
  /** How much was written to the log while the last checkpoint was being written. */
  #meanwhileBytes = 0
  #dropped: LogSpace[] = []
  #running: Promise<void> | undefined
  /** Whether there may be work that nobody has looked for yet. */
  #isWanted = false
  /** How many callers want no work to be done now. */
  #pauses = 0
  /** How many callers hold on to an older state; meanwhile everything it refers to stays. */
  #holds = 0

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    this.#head = parts.head
  }

  /** Starts the work that there is to do, unless it is already running. */
  wake(): void {
    this.#isWanted = true
    if (this.#isStopped) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      // Work came in just when the last run was about to end.
      if (this.#isWanted) this.wake()
    })
  }

  /** Takes over a dropped space. */
  drop(space: LogSpace): void {
    this.#dropped.push(space)
    this.wake()
  }

  hold(): void {
    this.#holds += 1
  }

  release(): void {
    this.#holds -= 1
    this.wake()
  }

  /** Runs `work` between two groups, while no upkeep is running and no dropped space is left to count off. */
  async alone<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
    await this.stop()
    try {
      return await this.#parts.writer.alone(() => {
        this.#forgetDropped()
        return work()
      })
    } finally {
      this.#pauses -= 1
      this.wake()
    }
  }

  /** Ends the work in progress; nothing more is begun until the pause ends. */
  async stop(): Promise<void> {
    this.#pauses += 1
    await this.#running
  }

  /**
   * Writes a checkpoint of the current state or of another one. Nobody may write meanwhile, and no upkeep may be
   * running.
   */
  async checkpoint(state?: SpacesState): Promise<void> {
    await this.#write(this.#parts.writer.mark, state?.spaces ?? this.#parts.spaces.all, () => false)
  }

  /**
   * Makes everything durable before the store is closed, and writes a checkpoint if that saves the next opening more
   * than it costs. If that fails, the log still has every write that was not reported as failed.
   */
  async finish(): Promise<void> {
    try {
      await this.#parts.writer.secure()
      this.#forgetDropped()
      if (this.#logBytes > this.#nextBytes / logPerCheckpoint) await this.checkpoint()
      this.#parts.log.requireThere()
      this.#parts.log.room.dropSpares()
    } catch {
      // See above: the log has everything.
    }
    // It works without one, too.
    await this.#restoreReserve().catch(() => {})
  }

  /**
   * Makes a reserve again if it was given up. Until the store is opened, others could take the room that it left, and
   * then not even removals would have any.
   */
  async #restoreReserve(): Promise<void> {
    const { log } = this.#parts
    if (!log.room.isRefillingReserve) return
    log.requireThere()
    log.giveBackRoom()
    await log.room.keepReserve(log.bytes)
  }

  get #isStopped(): boolean {
    return this.#pauses > 0
  }

  /** The length of the log behind the last checkpoint. */
  get #logBytes(): number {
    const { segment, offset } = this.#head
    let bytes = -offset
    for (const { id, end } of this.#parts.log.segments) if (id >= segment) bytes += end
    return bytes
  }

  /** The approximate length of the next checkpoint. */
  get #nextBytes(): number {
    return this.#parts.spaces.live.records * recordBytes
  }

  async #run(): Promise<void> {
    const { writer, log } = this.#parts
    try {
      this.#isWanted = false
      writer.requireWritable()
      while (!this.#isStopped && (await this.#step()));
      // It works without a reserve, too.
      if (!this.#isStopped) await log.room.keepReserve(log.bytes).catch(() => {})
    } catch (error) {
      // Nobody waits for this. A lasting failure is reported to the next writer; a lack of room may pass.
      const failure = systemFailure(error)
      writer.fail(failure instanceof StorageError ? failure : explained('IO', failure as Error))
    }
  }

  /** Does the next piece of work; returns whether there was one. */
  async #step(): Promise<boolean> {
    const dropped = this.#dropped[0]
    if (dropped) {
      await this.#countOff(dropped)
      return true
    }
    const { log, spaces } = this.#parts
    const segment = this.#wasteful()
    const neededBytes = segment ? spaces.live.of(segment.id) : 0
    // A file of which nothing is needed goes first: removing it takes no room.
    const isUrgent = segment && neededBytes === 0
    if (!isUrgent && this.#isCheckpointDue && log.room.isEnoughFor(this.#nextBytes)) {
      await this.#checkpointAmidWrites()
      return true
    }
    // Moving only half of a file would just use up room.
    if (!segment || !log.room.isEnoughFor(neededBytes)) return false
    await this.#clean(segment)
    return true
  }

  /** Whether the log has become long, or a checkpoint would free much of it. */
  get #isCheckpointDue(): boolean {
    const { log, spaces, segmentBytes } = this.#parts
    const nextBytes = this.#nextBytes
    // If much is written during each checkpoint, the next one would be due at once, and nothing would ever be cleaned.
    const dueBytes = Math.max(2 * segmentBytes, logPerCheckpoint * nextBytes, 2 * this.#meanwhileBytes)
    if (this.#logBytes >= dueBytes) return true
    if (this.#holds > 0) return false
    let deadBytes = 0
    for (const segment of log.segments) {
      const isDead =
        segment.id >= this.#head.segment && segment !== log.active && spaces.live.of(segment.id) === 0
      if (isDead) deadBytes += segment.end
    }
    return deadBytes >= Math.max(segmentBytes, nextBytes)
  }

  /**
   * Writes a checkpoint while others write. On a full disk, a checkpoint is what makes room, after a space was dropped
   * for instance.
   */
  async #checkpointAmidWrites(): Promise<void> {
    const { log, writer, spaces } = this.#parts
    // Between two groups, no space is half created.
    const { mark, all } = await writer.alone(() => ({ mark: writer.mark, all: spaces.all }))
    const write = () => this.#write(mark, all, () => this.#isStopped)
    try {
      await write()
    } catch (error) {
      const failure = systemFailure(error)
      if (isFull(failure)) {
        log.giveBackRoom()
        log.room.giveUpReserve()
      } else if (!isUnavailable(failure) || !log.giveUpHandles()) throw error
      await write()
    }
  }

  async #countOff(space: LogSpace): Promise<void> {
    while (space.forgetSome(droppedAtATime)) {
      await nextTurn()
      if (this.#isStopped) return
    }
    this.#dropped.shift()
    this.#parts.spaces.trim()
  }

  #forgetDropped(): void {
    for (const space of this.#dropped.splice(0)) space.forget()
  }

  async #write(mark: LogMark, spaces: readonly LogSpace[], isStopped: () => boolean): Promise<void> {
    const { file, writer, isDurable, log } = this.#parts
    log.requireThere()
    const head: CheckpointHead = {
      format: checkpointFormat,
      store: this.#head.store,
      segment: mark.segment,
      offset: mark.offset,
      number: mark.number,
      nextPosition: mark.nextPosition,
      lastSpace: this.#parts.spaces.lastNumber,
      isDurable,
      spaces: spaces.map(({ name, number }) => [name, number]),
    }
    const beforeItCounts = async () => {
      await writer.secure()
      // By now another store may be in this place, and this checkpoint must not become its own.
      log.requireThere()
    }
    const syncNames = () => log.syncNames()
    const pace = () => this.#pace
    const write = { file, head, spaces, isDurable, beforeItCounts, syncNames, pace, isStopped }
    const isWhole = await writeCheckpoint(write)
    if (!isWhole) return
    this.#head = head
    this.#meanwhileBytes = this.#logBytes
  }

  /**
   * Returns the file with the largest share of unneeded bytes, if cleaning it is worthwhile; what the last checkpoint
   * lacks stays.
   */
  #wasteful(): Segment | undefined {
    const { log, spaces } = this.#parts
    if (this.#holds > 0) return undefined
    let most: Segment | undefined
    let mostShare = cleanedShare
    for (const segment of log.segments) {
      const needed = spaces.live.of(segment.id)
      if (segment.id >= this.#head.segment) continue
      if (needed === 0) return segment
      const share = 1 - needed / segment.end
      if (share < mostShare) continue
      most = segment
      mostShare = share
    }
    return this.#waste > 1 ? most : undefined
  }

  /** The ratio of unneeded bytes to the tolerated amount. */
  get #waste(): number {
    const { log, spaces, segmentBytes } = this.#parts
    const { bytes } = spaces.live
    return (log.bytes - bytes) / Math.max(deadShare * bytes, segmentBytes)
  }

  /**
   * How many times the usual amount of work to do at a time, while others wait: writers that overwrite at full speed
   * must not outrun the cleaning.
   */
  get #pace(): number {
    return Math.min(mostPace, Math.max(1, pacePerWaste * (this.#waste - 1.5)))
  }

  async #clean(segment: Segment): Promise<void> {
    const { log, spaces, writer } = this.#parts
    if (spaces.live.of(segment.id) > 0) {
      const pace = () => this.#pace
      const isWhole = await cleanSegment({ segment, spaces, writer, pace, isStopped: () => this.#isStopped })
      if (!isWhole || this.#dropped.length > 0) return
      if (spaces.live.of(segment.id) > 0) throw damagedLog(segment.path)
    }
    // What was moved must be durable in its new place.
    await writer.secure()
    if (this.#holds > 0) return
    spaces.live.forget(segment.id)
    log.remove(segment)
  }
}
