import type { Spread } from '../entities/spread.ts'
import type { Values } from '../keys/compile-template.ts'
import { getOwn } from '../util/own-property.ts'
import type { Random } from '../util/random.ts'

/** Returns the numbers of all shards or replicas. */
export function spreadNumbers({ count }: Spread): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}

/** Draws the number of a shard or replica. */
export function drawNumber({ count }: Spread, random: Random): number {
  return Math.floor(random.next() * count) + 1
}

/** Draws a shard for a new item; an item that has one keeps it. */
export function drawShard(spread: Spread | undefined, input: object, random: Random): object {
  if (spread?.drawn !== true || getOwn(input as Values, spread.slot) !== undefined) return input
  return { ...input, [spread.slot]: drawNumber(spread, random) }
}
