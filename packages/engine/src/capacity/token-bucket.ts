/** How a bucket fills: so many units a second, up to so many. */
export interface BucketRate {
  readonly perSecond: number
  readonly capacity: number
}

/**
 * Units that come in at a steady rate and are saved up to a limit. Who finds any may take more than there are: the
 * size of an item is known only once it is read. What is missing is a debt that is paid off first.
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

  /** How many units there are; negative when more were taken. */
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

  /** Fills at another rate since some time; what was saved stays, as far as it fits. */
  retune(rate: BucketRate, sinceMs: number): void {
    if (rate.perSecond === this.#rate.perSecond && rate.capacity === this.#rate.capacity) return
    this.level(Math.max(sinceMs, this.#atMs))
    this.#rate = rate
    this.#level = Math.min(this.#level, rate.capacity)
  }
}
