import type { Buffer } from 'node:buffer'
import { read } from 'node:fs'
import { StorageError } from '@monotable/engine'
import { AppendedFile } from '@monotable/storage-files'

/** One file of the log. */
export class Segment extends AppendedFile {
  readonly id: number

  constructor(id: number, path: string) {
    super(path)
    this.id = id
  }

  /** Fills a buffer from the start on, while others get on; gives how much the file had. */
  async readAllInto(bytes: Buffer): Promise<number> {
    let done = 0
    while (done < bytes.length) {
      const got = await this.#readSome(bytes, done)
      if (got === 0) break
      done += got
    }
    return done
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
