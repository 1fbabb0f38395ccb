/** How a bucket fills: units per second, up to a maximum. */
export interface BucketRate {
  readonly perSecond: number
  readonly capacity: number
}

/**
 * Units that arrive at a steady rate and are saved up to a limit. If any are available, more may be taken than
 * there are, because the size of an item is known only after it is read. The shortfall is a debt that is paid off
 * first.
 */
export class TokenBucket {
  #rate: BucketRate
  #level: number
  #atMs: number

  constructor(rate: BucketRate, start: { readonly level: number; readonly nowMs: number }) {
    this.#rate = rate
    this.#level = Math.min(start.level, rate.capacity)
    this.#atMs = start.nowMs
  }

  /** Returns how many units there are; negative if more were taken. */
  level(nowMs: number): number {
    // A clock that was set back takes nothing away.
    const elapsedMs = Math.max(0, nowMs - this.#atMs)
    this.#level = Math.min(this.#rate.capacity, this.#level + (elapsedMs * this.#rate.perSecond) / 1000)
    this.#atMs = nowMs
    return this.#level
  }

  take(units: number, nowMs: number): void {
    this.#level = this.level(nowMs) - units
  }

  /** Changes the rate as of a given time; savings stay, as far as they fit. */
  retune(rate: BucketRate, sinceMs: number): void {
    if (rate.perSecond === this.#rate.perSecond && rate.capacity === this.#rate.capacity) return
    this.level(Math.max(sinceMs, this.#atMs))
    this.#rate = rate
    this.#level = Math.min(this.#level, rate.capacity)
  }
}
