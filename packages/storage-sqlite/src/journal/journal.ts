import { StorageError } from '@monotable/engine'
import {
  AppendedFile,
  decodeFrame,
  FrameEncoder,
  frameHeadBytes,
  hasConfirmingFrame,
  type JournalFrame,
  readFrameHead,
  removalFrameBytes,
} from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'

/** The beginning of a journal's file. */
export interface JournalPart {
  readonly file: string
  readonly bytes: number
}

/** The room left for the removal of what the journals do not have. */
const leastSpareBytes = 64 * 1024

/** How far behind the end of a journal to search for damage. */
const searchedBytes = 512 * 2 ** 20

/**
 * The changes made since the data file was last made durable, in the order in which they were written. A group of
 * writes costs one short write here and one wait for the disk; the data file takes it in later, along with many others.
 *
 * The journal restarts by overwriting its file from the start: writes to room that a file already has become durable
 * twice as fast as writes to new room. Old frames left behind the end are recognized by their numbers, which do not
 * continue from the last frame.
 */
export class Journal {
  readonly #file: AppendedFile
  readonly #encoder = new FrameEncoder()
  #removalBytes = 0

  /** Opens the journal; creates it if there is none. */
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

  /** How many bytes have been written since the last restart. */
  get bytes(): number {
    return this.#file.end
  }

  /** The bytes written since the last restart, as a part of their file. */
  get part(): JournalPart {
    return { file: this.path, bytes: this.bytes }
  }

  /** Whether the file is empty, without even frames that are no longer needed. */
  get isEmpty(): boolean {
    return this.#file.fileBytes === 0
  }

  /**
   * Yields the frames from the start as long as they continue from the number `before`; returns the number of the last
   * one. Frames that the data file already `has` may be among them. Whatever stands behind the last frame is left over
   * from before, which `requireEnd` makes sure of, and the journal continues over it.
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
    this.#file.continueAt(at)
    return last
  }

  /** Makes the contents durable: a process that was killed may not have waited for the last of them. */
  secure(): void {
    this.#file.secure()
  }

  /** The number of the first frame; infinite if there is none. */
  firstNumber(): number {
    return readFrameHead(this.#file.read(0, frameHeadBytes))?.number ?? Number.POSITIVE_INFINITY
  }

  /**
   * Makes sure that the journal really ends where its frames did, with `last` being the last one of both journals and
   * the data file. If a frame behind the end says that a later one was durable, then acknowledged frames are damaged.
   */
  requireEnd(store: number, last: number): void {
    const rest = this.#file.read(this.bytes, Math.min(this.#file.fileBytes - this.bytes, searchedBytes))
    if (hasConfirmingFrame(rest, 0, { store, last })) throw damaged()
  }

  /** How long the frames would be that remove, one by one, what was put since the last restart. */
  get removalBytes(): number {
    return this.#removalBytes
  }

  /**
   * Appends a frame. The system has it when this returns, and the disk has it after `sync`. If the frame has puts, room
   * is left behind it for removing those in this journal and for `otherBytes` of further removals; fails without it.
   */
  append(frame: JournalFrame, otherBytes = 0): void {
    const removalBytes = frame.changes.reduce(
      (sum, change) => sum + (change.value ? removalFrameBytes(change) : 0),
      0,
    )
    const spareBytes = removalBytes && this.#removalBytes + removalBytes + otherBytes + leastSpareBytes
    this.#file.append(this.#encoder.encode(frame), spareBytes)
    this.#removalBytes += removalBytes
  }

  /** Takes back what was written from `start` on, as `AppendedFile.takeBack` does. */
  cut(start: number): void {
    this.#file.takeBack(start)
  }

  /** Waits until the disk has everything appended, as `DiskSync.sync` does. */
  sync(): Promise<void> | undefined {
    return this.#file.sync()
  }

  /**
   * Restarts the journal: everything in it is durable elsewhere. A file of up to `keptBytes` keeps its room for reuse.
   */
  restart(keptBytes: number): void {
    this.#removalBytes = 0
    this.#file.continueAt(0)
    if (this.#file.fileBytes > keptBytes) this.empty()
  }

  /**
   * Restarts the journal with an empty file. After a crash there may be frames behind a lost one, and their numbers
   * would continue from the frames written next.
   */
  empty(): void {
    this.#removalBytes = 0
    if (this.isEmpty) this.#file.continueAt(0)
    else this.#file.cutAt(0)
  }

  /** Removes what stands behind the end. */
  cutBehind(): void {
    this.#file.cutAt(this.bytes)
  }

  /** Erases what stands behind the end, and keeps its room. */
  blankBehind(): void {
    this.#file.blankBehind()
  }

  close(): void {
    this.#file.close()
  }
}

function foreign(): StorageError {
  return new StorageError(
    'CORRUPT',
    'The journals "journal" and "journal-2" do not continue from "data.sqlite": one of the files was replaced. Put back ' +
      'files that belong together; or empty both journals, to continue without the last writes.',
  )
}

function damaged(): StorageError {
  return new StorageError(
    'CORRUPT',
    'The file "journal" or "journal-2" is damaged: there are more writes after a part that cannot be read. Restore ' +
      'the folder from a backup; or empty both journals, to continue without the last writes.',
  )
}
