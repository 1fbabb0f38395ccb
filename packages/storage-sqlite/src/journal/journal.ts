import { StorageError } from '@monotable/engine'
import {
  AppendedFile,
  decodeFrame,
  FrameEncoder,
  frameHeadBytes,
  hasConfirmingFrame,
  type JournalFrame,
  readFrameHead,
} from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'

/** The beginning of a file with a journal. */
export interface JournalPart {
  readonly file: string
  readonly bytes: number
}

/** A file that has grown beyond this is cut when the journal is begun anew; else its room is used again. */
const keptBytes = 32 * 2 ** 20

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
  readonly #file: AppendedFile
  readonly #encoder = new FrameEncoder()

  /** Opens the journal, made if there is none. */
  constructor(path: string) {
    this.#file = new AppendedFile(path)
  }

  get path(): string {
    return this.#file.path
  }

  /** Makes sure that the file is still in its folder. */
  requireThere(): void {
    this.#file.requireThere()
  }

  get isRemoved(): boolean {
    return this.#file.isRemoved
  }

  /** How much was written since it was begun. */
  get bytes(): number {
    return this.#file.end
  }

  /** What was written since then, as where it stands. */
  get part(): JournalPart {
    return { file: this.path, bytes: this.bytes }
  }

  /** Whether there is nothing in the file, not even what is done with. */
  get isEmpty(): boolean {
    return this.#file.fileBytes === 0
  }

  /**
   * The frames from the start on, as far as they go on from the number `before`; returns the number of the last. Frames
   * that the data file `has` may stand there too, and behind their end, where the journal goes on, whatever was there before.
   */
  *frames(has: JournalMark, before?: number): Generator<JournalFrame, number | undefined> {
    const size = this.#file.fileBytes
    let at = 0
    let last = before
    for (;;) {
      const bytes = readFrameHead(this.#file.read(at, frameHeadBytes))?.length ?? size + 1
      const frame = at + bytes > size ? undefined : decodeFrame(this.#file.read(at, bytes))
      if (!frame || (last !== undefined && frame.number !== last + 1)) break
      if (frame.store !== has.store || (last === undefined && frame.number > has.applied + 1)) throw foreign()
      yield frame
      last = frame.number
      at += bytes
    }
    this.#requireEnd(at, size, { ...has, applied: Math.max(has.applied, last ?? 0) })
    this.#file.goOnAt(at)
    return last
  }

  /** Makes durable what it holds: a process that was killed has perhaps not waited for the last of it. */
  secure(): void {
    this.#file.secure()
  }

  /** The number of the frame that it begins with, if it does. */
  firstNumber(): number {
    return readFrameHead(this.#file.read(0, frameHeadBytes))?.number ?? Number.POSITIVE_INFINITY
  }

  /**
   * Makes sure that what cannot be read is the end. A frame that was written when those before it were durable says
   * that they are damaged, and they were acknowledged.
   */
  #requireEnd(at: number, size: number, has: JournalMark): void {
    const rest = this.#file.read(at, Math.min(size - at, searchedBytes))
    if (hasConfirmingFrame(rest, 0, { store: has.store, last: has.applied })) throw damaged()
  }

  /** Writes a frame behind the others. The system has it then, and after `sync` so has the disk. */
  append(frame: JournalFrame): void {
    this.#file.append(this.#encoder.encode(frame))
  }

  /** Takes back what was written from a place on, as `AppendedFile` does. */
  cut(start: number): void {
    this.#file.takeBack(start)
  }

  /** Waits until the disk has all that was appended, as `DiskSync` does. */
  sync(): Promise<void> | undefined {
    return this.#file.sync()
  }

  /** Begins anew: all that it holds is durable elsewhere. */
  restart(): void {
    this.#file.goOnAt(0)
    if (this.#file.fileBytes > keptBytes) this.empty()
  }

  /**
   * Begins anew with an empty file. After a crash there may be frames behind one that was lost, and their numbers would
   * go on from those that are written now.
   */
  empty(): void {
    if (this.isEmpty) this.#file.goOnAt(0)
    else this.#file.cutAt(0)
  }

  /** Removes what stands behind the end. */
  cutBehind(): void {
    this.#file.cutAt(this.bytes)
  }

  close(): void {
    this.#file.close()
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
