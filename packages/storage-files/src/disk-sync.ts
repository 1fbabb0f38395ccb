import { fdatasync, fdatasyncSync } from 'node:fs'
import { explained } from './storage-failure.ts'

/** A disk that takes no longer is waited for: that another thread does it takes half as long again. */
const quickMs = 0.3

/** Whether a slow disk has become quick is tried for a hundredth of the time. */
const retryAfter = 100

/** Waits for the disk to have what was written to a file. */
export class DiskSync {
  readonly #file: { readonly handle: number }
  /** The wait for the disk that is under way, and the one behind it. */
  #syncing: Promise<void> | undefined
  #nextSync: Promise<void> | undefined
  /** How long the disk was waited for here, on average, and when to try again if that was too long. */
  #waitMs = 0
  #retryAtMs = 0

  constructor(file: { readonly handle: number }) {
    this.#file = file
  }

  /** Whether another thread does it, or will. */
  get isBusy(): boolean {
    return this.#syncing !== undefined || this.#nextSync !== undefined
  }

  /**
   * Waits until the disk has all that was written: here, if the disk is quick, else on another thread; it is durable then
   * when the promise resolves. If that fails, for want of room too, nobody knows what the disk has, and the system may say
   * the next time that all is well.
   */
  sync(): Promise<void> | undefined {
    // What is written while the disk is busy shares the next wait for it.
    if (this.#syncing) this.#nextSync ??= this.#syncing.then(() => this.#syncThere())
    else if (this.#waitMs > quickMs && performance.now() < this.#retryAtMs) return this.#syncThere()
    else this.#syncHere()
    return this.#nextSync
  }

  #syncHere(): void {
    const startMs = performance.now()
    try {
      fdatasyncSync(this.#file.handle)
    } catch (error) {
      throw explained('IO', error as Error)
    }
    const endMs = performance.now()
    this.#waitMs += (endMs - startMs - this.#waitMs) / 4
    this.#retryAtMs = endMs + retryAfter * (endMs - startMs)
  }

  #syncThere(): Promise<void> {
    this.#nextSync = undefined
    this.#syncing = new Promise((resolve, reject) => {
      fdatasync(this.#file.handle, (error) => {
        this.#syncing = undefined
        if (error) reject(explained('IO', error))
        else resolve()
      })
    })
    return this.#syncing
  }
}
