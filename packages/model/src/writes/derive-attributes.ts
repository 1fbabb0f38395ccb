import type { Derivation, EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireValue } from '../port/wire.ts'
import { getOwn, lacks } from '../util/own-property.ts'

/** A stored attribute that is made of others, and its value; nothing when it must not be there. */
export interface DerivedAttribute {
  readonly attribute: string
  readonly value: WireValue | undefined
}

/** All that is derived: the keys of indexes, and when an item expires, where that is stored apart. */
export function derivationsOf({ indexes, ttl }: EntityDefinition): readonly Derivation[] {
  return ttl?.apart ? [...indexes.values(), ttl.apart] : [...indexes.values()]
}

/**
 * What is derived for an item with these values. An item has all of an index's keys or none: with a half it would not be
 * in the index, and take its place in no other.
 */
export function deriveAttributes(derivation: Derivation, values: Values): DerivedAttribute[] {
  const isIn =
    derivation.when.every(({ attribute, values: wanted }) => wanted.includes(getOwn(values, attribute))) &&
    derivation.attributes.every((name) => !lacks(values, name))
  return derivation.derived.map((part) => {
    return { attribute: part.attribute.name, value: isIn ? part.encode(values) : undefined }
  })
}
