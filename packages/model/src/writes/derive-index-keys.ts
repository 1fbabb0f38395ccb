import type { EntityDefinition, EntityIndex } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireValue } from '../port/wire.ts'
import { getOwn, lacks } from '../util/own-property.ts'

/** A stored attribute that is made of others, and its value; nothing when it must not be there. */
export interface DerivedAttribute {
  readonly attribute: string
  readonly value: WireValue | undefined
}

/**
 * What an index's keys are for an item with these values. An item has all of them or none: with a half it would not be
 * in the index, and take its place in no other.
 */
export function deriveIndexKey(index: EntityIndex, values: Values): DerivedAttribute[] {
  const isIn =
    index.when.every(({ attribute, values: wanted }) => wanted.includes(getOwn(values, attribute))) &&
    index.attributes.every((name) => !lacks(values, name))
  return index.derived.map((part) => {
    return { attribute: part.attribute.name, value: isIn ? part.encode(values) : undefined }
  })
}

/** The keys of all indexes that an item with these values is in. */
export function deriveIndexKeys(entity: EntityDefinition, values: Values): DerivedAttribute[] {
  const all: DerivedAttribute[] = []
  for (const index of entity.indexes.values()) all.push(...deriveIndexKey(index, values))
  return all
}
