/**
 * A tick that is no later than this does not count as a standstill; a turn of the event loop with many answers may take
 * this long.
 */
const allowedLatenessMs = 100

/**
 * Measures the time that clients have had. While the process stands still, because of a signal, a suspended machine or
 * one long piece of work, whatever clients send waits in the system. That time must not count against them: otherwise,
 * clients that did nothing wrong would be cut off as soon as the process continues.
 */
export class FairClock {
  readonly #time: () => number
  readonly #tickMs: number
  #lastTick: number
  #resumedAt = Number.NEGATIVE_INFINITY
  #stoodStillMs = 0

  /** `time` returns milliseconds from any starting point. `tick` must be called every `tickMs`. */
  constructor(time: () => number, tickMs: number) {
    this.#time = time
    this.#tickMs = tickMs
    this.#lastTick = time()
  }

  /** Milliseconds from any starting point. Goes back by the length of a standstill once that is noticed. */
  now(): number {
    return this.#time() - this.#stoodStillMs
  }

  tick(): void {
    const time = this.#time()
    const lateMs = time - this.#lastTick - this.#tickMs
    this.#lastTick = time
    if (lateMs <= allowedLatenessMs) return
    this.#stoodStillMs += lateMs
    this.#resumedAt = time
  }

  /** Whether the process has run for this long without a standstill. */
  hasRunFor(ms: number): boolean {
    const time = this.#time()
    const isLate = time - this.#lastTick - this.#tickMs > allowedLatenessMs
    return !isLate && time - this.#resumedAt >= ms
  }
}
