import type { Buffer } from 'node:buffer'
import { read } from 'node:fs'
import { StorageError } from '@monotable/engine'
import { AppendedFile } from '@monotable/storage-files'
import type { OpenFiles } from './open-files.ts'

/** One file of the log. Files that are no longer written to are open only while `OpenFiles` keeps them open. */
export class Segment extends AppendedFile {
  readonly id: number
  readonly #files: OpenFiles
  /** Whether the file was needed since `OpenFiles` last looked for one to close. */
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

  /** Fills a buffer from the start of the file while others go on; returns how many bytes the file had. */
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

/** Returns the error for a file that lacks what it must contain. */
export function damagedLog(path: string): StorageError {
  return new StorageError(
    'CORRUPT',
    `The file "${path}" of the store is damaged or missing, so acknowledged writes cannot be read. Restore the folder from a backup.`,
  )
}
