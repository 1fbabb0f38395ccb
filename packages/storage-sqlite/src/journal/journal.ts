import { constants, fstatSync, fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { StorageError } from '@monotable/engine'
import {
  DiskSync,
  decodeFrame,
  FrameEncoder,
  frameHeadBytes,
  frameMark,
  type JournalFrame,
  NamedFile,
  readFrameHead,
  withSystemFailures,
} from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'

/** A file that has grown beyond this is cut when the journal is begun anew; else its room is used again. */
const keptBytes = 32 * 2 ** 20

/** The file is made longer by so much at a time: what is new in it is made durable in half the time. */
const zeros = new Uint8Array(256 * 1024)

/** So far behind the end of a journal is looked for damage. */
const searchedBytes = 512 * 2 ** 20

/**
 * What was written since the data file was last made durable, in the order in which it was written. A group of writes
 * costs one short write here and one wait for the disk, and the data file takes it in later, with many others.
 *
 * It is begun anew by writing over it from its start: room that a file has already is made durable twice as fast as new
 * room. What is left of the old one behind the end is told by its numbers, which do not go on from the last.
 */
export class Journal {
  readonly path: string
  readonly #named: NamedFile
  readonly #file: number
  readonly #disk: DiskSync
  readonly #encoder = new FrameEncoder()
  #end = 0
  /** The file is at least so long. */
  #room = 0

  /** Opens the journal, made if there is none. */
  constructor(path: string) {
    this.path = path
    this.#named = new NamedFile(path, constants.O_RDWR | constants.O_CREAT)
    this.#file = this.#named.handle
    this.#disk = new DiskSync(this.#file)
  }

  /** Makes sure that the file is still in its folder. */
  requireThere(): void {
    this.#named.requireThere()
  }

  get isRemoved(): boolean {
    return this.#named.isRemoved
  }

  /** How much was written since it was begun. */
  get bytes(): number {
    return this.#end
  }

  /** Whether there is nothing in the file, not even what is done with. */
  get isEmpty(): boolean {
    return this.#fileBytes() === 0
  }

  /**
   * The frames from the start on, as far as they go on from the number `before`; returns the number of the last. Frames
   * that the data file `has` may stand there too, and behind their end whatever was there before.
   */
  *frames(has: JournalMark, before?: number): Generator<JournalFrame, number | undefined> {
    const size = this.#fileBytes()
    let at = 0
    let last = before
    for (;;) {
      const bytes = readFrameHead(this.#read(at, frameHeadBytes))?.length ?? size + 1
      const frame = at + bytes > size ? undefined : decodeFrame(this.#read(at, bytes))
      if (!frame || (last !== undefined && frame.number !== last + 1)) break
      if (frame.store !== has.store || (last === undefined && frame.number > has.applied + 1)) throw foreign()
      yield frame
      last = frame.number
      at += bytes
    }
    this.#requireEnd(at, size, { ...has, applied: Math.max(has.applied, last ?? 0) })
    return last
  }

  /** Makes durable what it holds: a process that was killed has perhaps not waited for the last of it. */
  secure(): void {
    withSystemFailures(() => fsyncSync(this.#file))
  }

  /** The number of the frame that it begins with, if it does. */
  firstNumber(): number {
    return readFrameHead(this.#read(0, frameHeadBytes))?.number ?? Number.POSITIVE_INFINITY
  }

  /**
   * Makes sure that what cannot be read is the end. A frame that was written when those before it were durable says
   * that they are damaged, and they were acknowledged.
   */
  #requireEnd(at: number, size: number, has: JournalMark): void {
    const rest = this.#read(at, Math.min(size - at, searchedBytes))
    for (let found = rest.indexOf(frameMark); found >= 0; found = rest.indexOf(frameMark, found + 1)) {
      const head = readFrameHead(rest.subarray(found))
      // The store's number is asked for first: nobody can put it into a key to have a checksum made of all behind it.
      if (head?.store !== has.store || head.number <= has.applied) continue
      const end = found + head.length
      if (end <= rest.length && decodeFrame(rest.subarray(found, end))?.isConfirming) throw damaged()
    }
  }

  /** Writes a frame behind the others. The system has it then, and after `sync` so has the disk. */
  append(frame: JournalFrame): void {
    const bytes = this.#encoder.encode(frame)
    this.#write(bytes, this.#end)
    this.#end += bytes.length
    if (this.#end > this.#room) this.#makeRoom()
  }

  /**
   * Takes back what was written from a place on: it could not be made durable, and who wrote it was told so. If that
   * fails too, it may be there again when the store is opened.
   */
  cut(start: number): void {
    this.#end = start
    try {
      // The frames behind the first one go on from a number that is not there any more.
      this.#write(zeros.subarray(0, frameHeadBytes), start)
    } catch {
      // As said.
    }
  }

  /** Makes the file longer than it need be, if there is room for it. */
  #makeRoom(): void {
    this.#room = this.#end
    try {
      this.#write(zeros, this.#end)
      this.#room += zeros.length
    } catch {
      // A shorter frame may still fit; one that does not will say so.
    }
  }

  #write(bytes: Uint8Array, at: number): void {
    withSystemFailures(() => {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, at + done)
      }
    })
  }

  /** Waits until the disk has all that was appended, as `DiskSync` does. */
  sync(): Promise<void> | undefined {
    return this.#disk.sync()
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
    this.#room = 0
    if (this.isEmpty) return
    withSystemFailures(() => {
      ftruncateSync(this.#file, 0)
      fsyncSync(this.#file)
    })
  }

  close(): void {
    this.#named.close()
  }

  #fileBytes(): number {
    return withSystemFailures(() => fstatSync(this.#file).size)
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    let done = 0
    while (done < length) {
      const read = withSystemFailures(() => readSync(this.#file, bytes, done, length - done, at + done))
      if (read === 0) break
      done += read
    }
    return bytes.subarray(0, done)
  }
}

function foreign(): StorageError {
  return new StorageError(
    'CORRUPT',
    'The file "journal" or "journal-2" does not go on from what "data.sqlite" holds: one of them was exchanged. Put back ' +
      'those that belong together; or empty both journals, to go on without the last writes.',
  )
}

function damaged(): StorageError {
  return new StorageError(
    'CORRUPT',
    'The file "journal" or "journal-2" is damaged: behind a place that cannot be read there are further writes. Restore ' +
      'the folder from a backup; or empty both journals, to go on without the last writes.',
  )
}
