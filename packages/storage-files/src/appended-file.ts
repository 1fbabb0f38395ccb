import { Buffer } from 'node:buffer'
import { constants, fstatSync, fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { DiskSync } from './disk-sync.ts'
import { frameHeadBytes } from './journal-frame.ts'
import { NamedFile } from './named-file.ts'
import { withSystemFailures } from './storage-failure.ts'

/** The file is made longer by so much at a time: what is new in it is made durable in half the time. */
const zeros = new Uint8Array(256 * 1024)

/** A file to which frames are written one behind the other. What may stand behind the last one counts for nothing. */
export class AppendedFile {
  readonly #named: NamedFile
  readonly #disk: DiskSync
  #end = 0
  /** The file is at least so long. */
  #room = 0

  /** Opens the file, made if there is none. */
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

  /** Whether somebody waits for what the system does with it. */
  get isBusy(): boolean {
    return this.#disk.isBusy
  }

  /** Closes the file until somebody needs it, as `NamedFile` does. */
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

  /** Where the next frame will stand. */
  get end(): number {
    return this.#end
  }

  /** How long the file is, with what stands behind the end. */
  get fileBytes(): number {
    return withSystemFailures(() => fstatSync(this.handle).size)
  }

  /** Goes on at a place: what was behind it is written over. */
  goOnAt(end: number): void {
    this.#end = end
  }

  /** Goes on at a place, and removes what was behind it for good. */
  cutAt(end: number): void {
    this.#end = end
    this.trim()
    this.secure()
  }

  /** Gives back the room behind the last frame. */
  trim(): void {
    this.#room = this.#end
    if (this.fileBytes > this.#end) withSystemFailures(() => ftruncateSync(this.handle, this.#end))
  }

  /** Writes a frame behind the others. The system has it then, and after `sync` so has the disk. */
  append(frame: Uint8Array): void {
    this.#write(frame, this.#end)
    this.#end += frame.length
    if (this.#end > this.#room) this.#makeRoom()
  }

  /**
   * Takes back what was written from a place on: it could not be made durable, and who wrote it was told so. If that
   * fails too, it may be there again when the store is opened.
   */
  takeBack(start: number): void {
    this.#end = start
    try {
      // The frames behind the first one go on from a number that is not there any more.
      this.#write(zeros.subarray(0, frameHeadBytes), start)
    } catch {
      // As said.
    }
  }

  /** Waits until the disk has all that was appended, as `DiskSync` does. */
  sync(): Promise<void> | undefined {
    return this.#disk.sync()
  }

  /** Makes all that the file has durable: a process that was killed has perhaps not waited for it. */
  secure(): void {
    withSystemFailures(() => fsyncSync(this.handle))
  }

  /** Up to `length` bytes from a place on; fewer where the file ends. */
  read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, this.readInto(bytes, at))
  }

  /** Fills a buffer from a place on; gives how much the file had. */
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
        done += writeSync(this.handle, bytes, done, bytes.length - done, at + done)
      }
    })
  }
}
