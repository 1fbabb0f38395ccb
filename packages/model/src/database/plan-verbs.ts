import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired, isAbsent, isPresent } from '../entities/presence.ts'
import type { Change } from '../expressions/change.ts'
import { allOf } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import type { EntityRelations } from '../relations/entity-relations.ts'
import { copiedValues, fillInput } from '../relations/fill-input.ts'
import { planRelated } from '../relations/plan-related.ts'
import { getOwn } from '../util/own-property.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import type { Guard } from '../writes/make-parents.ts'
import { planLimits, requireLimits } from '../writes/plan-limits.ts'
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

/** An entity, and what follows from writing it. */
export interface WriteScope {
  readonly entity: EntityDefinition
  readonly relations: EntityRelations
  /** Whether the item before is asked for, and a transaction would not give it. */
  readonly readsBefore?: boolean
}

/** What is done to the item itself, and what is known of it. */
interface Draft {
  readonly action: WriteAction
  readonly intent: WriteIntent
  readonly guards?: readonly Guard[]
  /** The item as it was read: an empty one when there is none, nothing when it was not read. */
  readonly before?: WireItem | undefined
  readonly after: WireItem | undefined
  /** What else has been planned already. */
  readonly related?: readonly PlannedAction[]
  /** Whether nothing follows from the write, whatever the item was. */
  readonly isAlone?: boolean
  readonly explain?: (found: WireItem) => ModelError | 'again' | undefined
}

/** Plans to store an item that is not there yet. */
export function* storeNew(
  scope: WriteScope,
  input: object,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const filled = yield* fillInput(scope, input, known.now)
  const action = planCreate(scope.entity, filled.input, known.now, asked)
  const { related } = filled
  return yield* finish(scope, { action, intent: { creates: true }, after: itemOf(action), related }, known)
}

/** Plans to store an item in place of the one that is there. */
export function* storeAny(
  scope: WriteScope,
  input: object,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const { entity, relations } = scope
  const { input: filled, related } = yield* fillInput(scope, input, known.now)
  const planned = planPut(entity, filled, known.now, asked)
  const isNeeded = needsBefore(scope) || relations.counters.length > 0
  const before = isNeeded ? yield* readItem(entity, planned.key) : undefined
  const action = relations.counters.length === 0 ? planned : keepCounters(planned, relations, before ?? {})
  const guards = relations.counters.map((name) => guardOf(before ?? {}, name))
  return yield* finish(
    scope,
    { action, intent: asked, guards, before, after: itemOf(action), related },
    known,
  )
}

/** A put with the counts that the item has already, which are not the caller's to set. */
function keepCounters(planned: WriteAction, { counters }: EntityRelations, before: WireItem): WriteAction {
  const present = counters.filter((name) => getOwn(before, name) !== undefined)
  const kept = Object.fromEntries(present.map((name) => [name, getOwn(before, name)]))
  return { ...planned, item: { ...itemOf(planned), ...kept } } as WriteAction
}

/** Plans to remove an item. */
export function* removeAny(
  scope: WriteScope,
  key: Values,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const action = planRemove(scope.entity, key, asked)
  const before = needsBefore(scope) ? yield* readItem(scope.entity, action.key) : undefined
  const { holding } = scope.relations
  const explain = (found: WireItem) => {
    const counter = holding.find((name) => {
      const count = getOwn(found, name)
      return count !== undefined && 'N' in count && count.N !== '0'
    })
    const { name } = scope.entity
    if (counter === undefined) return undefined
    return new ModelError('HAS_CHILDREN', `${name}: others belong to the item (${counter})`, {
      entity: name,
      counter,
    })
  }
  const { main, ...rest } = yield* finish(
    scope,
    { action, intent: asked, before, after: undefined, explain },
    known,
  )
  return { ...rest, main: { ...main, zero: holding } }
}

/** Plans to see that an item is there, or is not. */
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

/** Plans to change an item that is there. */
export function* change(scope: WriteScope, request: UpdateRequest, known: Known): Planning<WritePlan> {
  const { entity, relations } = scope
  const touched = new Set(request.changes.map(({ steps }) => steps[0]))
  const mine = relations.kept.find((name) => touched.has(name))
  if (mine !== undefined) {
    throw new ModelError('VALUE', `${entity.name}: "${mine}" is kept by the model`, { path: mine })
  }
  const follows = relations.reliesOnAll === true || relations.reliedOn.some((name) => touched.has(name))
  const isNeeded = known.careful || follows || scope.readsBefore === true
  const before = isNeeded ? yield* readItem(entity, encodeKey(entity, request.key)) : undefined
  const moved = before === undefined || !follows ? [] : yield* copiedChanges(scope, before, request.changes)
  const changes = [...request.changes, ...moved]
  const plan = (context: UpdateContext) => planUpdate(entity, { ...request, changes }, context)
  return yield* finishUpdate(scope, { plan, changes, before, intent: request, isAlone: !follows }, known)
}

