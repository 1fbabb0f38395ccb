import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition, EntityTtl } from '../entities/entity-definition.ts'
import { hasExpired, isAbsent, isPresent } from '../entities/presence.ts'
import { allOf } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { keptError, type ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import type { EntityRelations } from '../relations/entity-relations.ts'
import type { Guard } from '../writes/make-parents.ts'
import { planCreate, planPut, type WriteConditions } from '../writes/plan-put.ts'
import { planRemove } from '../writes/plan-remove.ts'
import {
  planUpdate,
  planUpsert,
  type UpdateContext,
  type UpdatePlan,
  type UpdateRequest,
} from '../writes/plan-update.ts'
import { versionIs } from '../writes/version-is.ts'
import type { WriteAction } from '../writes/write-action.ts'
import {
  type Known,
  type PlannedAction,
  type Planning,
  readItem,
  type WritePlan,
} from '../writes/write-plan.ts'
import { explainFailure, type WriteIntent } from './explain-failure.ts'
import { relationsOf } from './relations-of.ts'

/** An entity, and what follows from writing it. */
export interface WriteScope {
  readonly entity: EntityDefinition
  readonly relations: EntityRelations
  /** Whether the caller wants the item as it was, which a transaction would not return. */
  readonly readsBefore?: boolean
}

/** What is done to the item itself, and what is known of it. */
interface Draft {
  readonly action: WriteAction
  readonly intent: WriteIntent
  readonly guards?: readonly Guard[]
  /** The item as it was read: empty when there is none, `undefined` when it was not read. */
  readonly before?: WireItem | undefined
  /** What else has been planned already. */
  readonly related?: readonly PlannedAction[]
  /** Whether nothing follows from the write, whatever the item was. */
  readonly isAlone?: boolean
  readonly explain?: ((found: WireItem) => ModelError | 'again' | undefined) | undefined
}

/** Plans to store a new item. */
export function* storeNew(
  scope: WriteScope,
  input: object,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const filled = yield* fill(scope, input, known)
  const action = planCreate(scope.entity, filled.input, known.now, asked)
  return yield* finish(scope, { action, intent: { creates: true }, related: filled.related }, known)
}

/** Plans to store an item, replacing the one that is there, if any. */
export function* storeAny(
  scope: WriteScope,
  input: object,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const { entity, relations } = scope
  const filled = yield* fill(scope, input, known)
  const planned = planPut(entity, filled.input, known.now, asked)
  const isNeeded = needsBefore(scope) || relations.counters.length > 0
  const before = isNeeded ? yield* readItem(entity, planned.key) : undefined
  const kept = before && relationsOf(entity)?.keepCounters(relations, planned, before)
  const draft = { intent: asked, before, related: filled.related, ...(kept ?? { action: planned }) }
  return yield* finish(scope, draft, known)
}

function* fill(scope: WriteScope, input: object, { now }: Known, keeps?: boolean) {
  return (
    (yield* relationsOf(scope.entity)?.fillInput(scope, input, now, keeps) ?? []) ?? { input, related: [] }
  )
}

/** Plans to remove an item. */
export function* removeAny(
  scope: WriteScope,
  key: Values,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const { entity, relations } = scope
  const action = planRemove(entity, key, asked)
  const before = needsBefore(scope) ? yield* readItem(entity, action.key) : undefined
  const plan = yield* finish(scope, { action, intent: asked, before }, known)
  const main = relationsOf(entity)?.holdChildren(relations, plan.main)
  return main === undefined ? plan : { ...plan, main }
}

/** Plans to check that an item exists, or does not. */
export function* checkItem(
  { entity }: WriteScope,
  { key, exists, asked }: { readonly key: Values; readonly exists: boolean; readonly asked: WriteConditions },
  { now }: Known,
): Planning<WritePlan> {
  const presence = exists ? isPresent(entity, now) : isAbsent(entity, now)
  const condition = allOf([presence, versionIs(entity, asked.ifVersion), asked.condition])
  const intent = { ...asked, creates: !exists }
  return {
    main: {
      action: { kind: 'check', entity, key: encodeKey(entity, key), condition },
      explain: (found) => explainFailure(entity, found, now, intent),
    },
    related: [],
  }
}

/** Plans to change an existing item. */
export function* change(scope: WriteScope, request: UpdateRequest, known: Known): Planning<WritePlan> {
  const { entity, relations } = scope
  const touches = (name: string) => request.changes.some(({ steps }) => steps[0] === name)
  const mine = relations.kept.find(touches)
  if (mine !== undefined) throw keptError(entity.name, mine)
  const follows = relations.reliesOnAll === true || relations.reliedOn.some(touches)
  const isNeeded = known.careful || follows || scope.readsBefore === true
  const before = isNeeded ? yield* readItem(entity, encodeKey(entity, request.key)) : undefined
  const moved =
    before && follows
      ? yield* relationsOf(entity)?.copiedChanges(scope, before, request.changes) ?? []
      : undefined
  const whole = moved ? { ...request, changes: [...request.changes, ...moved] } : request
  const plan = (context: UpdateContext) => planUpdate(entity, whole, context)
  return yield* finishUpdate(scope, { plan, before, intent: request, isAlone: !follows }, known)
}

/** Plans to change an item, or to store it when there is none. */
export function* changeAny(
  scope: WriteScope,
  input: object,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const { entity, relations } = scope
  const filled = yield* fill(scope, input, known, true)
  const plan = (context: UpdateContext) => {
    return planUpsert(entity, filled.input, { ...context, ...filled, counters: relations.counters }, asked)
  }
  const isNeeded = known.careful || needsBefore(scope)
  const key = isNeeded ? plan({ now: known.now, current: {} }) : undefined
  const before = key?.kind === 'ready' ? yield* readItem(entity, key.action.key) : undefined
  const renews = asked.ifVersion === undefined
  if (renews && before && hasExpired(entity, before, known.now)) {
    const { main, ...plan } = yield* storeNew(scope, input, asked, known)
    // Someone else may store one in the meantime; that one is then changed instead.
    const { stored } = entity.ttl as EntityTtl
    const asRead: Guard = { steps: [stored], expected: before[stored] }
    return { ...plan, main: { ...main, guards: [asRead, ...(main.guards ?? [])] } }
  }
  const intent = { ...asked, renews }
  return yield* finishUpdate(scope, { plan, before, intent, related: filled.related }, known)
}

interface UpdateDraft extends Pick<Draft, 'before' | 'intent' | 'related' | 'isAlone'> {
  readonly plan: (context: UpdateContext) => UpdatePlan
}

function* finishUpdate(scope: WriteScope, draft: UpdateDraft, known: Known): Planning<WritePlan> {
  const { entity, relations } = scope
  const { plan, intent, related = [], isAlone = false } = draft
  let current = draft.before
  const planAt = (item: WireItem | undefined) => plan({ now: known.now, current: item })
  const planWith = () => entity.evolution?.plan(entity as never, planAt, current) ?? planAt(current)
  let planned = planWith()
  if (planned.kind === 'read') {
    current = yield* readItem(entity, planned.key)
    planned = planWith()
  }
  // The item is known by now, so nothing is left to read.
  const { action, guards } = planned as Extract<UpdatePlan, { kind: 'ready' }>
  const limits = relationsOf(entity)?.planLimits(action, current, known.now, relations)
  const limited: Draft = {
    intent,
    related,
    // An item of an older shape is written as a whole, including anything that its migration may change.
    isAlone: isAlone && action.kind === 'update',
    before: current,
    action: limits ? { ...action, condition: allOf([action.condition, ...limits.conditions]) } : action,
    guards: limits ? [...guards, ...limits.guards] : guards,
    explain: limits?.explain,
  }
  return yield* finish(scope, limited, known)
}

/** Adds what follows from a write, on condition that the item is still as it was read. */
function* finish(scope: WriteScope, draft: Draft, known: Known): Planning<WritePlan> {
  const { entity, relations } = scope
  const { action, intent, before, guards = [], related = [] } = draft
  const explain = (found: WireItem | undefined) => {
    const failure = explainFailure(entity, found, known.now, intent)
    const { reason } = failure.details
    if (reason === 'missing' && found && intent.renews === true) return 'again'
    return (reason === 'condition' && found && draft.explain?.(found)) || failure
  }
  const plans = relationsOf(entity)
  if (action.kind === 'put') plans?.requireLimits(entity, action.item)
  const isAlone = plans === undefined || relations.isEmpty || draft.isAlone === true
  if (isAlone) return { main: { action, guards, explain }, related, before }
  const more = yield* plans.planRelated(relations, { ...draft, known })
  return {
    main: { action, guards: [...more.guards, ...guards], explain },
    related: [...related, ...more.related],
    before,
  }
}

function needsBefore({ relations, readsBefore }: WriteScope): boolean {
  return relations.readsBefore || readsBefore === true
}
