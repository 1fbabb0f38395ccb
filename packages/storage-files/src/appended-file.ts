import { Buffer } from 'node:buffer'
import { constants, fstatSync, fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { DiskSync } from './disk-sync.ts'
import { frameHeadBytes } from './journal-frame.ts'
import { NamedFile } from './named-file.ts'
import { withSystemFailures } from './storage-failure.ts'

/** The file grows by this much at a time: writes to room that a file already has become durable in half the time. */
const zeros = new Uint8Array(256 * 1024)

/** A file to which frames are appended. Anything behind the last frame is ignored. */
export class AppendedFile {
  readonly #named: NamedFile
  readonly #disk: DiskSync
  #end = 0
  /** The file is at least this long. */
  #room = 0

  /** Opens the file; creates it if there is none. */
  constructor(path: string) {
    this.#named = new NamedFile(path, constants.O_RDWR | constants.O_CREAT)
    this.#disk = new DiskSync(this)
  }

  get path(): string {
    return this.#named.path
  }

  get handle(): number {
    return this.#named.handle
  }

  get isOpen(): boolean {
    return this.#named.isOpen
  }

  /** Whether another thread is syncing the file, or will. */
  get isBusy(): boolean {
    return this.#disk.isBusy
  }

  /** Closes the file until it is needed, as `NamedFile.rest` does. */
  rest(): void {
    this.#named.rest()
  }

  /** Makes sure that the file is still in its folder. */
  requireThere(): void {
    this.#named.requireThere()
  }

  get isRemoved(): boolean {
    return this.#named.isRemoved
  }

  /** Where the next frame will be. */
  get end(): number {
    return this.#end
  }

  /** The length of the file, including what stands behind the end. */
  get fileBytes(): number {
    return withSystemFailures(() => fstatSync(this.handle).size)
  }

  /** Continues at a place; what is behind it will be overwritten. */
  continueAt(end: number): void {
    this.#end = end
  }

  /** Continues at a place, and durably removes what was behind it. */
  cutAt(end: number): void {
    this.#end = end
    this.trim()
    this.secure()
  }

  /** Durably erases what stands behind the last frame, and keeps its room. */
  blankBehind(): void {
    const { fileBytes } = this
    for (this.#room = this.#end; this.#room < fileBytes; ) {
      const bytes = Math.min(zeros.length, fileBytes - this.#room)
      this.#write(zeros.subarray(0, bytes), this.#room)
      this.#room += bytes
    }
    this.secure()
  }

  /** Frees the room behind the last frame. */
  trim(): void {
    this.#room = this.#end
    if (this.fileBytes > this.#end) withSystemFailures(() => ftruncateSync(this.handle, this.#end))
  }

  /**
   * Appends a frame. The system has it when this returns, and the disk has it after `sync`. Fails if there is no room
   * for `spareBytes` behind it; the room that there was stays the file's.
   */
  append(frame: Uint8Array, spareBytes = 0): void {
    if (spareBytes > 0) this.#requireRoom(this.#end + frame.length + spareBytes)
    this.#write(frame, this.#end)
    this.#end += frame.length
    if (this.#end > this.#room) this.#makeRoom()
  }

  /**
   * Takes back what was written from `start` on: it could not be made durable, and its writers were told so. If this
   * fails, too, it may be back when the store is next opened.
   */
  takeBack(start: number): void {
    this.#end = start
    try {
      // Erasing the first frame is enough: those behind it continue from a number that is no longer there.
      this.#write(zeros.subarray(0, frameHeadBytes), start)
    } catch {
      // See above: the frames may be back at the next opening.
    }
  }

  /** Makes everything appended durable, as `DiskSync.sync` does. */
  sync(): Promise<void> | undefined {
    return this.#disk.sync()
  }

  /** Makes everything in the file durable: a process that was killed may not have waited for it. */
  secure(): void {
    withSystemFailures(() => fsyncSync(this.handle))
  }

  /** Reads up to `length` bytes from a place on; fewer at the end of the file. */
  read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, this.readInto(bytes, at))
  }

  /** Fills a buffer from a place on; returns how many bytes the file had. */
  readInto(bytes: Buffer, at: number): number {
    return withSystemFailures(() => {
      let done = 0
      while (done < bytes.length) {
        const got = readSync(this.handle, bytes, done, bytes.length - done, at + done)
        if (got === 0) break
        done += got
      }
      return done
    })
  }

  close(): void {
    this.#named.close()
  }

  /** Makes the file longer than necessary, if there is room. */
  #makeRoom(): void {
    try {
      this.#requireRoom(this.#end + 1)
    } catch {
      // A shorter frame may still fit; one that does not will fail.
    }
  }

  /** Makes the file at least this long. */
  #requireRoom(bytes: number): void {
    this.#room = Math.max(this.#room, this.#end)
    while (this.#room < bytes) {
      this.#write(zeros, this.#room)
      this.#room += zeros.length
    }
  }

  #write(bytes: Uint8Array, at: number): void {
    withSystemFailures(() => {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.handle, bytes, done, bytes.length - done, at + done)
      }
    })
  }
}
