import { comparePositions, type Interval, type Position } from '@monotable/engine'

/** To go past fewer removals than this costs no more than to remember them. */
export const fewRemovals = 4

/** When more are known, all are found out anew. */
const maxRuns = 256

interface Run {
  readonly low: Position
  readonly high: Position
}

/**
 * Where in a space there is nothing. What was removed stays in the data file for a while, and whoever takes the first of
 * a queue, again and again, would go past all that was taken before each time.
 */
export class EmptyRuns {
  /** In order; none touches another. */
  #runs: Run[] = []

  /** What is left of an interval without that which is empty at the end where it is read first. */
  skip(interval: Interval, reverse: boolean): Interval {
    const { low, high } = interval
    const edge = reverse ? high : (low ?? lowest)
    if (this.#runs.length === 0 || edge === undefined) return interval
    if (reverse) {
      const run = this.#runs[this.#count((run) => comparePositions(run.low, edge) < 0) - 1]
      return run && comparePositions(edge, run.high) <= 0 ? { low, high: run.low } : interval
    }
    const run = this.#runs[this.#indexAround(edge)]
    return run ? { low: run.high, high } : interval
  }

  /** Takes note of an interval in which there is nothing but so many removals. */
  note({ low = lowest, high }: Interval, removals: number): void {
    if (removals < fewRemovals || high === undefined || comparePositions(low, high) >= 0) return
    if (this.#runs.length >= maxRuns) this.#runs = []
    const start = this.#count((run) => comparePositions(run.high, low) < 0)
    const end = this.#count((run) => comparePositions(run.low, high) <= 0)
    const touched = this.#runs.slice(start, end)
    const joined = [{ low, high }, ...touched].reduce((a, b) => ({
      low: comparePositions(a.low, b.low) < 0 ? a.low : b.low,
      high: comparePositions(a.high, b.high) > 0 ? a.high : b.high,
    }))
    this.#runs.splice(start, touched.length, joined)
  }

  /** Something is written to a place. What lies behind it in the same run is as good as never looked at. */
  fill(place: Position): void {
    if (this.#runs.length === 0) return
    const at = this.#indexAround(place)
    const run = this.#runs[at]
    if (!run) return
    const isRest = comparePositions(run.low, place) < 0
    this.#runs.splice(at, 1, ...(isRest ? [{ low: run.low, high: place }] : []))
  }

  /** Nothing is known any more. */
  clear(): void {
    this.#runs = []
  }

  /** Which run a place lies in; -1 if in none. */
  #indexAround(place: Position): number {
    const at = this.#count((run) => comparePositions(run.low, place) <= 0) - 1
    const run = this.#runs[at]
    return run && comparePositions(place, run.high) < 0 ? at : -1
  }

  /** How many runs at the front something is true of, as it is of none behind them. */
  #count(isTrue: (run: Run) => boolean): number {
    let low = 0
    let high = this.#runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isTrue(this.#runs[middle] as Run)) low = middle + 1
      else high = middle
    }
    return low
  }
}

const lowest: Position = { partition: '', sort: '' }
