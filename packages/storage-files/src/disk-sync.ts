import { fdatasync, fdatasyncSync } from 'node:fs'
import { explained } from './storage-failure.ts'

/** Syncs that take no longer are done on this thread: on another one they take half as long again. */
const quickMs = 0.3

/**
 * After a sync here that took too long, the next attempt waits this many times as long: a hundredth of the time is
 * spent on finding out whether a slow disk has become quick.
 */
const retryAfter = 100

/** Waits for the disk to have what was written to a file. */
export class DiskSync {
  readonly #file: { readonly handle: number }
  /** The sync that is under way, and the one that follows it. */
  #syncing: Promise<void> | undefined
  #nextSync: Promise<void> | undefined
  /** The average time of syncs on this thread, and when to try again if that was too long. */
  #waitMs = 0
  #retryAtMs = 0

  constructor(file: { readonly handle: number }) {
    this.#file = file
  }

  /** Whether another thread is syncing, or will. */
  get isBusy(): boolean {
    return this.#syncing !== undefined || this.#nextSync !== undefined
  }

  /**
   * Makes everything written durable. On a quick disk this is done when it returns; otherwise another thread does it,
   * and it is done when the promise resolves. After a failure, lack of room included, what the disk has is unknown, and
   * the system may report success the next time.
   */
  sync(): Promise<void> | undefined {
    // Writes made while the disk is busy share the next sync.
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
