import { defineRelations } from '../entities/define-relations.ts'
import type { Relations } from '../entities/table-definition.ts'
import { afterPlans } from './after-plans.ts'
import { entityRelations } from './entity-relations.ts'
import { copiedChanges, fillInput } from './fill-input.ts'
import { holdChildren } from './hold-children.ts'
import { keepCounters } from './keep-counters.ts'
import { mergeActions } from './merge-actions.ts'
import { planLimits, requireLimits } from './plan-limits.ts'
import { planRelated } from './plan-related.ts'

/** All that verbs need to maintain relations. */
export const relationPlans = {
  define: defineRelations,
  connect: entityRelations,
  fillInput,
  copiedChanges,
  keepCounters,
  holdChildren,
  planLimits,
  requireLimits,
  planRelated,
  mergeActions,
  afterPlans,
}

/**
 * Lets the entities of a table declare relations, which writes then maintain: `unique`, `belongsTo`, `sequence`,
 * `copies`, `limit`.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, relations })
 * const Customer = shop.entity('Customer', {
 *   schema: shape<{ username: string; email: string }>(),
 *   key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
 *   unique: { email: 'CUSTOMEREMAIL#{email}' },
 * })
 * Customer.definition.unique.map((constraint) => constraint.name)
 * // ['email']
 */
export const relations: Relations = relationPlans
