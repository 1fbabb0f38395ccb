import { isUnavailable } from '@monotable/storage-files'

/** A file that is opened again when somebody needs it. */
export interface RestingFile {
  /** Whether somebody needed it since this was last set to `false`. */
  wasUsed: boolean
  /** Whether the system does something with it. */
  readonly isBusy: boolean
  /** Closes it. */
  rest(): void
}

/** Files that are open and may be closed: when there are too many of them, the one goes that nobody has needed for longest. */
export class OpenFiles {
  #most: number
  readonly #files = new Set<RestingFile>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes over a file that is open. */
  add(file: RestingFile): void {
    if (this.#files.size >= this.#most) this.#closeOne()
    this.#files.add(file)
  }

  /** Leaves a file alone from now on. */
  remove(file: RestingFile): void {
    this.#files.delete(file)
  }

  /** Opens something; if no handle is left for it, in the place of some of these. */
  open<Result>(open: () => Result): Result {
    for (;;) {
      try {
        return open()
      } catch (error) {
        if (!isUnavailable(error) || !this.closeHalf()) throw error
      }
    }
  }

  /** Closes half of them, and leaves their handles to others from now on; tells whether there was one to leave. */
  closeHalf(): boolean {
    this.#most = Math.floor(this.#files.size / 2)
    let hasClosed = false
    while (this.#files.size > this.#most && this.#closeOne()) hasClosed = true
    return hasClosed
  }

  #closeOne(): boolean {
    // Twice around: the first time all may have been used.
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
