import { encodeMarker } from '../entities/define-relations.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { isAbsent } from '../entities/presence.ts'
import { unnamed } from '../entities/unnamed.ts'
import { attributeIs, type Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { PlannedAction, Planning } from '../writes/write-plan.ts'
import type { Transition } from './transition.ts'

/** The attribute of a marker that holds the key of the item that owns it. */
export const ownerAttribute = '_owner'

/** Returns the condition that a marker belongs to the item with a key. */
export function isOwnedBy(key: WireItem): Condition {
  return attributeIs(ownerAttribute, { M: key })
}

/**
 * Plans the markers of unique values: one for each constraint and item, under a key made of the unique values. It holds
 * the key of its owner, and expires with it.
 */
export function* planUnique(transition: Transition): Planning<PlannedAction[]> {
  const { entity, key, before, after, known } = transition
  const isMine = isOwnedBy(key)
  const isNobodys = isAbsent(entity, known.now)
  const markers = unnamed(entity)
  const actions: PlannedAction[] = []
  for (const constraint of entity.unique) {
    const old = heldMarker(constraint, transition)
    const next = after && encodeMarker(constraint, after)
    const isKept = old && next && keyId(entity.table, old) === keyId(entity.table, next)
    if (isKept && String(expiryOf(entity, before)?.N) === String(expiryOf(entity, after)?.N)) continue
    const explain = () => uniqueViolation(entity, constraint, after ?? {})
    if (old !== undefined && !isKept && !(known.careful && (yield* isAnothers(entity, old, key)))) {
      const condition: Condition = { kind: 'or', conditions: [isNobodys, isMine] }
      const action = { kind: 'delete', entity: markers, key: old, condition, marker: true } as const
      actions.push({ action, explain: () => 'again', owner: key })
    }
    if (next !== undefined) {
      const item = uniqueMarker(entity, constraint.name, { marker: next, owner: key, values: after })
      // An item of an older shape may own the marker already, by a value that is no longer known.
      const isFree: Condition =
        transition.stored === undefined ? isNobodys : { kind: 'or', conditions: [isNobodys, isMine] }
      const condition = isKept ? isMine : isFree
      const action = { kind: 'put', entity: markers, key: next, item, condition, marker: true } as const
      actions.push({ action, explain, owner: key })
    }
  }
  return actions
}

/**
 * Whether a marker belongs to another item, so that there is none to give up: two items had the same value before there
 * was a constraint. Read by a Query, which sees the stored marker, whatever earlier verbs of the same transaction do to
 * it.
 */
function* isAnothers(entity: EntityDefinition, marker: WireItem, owner: WireItem): Planning<boolean> {
  const names = Object.keys(marker)
  const input = {
    TableName: entity.table.name,
    KeyConditionExpression: names.map((_, at) => `#k${at} = :k${at}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#k${at}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name, at) => [`:k${at}`, marker[name] as WireValue]),
    ),
    ConsistentRead: true,
  }
  const [found] = yield { operation: 'Query', input }
  const held = found && getOwn(found, ownerAttribute)
  return held !== undefined && 'M' in held && keyId(entity.table, held.M) !== keyId(entity.table, owner)
}

/**
 * Returns the key of the marker that an item has, which was made of its stored values, not of what they are converted
 * to when read.
 */
export function heldMarker(
  constraint: Constraint,
  { before, stored }: Pick<Transition, 'before' | 'stored'>,
): WireItem | undefined {
  if (before === undefined) return undefined
  return (stored && olderMarker(constraint, stored)) ?? encodeMarker(constraint, before)
}

/** Returns the key of the marker for values of an older shape; `undefined` if they are missing, or cannot make one. */
export function olderMarker(constraint: Constraint, values: Values): WireItem | undefined {
  try {
    return encodeMarker(constraint, values)
  } catch {
    return undefined
  }
}

export type Constraint = EntityDefinition['unique'][number]

/** Returns the marker of an item for a constraint. */
export function uniqueMarker(
  entity: EntityDefinition,
  constraint: string,
  {
    marker,
    owner,
    values,
  }: { readonly marker: WireItem; readonly owner: WireItem; readonly values: Values | undefined },
): WireItem {
  return markerItem(entity, markerType(entity, constraint), {
    ...marker,
    [ownerAttribute]: { M: owner },
    ...expiryAttribute(entity, values),
  })
}

/** Returns the type of a constraint's markers. */
export function markerType({ name }: EntityDefinition, constraint: string): string {
  return `unique:${name}.${constraint}`
}

/** Returns the error for a violated uniqueness constraint. */
export function uniqueViolation(
  { name }: EntityDefinition,
  constraint: { readonly name: string; readonly attributes: readonly string[] },
  after: Values,
): ModelError {
  const values = Object.fromEntries(constraint.attributes.map((attribute) => [attribute, after[attribute]]))
  const text = Object.values(values)
    .map((value) => (value instanceof Date ? value.toISOString() : String(value)))
    .join(', ')
  return new ModelError('UNIQUE_VIOLATION', `${name}: another item has the ${constraint.name} ${text}`, {
    reason: 'unique',
    entity: name,
    constraint: constraint.name,
    values,
  })
}

/** Returns an item that belongs to no entity: its type is that of none. */
export function markerItem({ table }: EntityDefinition, type: string, item: WireItem): WireItem {
  return table.typeAttribute === undefined ? item : { ...item, [table.typeAttribute]: { S: type } }
}

export function expiryAttribute(entity: EntityDefinition, values: Values | undefined): WireItem {
  const value = expiryOf(entity, values)
  return entity.ttl === undefined || value === undefined ? {} : { [entity.ttl.stored]: value }
}

function expiryOf(entity: EntityDefinition, values: Values | undefined): { readonly N: string } | undefined {
  const expires = entity.ttl && values?.[entity.ttl.attribute]
  return expires instanceof Date ? { N: String(Math.floor(expires.getTime() / 1000)) } : undefined
}