/** What an item that changes over to another parent gets from it. */
function* copiedChanges(
  { entity, relations }: WriteScope,
  before: WireItem,
  changes: readonly Change[],
): Planning<readonly Change[]> {
  if (!relations.parents.some(({ copy }) => copy.size > 0)) return []
  const after = decodeEntity(entity, applyChanges(before, changes, entity.forms)) as Values
  const copied = yield* copiedValues(relations, after)
  return Object.entries(copied).map(([name, value]): Change => {
    if (value === undefined) return { kind: 'remove', steps: [name] }
    return { kind: 'set', steps: [name], value: { kind: 'value', value, steps: [name] } }
  })
}

/** Plans to change an item, or to store it when there is none. */
export function* changeAny(
  scope: WriteScope,
  input: object,
  asked: WriteConditions,
  known: Known,
): Planning<WritePlan> {
  const { entity, relations } = scope
  const { input: filled, related } = yield* fillInput(scope, input, known.now)
  const plan = (context: UpdateContext) => {
    return planUpsert(entity, filled, { ...context, counters: relations.counters }, asked)
  }
  const isNeeded = known.careful || needsBefore(scope)
  const key = isNeeded ? plan({ now: known.now, current: {} }) : undefined
  const before = key?.kind === 'ready' ? yield* readItem(entity, key.action.key) : undefined
  return yield* finishUpdate(scope, { plan, before, intent: asked, related }, known)
}

interface UpdateDraft extends Pick<Draft, 'before' | 'intent' | 'related' | 'isAlone'> {
  readonly plan: (context: UpdateContext) => UpdatePlan
  /** What was asked for, where it can make something grow. */
  readonly changes?: readonly Change[]
}

function* finishUpdate(scope: WriteScope, draft: UpdateDraft, known: Known): Planning<WritePlan> {
  const { entity, relations } = scope
  const { plan, intent, related = [] } = draft
  let current = draft.before
  let planned = plan({ now: known.now, current })
  if (planned.kind === 'read') {
    current = yield* readItem(entity, planned.key)
    planned = plan({ now: known.now, current })
  }
  if (planned.kind === 'read')
    throw new ModelError('DEFINITION', `${entity.name} cannot be planned`, { subject: entity.name })
  const { action, guards } = planned
  const changes = action.kind === 'update' ? action.changes : []
  const limits = planLimits(entity, draft.changes ?? changes, current)
  const isAlone = draft.isAlone === true || relations.isEmpty
  const after = isAlone ? undefined : applyChanges({ ...current, ...action.key }, changes, entity.forms)
  const isLimited = limits.conditions.length > 0
  const limited: Draft = {
    intent,
    related,
    action: isLimited ? { ...action, condition: allOf([action.condition, ...limits.conditions]) } : action,
    guards: [...guards, ...limits.guards],
    explain: limits.explain,
    before: current,
    after,
    isAlone,
  }
  return yield* finish(scope, limited, known)
}

/** Adds what follows from a write, on condition that the item is as it was read. */
function* finish(scope: WriteScope, draft: Draft, known: Known): Planning<WritePlan> {
  const { entity, relations } = scope
  const { action, intent, before, after, guards = [], related = [] } = draft
  const explain = (found: WireItem | undefined) => {
    const failure = explainFailure(entity, found, known.now, intent)
    return (failure.details.reason === 'condition' && found && draft.explain?.(found)) || failure
  }
  if (action.kind === 'put') requireLimits(entity, action.item)
  if (draft.isAlone === true || relations.isEmpty)
    return { main: { action, guards, explain }, related, before }
  const consequences = yield* planRelated(relations, {
    entity,
    key: action.key,
    before: valuesOf(entity, before, known.now),
    after: valuesOf(entity, after, known.now),
    known,
  })
  const relied = before === undefined || !relations.readsBefore ? [] : guardAll(scope, before)
  return {
    main: { action, guards: [...consequences.guards, ...guards, ...relied], explain },
    related: [...related, ...consequences.related],
    before,
  }
}

function valuesOf(entity: EntityDefinition, item: WireItem | undefined, now: number): Values | undefined {
  const isThere = item !== undefined && Object.keys(item).length > 0 && !hasExpired(entity, item, now)
  return isThere ? (decodeEntity(entity, item) as Values) : undefined
}

/** That there is still an item or none, and that everything that others depend on is as it was read. */
function guardAll({ entity, relations }: WriteScope, before: WireItem): Guard[] {
  const presence = entity.table.key.pk.map(({ name }) => name)
  const expiry = entity.ttl === undefined ? [] : [entity.ttl.stored]
  return [...presence, ...expiry, ...relations.reliedOn].map((name) => guardOf(before, name))
}

function guardOf(before: WireItem, name: string): Guard {
  return { steps: [name], expected: getOwn(before, name) }
}

function needsBefore({ relations, readsBefore }: WriteScope): boolean {
  return relations.readsBefore || readsBefore === true
}

function itemOf(action: WriteAction): WireItem | undefined {
  return action.kind === 'put' ? action.item : undefined
}
