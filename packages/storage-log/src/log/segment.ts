import type { Buffer } from 'node:buffer'
import { read } from 'node:fs'
import { StorageError } from '@monotable/engine'
import { AppendedFile } from '@monotable/storage-files'
import type { OpenFiles } from './open-files.ts'

/** One file of the log. Those that are not written to any more are open only as long as `OpenFiles` has them. */
export class Segment extends AppendedFile {
  readonly id: number
  readonly #files: OpenFiles
  /** Whether somebody needed it since it was last asked whether it can be closed. */
  wasUsed = false
  #reads = 0

  constructor(id: number, path: string, files: OpenFiles) {
    super(path)
    this.id = id
    this.#files = files
  }

  override get handle(): number {
    this.wasUsed = true
    if (this.isOpen) return super.handle
    const handle = this.#files.open(() => super.handle)
    this.#files.add(this)
    return handle
  }

  override get isBusy(): boolean {
    return this.#reads > 0 || super.isBusy
  }

  /** Fills a buffer from the start on, while others get on; gives how much the file had. */
  async readAllInto(bytes: Buffer): Promise<number> {
    let done = 0
    this.#reads += 1
    try {
      while (done < bytes.length) {
        const got = await this.#readSome(bytes, done)
        if (got === 0) break
        done += got
      }
      return done
    } finally {
      this.#reads -= 1
    }
  }

  #readSome(bytes: Buffer, from: number): Promise<number> {
    return new Promise((resolve, reject) => {
      read(this.handle, bytes, from, bytes.length - from, from, (error, got) => {
        if (error) reject(error)
        else resolve(got)
      })
    })
  }
}

/** What is said of a file that lacks what it must have. */
export function damagedLog(path: string): StorageError {
  return new StorageError(
    'CORRUPT',
    `The file "${path}" of the store is damaged or missing: what was acknowledged cannot be read in it. Restore the folder from a backup.`,
  )
}
