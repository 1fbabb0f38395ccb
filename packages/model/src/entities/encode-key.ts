import type { Values } from '../keys/compile-template.ts'
import { keyError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { lacks, setOwn } from '../util/own-property.ts'
import type { EntityDefinition } from './entity-definition.ts'

/** Returns the stored primary key of an item with these values. */
export function encodeKey(entity: EntityDefinition, given: Values): WireItem {
  // A missing argument is reported like missing attributes.
  const values = given ?? {}
  const key: { [attribute: string]: WireValue } = {}
  for (const part of [...entity.key.pk, ...entity.key.sk]) {
    const value = part.encode(values)
    if (value === undefined) {
      const attribute = part.template.attributes.find((name) => lacks(values, name)) ?? part.attribute.name
      const message = `${entity.name} needs "${attribute}" for its key ${part.attribute.name}`
      throw keyError(message, attribute, part.template.source)
    }
    setOwn(key, part.attribute.name, value)
  }
  return key
}
