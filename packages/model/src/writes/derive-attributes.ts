import type { Derivation, EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireValue } from '../port/wire.ts'
import { getOwn, lacks } from '../util/own-property.ts'

/** A stored attribute that is derived from others, with its value; `undefined` when it must not exist. */
export interface DerivedAttribute {
  readonly attribute: string
  readonly value: WireValue | undefined
}

/**
 * Returns all derivations of an entity: the keys of indexes, and the expiry if it is stored in an attribute of its own.
 */
export function derivationsOf({ indexes, ttl }: EntityDefinition): readonly Derivation[] {
  return ttl?.apart ? [...indexes.values(), ttl.apart] : [...indexes.values()]
}

/**
 * Derives attributes for an item with these values. An item has either all of an index's key attributes or none: with
 * only some, it would not be in the index, and they would serve no other purpose.
 */
export function deriveAttributes(derivation: Derivation, values: Values): DerivedAttribute[] {
  const isIn =
    derivation.when.every(({ attribute, values: wanted }) => wanted.includes(getOwn(values, attribute))) &&
    derivation.attributes.every((name) => !lacks(values, name))
  return derivation.derived.map((part) => {
    return { attribute: part.attribute.name, value: isIn ? part.encode(values) : undefined }
  })
}
