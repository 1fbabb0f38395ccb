import { comparePositions, type Interval, type Position } from '@monotable/engine'

/** Passing fewer removals than this costs no more than remembering them. */
export const fewRemovals = 4

/** With this many runs, all are forgotten and found again. */
const maxRuns = 256

interface Run {
  readonly low: Position
  readonly high: Position
}

/**
 * The intervals of a space in which there is nothing. Removed records stay in the data file for a while, and a consumer
 * that takes the first entry of a queue again and again would otherwise pass all those taken before each time.
 */
export class EmptyRuns {
  /** In order; no two of them touch. */
  #runs: Run[] = []

  /** Returns the interval without an empty run at the end where the read starts. */
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

  /** Records an interval that contains nothing but this many removals. */
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

  /** Called when something is written to a place. The rest of its run, from there on, is forgotten. */
  fill(place: Position): void {
    if (this.#runs.length === 0) return
    const at = this.#indexAround(place)
    const run = this.#runs[at]
    if (!run) return
    const isRest = comparePositions(run.low, place) < 0
    this.#runs.splice(at, 1, ...(isRest ? [{ low: run.low, high: place }] : []))
  }

  /** Forgets everything. */
  clear(): void {
    this.#runs = []
  }

  /** Returns the index of the run that contains a place; -1 if there is none. */
  #indexAround(place: Position): number {
    const at = this.#count((run) => comparePositions(run.low, place) <= 0) - 1
    const run = this.#runs[at]
    return run && comparePositions(place, run.high) < 0 ? at : -1
  }

  /** Returns how many runs at the front satisfy a condition that none behind them does. */
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
