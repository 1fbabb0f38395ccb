import { isUnavailable } from '@monotable/storage-files'

/** A file that can be closed, and is opened again when it is needed. */
export interface RestingFile {
  /** Whether the file was needed since this was last set to `false`. */
  wasUsed: boolean
  /** Whether a system call on the file is in progress. */
  readonly isBusy: boolean
  /** Closes the file. */
  rest(): void
}

/** Open files that may be closed: when there are too many, it closes the one that has not been needed for longest. */
export class OpenFiles {
  #most: number
  readonly #files = new Set<RestingFile>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes charge of an open file. */
  add(file: RestingFile): void {
    if (this.#files.size >= this.#most) this.#closeOne()
    this.#files.add(file)
  }

  /** Stops managing a file. */
  remove(file: RestingFile): void {
    this.#files.delete(file)
  }

  /** Opens something; if no handle is left for it, closes some of these files first. */
  open<Result>(open: () => Result): Result {
    for (;;) {
      try {
        return open()
      } catch (error) {
        if (!isUnavailable(error) || !this.closeHalf()) throw error
      }
    }
  }

  /**
   * Closes half of the files and keeps no more than that open from now on, to leave handles to others; returns whether
   * any file could be closed.
   */
  closeHalf(): boolean {
    this.#most = Math.floor(this.#files.size / 2)
    let hasClosed = false
    while (this.#files.size > this.#most && this.#closeOne()) hasClosed = true
    return hasClosed
  }

  #closeOne(): boolean {
    // Up to two rounds: in the first one all files may have been used.
    let left = 2 * this.#files.size
    for (const file of this.#files) {
      if (left-- === 0) break
      this.#files.delete(file)
      if (!file.wasUsed && !file.isBusy) {
        file.rest()
        return true
      }
      file.wasUsed = false
      this.#files.add(file)
    }
    return false
  }
}
