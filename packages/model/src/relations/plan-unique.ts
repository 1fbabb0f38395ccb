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

/** The attribute of a marker that says whose it is: the owner's key. */
export const ownerAttribute = '_owner'

/** That a marker belongs to the item with a key. */
export function isOwnedBy(key: WireItem): Condition {
  return attributeIs(ownerAttribute, { M: key })
}

/**
 * Keeps the markers of what must be unique: one for each constraint and item, under a key that is made of what is
 * unique. It has the key of its owner, and expires with it.
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
      // An item of an older shape may hold the marker already, under a name that is no longer known.
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
 * Whether a marker is another item's, so that there is nothing to give up: two items came to have one value before there
 * was a constraint. It is read as it is stored, whatever verbs before in the same transaction do with it.
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

/** The marker that an item has: it was made of the values as they are stored, not as they are read today. */
export function heldMarker(
  constraint: Constraint,
  { before, stored }: Pick<Transition, 'before' | 'stored'>,
): WireItem | undefined {
  if (before === undefined) return undefined
  return (stored && olderMarker(constraint, stored)) ?? encodeMarker(constraint, before)
}

/** The marker of values of an older shape; nothing where that had none, or something that no marker is made of. */
export function olderMarker(constraint: Constraint, values: Values): WireItem | undefined {
  try {
    return encodeMarker(constraint, values)
  } catch {
    return undefined
  }
}

export type Constraint = EntityDefinition['unique'][number]

/** The marker of an item's constraint. */
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

/** The type of a constraint's markers. */
export function markerType({ name }: EntityDefinition, constraint: string): string {
  return `unique:${name}.${constraint}`
}

/** The error of something that must be unique and is not. */
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

/** An item that is none of an entity's own: its type is that of no entity. */
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
