import { crc32 } from 'node:zlib'
import { type ByteString, type RecordValue, StorageError } from '@monotable/engine'
import { type FramedChange, readFrameChanges } from './frame-changes.ts'

/** A change as the journal stores it, with the number of its space. */
export interface JournalChange {
  readonly space: number
  readonly partition: ByteString
  readonly sort: ByteString
  /** `undefined` for a removal. */
  readonly value: RecordValue | undefined
}

/** The head of a frame. */
export interface FrameHead {
  /** The number of the store that the frame belongs to. */
  readonly store: number
  /** One more than the number of the frame before it. */
  readonly number: number
  /**
   * How many of the frames right before it were not certain to be durable when it was written; those before these were.
   * `undefined` if nobody knew of any.
   */
  readonly unconfirmed: number | undefined
  /** A log position beyond all that were assigned when the frame was written. */
  readonly nextPosition: number
}

/** Changes that were made durable together. */
export interface JournalFrame extends FrameHead {
  readonly changes: readonly JournalChange[]
}

/*
 * A frame, numbers in little-endian order:
 *   u32 mark, u32 checksum of all behind it, u32 length of the body, u32 changes, f64 store, f64 number,
 *   f64 next position, u32 1 if all before it was durable when it was written, 1 more for each frame that may not have been,
 *   0 if nobody knew
 * and of each change:
 *   u32 space, u32 size, u16 length of partition, u16 of sort, i32 of doc (-1 for a removal), and these three.
 */
/** The first bytes of every frame. */
export const frameMark = Buffer.from('MnJ1', 'latin1')
const mark = frameMark.readUInt32LE(0)
const checkedFrom = 8
/** The length of a frame's head, which tells the length of the rest. */
export const frameHeadBytes = 44
const changeHeadBytes = 16
const removal = -1

/** The least memory that is kept for the next frame, and the most by default. */
const usualBytes = 256 * 1024
const keptUsualBytes = 8 * 2 ** 20

/**
 * Encodes frames into reused memory: begin a frame, add changes, finish it. If a frame begins behind others, those are
 * kept, so the memory has the contents of the file.
 */
export class FrameEncoder {
  readonly #keptBytes: number
  #buffer = Buffer.allocUnsafeSlow(usualBytes)
  #start = 0
  #end = frameHeadBytes
  #changes = 0
  #docBytes = removal

  constructor(keptBytes = keptUsualBytes) {
    this.#keptBytes = keptBytes
  }

  /**
   * All frames since one was begun at the start, including the current one; replaced by larger memory when it is too
   * small.
   */
  get buffer(): Buffer {
    return this.#buffer
  }

  /** The length of the last change's document; -1 if the change was a removal. */
  get docBytes(): number {
    return this.#docBytes
  }

  /** Encodes a frame; the bytes are valid until the next frame is begun. */
  encode(frame: JournalFrame): Buffer {
    this.begin()
    for (const change of frame.changes) this.add(change)
    return this.finish(frame)
  }

