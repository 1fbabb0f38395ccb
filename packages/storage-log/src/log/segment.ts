import type { Buffer } from 'node:buffer'
import { constants, fstatSync, fsyncSync, ftruncateSync, read, readSync, writeSync } from 'node:fs'
import { StorageError } from '@monotable/engine'
import { DiskSync, NamedFile, withSystemFailures } from '@monotable/storage-files'

/** The file is made longer by so much at a time: what is new in it is made durable in half the time. */
const zeros = new Uint8Array(256 * 1024)

/** A frame that counts for nothing begins so. */
const noHead = new Uint8Array(64)

/** One file of the log. Frames are written one behind the other; what may stand behind the last one counts for nothing. */
export class Segment {
  readonly id: number
  /** How much of it is still what its place holds. */
  liveBytes = 0
  readonly #named: NamedFile
  readonly #disk: DiskSync
  #end = 0
  /** The file is at least so long. */
  #room: number

  /** Opens the file, made if there is none. */
  constructor(id: number, path: string) {
    this.id = id
    this.#named = new NamedFile(path, constants.O_RDWR | constants.O_CREAT)
    this.#disk = new DiskSync(this.#named.handle)
    this.#room = this.fileBytes
  }

  get path(): string {
    return this.#named.path
  }

  /** How much was written. */
  get end(): number {
    return this.#end
  }

  get fileBytes(): number {
    return withSystemFailures(() => fstatSync(this.#named.handle).size)
  }

  /** Makes sure that the file is still in its folder. */
  requireThere(): void {
    this.#named.requireThere()
  }

  get isRemoved(): boolean {
    return this.#named.isRemoved
  }

  /** Says where the frames end that were there when it was opened. */
  endsAt(end: number): void {
    this.#end = end
  }

  /** Removes what stands behind the end, and makes the rest durable: a process that was killed has perhaps not waited for it. */
  cutOff(): void {
    withSystemFailures(() => {
      ftruncateSync(this.#named.handle, this.#end)
      fsyncSync(this.#named.handle)
    })
    this.#room = this.#end
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
      this.#write(noHead, start)
    } catch {
      // As said.
    }
  }

  /** Waits until the disk has all that was appended; see `DiskSync`. */
  sync(): Promise<void> | undefined {
    return this.#disk.sync()
  }

  /** Fills a buffer with what stands from `at` on; what lies behind the end of the file is left as it was. */
  readInto(into: Buffer, at: number): number {
    return withSystemFailures(() => {
      let done = 0
      while (done < into.length) {
        const got = readSync(this.#named.handle, into, done, into.length - done, at + done)
        if (got === 0) break
        done += got
      }
      return done
    })
  }

  /** The same, while others get on. */
  readLater(into: Buffer, at: number): Promise<number> {
    return new Promise((resolve, reject) => {
      read(this.#named.handle, into, 0, into.length, at, (error, bytes) => {
        if (error) reject(error)
        else resolve(bytes)
      })
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
        done += writeSync(this.#named.handle, bytes, done, bytes.length - done, at + done)
      }
    })
  }
}

/** What is said of a file that lacks what it must have. */
export function damagedLog(path: string): StorageError {
  return new StorageError(
    'CORRUPT',
    `The file "${path}" of the store is damaged: what was acknowledged cannot be read in it. Restore the folder from a backup.`,
  )
}
