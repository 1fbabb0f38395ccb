import { renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { withSystemFailures } from '@monotable/storage-files'

/** So many files that are done with are kept: what is written over them is made durable twice as fast. */
const mostSpares = 2

/** A reserve is written by so much at a time. */
const zeros = new Uint8Array(256 * 1024)

/**
 * Room on the disk that nothing is in: spare files, to be written over, and a reserve as long as a file of the log. Who
 * writes is given the spare files when the disk is full, and the reserve only if what he writes makes room: what is removed
 * is written too, and of a file that is cleaned the rest. Until there is one again, nobody else is given any room.
 */
export class KeptRoom {
  readonly #folder: string
  readonly #reserve: string
  readonly #mostBytes: number
  #spares = 0
  #reserveBytes: number
  #isShort = false

  /** Finds the reserve that was kept before. */
  constructor(folder: string, reserveBytes: number) {
    this.#folder = folder
    this.#reserve = join(folder, 'reserve')
    this.#mostBytes = reserveBytes
    this.#reserveBytes = statSync(this.#reserve, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Whether the reserve was given up, and what is free now is to become the next one. */
  get isShort(): boolean {
    return this.#isShort && this.#freeBytes < 2 * this.#mostBytes
  }

  /** Takes over a file that is done with. */
  take(path: string): void {
    withSystemFailures(() => {
      if (this.#isShort) this.#becomeReserve(path)
      else if (this.#spares >= mostSpares) rmSync(path, { force: true })
      else renameSync(path, this.#spare(++this.#spares))
    })
  }

  /** Gives a spare file another name, if there is one. */
  useSpare(path: string): void {
    if (this.#spares === 0) return
    withSystemFailures(() => renameSync(this.#spare(this.#spares), path))
    this.#spares -= 1
  }

  /** Gives the disk the room of the spare files; tells whether there were any. */
  dropSpares(): boolean {
    const had = this.#spares > 0
    for (; this.#spares > 0; this.#spares--) rmSync(this.#spare(this.#spares), { force: true })
    return had
  }

  /** Gives the disk the room of the reserve; tells whether there was one. */
  giveUpReserve(): boolean {
    if (this.#reserveBytes === 0) return false
    rmSync(this.#reserve, { force: true })
    this.#reserveBytes = 0
    this.#isShort = true
    return true
  }

  /** Whether so much can be written by who makes room. */
  isEnoughFor(bytes: number): boolean {
    return this.#freeBytes + this.#reserveBytes + this.#spares * this.#mostBytes >= bytes
  }

  /**
   * Makes sure that there is a reserve, if the log is long enough to be worth it: half of what is free at most, or all of it
   * where it was given up.
   */
  async keepReserve(logBytes: number): Promise<void> {
    if (logBytes < 2 * this.#mostBytes) this.#isShort = false
    else if (this.#reserveBytes < this.#mostBytes) await this.#enlargeReserve()
  }

  async #enlargeReserve(): Promise<void> {
    const freeBytes = this.#freeBytes + this.#reserveBytes
    const bytes = Math.min(this.#mostBytes, Math.floor(this.#isShort ? freeBytes : freeBytes / 2))
    const leastBytes = this.#mostBytes / 16
    if (bytes <= this.#reserveBytes || bytes < leastBytes) return
    const file = await open(this.#reserve, 'a', 0o644)
    try {
      while (this.#reserveBytes < bytes) {
        const before = this.#reserveBytes
        const more = zeros.subarray(0, Math.min(zeros.length, bytes - before))
        await file.writeFile(more)
        // It was given up meanwhile.
        if (this.#reserveBytes < before) return
        this.#reserveBytes += more.length
      }
    } finally {
      // There may be less than the system has said.
      if (this.#reserveBytes >= leastBytes) this.#isShort = false
      await file.close()
    }
  }

  #becomeReserve(path: string): void {
    const { size } = statSync(path)
    renameSync(path, this.#reserve)
    this.#reserveBytes = size
    this.#isShort = false
  }

  /** As much as the system says; where it does not, who writes is told. */
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
