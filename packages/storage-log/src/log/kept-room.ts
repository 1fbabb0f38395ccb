import { renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { withSystemFailures } from '@monotable/storage-files'

/** How many files that are no longer needed are kept: overwriting them becomes durable twice as fast. */
const mostSpares = 2

/** The reserve is written in pieces of this size. */
const zeros = new Uint8Array(256 * 1024)

/**
 * Disk space that holds no data: spare files, to be overwritten, and a reserve as long as a file of the log. When the
 * disk is full, writers get the spare files. They get the reserve only for writes that make room: a removal is written,
 * too, and so is the rest of a file that is cleaned. Until there is a reserve again, no other writes get any room.
 */
export class KeptRoom {
  readonly #folder: string
  readonly #reserve: string
  readonly #mostBytes: number
  #spares = 0
  #reserveBytes: number
  #isReserveSpent = false

  /** Finds the reserve that was kept earlier. */
  constructor(folder: string, reserveBytes: number) {
    this.#folder = folder
    this.#reserve = join(folder, 'reserve')
    this.#mostBytes = reserveBytes
    this.#reserveBytes = statSync(this.#reserve, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Whether the reserve was given up, and the space now free is to become the next one. */
  get isRefillingReserve(): boolean {
    return this.#isReserveSpent && this.#freeBytes < 2 * this.#mostBytes
  }

  /** Takes over a file that is no longer needed. */
  take(path: string): void {
    withSystemFailures(() => {
      if (this.#isReserveSpent) this.#becomeReserve(path)
      else if (this.#spares >= mostSpares) rmSync(path, { force: true })
      else renameSync(path, this.#spare(++this.#spares))
    })
  }

  /** Renames a spare file to `path`, if there is one. */
  useSpare(path: string): void {
    if (this.#spares === 0) return
    withSystemFailures(() => renameSync(this.#spare(this.#spares), path))
    this.#spares -= 1
  }

  /** Returns the room of the spare files to the disk; returns whether there were any. */
  dropSpares(): boolean {
    const had = this.#spares > 0
    for (; this.#spares > 0; this.#spares--) rmSync(this.#spare(this.#spares), { force: true })
    return had
  }

  /** Returns the room of the reserve to the disk; returns whether there was one. */
  giveUpReserve(): boolean {
    if (this.#reserveBytes === 0) return false
    rmSync(this.#reserve, { force: true })
    this.#reserveBytes = 0
    this.#isReserveSpent = true
    return true
  }

  /** Whether writes that make room can have this many bytes. */
  isEnoughFor(bytes: number): boolean {
    return this.#freeBytes + this.#reserveBytes + this.#spares * this.#mostBytes >= bytes
  }

  /**
   * Makes sure that there is a reserve if the log is long enough to be worth it: at most half of the free space, or all
   * of it if the reserve was given up.
   */
  async keepReserve(logBytes: number): Promise<void> {
    if (logBytes < 2 * this.#mostBytes) this.#isReserveSpent = false
    else if (this.#reserveBytes < this.#mostBytes) await this.#enlargeReserve()
  }

  async #enlargeReserve(): Promise<void> {
    const freeBytes = this.#freeBytes + this.#reserveBytes
    const bytes = Math.min(this.#mostBytes, Math.floor(this.#isReserveSpent ? freeBytes : freeBytes / 2))
    const leastBytes = this.#mostBytes / 16
    if (bytes <= this.#reserveBytes || bytes < leastBytes) return
    const file = await open(this.#reserve, 'a', 0o644)
    try {
      while (this.#reserveBytes < bytes) {
        const before = this.#reserveBytes
        const more = zeros.subarray(0, Math.min(zeros.length, bytes - before))
        await file.writeFile(more)
        // The reserve was given up meanwhile.
        if (this.#reserveBytes < before) return
        this.#reserveBytes += more.length
      }
    } finally {
      // There may be less room than the system said.
      if (this.#reserveBytes >= leastBytes) this.#isReserveSpent = false
      await file.close()
    }
  }

  #becomeReserve(path: string): void {
    const { size } = statSync(path)
    renameSync(path, this.#reserve)
    this.#reserveBytes = size
    this.#isReserveSpent = false
  }

  /**
   * The free space that the system reports; infinite if it does not say, since a full disk will refuse writes anyway.
   */
  get #freeBytes(): number {
    try {
      const { bavail, bsize } = statfsSync(this.#folder)
      return bavail * bsize
    } catch {
      return Number.POSITIVE_INFINITY
    }
  }

  #spare(number: number): string {
    return join(this.#folder, `spare-${number}`)
  }
}
