import type { Values } from '../keys/compile-template.ts'
import type { Port } from '../port/port.ts'
import type { Pattern } from '../reads/pattern.ts'
import type { ReadPlan } from '../reads/read-plan.ts'
import { planSpread, type SpreadContext } from './plan-spread.ts'
import { type SpreadPage, SpreadReader } from './spread-reader.ts'

/** A read of several places that has begun. */
export interface SpreadReading {
  /** Reads the next page; each item comes with the pattern for the item's table. */
  read(): Promise<SpreadPage>
  /** Returns the first request that would be sent; `undefined` when there is no table to read. */
  request(): ReadPlan['request'] | undefined
}

/** Begins a read of shards, replicas or periods; returns `undefined` for a pattern without any. */
export function openSpread(
  pattern: Pattern,
  args: Values,
  { port, ...context }: SpreadContext & { readonly port: Port },
): SpreadReading | undefined {
  const plan = planSpread(pattern, args, context)
  return plan && new SpreadReader(port, plan)
}
