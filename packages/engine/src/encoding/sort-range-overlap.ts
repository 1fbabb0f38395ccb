import type { SortBound } from '../storage/storage.ts'
import { type SortRange, sortRange } from './sort-range.ts'

/** Returns whether a range cannot contain any sort key. */
export function isEmptyRange({ low, high }: SortRange): boolean {
  if (low === undefined || high === undefined) return false
  if (low.sort === high.sort) return !(low.inclusive && high.inclusive)
  return low.sort > high.sort
}

/** Compares ranges by where they begin. */
export function compareRanges({ low: one }: SortRange, { low: other }: SortRange): number {
  const [a, b] = [one?.sort ?? '', other?.sort ?? '']
  if (a !== b) return a < b ? -1 : 1
  return Number(one?.inclusive === false) - Number(other?.inclusive === false)
}

/** Returns the later of two ends; a missing end is the latest. */
function later(one: SortBound | undefined, other: SortBound | undefined): SortBound | undefined {
  if (one === undefined || other === undefined) return undefined
  if (one.sort === other.sort) return one.inclusive ? one : other
  return one.sort > other.sort ? one : other
}

/** Returns whether any two of several ordered, non-empty ranges overlap. */
export function hasOverlap(ranges: readonly SortRange[]): boolean {
  let reach: SortBound | undefined
  for (const [position, range] of ranges.entries()) {
    if (position > 0 && (reach === undefined || !isEmptyRange(sortRange(range.low, reach)))) return true
    reach = position === 0 ? range.high : later(reach, range.high)
  }
  return false
}
