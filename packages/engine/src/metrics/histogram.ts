import type { Sample } from './metric-family.ts'

/** Upper bounds in seconds. An in-process request takes microseconds, one that waits for a disk milliseconds. */
const bounds: readonly number[] = [
  0.000_01, 0.000_025, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10,
]
const boundsMs: readonly number[] = bounds.map((seconds) => seconds * 1_000)
/** As written in labels. */
const boundTexts: readonly string[] = bounds.map(String)

/** Counts durations in fixed buckets. */
export class Histogram {
  /** The count of each bucket; the last one is for longer durations. */
  readonly #counts = new Float64Array(bounds.length + 1)
  #sumMs = 0

  add(durationMs: number): void {
    let bucket = 0
    while (durationMs > (boundsMs[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#sumMs += durationMs
  }

  /** Buckets as in Prometheus: each includes the counts of those before it. */
  samples(labels: Sample['labels']): Sample[] {
    let total = 0
    const buckets = Array.from(this.#counts, (count, bucket): Sample => {
      total += count
      return { suffix: '_bucket', labels: { ...labels, le: boundTexts[bucket] ?? '+Inf' }, value: total }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.#sumMs / 1_000 },
      { suffix: '_count', labels, value: total },
    ]
  }
}
