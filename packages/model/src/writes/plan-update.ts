import type { StandardSchema } from '../codec/standard-schema.ts'
import { byCode } from '../codec/stored-form.ts'
import { findAttributeSchema, validateValue } from '../codec/validate-value.ts'
import { toDate } from '../entities/duration.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { isPresent, notExpired } from '../entities/presence.ts'
import { type Change, setOnce, setTo, setWire } from '../expressions/change.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import { readValues } from '../expressions/read-condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { keptError, keyError, valueError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, pick } from '../util/own-property.ts'
import { buildItem } from './build-item.ts'
import { derivationsOf } from './derive-attributes.ts'
import { type DerivedChanges, deriveChanges, valuesAfter } from './derive-changes.ts'
import { type Guard, makeParents } from './make-parents.ts'
import type { WriteConditions } from './plan-put.ts'
import { versionIs } from './version-is.ts'
import type { WriteAction } from './write-action.ts'

/** An update as it was requested. */
export interface UpdateRequest extends WriteConditions {
  readonly key: Values
  readonly changes: readonly Change[]
  /** Attributes that the caller knows; the update is refused if they are not so. */
  readonly given?: Values | undefined
}

/** What an update requires. */
export type UpdatePlan =
  | {
      readonly kind: 'ready'
      readonly action: WriteAction
      /** What the action assumes about the item that was read; not yet part of its condition. */
      readonly guards: readonly Guard[]
    }
  /** The item has to be read, and the update planned again with it. */
  | { readonly kind: 'read'; readonly key: WireItem }

/** What planning knows in addition to the request. */
export interface UpdateContext {
  readonly now: number
  /** The item as it was read; empty when there was none. */
  readonly current?: WireItem | undefined
  /** Attributes that an upsert leaves alone if they exist. */
  readonly counters?: readonly string[]
  /** Attributes that an upsert never writes, whatever its input. */
  readonly kept?: readonly string[] | undefined
  /** Attributes that an upsert removes. */
  readonly cleared?: readonly string[] | undefined
}

/** Plans to change an existing item, including everything that is derived from what changes. */
export function planUpdate(
  entity: EntityDefinition,
  request: UpdateRequest,
  context: UpdateContext,
): UpdatePlan {
  const key = encodeKey(entity, request.key)
  const changes = request.changes.map((change) => checkChange(entity, change, context.now))
  const updated = entity.timestamps?.updated
  if (updated !== undefined) changes.push(setTo([updated], new Date(context.now)))
  const { current } = context
  const { vague } = entity.key
  // Mostly the key is all that is certain.
  const certain =
    vague[0] || request.given
      ? {
          ...request.key,
          ...valuesAfter({ entity, changes: [], certain: {}, current }, vague).values,
          ...request.given,
        }
      : request.key
  const conditions = [
    isPresent(entity, context.now),
    versionIs(entity, request.ifVersion),
    ...(request.given ? readValues(request.given) : []),
    request.condition,
  ]
  return finishUpdate(entity, { key, changes, certain, conditions, current })
}

/** Plans to change an item, or to store it when there is none. */
export function planUpsert(
  entity: EntityDefinition,
  input: object,
  context: UpdateContext,
  asked: WriteConditions = {},
): UpdatePlan {
  const { key, item, values } = buildItem(entity, input, context.now)
  const derived = derivationsOf(entity).flatMap((one) => one.derived.map(({ attribute }) => attribute.name))
  const { forms } = entity
  const others = new Set(
    [Object.keys(byCode(forms, key)), derived, entity.computed?.names ?? [], context.kept ?? []].flat(),
  )
  // Defaults of the schema are for new items; an existing item keeps its values, like anything else that is not given.
  const defaults = Object.keys(values).filter(
    (name) =>
      getOwn(input as Values, name) === undefined &&
      name !== entity.ttl?.attribute &&
      findAttributeSchema(entity.schema, name),
  )
  const once = [context.counters, entity.timestamps?.created, defaults, entity.readOnly].flat()
  const stored = byCode(forms, item)
  // Some given values are not stored: an empty set removes the attribute instead.
  const changes = Object.keys({ ...stored, ...values })
    .filter((name) => !others.has(name) && (values[name] ?? stored[name]) !== undefined)
    .map((name): Change => {
      // Values stay in the application's form, so that keys can be made of them.
      const change = Object.hasOwn(values, name)
        ? setTo([name], values[name])
        : setWire(name, stored[name] as WireValue)
      return once.includes(name) ? setOnce(change) : change
    })
  for (const name of context.cleared ?? []) changes.push({ kind: 'remove', steps: [name] })
  // An expired item counts as gone: it is stored anew, so that nothing of it comes back.
  const lives = notExpired(entity.ttl?.stored, context.now)
  const conditions = [lives, versionIs(entity, asked.ifVersion), asked.condition]
  return finishUpdate(entity, {
    key,
    changes,
    certain: pick(values, entity.key.attributes),
    conditions,
    current: context.current,
  })
}

interface Draft {
  readonly key: WireItem
  readonly changes: readonly Change[]
  readonly certain: Values
  readonly conditions: readonly (Condition | undefined)[]
  readonly current: WireItem | undefined
}

/** Adds derived attributes, and the conditions under which they are right. */
function finishUpdate(entity: EntityDefinition, draft: Draft): UpdatePlan {
  const { key, certain, conditions, current } = draft
  const followed = entity.computed?.follow({ ...draft, entity } as never) as DerivedChanges | undefined
  if (followed?.kind === 'read') return { kind: 'read', key }
  const changes = followed ? [...draft.changes, ...followed.changes] : draft.changes
  const derived = deriveChanges({ entity, changes, certain, current })
  if (derived.kind === 'read') return { kind: 'read', key }
  const rooted = current === undefined ? { changes, guards: [] } : makeParents(changes, current, entity.forms)
  const guards = [...derived.guards, ...(followed?.guards ?? []), ...rooted.guards]
  const all = [...rooted.changes, ...derived.changes]
  if (entity.version !== undefined) all.push({ kind: 'add', steps: [entity.version], amount: 1 })
  const condition = allOf(conditions)
  return { kind: 'ready', action: { kind: 'update', entity, key, changes: all, condition }, guards }
}

/** For an attribute that the schema does not name: `create` would drop it, so an update must not add it. */
const strangers = {
  '~standard': { validate: () => ({ issues: [{ message: 'there is no such attribute' }] }) },
} as unknown as StandardSchema

/** Refuses what cannot be changed, and checks a value against its attribute's schema, if there is one. */
function checkChange(entity: EntityDefinition, change: Change, now: number): Change {
  const [attribute] = change.steps
  entity.forms.refuse?.(change)
  if (entity.key.attributes.includes(attribute)) {
    const message = `${entity.name}: "${attribute}" is part of the key and cannot change; remove the item and create another`
    throw keyError(message, attribute)
  }
  const isOurs =
    entity.hidden.has(attribute) ||
    entity.managed.includes(attribute) ||
    entity.computed?.names.includes(attribute)
  if (isOurs) throw keptError(entity.name, attribute)
  if (entity.readOnly.includes(attribute)) {
    throw valueError(`${entity.name}: "${attribute}" is read-only`, attribute)
  }
  if (change.steps.length > 1 || change.kind !== 'set' || change.value.kind !== 'value') return change
  const given = attribute === entity.ttl?.attribute ? toDate(change.value.value, now) : change.value.value
  const schema = findAttributeSchema(entity.schema, attribute, strangers)
  const value = schema === undefined ? given : validateValue(schema, given, entity.name, [attribute])
  return setTo(change.steps, value)
}
