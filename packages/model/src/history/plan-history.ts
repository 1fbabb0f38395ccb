import type { WriteVerb } from '../database/entity-history.ts'
import { storeAny, storeNew, type WriteScope } from '../database/plan-verbs.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { isAbsent } from '../entities/presence.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import type { QueryPattern } from '../reads/pattern.ts'
import { planQuery } from '../reads/plan-query.ts'
import { getOwn, pick, setOwn } from '../util/own-property.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { assembleItem, buildItem } from '../writes/build-item.ts'
import { guardOf } from '../writes/make-parents.ts'
import {
  type Known,
  type PlannedAction,
  type Planning,
  type PlanRead,
  readItem,
  type WritePlan,
} from '../writes/write-plan.ts'
import { versionItem, versionOf, withVersion } from './version-entity.ts'

/** Plans a write together with storing the version that it creates. */
export function* planKept(
  versions: EntityDefinition,
  verb: WriteVerb,
  scope: WriteScope,
  known: Known,
): Planning<WritePlan> {
  const written = yield* verb({ ...scope, readsBefore: true }, known)
  const { action, guards = [] } = written.main
  if (action.kind !== 'put' && action.kind !== 'update') return written
  const { entity, key, condition } = action
  const before = written.before ?? {}
  const after =
    action.kind === 'put' ? action.item : applyChanges({ ...before, ...key }, action.changes, entity.forms)
  const values = decodeEntity(entity, after) as Values
  // The update is of an item that does not exist: its condition will fail.
  if (entity.key.attributes.some((name) => getOwn(values, name) === undefined)) return written
  const last = known.careful ? yield* lastVersion(versions, values, known) : 0
  const item = withVersion(entity, after, Math.max(versionOf(entity, after), last + 1))
  // The whole item is written. Counters that change in the meantime create no version, so they are checked as well.
  const asRead = [entity.version ?? '', ...scope.relations.counters].map((name) =>
    guardOf(name, before, entity.forms),
  )
  const main: PlannedAction = {
    ...written.main,
    action: { kind: 'put', entity, key, item, condition },
    guards: written.before === undefined ? guards : [...guards, ...asRead],
  }
  return { ...written, main, related: [...written.related, storeVersion(versions, item, known)] }
}

/** Plans to store a version without making it current. */
export function* planStage(
  versions: EntityDefinition,
  { entity }: WriteScope,
  input: object,
  known: Known,
): Planning<WritePlan> {
  const built = buildItem(entity, input, known.now)
  const created = entity.timestamps?.created
  const before = created === undefined ? {} : yield* readItem(entity, built.key)
  const isFirst = Object.keys(before).length === 0
  const item = isFirst
    ? built.item
    : withTimes(entity, built.item, decodeEntity(entity, before) as Values, [created])
  const last = yield* lastVersion(versions, built.values, known)
  return { main: storeVersion(versions, withVersion(entity, item, last + 1), known), related: [] }
}

/** Plans to make a version the current one, in place of another. */
export function* planCommit(
  versions: EntityDefinition,
  scope: WriteScope,
  { key, version, ifVersion }: { readonly key: Values; readonly version: number; readonly ifVersion: number },
  known: Known,
): Planning<WritePlan> {
  const values = yield* requireVersion(versions, key, version)
  const written = yield* ifVersion === 0
    ? storeNew(scope, fromNothing(scope, values), {}, known)
    : storeAny(scope, values, { ifVersion }, known)
  const { action } = written.main
  if (action.kind !== 'put') return written
  const { created, updated } = scope.entity.timestamps ?? {}
  const timed = withTimes(scope.entity, action.item, values, [created, updated])
  const item = withVersion(scope.entity, timed, version)
  return { ...written, main: { ...written.main, action: { ...action, item } } }
}

/** Returns an item with timestamps from before, and with the keys that depend on them. */
function withTimes(
  entity: EntityDefinition,
  item: WireItem,
  from: Values,
  names: readonly (string | undefined)[],
): WireItem {
  const kept = pick(from, names)
  if (Object.keys(kept).length === 0) return item
  return assembleItem(entity, { ...decodeEntity(entity, item), ...kept }).item
}

/** Returns the values of a version for an item that does not exist, whose counts therefore start from nothing. */
function fromNothing({ relations }: WriteScope, values: Values): Values {
  const started: { [attribute: string]: unknown } = { ...values }
  for (const name of relations.counts ?? []) if (getOwn(values, name) !== undefined) setOwn(started, name, 0)
  return started
}

/** Plans to make an item what it was in a version, which is stored as a new version. */
export function* planRestore(
  versions: EntityDefinition,
  scope: WriteScope,
  { key, version }: { readonly key: Values; readonly version: number },
  known: Known,
): Planning<WritePlan> {
  const values = yield* requireVersion(versions, key, version)
  const before = yield* readItem(scope.entity, encodeKey(scope.entity, key))
  const current = versionOf(scope.entity, before)
  const written = yield* current === 0
    ? storeNew(scope, fromNothing(scope, values), {}, known)
    : storeAny(scope, values, { ifVersion: current }, known)
  const { action } = written.main
  if (action.kind !== 'put') return written
  const item = withTimes(scope.entity, action.item, values, [scope.entity.timestamps?.created])
  const main = { ...written.main, action: { ...action, item } }
  // A version that someone else wrote in between is no failure: the restored one replaces it.
  return { ...written, main: current === 0 ? main : { ...main, explain: () => 'again' as const } }
}

/**
 * Returns the newest version number of an item, whether current, staged, or of a removed item; 0 when there is none.
 */
function* lastVersion(versions: EntityDefinition, values: Values, known: Known): Planning<number> {
  const names = versions.key.attributes.filter((name) => name !== versions.version)
  const args = Object.fromEntries(names.map((name) => [name, getOwn(values, name)]))
  const page = { limit: 1, consistent: true }
  const { request } = planQuery(versionsPattern(versions), args, {
    name: versions.name,
    now: known.now,
    page,
  })
  const [newest] = yield request as PlanRead
  return newest === undefined ? 0 : versionOf(versions, newest)
}

/** Returns the pattern that reads all versions of an item, newest first. */
export function versionsPattern(versions: EntityDefinition): QueryPattern {
  return {
    kind: 'query',
    entity: versions,
    index: 'primary',
    options: { order: 'newest' },
    filter: undefined,
  }
}

/**
 * Versions are stored once and never change. If this one exists, someone else has written it, or it belongs to a
 * removed item of the same key.
 */
function storeVersion(versions: EntityDefinition, whole: WireItem, { now }: Known): PlannedAction {
  const { key, item } = versionItem(versions, whole)
  return {
    action: { kind: 'put', entity: versions, key, item, condition: isAbsent(versions, now) },
    explain: () => 'again',
  }
}

function* requireVersion(versions: EntityDefinition, key: Values, version: number): Planning<Values> {
  const name = versions.version ?? ''
  const item = yield* readItem(versions, encodeKey(versions, { ...key, [name]: version }))
  if (Object.keys(item).length > 0) return decodeEntity(versions, item) as Values
  const message = `${versions.name}: there is no version ${version}`
  throw new ModelError('CONDITION_FAILED', message, {
    entity: versions.name,
    reason: 'missing',
    item: undefined,
  })
}
