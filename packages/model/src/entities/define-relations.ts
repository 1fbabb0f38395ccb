import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { Computed } from './computed-config.ts'
import { encodeKey } from './encode-key.ts'
import type {
  CopyRule,
  EntityDefinition,
  MarkerKey,
  ParentRelation,
  Reference,
  RelationDefinitions,
  SequenceRule,
} from './entity-definition.ts'
import { createKeyPart } from './key-part.ts'
import type { CopyConfig, MarkerKeyConfig, RelationConfig } from './relation-config.ts'
import { requireKind, requireOptions } from './require-options.ts'
import type { TableDefinition } from './table-definition.ts'

/** Completes the relations that an entity declares. */
export function defineRelations(
  table: TableDefinition,
  entity: string,
  given: RelationConfig & {
    readonly computed?: Computed
    readonly ttl?: unknown
    readonly readOnly?: readonly string[]
    readonly replicas?: unknown
  },
): RelationDefinitions {
  const refuse = (what: string) => {
    throw new ModelError('DEFINITION', `Entity ${entity}: ${what}`, { subject: entity })
  }
  const requireCounter = (parent: EntityDefinition, counter: string | undefined) => {
    if (parent.forms.members.get(counter ?? '')?.own === undefined) return
    refuse(`"${counter}" of ${parent.name} is stored in a form of its own, and cannot count`)
  }
  /** References consist of a key alone, which identifies neither one of several replicas nor the table of a period. */
  const requireOnePlace = (relation: string, { name, spread, table: where }: EntityDefinition) => {
    const why = where.periods
      ? 'in a table of each period'
      : spread?.slot === 'replica'
        ? 'in replicas'
        : undefined
    if (why !== undefined) refuse(`${relation} cannot lead to ${name}, whose items are ${why}`)
  }
  const belongsTo = Object.entries(given.belongsTo ?? {}).map(
    ([name, relation]): [string, ParentRelation] => {
      requireOptions(`${entity}.belongsTo.${name}`, relation, 'entity by mustExist count copy find via')
      requireKind(`${entity}.belongsTo.${name}.entity`, 'an entity', relation.entity?.definition)
      const { count, copy = {}, find, via = 'transaction', mustExist = false } = relation
      const isCounted = count !== undefined && via === 'transaction'
      if (isCounted && given.ttl !== undefined)
        refuse(`${name}.count misses items that expire; use via: 'stream'`)
      if (via === 'transaction' && count === undefined && Object.keys(copy).length > 0) {
        refuse(`${name}.copy needs ${name}.count, to know that all copies were found`)
      }
      if (given.replicas !== undefined && Object.keys(copy).length > 0) {
        refuse(`${name}.copy cannot follow into replicas`)
      }
      const fixed = Object.keys(copy).find((own) => given.readOnly?.includes(own))
      if (fixed !== undefined) {
        refuse(`"${fixed}" follows its ${relation.entity.definition.name}, and cannot be read-only`)
      }
      const entityOf = relation.entity.definition
      requireCounter(entityOf, count)
      requireOnePlace(name, entityOf)
      const { by } = reference(name, entityOf, relation.by)
      return [
        name,
        { name, entity: entityOf, by, mustExist, count, copy: new Map(Object.entries(copy)), find, via },
      ]
    },
  )
  const unique = Object.entries(given.unique ?? {}).map(([name, key]) => {
    if (typeof key === 'object') requireOptions(`${entity}.unique.${name}`, key, 'pk sk')
    return markerKey(table, name, key)
  })
  const copies = Object.entries(given.copies ?? {}).map(([name, config]) => {
    requireOptions(`${entity}.copies.${name}`, config, 'to attributes items via')
    requireKind(`${entity}.copies.${name}.to`, 'an entity', config.to?.definition)
    requireOnePlace(name, config.to.definition)
    const rule = copyRule(name, config)
    const expiry = rule.to.ttl?.attribute
    // A function that makes the copies may set the expiry under any name.
    const expires = expiry !== undefined && (config.items !== undefined || rule.attributes.includes(expiry))
    if (given.ttl !== undefined && rule.via === 'transaction' && !expires)
      refuse(
        `copies.${name} would stay behind items that expire: let ${rule.to.name} expire by an attribute that is copied, or use via: 'stream'`,
      )
    return rule
  })
  const own = followers(new Map(belongsTo), given.computed)
  const requireOwn = (what: string, names: Iterable<string>, following = own) => {
    const follows = [...names].find((one) => following.has(one))
    if (follows !== undefined) refuse(`${what} cannot go by "${follows}", which follows a parent's attribute`)
  }
  for (const { name, attributes } of unique) requireOwn(`unique.${name}`, attributes)
  for (const { name, attributes, via } of copies) {
    if (via === 'transaction') requireOwn(`copies.${name}`, attributes)
  }
  for (const [name, { entity: parent, by, copy, count, mustExist, via }] of belongsTo) {
    const isStreamed = via === 'stream'
    if (mustExist || (count !== undefined && !isStreamed)) requireOwn(name, by.values())
    if (isStreamed) continue
    requireOwn(`${name}.copy`, copy.values(), followers(parent.belongsTo, parent.computed))
  }
  return {
    unique,
    limit: new Map(Object.entries(given.limit ?? {})),
    sequence: Object.entries(given.sequence ?? {}).map(([attribute, rule]): SequenceRule => {
      requireOptions(`${entity}.sequence.${attribute}`, rule, 'of counter by key')
      if ('key' in rule) return { attribute, key: markerKey(table, attribute, rule.key) }
      requireKind(`${entity}.sequence.${attribute}.of`, 'an entity', rule.of?.definition)
      const parent = rule.of.definition
      requireCounter(parent, rule.counter)
      requireOnePlace(attribute, parent)
      const shared = belongsTo.find(([, { entity: other }]) => other === parent)
      return { attribute, of: reference(shared?.[0] ?? attribute, parent, rule.by), counter: rule.counter }
    }),
    belongsTo: new Map(belongsTo),
    copies,
  }
}

