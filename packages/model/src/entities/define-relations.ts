import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { encodeKey } from './encode-key.ts'
import type { EntityKeyConfig } from './entity-config.ts'
import type { EntityDefinition } from './entity-definition.ts'
import { createKeyPart, type KeyPart } from './key-part.ts'
import type { RelationConfig, Via } from './relation-config.ts'
import type { TableDefinition } from './table-definition.ts'

/** The key of an item that is none of the entity's own, made of its attributes. */
export interface MarkerKey {
  readonly name: string
  readonly parts: readonly KeyPart[]
  readonly attributes: readonly string[]
}

/** Another entity whose item is found by attributes. */
export interface Reference {
  readonly name: string
  readonly entity: EntityDefinition
  /** For each attribute of the other's key, the one here. */
  readonly by: ReadonlyMap<string, string>
}

/** What an item belongs to. */
export interface ParentRelation extends Reference {
  readonly mustExist: boolean
  readonly count: string | undefined
  /** Attributes here, and the parent's that they are copies of. */
  readonly copy: ReadonlyMap<string, string>
  readonly find: string | undefined
  readonly via: Via
}

/** Where the numbers of an attribute come from. */
export type SequenceRule =
  | { readonly attribute: string; readonly of: Reference; readonly counter: string }
  | { readonly attribute: string; readonly of?: undefined; readonly key: MarkerKey }

/** Another item that has some attributes as well. */
export interface CopyRule {
  readonly name: string
  readonly to: EntityDefinition
  readonly attributes: readonly string[]
  readonly via: Via
}

/** All that an entity declares about other items. */
export interface RelationDefinitions {
  readonly unique: readonly MarkerKey[]
  readonly limit: ReadonlyMap<string, number>
  readonly sequence: readonly SequenceRule[]
  readonly belongsTo: ReadonlyMap<string, ParentRelation>
  readonly copies: readonly CopyRule[]
}

/** Completes what an entity declares about other items. */
export function defineRelations(
  table: TableDefinition,
  entity: string,
  given: RelationConfig & { readonly ttl?: unknown },
): RelationDefinitions {
  const refuse = (what: string) => {
    throw new ModelError('DEFINITION', `Entity ${entity}: ${what}`, { subject: entity })
  }
  const belongsTo = Object.entries(given.belongsTo ?? {}).map(
    ([name, relation]): [string, ParentRelation] => {
      const { count, copy = {}, find, via = 'transaction', mustExist = false } = relation
      const isCounted = count !== undefined && via === 'transaction'
      if (isCounted && given.ttl !== undefined)
        refuse(`${name}.count misses items that expire; use via: 'stream'`)
      if (via === 'transaction' && count === undefined && Object.keys(copy).length > 0) {
        refuse(`${name}.copy needs ${name}.count, by which it is known that all copies were found`)
      }
      const { by } = reference(name, relation.entity.definition, relation.by)
      const entityOf = relation.entity.definition
      return [
        name,
        { name, entity: entityOf, by, mustExist, count, copy: new Map(Object.entries(copy)), find, via },
      ]
    },
  )
  return {
    unique: Object.entries(given.unique ?? {}).map(([name, key]) => markerKey(table, name, key)),
    limit: new Map(Object.entries(given.limit ?? {})),
    sequence: Object.entries(given.sequence ?? {}).map(([attribute, rule]): SequenceRule => {
      if ('key' in rule) return { attribute, key: markerKey(table, attribute, rule.key) }
      return { attribute, of: reference(attribute, rule.of.definition, rule.by), counter: rule.counter }
    }),
    belongsTo: new Map(belongsTo),
    copies: Object.entries(given.copies ?? {}).map(([name, { to, attributes, via = 'transaction' }]) => {
      return {
        name,
        to: to.definition,
        attributes: [...new Set([...attributes, ...to.definition.key.attributes])],
        via,
      }
    }),
  }
}

function markerKey(table: TableDefinition, name: string, given: string | EntityKeyConfig): MarkerKey {
  const { pk, sk = pk } = typeof given === 'string' ? { pk: given } : given
  const parts = [
    ...table.key.pk.map((attribute) => createKeyPart(attribute, pk, { sorted: false })),
    ...table.key.sk.map((attribute) => createKeyPart(attribute, sk, { sorted: false })),
  ]
  return { name, parts, attributes: [...new Set(parts.flatMap(({ template }) => template.attributes))] }
}

function reference(
  name: string,
  entity: EntityDefinition,
  by: { readonly [parent: string]: string } = {},
): Reference {
  return { name, entity, by: new Map(entity.key.attributes.map((slot) => [slot, getOwn(by, slot) ?? slot])) }
}

/** The stored key of a marker; nothing when an attribute that it is made of is missing. */
export function encodeMarker({ parts }: MarkerKey, values: Values): WireItem | undefined {
  const key: { [attribute: string]: WireValue } = {}
  for (const part of parts) {
    const value = part.encode(values)
    if (value === undefined) return undefined
    setOwn(key, part.attribute.name, value)
  }
  return key
}

/** The stored key of the item that a reference leads to; nothing when an attribute that it is made of is missing. */
export function encodeReference({ entity, by }: Reference, values: Values): WireItem | undefined {
  const parent: { [attribute: string]: unknown } = {}
  for (const [slot, attribute] of by) {
    const value = getOwn(values, attribute) ?? undefined
    if (value === undefined) return undefined
    setOwn(parent, slot, value)
  }
  return encodeKey(entity, parent)
}
