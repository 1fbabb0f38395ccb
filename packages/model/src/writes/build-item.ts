import { encodeItem } from '../codec/encode-value.ts'
import { validateValue } from '../codec/validate-value.ts'
import { durationMs, toDate } from '../entities/duration.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { revisionAttribute } from '../entities/evolution.ts'
import type { Values } from '../keys/compile-template.ts'
import { keptError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { derivationsOf, deriveAttributes } from './derive-attributes.ts'

/** An item, ready to be stored. */
export interface BuiltItem {
  /** The schema's output for the input. */
  readonly values: Values
  readonly key: WireItem
  /** The item as it is stored. */
  readonly item: WireItem
}

/** Checks an input and builds the item to store, with all derived attributes. */
export function buildItem(entity: EntityDefinition, input: object, now: number): BuiltItem {
  return assembleItem(entity, checkInput(entity, input, now))
}

/** Builds the item to store from checked values, with all derived attributes. */
export function assembleItem(entity: EntityDefinition, given: Values): BuiltItem {
  const values = entity.computed?.fill(given) ?? given
  const item = encodeItem(values, entity.forms)
  if (entity.table.typeAttribute !== undefined) setOwn(item, entity.table.typeAttribute, { S: entity.name })
  if (entity.evolution !== undefined) {
    setOwn(item, revisionAttribute, { N: String(entity.evolution.current) })
  }
  const key = encodeKey(entity, values)
  for (const attribute of Object.keys(key)) setOwn(item, attribute, key[attribute] as WireValue)
  for (const derivation of derivationsOf(entity)) {
    for (const { attribute, value } of deriveAttributes(derivation, values)) {
      if (value !== undefined) setOwn(item, attribute, value)
    }
  }
  return { values, key, item }
}

function checkInput(entity: EntityDefinition, input: object, now: number): Values {
  const { ttl, managed, version, spread } = entity
  const isAsItIs = ttl === undefined && managed.length === 0 && spread === undefined
  const given: { [attribute: string]: unknown } = isAsItIs
    ? (input as { [attribute: string]: unknown })
    : { ...input }
  // The model sets the version and the timestamps; input may contain them when an item that was read is written back.
  for (const name of managed) delete given[name]
  // The same is true of the shard, which the schema does not know.
  const shard = spread?.drawn === true ? { [spread.slot]: given[spread.slot] } : undefined
  if (shard !== undefined) delete given[spread?.slot ?? '']
  if (ttl !== undefined) {
    const expires = toDate(getOwn(given, ttl.attribute), now)
    const byDefault = ttl.after && new Date(now + durationMs(ttl.after))
    const value = expires ?? byDefault
    if (value !== undefined) setOwn(given, ttl.attribute, value)
  }
  const offered = entity.computed?.offer(given) ?? given
  const values = validateValue(entity.schema, offered, entity.name) as Values
  for (const name of entity.hidden) {
    if (Object.hasOwn(values, name)) throw keptError(entity.name, name)
  }
  if (isAsItIs) return values
  const made: { [attribute: string]: unknown } = { ...values, ...shard }
  for (const name of managed) if (name !== version) setOwn(made, name, new Date(now))
  return made
}
