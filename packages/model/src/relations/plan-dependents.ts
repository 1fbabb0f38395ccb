import { hasExpired } from '../entities/presence.ts'
import { holdsAttribute, primary } from '../entities/table-definition.ts'
import type { Change } from '../expressions/change.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { QueryInput, WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import type { QueryPattern } from '../reads/pattern.ts'
import { planQuery } from '../reads/plan-query.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { requireEntityIndex } from '../reads/require-entity-index.ts'
import { getOwn } from '../util/own-property.ts'
import { sameValue } from '../util/same-value.ts'
import { requireFit } from '../writes/compile-plan.ts'
import { type Guard, guardOf } from '../writes/make-parents.ts'
import { planUpdate } from '../writes/plan-update.ts'
import { type PlannedAction, type Planning, readItem } from '../writes/write-plan.ts'
import type { Dependent, EntityRelations } from './entity-relations.ts'
import { isGone } from './plan-parents.ts'
import type { Transition } from './transition.ts'

/** What follows from a change, and what the item itself has to be for it. */
export interface Consequences {
  readonly related: readonly PlannedAction[]
  readonly guards: readonly Guard[]
}

/**
 * Plans to carry changed attributes to the items that copy them. The number of items found has to equal their count,
 * which is a condition of the write: if an index lags, or an item was added in between, everything is planned again.
 */
export function* planDependents(
  { dependents }: EntityRelations,
  transition: Transition,
): Planning<Consequences> {
  const related: PlannedAction[] = []
  const guards: Guard[] = []
  for (const dependent of dependents) {
    const changes = changesFor(dependent, transition)
    if (changes.length === 0) continue
    const { count = '' } = dependent.relation
    const counted = Number(transition.before?.[count] ?? 0)
    requireFit(transition.entity.name, counted + 1)
    const items = yield* findItems(dependent, transition)
    const isUncounted = transition.before?.[count] === undefined
    guards.push({
      steps: [count],
      // A count that was never set is missing; one that has been decremented to nothing is zero.
      expected: items.length === 0 && isUncounted ? undefined : { N: String(items.length) },
    })
    for (const item of items) related.push(yield* planChange(dependent, item, { changes, transition }))
  }
  return { related, guards }
}

function changesFor({ relation }: Dependent, { before, after }: Transition): Change[] {
  if (before === undefined || after === undefined) return []
  return [...relation.copy].flatMap(([own, name]): Change[] => {
    const value = getOwn(after, name)
    if (sameValue(getOwn(before, name), value)) return []
    if (value === undefined) return [{ kind: 'remove', steps: [own] }]
    return [{ kind: 'set', steps: [own], value: { kind: 'value', value, steps: [own] } }]
  })
}

/** Finds the items that belong to another. */
export function* findItems(
  dependent: Dependent,
  { before, known }: Pick<Transition, 'before' | 'known'>,
): Planning<readonly WireItem[]> {
  const { entity } = dependent
  const items = yield { operation: 'Query', input: childrenQuery(dependent, before, known.now) }
  return items.filter((item) => recognizeItem(entity, item) && !hasExpired(entity, item, known.now))
}

/** Returns the Query for the items that belong to another; it may find other items as well. */
export function childrenQuery(
  { entity, relation }: Dependent,
  parent: Values | undefined,
  now: number,
): QueryInput {
  const index = relation.find ?? primary
  const { attributes } = requireEntityIndex(entity, index)
  const args = [...relation.by]
    .filter(([, own]) => attributes.includes(own))
    .map(([slot, own]) => [own, parent?.[slot]])
  const isGlobal = index !== primary && entity.table.indexes.get(index)?.local !== true
  const options = { consistent: !isGlobal }
  const pattern = { kind: 'query', entity, index, options, filter: undefined } as unknown as QueryPattern
  const plan = planQuery(pattern, Object.fromEntries(args) as Values, { name: relation.name, now, page: {} })
  return plan.request.input as QueryInput
}

interface CopyChange {
  readonly changes: readonly Change[]
  readonly transition: Pick<Transition, 'known'>
}

/** Plans to change the copies in an item. */
export function* planChange(
  { entity, relation }: Dependent,
  found: WireItem,
  { changes, transition }: CopyChange,
): Planning<PlannedAction> {
  const { now } = transition.known
  const values = decodeEntity(entity, found, false) as Values
  const key = Object.fromEntries(entity.key.attributes.map((name) => [name, values[name]]))
  const isWhole = relation.find === undefined || holdsAttribute(entity.table, relation.find, '')
  let plan = planUpdate(entity, { key, changes }, { now, ...(isWhole && { current: found }) })
  if (plan.kind === 'read')
    plan = planUpdate(entity, { key, changes }, { now, current: yield* readItem(entity, plan.key) })
  if (plan.kind === 'read')
    throw new ModelError('DEFINITION', `${entity.name} cannot be planned`, { subject: entity.name })
  // The copies are of this parent, so the item still has to belong to it.
  const belongs = [...relation.by.values()]
    .map((name) => guardOf(name, found, entity.forms))
    .filter(({ expected }) => expected !== undefined)
  // If the item is as it was read, any other failed condition is reported by another part of the transaction.
  const explain = (item: WireItem | undefined) => (isGone(entity, item, now) ? 'again' : undefined)
  return { action: plan.action, guards: [...plan.guards, ...belongs], copies: found, explain }
}
