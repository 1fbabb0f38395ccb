import { allOf } from '../expressions/condition.ts'
import { readCondition } from '../expressions/read-condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { keyError } from '../model-error.ts'
import { requireKnown } from '../util/require-known.ts'
import { partitionCondition, sortCondition } from './key-condition.ts'
import type { QueryPattern, ScanPattern } from './pattern.ts'
import { compileRead, type ReadContext, type ReadPlan } from './read-plan.ts'
import { requireEntityIndex } from './require-entity-index.ts'

/** Plans to read a page of one entity's items: of those in one partition, or of all. */
export function planQuery(pattern: QueryPattern | ScanPattern, args: Values, context: ReadContext): ReadPlan {
  const { entity, index, filter } = pattern
  const key = pattern.kind === 'query' ? requireEntityIndex(entity, index) : undefined
  // Arguments that are not in the key would match nothing, or everything.
  if (key) {
    const refuse = (wrong: string) => keyError(`"${wrong}" is not part of the key to read by`, wrong)
    requireKnown(args, key.spread ? [key.spread.slot, ...key.attributes] : key.attributes, refuse)
  }
  const sort = key && sortCondition(key, args)
  return compileRead(pattern, context, {
    forms: entity.forms,
    keyCondition: key && allOf([partitionCondition(key, args), sort?.condition]),
    order: () => sort?.order,
    filter: allOf([filter, readCondition(context.page.filter)]),
  })
}
