import { encodeReference } from '../entities/define-relations.ts'
import type { EntityDefinition, ParentRelation, Reference } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { hasExpired } from '../entities/presence.ts'
import { recountAttribute } from '../entities/recount-attribute.ts'
import type { Change } from '../expressions/change.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { sameValue } from '../util/same-value.ts'
import { guardOf } from '../writes/make-parents.ts'
import { type PlannedAction, type Planning, readItem } from '../writes/write-plan.ts'
import type { EntityRelations } from './entity-relations.ts'
import type { Transition } from './transition.ts'

/**
 * Plans what a write means for the item's parents: they have to exist, they count the item, and what was copied from
 * them has to be unchanged.
 */
export function* planParents(
  { parents }: EntityRelations,
  transition: Transition,
): Planning<readonly PlannedAction[]> {
  const { before, after } = transition
  const actions: PlannedAction[] = []
  for (const parent of parents) {
    const { table } = parent.entity
    const old = before && encodeReference(parent, before)
    const next = after && encodeReference(parent, after)
    const isKept = old && next && keyId(table, old) === keyId(table, next)
    if (old !== undefined && !isKept) actions.push(...(yield* leave(parent, old, transition)))
    if (next !== undefined && !isKept) actions.push(...(yield* join(parent, next, transition)))
    if (isKept && writesCopies(parent, transition)) actions.push(yield* holdCopied(parent, next))
  }
  return actions
}

function writesCopies({ copy }: ParentRelation, { before, after, isWhole }: Transition): boolean {
  return [...copy.keys()].some((own) => isWhole || !sameValue(before?.[own], after?.[own]))
}

/** Makes the write conditional on the attributes copied from a parent that the item stays with. */
function* holdCopied(parent: ParentRelation, key: WireItem): Planning<PlannedAction> {
  const current = yield* readItem(parent.entity, key)
  const guards = [...parent.copy.values()].map((name) => guardOf(name, current, parent.entity.forms))
  const action = parentAction({ ...parent, count: undefined }, key, 0)
  return { action, guards, copies: current, explain: () => undefined }
}

function* join(
  parent: ParentRelation,
  key: WireItem,
  { entity, known }: Transition,
): Planning<PlannedAction[]> {
  const { count, copy, mustExist } = parent
  if (count === undefined && !mustExist) return []
  const current = copy.size === 0 ? {} : yield* readItem(parent.entity, key)
  const guards = [...copy.values()].map((name) => guardOf(name, current, parent.entity.forms))
  const explain = (found: WireItem | undefined) => {
    return isGone(parent.entity, found, known.now) ? parentMissing(entity, parent) : undefined
  }
  return [{ action: parentAction(parent, key, 1), guards, copies: current, present: 'must', explain }]
}

/** Subtracts the item from its old parent's count, unless that parent is gone. */
function* leave(parent: ParentRelation, key: WireItem, { known }: Transition): Planning<PlannedAction[]> {
  if (parent.count === undefined) return []
  if (known.careful && isGone(parent.entity, yield* readItem(parent.entity, key), known.now)) return []
  const explain = (found: WireItem | undefined) => {
    return isGone(parent.entity, found, known.now) ? ('again' as const) : undefined
  }
  return [{ action: parentAction(parent, key, -1), present: 'may', explain }]
}

function parentAction(
  { entity, count }: ParentRelation,
  key: WireItem,
  amount: number,
): PlannedAction['action'] {
  const target = { entity, key, condition: undefined }
  if (count === undefined) return { ...target, kind: 'check' }
  // ADD also starts a counter that is missing. Removing the token tells a recount in progress that the count has
  // changed.
  const changes: Change[] = [
    { kind: 'add', steps: [count], amount },
    { kind: 'remove', steps: [recountAttribute] },
  ]
  return { ...target, kind: 'update', changes }
}

export function isGone(entity: EntityDefinition, item: WireItem | undefined, now: number): boolean {
  return item === undefined || Object.keys(item).length === 0 || hasExpired(entity, item, now)
}

/** Returns the error for an item whose parent does not exist. */
export function parentMissing({ name }: EntityDefinition, { name: relation, entity }: Reference): ModelError {
  const message = `${name}: the ${entity.name} that it belongs to (${relation}) does not exist`
  return new ModelError('PARENT_MISSING', message, {
    reason: 'parent',
    entity: name,
    relation,
    parent: entity.name,
  })
}
