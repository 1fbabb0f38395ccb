import type { Spread } from '../entities/spread.ts'
import type { Values } from '../keys/compile-template.ts'
import { getOwn } from '../util/own-property.ts'
import type { Random } from '../util/random.ts'

/** The numbers of all parts that something is spread over. */
export function spreadNumbers({ count }: Spread): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}

/** Any of the parts that something is spread over. */
export function drawNumber({ count }: Spread, random: Random): number {
  return Math.floor(random.next() * count) + 1
}

/** Gives a new item the shard that it will have; one that has one keeps it. */
export function drawShard(spread: Spread | undefined, input: object, random: Random): object {
  if (spread?.drawn !== true || getOwn(input as Values, spread.slot) !== undefined) return input
  return { ...input, [spread.slot]: drawNumber(spread, random) }
}
