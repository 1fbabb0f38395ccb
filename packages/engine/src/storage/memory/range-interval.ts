import type { ByteString, Position, RangeRequest } from '../storage.ts'

/** All places from `low` up to but excluding `high`; a missing bound leaves that end open. */
export interface Interval {
  readonly low?: Position | undefined
  readonly high?: Position | undefined
}

/**
 * Returns the half-open interval of places that a range request selects, with its `after` applied. Nothing sorts
 * between a byte string and the same string with a zero byte appended, so "after x" can be expressed as "from
 * x‖00".
 *
 * @example
 * rangeInterval({ space: 's', within: { partition: 'p', low: { sort: 'a', inclusive: true } } })
 * // { low: { partition: 'p', sort: 'a' }, high: { partition: 'p\0', sort: '' } }
 */
export function rangeInterval({ within, after, reverse }: RangeRequest): Interval {
  const { low, high } = withinInterval(within)
  if (!after) return { low, high }
  if (reverse) return { low, high: !high || comparePositions(after, high) < 0 ? after : high }
  const next = placeBehind(after)
  return { low: !low || comparePositions(next, low) > 0 ? next : low, high }
}

/** Returns the smallest place after this one. */
export function placeBehind({ partition, sort }: Position): Position {
  return { partition, sort: successor(sort) }
}

/** Returns the interval of one whole partition. */
export function partitionInterval(partition: ByteString): Interval {
  return { low: { partition, sort: '' }, high: { partition: successor(partition), sort: '' } }
}

/** Compares places in the order of a space. */
export function comparePositions(a: Position, b: Position): number {
  if (a.partition !== b.partition) return a.partition < b.partition ? -1 : 1
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
  return 0
}

function withinInterval(within: RangeRequest['within']): Interval {
  if (!('partition' in within)) {
    const { from, to } = within
    return {
      low: from === undefined ? undefined : { partition: from, sort: '' },
      high: to === undefined ? undefined : { partition: to, sort: '' },
    }
  }
  const { partition, low, high } = within
  const whole = partitionInterval(partition)
  return {
    low: low ? { partition, sort: low.inclusive ? low.sort : successor(low.sort) } : whole.low,
    high: high ? { partition, sort: high.inclusive ? successor(high.sort) : high.sort } : whole.high,
  }
}

function successor(bytes: ByteString): ByteString {
  return `${bytes}\0`
}
