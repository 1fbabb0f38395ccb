import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { AnyModel } from '../model.ts'
import { getOwn } from '../util/own-property.ts'
import { isOwnForm } from './describe-attributes.ts'
import { describeModel } from './describe-model.ts'
import { sourcesOf } from './entity-rules.ts'
import type {
  EntityDescription,
  IndexDescription,
  KeyDescription,
  KeyPartDescription,
  TableDescription,
} from './model-description.ts'

/*
 * A record of everything that stored items depend on, committed beside the model and compared with the model of today.
 * It does not include what patterns read: changing that does no harm to stored items.
 */

/**
 * A lock, as in `schema.lock.json`: lines of text, so that differences are easy to read. The first format does not
 * include relations, the second not the attributes from which places are calculated.
 */
export interface SchemaLock {
  readonly format: 1 | 2 | 3
  readonly tables: { readonly [table: string]: LockedFacts }
  /** By table and entity: `Shop/Customer`. */
  readonly entities: { readonly [entity: string]: LockedFacts }
}

/** The facts about one table or entity, by name. */
export type LockedFacts = { readonly [fact: string]: string }

/** A difference between lock and model. */
export interface SchemaDrift {
  /** A table, or a table and an entity: `Shop/Customer`. */
  readonly subject: string
  /** The name of the fact; missing when the whole subject was added or removed. */
  readonly fact?: string
  readonly before?: string
  readonly after?: string
}

/** Returns the lock of a model. */
export function schemaLock(model: AnyModel): SchemaLock {
  const { tables } = describeModel(model)
  const definitions = new Map(
    Object.values(model.entities).map(({ definition }) => [
      `${definition.table.name}/${definition.name}`,
      definition,
    ]),
  )
  const entities = tables.flatMap((table) =>
    table.entities.map((entity): [string, LockedFacts] => {
      const name = `${table.name}/${entity.name}`
      const definition = definitions.get(name)
      const version = String(definition?.evolution?.current ?? 1)
      const more = definition && { ...relationFacts(definition), ...placeFacts(definition) }
      return [name, { version, ...entityFacts(entity), ...more }]
    }),
  )
  return {
    format: 3,
    tables: Object.fromEntries(tables.map((table) => [table.name, tableFacts(table)])),
    entities: Object.fromEntries(entities),
  }
}

/** Returns how a model differs from its lock. */
export function compareLock(lock: SchemaLock, model: AnyModel): SchemaDrift[] {
  const now = schemaLock(model)
  const drift = [...compareAll(lock.tables, now.tables), ...compareAll(lock.entities, now.entities)]
  // Facts that the lock's format could not contain are no differences.
  const isUnsaid = ({ fact = '', before }: SchemaDrift) =>
    (lock.format < 2 && relationFact.test(fact)) ||
    (lock.format < 3 && before === undefined && placeFact.test(fact))
  return drift.filter((one) => !isUnsaid(one))
}

/**
 * The names of facts that only exist since the second format, and of those that are new or more detailed in the third.
 */
const relationFact = /^(?:belongs to|copies|numbers|computed) /
const placeFact = /^(?:ttl|spread by|period|versions)$/

function compareAll(before: SchemaLock['tables'], after: SchemaLock['tables']): SchemaDrift[] {
  const subjects = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return subjects.flatMap((subject): SchemaDrift[] => {
    const was = before[subject]
    const is = after[subject]
    if (was === undefined) return [{ subject, after: 'there' }]
    if (is === undefined) return [{ subject, before: 'there' }]
    const facts = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    return facts
      .filter((fact) => was[fact] !== is[fact])
      .map((fact) => ({
        subject,
        fact,
        ...(was[fact] !== undefined && { before: was[fact] }),
        ...(is[fact] !== undefined && { after: is[fact] }),
      }))
  })
}

function tableFacts({ key, indexes, typeAttribute, ttlAttribute, periods }: TableDescription): LockedFacts {
  return {
    key: keyText(key),
    ...Object.fromEntries(indexes.map((index) => [`index ${index.name}`, indexText(index)])),
    ...(typeAttribute !== undefined && { type: typeAttribute }),
    ...(ttlAttribute !== undefined && { ttl: ttlAttribute }),
    ...(periods !== undefined && { periods: periods.every }),
  }
}

