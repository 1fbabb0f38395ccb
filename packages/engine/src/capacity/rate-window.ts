const seconds = 61

/** How much there was in the last second and the last minute, by the second. */
export class RateWindow {
  readonly #sums = new Float64Array(seconds)
  #second = 0

  add(amount: number, nowMs: number): void {
    const second = this.#advance(nowMs)
    const slot = second % seconds
    this.#sums[slot] = (this.#sums[slot] ?? 0) + amount
  }

  /** The sum of the second that is going on. */
  thisSecond(nowMs: number): number {
    return this.#sums[this.#advance(nowMs) % seconds] ?? 0
  }

  /** The sum of the second before the one that is going on. */
  lastSecond(nowMs: number): number {
    return this.#sums[(this.#advance(nowMs) + seconds - 1) % seconds] ?? 0
  }

  /** The sum of the last 60 seconds, with the one that is going on. */
  lastMinute(nowMs: number): number {
    const second = this.#advance(nowMs)
    let sum = 0
    for (let age = 0; age < 60; age++) sum += this.#sums[(second + seconds - age) % seconds] ?? 0
    return sum
  }

  #advance(nowMs: number): number {
    const now = Math.max(Math.floor(nowMs / 1000), this.#second)
    if (now - this.#second >= seconds) this.#sums.fill(0)
    else for (let second = this.#second + 1; second <= now; second++) this.#sums[second % seconds] = 0
    this.#second = now
    return now
  }
}
