import type { HeatRange, HeatSample, HotKey } from '../../shared/api.ts'

/** The quantity that the map shows. */
export type HeatMeasure = 'read' | 'write' | 'throttled'

/** One moment of the map: the heat of each row, as a fraction of AWS's limit for a partition. */
export interface HeatColumn {
  readonly atMs: number
  readonly rows: Float32Array
}

/**
 * Distributes the heat of a moment over rows, from the lowest digest to the highest. The units of a partition are
 * spread evenly over its rows, except for what its busiest keys consumed since the previous moment: that goes to the
 * rows of their digests.
 */
export function heatColumn(
  sample: HeatSample,
  before: HeatSample | undefined,
  measure: HeatMeasure,
  rowCount: number,
): HeatColumn {
  const rows = new Float32Array(rowCount)
  const grown = growthOf(sample, before)
  for (const range of sample.partitions) {
    const amount = amountOf(range, measure)
    if (amount === 0) continue
    const limit = limitOf(range, measure)
    const first = Math.min(rowCount - 1, Math.floor(range.from * rowCount))
    const end = Math.max(first + 1, Math.ceil(range.to * rowCount))
    const keys = grown.filter(({ place }) => place >= range.from && place < range.to)
    const share = sharesOf(keys, range, sample.atMs - (before?.atMs ?? sample.atMs - 500))
    let rest = amount
    for (const { place, part } of share) {
      const row = Math.min(rowCount - 1, Math.floor(place * rowCount))
      rows[row] = (rows[row] ?? 0) + (amount * part) / limit
      rest -= amount * part
    }
    const spread = rest / limit / (end - first)
    for (let row = first; row < end; row++) rows[row] = (rows[row] ?? 0) + spread
  }
  return { atMs: sample.atMs, rows }
}

interface Growth {
  readonly place: number
  readonly units: number
}

/** Returns what the busiest keys consumed since the previous moment. */
function growthOf(sample: HeatSample, before: HeatSample | undefined): Growth[] {
  if (before === undefined) return []
  const earlier = new Map(before.topKeys.map((hot) => [hot.key, hot]))
  return sample.topKeys.flatMap((hot) => {
    const grown = grownBy(hot, earlier.get(hot.key))
    return hot.place === undefined || grown <= 0 ? [] : [{ place: hot.place, units: grown }]
  })
}

/**
 * Returns how much a key has consumed since an earlier sample. The busiest minute stays the same while the next one
 * fills up, but the total of both grows.
 */
function grownBy({ units, total = units }: HotKey, earlier: HotKey | undefined): number {
  if (earlier === undefined) return total
  const { total: sum = earlier.units } = earlier
  if (total >= sum) return total - sum
  // The older of the two minutes has dropped out of the total. It may or may not be the busiest one, so both are tried.
  const grown = [earlier.units, sum - earlier.units].map((minute) => total - minute)
  return Math.min(...grown.filter((amount) => amount >= 0), total)
}

/** Returns each key's part of its partition's load. In the units of keys, a write counts three. */
function sharesOf(
  keys: readonly Growth[],
  range: HeatRange,
  spanMs: number,
): { place: number; part: number }[] {
  const known = keys.reduce((sum, { units }) => sum + units, 0)
  const load = ((range.read + 3 * range.write) * Math.max(spanMs, 1)) / 1000
  const whole = Math.max(known, load)
  return whole === 0 ? [] : keys.map(({ place, units }) => ({ place, part: units / whole }))
}

/** Returns what a partition consumed in a second. */
export function amountOf(range: HeatRange, measure: HeatMeasure): number {
  return measure === 'throttled' ? range.throttled : range[measure]
}

/** Returns AWS's limit; for throttled requests, a hundred a minute is the maximum heat. */
function limitOf(range: HeatRange, measure: HeatMeasure): number {
  if (measure === 'throttled') return 100
  return measure === 'read' ? range.readLimit || 3000 : range.writeLimit || 1000
}

/** Nothing below this fraction of the limit is drawn at full strength: an idle table should look idle. */
const calmShare = 0.01

/** Returns the fraction that is drawn at full strength: the hottest one. */
export function strongestShare(columns: readonly Float32Array[]): number {
  let strongest = calmShare
  for (const rows of columns) for (const share of rows) if (share > strongest) strongest = share
  return Math.min(1, strongest)
}

/** Smaller parts of the hottest value are invisible: they are remainders of rounding. */
const unseenPart = 0.004

/** Returns how strongly a fraction is drawn: 0 to 1. */
export function intensityOf(share: number, strongest: number): number {
  if (share <= strongest * unseenPart) return 0
  return Math.min(1, Math.max(0.05, (share / strongest) ** 0.6))
}

/** The hottest partition of a table at a moment, with its limit. */
export interface HottestRange {
  readonly amount: number
  readonly limit: number
}

export function hottestOf(sample: HeatSample, measure: HeatMeasure): HottestRange {
  let hottest: HottestRange = {
    amount: 0,
    limit: measure === 'read' ? 3000 : measure === 'write' ? 1000 : 100,
  }
  for (const range of sample.partitions) {
    const amount = amountOf(range, measure)
    const limit = limitOf(range, measure)
    if (amount / limit > hottest.amount / hottest.limit) hottest = { amount, limit }
  }
  return hottest
}
