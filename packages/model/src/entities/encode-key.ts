import type { Values } from '../keys/compile-template.ts'
import { keyError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { lacks, setOwn } from '../util/own-property.ts'
import type { EntityDefinition } from './entity-definition.ts'
import type { KeyPart } from './key-part.ts'

/** Returns the stored primary key of an item with these values. */
export function encodeKey(entity: EntityDefinition, given: Values): WireItem {
  // A missing argument is reported like missing attributes.
  const values = given ?? {}
  const key: { [attribute: string]: WireValue } = {}
  for (const part of [...entity.key.pk, ...entity.key.sk]) {
    const { name } = part.attribute
    setOwn(
      key,
      name,
      encodePart(part, values, (missing) => `${entity.name} needs "${missing}" for its key ${name}`),
    )
  }
  return key
}

/** Returns one attribute of a stored key; refuses values that lack a part of it. */
export function encodePart(part: KeyPart, values: Values, explain: (missing: string) => string): WireValue {
  const value = part.encode(values)
  if (value !== undefined) return value
  const missing = part.template.attributes.find((name) => lacks(values, name)) ?? part.attribute.name
  throw keyError(explain(missing), missing, part.template.source)
}
