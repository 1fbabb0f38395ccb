import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { StorageError } from '@monotable/engine'
import { decodeFrame, FrameEncoder, frameHeadBytes, frameLength, type JournalFrame } from './journal-frame.ts'

/** A file that has grown beyond this is cut when the journal is begun anew; else its room is used again. */
const keptBytes = 256 * 2 ** 20

/**
 * What was written since the data file was last made durable, in the order in which it was written. A group of writes
 * costs one short write here and one wait for the disk, and the data file takes it in later, with many others.
 *
 * It is begun anew by writing over it from its start: room that a file has already is made durable twice as fast as new
 * room. What is left of the old one behind the end is told by its numbers, which do not go on from the last.
 */
export class Journal {
  readonly #file: number
  readonly #encoder = new FrameEncoder()
  #end = 0

  /** Opens the journal, made if there is none; nothing is written before `restart`. */
  constructor(file: string) {
    this.#file = guard(() => openSync(file, constants.O_RDWR | constants.O_CREAT, 0o644))
  }

  /** How much was written since it was begun. */
  get bytes(): number {
    return this.#end
  }

  /** Whether there is nothing in the file, not even what is done with. */
  get isEmpty(): boolean {
    return this.#fileBytes() === 0
  }

  /** The frames from the start on, as far as they go. */
  *frames(): Generator<JournalFrame> {
    let last: number | undefined
    for (let at = 0; ; ) {
      const length = frameLength(this.#read(at, frameHeadBytes))
      if (length === undefined || at + length > this.#fileBytes()) return
      const frame = decodeFrame(this.#read(at, length))
      if (!frame || (last !== undefined && frame.number !== last + 1)) return
      yield frame
      last = frame.number
      at += length
    }
  }

  /** Writes a frame behind the others. The system has it then, and after `sync` so has the disk. */
  append(frame: JournalFrame): void {
    const bytes = this.#encoder.encode(frame)
    guard(() => {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done)
      }
    })
    this.#end += bytes.length
  }

  /** Waits until the disk has all that was appended. */
  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#file, (error) => (error ? reject(journalFailure(error)) : resolve()))
    })
  }

  /** Begins anew: all that it holds is durable elsewhere. */
  restart(): void {
    this.#end = 0
    if (this.#fileBytes() > keptBytes) this.empty()
  }

  /**
   * Begins anew with an empty file. After a crash there may be frames behind one that was lost, and their numbers would
   * go on from those that are written now.
   */
  empty(): void {
    this.#end = 0
    if (this.isEmpty) return
    guard(() => {
      ftruncateSync(this.#file, 0)
      fsyncSync(this.#file)
    })
  }

  close(): void {
    guard(() => closeSync(this.#file))
  }

  #fileBytes(): number {
    return guard(() => fstatSync(this.#file).size)
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    let done = 0
    while (done < length) {
      const read = guard(() => readSync(this.#file, bytes, done, length - done, at + done))
      if (read === 0) break
      done += read
    }
    return bytes.subarray(0, done)
  }
}

function guard<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw journalFailure(error)
  }
}

function journalFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  const message = isFull
    ? 'There is no room left on the disk; nothing was written. Make room and try again.'
    : 'The system refused to read or write; nothing more will be written until the store is opened again.'
  return new StorageError(isFull ? 'FULL' : 'IO', `${message} (${error.message})`, { cause: error })
}
