import { Buffer } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IndexLoader, RecordBytes } from '@monotable/engine'
import {
  type FramedChange,
  findFrameEnd,
  frameHeadBytes,
  hasConfirmingFrame,
  readFrameHead,
} from '@monotable/storage-files'
import { catalogueNumber, fileEndSums } from './catalogue.ts'
import type { CheckpointHead } from './checkpoint/checkpoint-format.ts'
import { readCheckpoint } from './checkpoint/read-checkpoint.ts'
import { readLogFrame } from './log/log-frames.ts'
import { damagedLog, type Segment } from './log/segment.ts'
import type { SegmentLog } from './log/segment-log.ts'
import type { LogSpaces } from './log-spaces.ts'
import { encodeRecordPlace, readRecordPlace } from './record-place.ts'

/** How many changes are applied, or frames checked, before others get a turn. */
const takenAtATime = 1_000

/** What is known of a store after it was read. */
export interface RecoveredStore {
  readonly head: CheckpointHead
  /** The number of the last frame. */
  readonly number: number
  readonly nextPosition: number
}

/** Reads the last checkpoint and the log behind it, and prepares the log to continue from there. */
export function recoverStore(file: string, log: SegmentLog, spaces: LogSpaces): Promise<RecoveredStore> {
  return new Recovery(log, spaces).run(file)
}

class Recovery {
  readonly #log: SegmentLog
  readonly #spaces: LogSpaces
  /** The length that each file must have at least. */
  readonly #ends = new Map<number, number>()
  #head: CheckpointHead | undefined
  /** The space whose records are being read. */
  #loading: { readonly number: number; readonly loader: IndexLoader } | undefined
  #number = 0
  #nextPosition = 0
  /** The last file that says that another one follows it. */
  #followed: Segment | undefined

  constructor(log: SegmentLog, spaces: LogSpaces) {
    this.#log = log
    this.#spaces = spaces
  }

  async run(file: string): Promise<RecoveredStore> {
    await readCheckpoint(file, {
      head: (head) => this.#begin(head),
      record: (number, record) => this.#load(number, record),
    })
    this.#loading?.loader.finish()
    const head = this.#head as CheckpointHead
    await this.#replay(head)
    this.#requireDocuments()
    return { head, number: this.#number, nextPosition: this.#nextPosition }
  }

  #begin(head: CheckpointHead): void {
    this.#head = head
    this.#number = head.number
    this.#nextPosition = head.nextPosition
    for (const [name, number] of head.spaces) this.#spaces.add(name, number)
    this.#spaces.raiseLastNumber(head.lastSpace)
  }

  /** Loads a record of the checkpoint; the records of a space come together and in order. */
  #load(number: number, record: RecordBytes): void {
    if (this.#loading?.number !== number) {
      this.#loading?.loader.finish()
      const space = this.#spaces.withNumber(number)
      if (!space) throw damagedLog('log-index')
      this.#loading = { number, loader: space.index.loader() }
    }
    const { bytes, start, partitionLength, sortLength } = record
    const keyLength = partitionLength + sortLength
    const place = readRecordPlace(bytes, start + keyLength)
    const end = place.start + place.bytes
    if (end > (this.#ends.get(place.segment) ?? 0)) this.#ends.set(place.segment, end)
    this.#spaces.live.addPlace(place, keyLength)
    this.#loading.loader.add(record)
  }

  async #replay(head: CheckpointHead): Promise<void> {
    const { segments } = this.#log
    for (const segment of segments) this.#requireOwn(segment)
    const first = segments.find((segment) => segment.id >= head.segment)
    if (first?.id !== head.segment) throw damagedLog(`log-${head.segment}`)
    for (const segment of segments) {
      if (segment.id < head.segment) {
        segment.continueAt(segment.fileBytes)
        continue
      }
      const bytes = await readWhole(segment)
      await this.#replaySegment(segment, bytes, segment.id === head.segment ? head.offset : 0)
      if (segment === segments.at(-1)) this.#log.resume(segment, bytes)
    }
  }

  /** Makes sure that a file does not belong to another store. */
  #requireOwn(segment: Segment): void {
    const store = readFrameHead(segment.read(0, frameHeadBytes))?.store
    if (store !== undefined && store !== this.#head?.store) throw damagedLog(segment.path)
  }

  /**
   * Makes sure that a file is intact up to a place: if the log continues in it, these bytes will be part of its
   * checksums.
   */
  async #requireWhole(segment: Segment, bytes: Buffer, end: number): Promise<void> {
    const store = this.#head?.store ?? 0
    let frames = 0
    for (let at: number | undefined = 0; at < end; ) {
      at = findFrameEnd(bytes, at, store)
      if (at === undefined) throw damagedLog(segment.path)
      frames += 1
      if (frames % takenAtATime === 0) await nextTurn()
    }
  }

  async #replaySegment(segment: Segment, bytes: Buffer, from: number): Promise<void> {
    const store = this.#head?.store ?? 0
    await this.#requireWhole(segment, bytes, from)
    let at = from
    let changes = 0
    for (;;) {
      const frame = readLogFrame(bytes, at)
      if (frame?.store !== store || frame.number !== this.#number + 1) break
      for (const change of frame.changes) this.#apply(segment, bytes, change)
      this.#number = frame.number
      this.#nextPosition = Math.max(this.#nextPosition, frame.nextPosition)
      at = frame.end
      changes += frame.changes.length
      if (changes < takenAtATime) continue
      changes = 0
      await nextTurn()
    }
    if (hasConfirmingFrame(bytes, at, { store, last: this.#number })) throw damagedLog(segment.path)
    const nextId = segment.id + 1
    if (this.#followed === segment && !this.#log.find(nextId)) throw damagedLog(`log-${nextId}`)
    segment.continueAt(at)
  }

  #apply(segment: Segment, bytes: Buffer, change: FramedChange): void {
    const { space: number, partition, sort, sizeBytes, docStart, docEnd } = change
    const isRemoval = docEnd < 0
    if (number === catalogueNumber) {
      if (fileEndSums(change) !== undefined) this.#followed = segment
      else if (isRemoval) this.#drop(sort)
      else this.#spaces.add(sort, Number(bytes.toString('latin1', docStart, docEnd)))
      return
    }
    const space = this.#spaces.withNumber(number)
    if (!space) throw damagedLog(segment.path)
    if (isRemoval) {
      space.set({ partition, sort }, undefined)
      return
    }
    const doc = encodeRecordPlace({
      segment: segment.id,
      start: docStart,
      bytes: docEnd - docStart,
      // It may be ASCII, but finding out takes longer than reading it as UTF-8.
      isAscii: false,
    })
    space.set({ partition, sort }, { doc, sizeBytes })
  }

  #drop(name: string): void {
    this.#spaces.remove(name)?.forget()
  }

  /** Makes sure that everything the records refer to is there. */
  #requireDocuments(): void {
    for (const id of this.#spaces.live.segments()) {
      const segment = this.#log.find(id)
      if (!segment || segment.end < (this.#ends.get(id) ?? 0)) throw damagedLog(segment?.path ?? `log-${id}`)
    }
  }
}

async function readWhole(segment: Segment): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(segment.fileBytes)
  return bytes.subarray(0, await segment.readAllInto(bytes))
}
