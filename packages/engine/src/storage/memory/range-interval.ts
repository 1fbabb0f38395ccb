import type { ByteString, Position, RangeRequest } from '../storage.ts'

/** All places from `low` on that lie before `high`; without one, there is no bound at that end. */
export interface Interval {
  readonly low?: Position | undefined
  readonly high?: Position | undefined
}

/**
 * The half-open interval of places that a range request asks for, its `after` included. Nothing lies between
 * a byte string and the same with a zero byte behind it, so that "behind x" can be said as "from x‖00 on".
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

/** The next place that there can be. */
export function placeBehind({ partition, sort }: Position): Position {
  return { partition, sort: successor(sort) }
}

/** The interval of one whole partition. */
export function partitionInterval(partition: ByteString): Interval {
  return { low: { partition, sort: '' }, high: { partition: successor(partition), sort: '' } }
}

/** Orders places as a space does. */
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
