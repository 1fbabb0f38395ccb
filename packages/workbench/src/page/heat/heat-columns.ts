import type { HeatRange, HeatSample, HotKey } from '../../shared/api.ts'

/** What the map shows. */
export type HeatMeasure = 'read' | 'write' | 'throttled'

/** One moment of the map: how hot each row is, as a share of what AWS would allow a partition. */
export interface HeatColumn {
  readonly atMs: number
  readonly rows: Float32Array
}

/**
 * Puts a moment's heat into rows, from the lowest digest to the highest. A partition's units are spread over its rows,
 * but for what its busiest keys took since the moment before: that stands where their digests are.
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

/** What the busiest keys took since the moment before. */
function growthOf(sample: HeatSample, before: HeatSample | undefined): Growth[] {
  if (before === undefined) return []
  const earlier = new Map(before.topKeys.map((hot) => [hot.key, hot]))
  return sample.topKeys.flatMap((hot) => {
    const grown = grownBy(hot, earlier.get(hot.key))
    return hot.place === undefined || grown <= 0 ? [] : [{ place: hot.place, units: grown }]
  })
}

/** The busiest minute stands still while the next one fills up; the sum of both does not. */
function grownBy({ units, total = units }: HotKey, earlier: HotKey | undefined): number {
  if (earlier === undefined) return total
  const { total: sum = earlier.units } = earlier
  if (total >= sum) return total - sum
  // One of the two minutes is not in the sum any more, and the other one is.
  const grown = [earlier.units, sum - earlier.units].map((minute) => total - minute)
  return Math.min(...grown.filter((amount) => amount >= 0), total)
}

/** The part of a partition's load that each key has. Of keys, a write counts three. */
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

/** What a partition took of it in a second. */
export function amountOf(range: HeatRange, measure: HeatMeasure): number {
  return measure === 'throttled' ? range.throttled : range[measure]
}

/** What AWS would allow it; of refusals, a hundred a minute are as hot as it gets. */
function limitOf(range: HeatRange, measure: HeatMeasure): number {
  if (measure === 'throttled') return 100
  return measure === 'read' ? range.readLimit || 3000 : range.writeLimit || 1000
}

/** Below this share of the limit nothing is drawn at full strength: a table at rest should look like one. */
const calmShare = 0.01

/** The share that is drawn at full strength: the hottest there is. */
export function strongestShare(columns: readonly Float32Array[]): number {
  let strongest = calmShare
  for (const rows of columns) for (const share of rows) if (share > strongest) strongest = share
  return Math.min(1, strongest)
}

/** Below this part of the hottest there is nothing to see: it is what rounding leaves over. */
const unseenPart = 0.004

/** How strongly a share is drawn: 0 to 1. */
export function intensityOf(share: number, strongest: number): number {
  if (share <= strongest * unseenPart) return 0
  return Math.min(1, Math.max(0.05, (share / strongest) ** 0.6))
}

/** A table's hottest partition at a moment, against its limit. */
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
