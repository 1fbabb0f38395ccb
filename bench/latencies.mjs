/** Buckets per doubling: neighbours differ by 1 %. */
const partsOfDoubling = 64
/** Covers up to two minutes. */
const bucketCount = partsOfDoubling * 27

/** The latencies of many requests in buckets, cheap to record and small to store. */
export class Latencies {
  /** @type {number[]} */
  counts
  total = 0
  maxUs = 0

  /** @param {readonly number[]} [counts] */
  constructor(counts) {
    this.counts = counts === undefined ? new Array(bucketCount).fill(0) : [...counts]
    for (const count of this.counts) this.total += count
  }

  add(/** @type {number} */ us) {
    const bucket = Math.floor(Math.log2(Math.max(us, 1)) * partsOfDoubling)
    this.counts[Math.min(bucket, bucketCount - 1)]++
    this.total++
    if (us > this.maxUs) this.maxUs = us
  }

  merge(/** @type {Latencies} */ other) {
    for (const [bucket, count] of other.counts.entries()) this.counts[bucket] += count
    this.total += other.total
    this.maxUs = Math.max(this.maxUs, other.maxUs)
  }

  /**
   * Returns a percentile in microseconds; `NaN` without any latencies.
   * @param {number} share From 0 to 1.
   */
  percentileUs(share) {
    let left = this.total * share
    for (const [bucket, count] of this.counts.entries()) {
      left -= count
      if (count > 0 && left <= 0) return 2 ** ((bucket + 0.5) / partsOfDoubling)
    }
    return Number.NaN
  }
}