function keyText({ pk, sk }: KeyDescription): string {
  const half = (attributes: KeyDescription['pk']) =>
    attributes.map(({ name, type }) => `${name} ${type}`).join(' + ')
  return sk.length === 0 ? half(pk) : `${half(pk)}, ${half(sk)}`
}

function indexText(index: IndexDescription): string {
  const { kind, projection } = index
  return `${kind}, ${keyText(index)}, ${typeof projection === 'string' ? projection : projection.join(' ')}`
}

function entityFacts(entity: EntityDescription): LockedFacts {
  const { key, indexes, attributes, stored = {}, storedAs = {}, ttl, version, spread, markers } = entity
  const inIndexes = indexes.map(({ index, when, ...parts }) => {
    const only = when
      .map(({ attribute, values }) => ` when ${attribute} is ${JSON.stringify(values, withBigints)}`)
      .join('')
    return [`index ${index}`, `${templatesOf([...parts.pk, ...parts.sk])}${only}`]
  })
  const typed = attributes.map(({ name, type }) => [
    `attribute ${name}`,
    getOwn(stored, name) ?? type ?? 'any',
  ])
  const inside = Object.entries(stored).filter(([path]) => !attributes.some(({ name }) => name === path))
  const formed = inside.filter(([, form]) => isOwnForm(form)).map(([path, form]) => [`form of ${path}`, form])
  return {
    key: templatesOf([...key.pk, ...key.sk]),
    ...Object.fromEntries(inIndexes),
    ...Object.fromEntries(typed),
    ...Object.fromEntries(formed),
    ...Object.fromEntries(Object.entries(storedAs).map(([path, name]) => [`name of ${path}`, name])),
    ...(ttl !== undefined && { ttl }),
    ...(version !== undefined && { counts: version }),
    ...(spread !== undefined && { spread: `${spread.slot} ${spread.count}` }),
    ...Object.fromEntries(
      markers.map(({ kind, name, key: parts }) => [`${kind} ${name}`, templatesOf(parts)]),
    ),
  }
}

/** Returns the facts about an entity's relations to other entities, and about its computed attributes. */
function relationFacts({ belongsTo, copies, sequence, computed }: EntityDefinition): LockedFacts {
  const byText = (by: ReadonlyMap<string, string>) =>
    [...by].map(([slot, own]) => (slot === own ? own : `${slot} = ${own}`)).join(', ')
  const parents = [...belongsTo.values()].map(({ name, entity, by, mustExist, count, copy, via }) => {
    const parts = [
      `${entity.name} by ${byText(by)}`,
      ...(mustExist ? ['must exist'] : []),
      ...(count === undefined ? [] : [`count ${count}`]),
      ...[...copy].map(([own, of]) => `copy ${own} = ${of}`),
      ...(via === 'stream' ? ['via stream'] : []),
    ]
    return [`belongs to ${name}`, parts.join(', ')]
  })
  const copied = copies.map(({ name, to, attributes, via }) => {
    return [`copies ${name}`, `${to.name}: ${attributes.join(', ')}${via === 'stream' ? ', via stream' : ''}`]
  })
  const numbered = sequence.flatMap((rule) => {
    if (rule.of === undefined) return []
    const { entity, by } = rule.of
    return [[`numbers ${rule.attribute}`, `${entity.name} by ${byText(by)}, counter ${rule.counter}`]]
  })
  const made = Object.entries(computed?.rules ?? {}).map(([name, rule]) => [
    `computed ${name}`,
    sourcesOf(rule),
  ])
  return Object.fromEntries([...parents, ...copied, ...numbered, ...made])
}

/**
 * Returns the facts besides templates that determine the place of items and their versions: with other ones, none would
 * be found.
 */
function placeFacts({ spread, period, history }: EntityDefinition): LockedFacts {
  const { pk, sk } = history?.key ?? {}
  return {
    ...(spread?.slot === 'shard' && { 'spread by': spread.drawn ? 'random' : spread.of.join(', ') }),
    ...(period !== undefined && { period }),
    ...(history !== undefined && { versions: pk === undefined ? 'apart' : `${pk}, ${sk}` }),
  }
}

/** Writes bigints as text, which JSON does not have. */
function withBigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

function templatesOf(parts: readonly KeyPartDescription[]): string {
  return parts.map(({ name, template }) => `${name} = ${template}`).join(', ')
}
