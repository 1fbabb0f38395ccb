import type { Values } from '../keys/compile-template.ts'
import type { Pattern } from './pattern.ts'
import { planCollect } from './plan-collect.ts'
import { planQuery } from './plan-query.ts'
import type { ReadContext, ReadPlan } from './read-plan.ts'

/** Plans to read a page of a pattern in one place. */
export function planPage(pattern: Pattern, args: Values, context: ReadContext): ReadPlan {
  return pattern.kind === 'collect' ? planCollect(pattern, args, context) : planQuery(pattern, args, context)
}
