import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { type Guard, guardOf } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { Known, Planning } from '../writes/write-plan.ts'
import type { EntityRelations } from './entity-relations.ts'
import { planCopies } from './plan-copies.ts'
import { type Consequences, planDependents } from './plan-dependents.ts'
import { isGone, planParents } from './plan-parents.ts'
import { planUnique } from './plan-unique.ts'

/** What is done to an item, and what is known of it. */
export interface RelatedWrite {
  readonly action: WriteAction
  /** An upsert says whether it may take the place of an expired item; an update does not. */
  readonly intent: { readonly renews?: boolean }
  /** The item as it was read: empty when there is none, `undefined` when it was not read. */
  readonly before?: WireItem | undefined
  readonly known: Known
}

/** Plans everything that has to change along with an item, on condition that the item is as it was read. */
export function* planRelated(
  relations: EntityRelations,
  { action, intent, before, known }: RelatedWrite,
): Planning<Consequences> {
  const { entity, key } = action
  const old = valuesOf(entity, before, known.now)
  // An update of an item that is not there is refused, so nothing follows from it.
  const isRefused = action.kind === 'update' && before && !old && intent.renews === undefined
  const transition = {
    entity,
    key,
    before: old,
    ...(entity.evolution && before && { stored: decodeEntity(entity, before, false) as Values }),
    after: isRefused ? undefined : valuesOf(entity, itemAfter(action, before), known.now),
    isWhole: action.kind === 'put',
    known,
  }
  const unique = yield* planUnique(transition)
  const parents = yield* planParents(relations, transition)
  const { related, guards } = yield* planDependents(relations, transition)
  return {
    related: [...unique, ...parents, ...planCopies(transition), ...related],
    guards:
      before === undefined || !relations.readsBefore
        ? guards
        : [...guards, ...guardAll(entity, relations, before)],
  }
}

function itemAfter(action: WriteAction, before: WireItem | undefined): WireItem | undefined {
  if (action.kind === 'put') return action.item
  if (action.kind !== 'update') return undefined
  return applyChanges({ ...before, ...action.key }, action.changes, action.entity.forms)
}

function valuesOf(entity: EntityDefinition, item: WireItem | undefined, now: number): Values | undefined {
  return item === undefined || isGone(entity, item, now) ? undefined : (decodeEntity(entity, item) as Values)
}

/** Guards that the item still exists or not, and that everything others depend on is as it was read. */
function guardAll(entity: EntityDefinition, { reliedOn }: EntityRelations, before: WireItem): Guard[] {
  const presence = entity.table.key.pk.map(({ name }) => name)
  const expiry = entity.ttl === undefined ? [] : [entity.ttl.stored]
  return [...presence, ...expiry, ...reliedOn].map((name) => guardOf(name, before, entity.forms))
}