  /** Begins a frame behind this many bytes of others. */
  begin(start = 0): void {
    if (start === 0 && this.#buffer.length > this.#keptBytes)
      this.#buffer = Buffer.allocUnsafeSlow(usualBytes)
    this.#start = start
    this.#end = start + frameHeadBytes
    this.#changes = 0
  }

  /** Loads frames that were encoded before. */
  load(frames: Buffer): void {
    this.#reserve(frames.length, 0)
    frames.copy(this.#buffer)
  }

  /** Adds a change; returns where its document begins in the memory. */
  add({ space, partition, sort, value }: JournalChange): number {
    const start = this.#end
    const keyBytes = partition.length + sort.length
    // One UTF-16 unit becomes at most three bytes.
    this.#reserve(start + changeHeadBytes + keyBytes + 3 * (value?.doc.length ?? 0), start)
    const buffer = this.#buffer
    buffer.writeUInt32LE(space, start)
    buffer.writeUInt32LE(value?.sizeBytes ?? 0, start + 4)
    buffer.writeUInt16LE(partition.length, start + 8)
    buffer.writeUInt16LE(sort.length, start + 10)
    let at = start + changeHeadBytes
    at += buffer.write(partition, at, 'latin1')
    at += buffer.write(sort, at, 'latin1')
    const docBytes = value ? buffer.write(value.doc, at, 'utf8') : removal
    buffer.writeInt32LE(docBytes, start + 12)
    this.#docBytes = docBytes
    this.#changes += 1
    this.#end = value ? at + docBytes : at
    return at
  }

  /** Finishes the frame; the bytes are valid until the next frame is begun. */
  finish({ store, number, nextPosition, unconfirmed }: FrameHead): Buffer {
    const start = this.#start
    const end = this.#end
    const frame = this.#buffer.subarray(start, end)
    frame.writeUInt32LE(mark, 0)
    frame.writeUInt32LE(end - start - frameHeadBytes, 8)
    frame.writeUInt32LE(this.#changes, 12)
    frame.writeDoubleLE(store, 16)
    frame.writeDoubleLE(number, 24)
    frame.writeDoubleLE(nextPosition, 32)
    frame.writeUInt32LE(unconfirmed === undefined ? 0 : unconfirmed + 1, 40)
    frame.writeUInt32LE(crc32(frame.subarray(checkedFrom)), 4)
    return frame
  }

  #reserve(bytes: number, used: number): void {
    if (bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#buffer.length))
    this.#buffer.copy(larger, 0, 0, used)
    this.#buffer = larger
  }
}

/** How long a frame is that removes one record. */
export function removalFrameBytes({ partition, sort }: Pick<JournalChange, 'partition' | 'sort'>): number {
  return frameHeadBytes + changeHeadBytes + partition.length + sort.length
}

/** Reads the head of a frame without checking anything; returns `undefined` if it is not the head of a frame. */
export function readFrameHead(head: Buffer): (FrameHead & { readonly length: number }) | undefined {
  if (head.length < frameHeadBytes || head.readUInt32LE(0) !== mark) return undefined
  return {
    length: frameHeadBytes + head.readUInt32LE(8),
    store: head.readDoubleLE(16),
    number: head.readDoubleLE(24),
    nextPosition: head.readDoubleLE(32),
    unconfirmed: unconfirmedIn(head.readUInt32LE(40)),
  }
}

function unconfirmedIn(written: number): number | undefined {
  return written === 0 ? undefined : written - 1
}

/**
 * Returns where the frame ends that begins at `start`, if it is intact and belongs to the store; does not read its
 * contents.
 */
export function findFrameEnd(bytes: Buffer, start: number, store: number): number | undefined {
  const head = readFrameHead(bytes.subarray(start, start + frameHeadBytes))
  if (head?.store !== store || start + head.length > bytes.length) return undefined
  const end = start + head.length
  return isAsWritten(bytes, start, end) ? end : undefined
}

function isAsWritten(bytes: Buffer, start: number, end: number): boolean {
  return crc32(bytes.subarray(start + checkedFrom, end)) === bytes.readUInt32LE(start + 4)
}

/** A frame whose documents have not been read: the changes tell where they are. */
export interface FramedFrame extends FrameHead {
  readonly changes: readonly FramedChange[]
}

/**
 * Reads the frame between `start` and `end`, as its head says; returns `undefined` if it was not written completely.
 */
export function readFrame(bytes: Buffer, start = 0, end = bytes.length): FramedFrame | undefined {
  const head = readFrameHead(bytes.subarray(start, end))
  if (head?.length !== end - start || !isAsWritten(bytes, start, end)) return undefined
  const changes = readFrameChanges(bytes, start + frameHeadBytes, bytes.readUInt32LE(start + 12))
  const last = changes.at(-1)
  const bodyEnd = last ? Math.max(last.docStart, last.docEnd) : start + frameHeadBytes
  if (bodyEnd !== end) throw new StorageError('CORRUPT', 'The journal has a frame that cannot be read.')
  const { store, number, nextPosition, unconfirmed } = head
  return { store, number, nextPosition, unconfirmed, changes }
}

/** Reads a frame with its documents. */
export function decodeFrame(bytes: Buffer): JournalFrame | undefined {
  const frame = readFrame(bytes)
  return (
    frame && {
      ...frame,
      changes: frame.changes.map(({ space, partition, sort, sizeBytes, docStart, docEnd }) => ({
        space,
        partition,
        sort,
        value: docEnd < 0 ? undefined : { doc: bytes.toString('utf8', docStart, docEnd), sizeBytes },
      })),
    }
  )
}