/**
 * Returns the attributes that follow a parent's: copies, and what is computed from them. They change with the parent,
 * not by a write to the item, so nothing else can be kept in step with them.
 */
function followers(
  belongsTo: ReadonlyMap<string, ParentRelation>,
  computed: Computed | undefined,
): ReadonlySet<string> {
  const names = new Set([...belongsTo.values()].flatMap(({ copy }) => [...copy.keys()]))
  for (const [name, { from, also = [] }] of Object.entries(computed?.rules ?? {})) {
    if ([...from, ...also].some((source) => names.has(source))) names.add(name)
  }
  return names
}

function copyRule(name: string, { to, attributes, items, via = 'transaction' }: CopyConfig): CopyRule {
  const { definition } = to
  const keys = definition.key.attributes
  if (items !== undefined)
    return { name, to: definition, attributes, itemsOf: items as CopyRule['itemsOf'], via }
  const all = [...new Set([...attributes, ...keys])]
  const itemsOf: CopyRule['itemsOf'] = (item) => {
    // Without all attributes of its key, there is no copy.
    if (keys.some((one) => (getOwn(item, one) ?? undefined) === undefined)) return []
    return [Object.fromEntries(all.map((one) => [one, getOwn(item, one)]))]
  }
  return { name, to: definition, attributes: all, itemsOf, via }
}

function markerKey(table: TableDefinition, name: string, given: string | MarkerKeyConfig): MarkerKey {
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

/** Returns the stored key of a marker; `undefined` when an attribute of it is missing. */
export function encodeMarker({ parts }: MarkerKey, values: Values): WireItem | undefined {
  const key: { [attribute: string]: WireValue } = {}
  for (const part of parts) {
    const value = part.encode(values)
    if (value === undefined) return undefined
    setOwn(key, part.attribute.name, value)
  }
  return key
}

/** Returns the stored key of the item that a reference points to; `undefined` when an attribute of it is missing. */
export function encodeReference({ entity, by }: Reference, values: Values): WireItem | undefined {
  const parent: { [attribute: string]: unknown } = {}
  for (const [slot, attribute] of by) {
    const value = getOwn(values, attribute) ?? undefined
    if (value === undefined) return undefined
    setOwn(parent, slot, value)
  }
  return encodeKey(entity, parent)
}
