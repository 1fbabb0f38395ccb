/** How late a tick may be before it is taken for a standstill: a turn of the event loop in which much is answered. */
const allowedLatenessMs = 100

/**
 * The time that clients have had. While the process itself stands still, stopped by a signal, by a machine that sleeps or
 * by one long piece of work, whatever clients send waits in the system, and none of that time is theirs: were it counted,
 * those who did nothing wrong would be cut off as soon as the process goes on.
 */
export class FairClock {
  readonly #time: () => number
  readonly #tickMs: number
  #lastTick: number
  #wentOnAt = Number.NEGATIVE_INFINITY
  #stoodStillMs = 0

  /** `time` gives milliseconds from any start. `tick` is to be called every `tickMs`. */
  constructor(time: () => number, tickMs: number) {
    this.#time = time
    this.#tickMs = tickMs
    this.#lastTick = time()
  }

  /** Milliseconds from any start. It goes back by what turns out to have been a standstill. */
  now(): number {
    return this.#time() - this.#stoodStillMs
  }

  tick(): void {
    const time = this.#time()
    const lateMs = time - this.#lastTick - this.#tickMs
    this.#lastTick = time
    if (lateMs <= allowedLatenessMs) return
    this.#stoodStillMs += lateMs
    this.#wentOnAt = time
  }

  /** Whether the process has run for so long without standing still. */
  hasRunFor(ms: number): boolean {
    const time = this.#time()
    const isLate = time - this.#lastTick - this.#tickMs > allowedLatenessMs
    return !isLate && time - this.#wentOnAt >= ms
  }
}
