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

/** So many records of a dropped space are counted off in one turn. */
const droppedAtATime = 2_000

/** A checkpoint is worth writing when the log behind the last one is so many times as long as it would be, */
const logPerCheckpoint = 4

/** of which a record takes about so much. */
const recordBytes = 64

/** Files are cleaned when what nobody needs comes to this share of what is needed, */
const deadShare = 0.5

/** and of them those of which at least this share can go. */
const cleanedShare = 0.25

/** From one and a half times as much on, so many times as much is done at a time for each time that there is more, */
const pacePerWaste = 16

/** but no more than so many times as much. */
const mostPace = 8

export interface UpkeepParts {
  readonly log: SegmentLog
  readonly spaces: LogSpaces
  readonly writer: LogWriter
  /** The checkpoint. */
  readonly file: string
  readonly head: CheckpointHead
  readonly segmentBytes: number
  readonly isDurable: boolean
}

/**
 * What is done while others write: says from time to time where each record stands, so that opening the store takes in
 * little of the log, and makes room of what nobody needs any more.
 */
export class Upkeep {
  readonly #parts: UpkeepParts
  /** What the last checkpoint lacks begins there. */
  #head: CheckpointHead
  /** How much was written while the last one was. */
  #meanwhileBytes = 0
  #dropped: LogSpace[] = []
  #running: Promise<void> | undefined
  /** Whether there may be something to do that nobody has looked for. */
  #isWanted = false
  /** How many want nothing to be done here now. */
  #pauses = 0
  /** While somebody holds on to an older state, all that it refers to stays. */
  #holds = 0

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    this.#head = parts.head
  }

  /** Sees to what there is to do, if nobody does. */
  wake(): void {
    this.#isWanted = true
    if (this.#isStopped) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      // Somebody has come when it was about to end.
      if (this.#isWanted) this.wake()
    })
  }

  /** Takes over a space that was dropped. */
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

  /** Does something between two groups, while nothing else is done here and no dropped space is left to be counted off. */
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

  /** Ends what is under way; nothing is begun from then on. */
  async stop(): Promise<void> {
    this.#pauses += 1
    await this.#running
  }

  /** Writes a checkpoint of what there is now, or of another state, while nobody writes and nothing is done here. */
  async checkpoint(state?: SpacesState): Promise<void> {
    await this.#write(this.#parts.writer.mark, state?.spaces ?? this.#parts.spaces.all, () => false)
  }

  /**
   * Makes everything durable before the store is closed, and writes a checkpoint if that saves who opens it next more than it
   * costs. If that fails, the log has all of which nobody was told otherwise.
   */
  async finish(): Promise<void> {
    try {
      await this.#parts.writer.secure()
      this.#forgetDropped()
      if (this.#logBytes > this.#nextBytes / logPerCheckpoint) await this.checkpoint()
      this.#parts.log.requireThere()
      this.#parts.log.room.dropSpares()
    } catch {
      // As said.
    }
  }

  get #isStopped(): boolean {
    return this.#pauses > 0
  }

  /** How much of the log is behind the last checkpoint. */
  get #logBytes(): number {
    const { segment, offset } = this.#head
    let bytes = -offset
    for (const { id, end } of this.#parts.log.segments) if (id >= segment) bytes += end
    return bytes
  }

  /** About how long the next checkpoint will be. */
  get #nextBytes(): number {
    return this.#parts.spaces.live.records * recordBytes
  }

  async #run(): Promise<void> {
    const { writer, log } = this.#parts
    try {
      this.#isWanted = false
      writer.requireWritable()
      while (!this.#isStopped && (await this.#step()));
      // Without one, then.
      if (!this.#isStopped) await log.room.keepReserve(log.bytes).catch(() => {})
    } catch (error) {
      // Nobody waits for it. What is wrong with the store for good, who writes next is told; a lack of room may pass.
      const failure = systemFailure(error)
      writer.fail(failure instanceof StorageError ? failure : explained('IO', failure as Error))
    }
  }

  /** Does the next thing that there is to do; tells whether there was one. */
  async #step(): Promise<boolean> {
    const dropped = this.#dropped[0]
    if (dropped) {
      await this.#countOff(dropped)
      return true
    }
    const { log, spaces } = this.#parts
    const segment = this.#wasteful()
    const neededBytes = segment ? spaces.live.of(segment.id) : 0
    // What nobody needs at all goes first: it takes no room to do that.
    const isUrgent = segment && neededBytes === 0
    if (!isUrgent && this.#isCheckpointDue && log.room.isEnoughFor(this.#nextBytes)) {
      await this.#checkpointAmidWrites()
      return true
    }
    // Half a file that was moved has made nothing but less room.
    if (!segment || !log.room.isEnoughFor(neededBytes)) return false
    await this.#clean(segment)
    return true
  }

  /** Whether the log has become long, or much of it would go. */
  get #isCheckpointDue(): boolean {
    const { log, spaces, segmentBytes } = this.#parts
    const nextBytes = this.#nextBytes
    // Where much is written while one is, the next would be due at once, and nothing would ever be cleaned.
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

  /** On a full disk a checkpoint is what makes room, of a space that was dropped say. */
  async #checkpointAmidWrites(): Promise<void> {
    const { log, writer, spaces } = this.#parts
    // Between two groups: no space is half made then.
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
      // Another store may have been made in its place, whose checkpoint this is not.
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

  /** The file of which most can go, if that is worth while; what the last checkpoint lacks stays. */
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

  /** How many times as much as may be there is that nobody needs. */
  get #waste(): number {
    const { log, spaces, segmentBytes } = this.#parts
    const { bytes } = spaces.live
    return (log.bytes - bytes) / Math.max(deadShare * bytes, segmentBytes)
  }

  /** How many times as much is done at a time, and others wait for it: who writes over at full speed must not outrun it. */
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
    // What was moved has to be durable where it is now.
    await writer.secure()
    if (this.#holds > 0) return
    spaces.live.forget(segment.id)
    log.remove(segment)
  }
}
