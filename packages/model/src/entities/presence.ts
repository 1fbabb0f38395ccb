import { allOf, type Comparator, type Condition, comparesAt } from '../expressions/condition.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { EntityDefinition } from './entity-definition.ts'
import { holdsAttribute } from './table-definition.ts'

/** Returns the condition that there is an item. One that has expired and is not deleted yet counts as gone. */
export function isPresent(entity: EntityDefinition, now: number): Condition {
  const exists: Condition = { kind: 'exists', steps: [keyAttribute(entity)] }
  return allOf([exists, notExpired(entity.ttl?.stored, now)]) as Condition
}

/** Returns the condition that there is no item, or only one that has expired and is not deleted yet. */
export function isAbsent(entity: EntityDefinition, now: number): Condition {
  const missing: Condition = { kind: 'missing', steps: [keyAttribute(entity)] }
  if (entity.ttl === undefined) return missing
  return { kind: 'or', conditions: [missing, expires(entity.ttl.stored, '<=', now)] }
}

/** Returns the condition that an item has not expired: it expires later, or never. */
export function notExpired(attribute: string | undefined, now: number): Condition | undefined {
  if (attribute === undefined) return undefined
  return {
    kind: 'or',
    conditions: [{ kind: 'missing', steps: [attribute] }, expires(attribute, '>', now)],
  }
}

/** Returns the attribute by which an entity's items expire, if the index holds it: a filter can refer to no other. */
export function expiryIn({ table, ttl }: EntityDefinition, index: string): string | undefined {
  return ttl !== undefined && holdsAttribute(table, index, ttl.stored) ? ttl.stored : undefined
}

/** Whether an item that was read has expired. */
export function hasExpired(entity: EntityDefinition, item: WireItem, now: number): boolean {
  const expires = entity.ttl && getOwn(item, entity.ttl.stored)
  return expires !== undefined && 'N' in expires && Number(expires.N) <= Math.floor(now / 1000)
}

function keyAttribute({ table }: EntityDefinition): string {
  return table.key.pk[0]?.name ?? ''
}

function expires(attribute: string, comparator: Comparator, now: number): Condition {
  const value = { N: String(Math.floor(now / 1000)) }
  return comparesAt([attribute], comparator, { kind: 'wire', value })
}
