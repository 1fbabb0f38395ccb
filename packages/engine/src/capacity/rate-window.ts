const seconds = 61

/** Sums over the last second and the last minute, with a resolution of a second. */
export class RateWindow {
  readonly #sums = new Float64Array(seconds)
  #second = 0

  add(amount: number, nowMs: number): void {
    const second = this.#advance(nowMs)
    const slot = second % seconds
    this.#sums[slot] = (this.#sums[slot] ?? 0) + amount
  }

  /** Returns the sum of the current second. */
  thisSecond(nowMs: number): number {
    return this.#sums[this.#advance(nowMs) % seconds] ?? 0
  }

  /** Returns the sum of the previous second. */
  lastSecond(nowMs: number): number {
    return this.#sums[(this.#advance(nowMs) + seconds - 1) % seconds] ?? 0
  }

  /** Returns the sum of the last 60 seconds, including the current one. */
  lastMinute(nowMs: number): number {
    const second = this.#advance(nowMs)
    let sum = 0
    for (let age = 0; age < 60; age++) sum += this.#sums[(second + seconds - age) % seconds] ?? 0
    return sum
  }

  #advance(nowMs: number): number {
    const wanted = Math.floor(nowMs / 1000)
    // A clock that was far ahead and is set right would otherwise stand still until the time that it had reached.
    const isSetBack = wanted <= this.#second - seconds
    const now = isSetBack ? wanted : Math.max(wanted, this.#second)
    if (isSetBack || now - this.#second >= seconds) this.#sums.fill(0)
    else for (let second = this.#second + 1; second <= now; second++) this.#sums[second % seconds] = 0
    this.#second = now
    return now
  }
}
