import { expiryIn, notExpired } from '../entities/presence.ts'
import { allOf } from '../expressions/condition.ts'
import { readCondition } from '../expressions/read-condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { partitionCondition, requireKnownArguments, sortCondition } from './key-condition.ts'
import type { QueryPattern, ScanPattern } from './pattern.ts'
import { readsForward } from './read-direction.ts'
import { compileRead, type FilteredPage, type ReadPlan } from './read-plan.ts'
import { requireEntityIndex } from './require-entity-index.ts'

/** What planning a read needs in addition to the pattern. */
export interface ReadContext {
  readonly name: string
  readonly now: number
  readonly page: FilteredPage<never>
}

/** Plans to read a page of one entity's items in one partition. */
export function planQuery(pattern: QueryPattern, args: Values, { name, now, page }: ReadContext): ReadPlan {
  const { entity, options } = pattern
  const key = requireEntityIndex(entity, pattern.index)
  requireKnownArguments(key, args)
  const sort = sortCondition(key, args)
  return compileRead({
    name,
    pattern,
    table: entity.table.name,
    forms: entity.forms,
    keyCondition: allOf([partitionCondition(key, args), sort.condition]),
    forward: readsForward(page.order ?? options.order ?? 'ascending', sort.order, name),
    filter: readFilter(pattern, page, now),
    limit: page.limit ?? options.page,
    page,
  })
}

/** Plans to read a page of all items of an entity. */
export function planScan(pattern: ScanPattern, { name, now, page }: ReadContext): ReadPlan {
  return compileRead({
    name,
    pattern,
    table: pattern.entity.table.name,
    forms: pattern.entity.forms,
    keyCondition: undefined,
    forward: true,
    filter: readFilter(pattern, page, now),
    limit: page.limit ?? pattern.options.page,
    page,
  })
}

function readFilter(
  { entity, options, filter, index }: QueryPattern | ScanPattern,
  page: ReadContext['page'],
  now: number,
) {
  const expiry = options.expired === true ? undefined : expiryIn(entity, index)
  return allOf([filter, readCondition(page.filter), notExpired(expiry, now)])
}
