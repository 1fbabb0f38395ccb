import type { Values } from '../keys/compile-template.ts'
import type { Port } from '../port/port.ts'
import type { Pattern } from '../reads/pattern.ts'
import type { ReadPlan } from '../reads/read-plan.ts'
import { planSpread, type SpreadContext } from './plan-spread.ts'
import { type SpreadPage, SpreadReader } from './spread-reader.ts'

/** A read of several places that has begun. */
export interface SpreadReading {
  /** The next page, each item with the pattern as it reads the item's table. */
  read(): Promise<SpreadPage>
  /** The first request that would be sent; nothing when there is no table to read. */
  request(): ReadPlan['request'] | undefined
}

/** Begins to read a pattern of shards, replicas or periods; gives nothing for one that has none of them. */
export function openSpread(
  pattern: Pattern,
  args: Values,
  { port, ...context }: SpreadContext & { readonly port: Port },
): SpreadReading | undefined {
  const plan = planSpread(pattern, args, context)
  return plan && new SpreadReader(port, plan)
}
