import type { EntityDefinition, EntityIndex, EntityKey } from '../entities/entity-definition.ts'
import type { IndexDefinition, TableDefinition } from '../entities/table-definition.ts'
import type { Model } from '../model.ts'
import type { Pattern } from '../reads/pattern.ts'
import { describeAttributes, storedForms, storedNames } from './describe-attributes.ts'
import { describeLookups } from './describe-lookups.ts'
import { describePart } from './describe-part.ts'
import { describePattern } from './describe-pattern.ts'
import { describeRelations } from './describe-relations.ts'
import { markersOf, relatedOf, rulesOf } from './entity-rules.ts'
import type {
  EntityDescription,
  EntityIndexDescription,
  EntityKeyDescription,
  IndexDescription,
  ModelDescription,
  TableDescription,
} from './model-description.ts'

/** An entity with the name that it has in the model. */
interface NamedEntity {
  readonly verb: string
  readonly definition: EntityDefinition
}

/**
 * Describes a model in JSON values: its tables with their indexes, the entities in them with the templates of their
 * keys, and the patterns with their key conditions.
 *
 * @example
 * import { model, shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK', sk: 'SK' } })
 * const Note = notes.entity('Note', {
 *   schema: shape<{ owner: string; day: string }>(),
 *   key: { pk: 'OWNER#{owner}', sk: 'NOTE#{day}' },
 * })
 * const { tables } = describeModel(model({ entities: { Note }, patterns: { ofOwner: Note.query('primary') } }))
 * tables[0]?.patterns[0]?.condition
 * // 'PK = OWNER#{owner} and SK begins NOTE#'
 */
export function describeModel(model: Pick<Model, 'entities' | 'patterns'>): ModelDescription {
  const patterns = Object.entries(model.patterns) as [string, Pattern][]
  const entities = namedEntities(model, patterns)
  const all = entities.map(({ definition }) => definition)
  const tables = new Set(all.map(({ table }) => table))
  return {
    tables: [...tables].map((table) =>
      describeTable(
        table,
        entities.filter(({ definition }) => definition.table === table),
        patterns.filter(([, pattern]) => tableOf(pattern) === table),
        all,
      ),
    ),
  }
}

/** Returns the entities of a model, including those that only its patterns use. */
function namedEntities(
  model: Pick<Model, 'entities'>,
  patterns: readonly (readonly [string, Pattern])[],
): NamedEntity[] {
  const named = Object.entries(model.entities).map(([verb, { definition }]) => ({ verb, definition }))
  const known = new Set(named.map(({ definition }) => definition))
  const read = new Set(patterns.flatMap(([, pattern]) => entitiesOf(pattern)))
  const others = [...read].filter((definition) => !known.has(definition))
  return [...named, ...others.map((definition) => ({ verb: definition.name, definition }))]
}

function entitiesOf(pattern: Pattern): EntityDefinition[] {
  return pattern.kind === 'collect' ? pattern.readers.map(({ member }) => member.entity) : [pattern.entity]
}

function tableOf(pattern: Pattern): TableDefinition {
  return pattern.kind === 'collect' ? pattern.table : pattern.entity.table
}

function describeTable(
  table: TableDefinition,
  entities: readonly NamedEntity[],
  patterns: readonly (readonly [string, Pattern])[],
  all: readonly EntityDefinition[],
): TableDescription {
  const described = entities.map((entity) => describeEntity(entity, all))
  const ttlAttribute = expiryOf(table, entities)
  return {
    name: table.name,
    key: { pk: table.key.pk.map(attributeOf), sk: table.key.sk.map(attributeOf) },
    indexes: [...table.indexes.values()].map(describeIndex),
    ...(table.typeAttribute !== undefined && { typeAttribute: table.typeAttribute }),
    ...(ttlAttribute !== undefined && { ttlAttribute }),
    ...(table.periods !== undefined && { periods: { every: table.periods.every } }),
    entities: described,
    patterns: patterns.map(([name, pattern]) => describePattern(name, pattern)),
    relations: describeRelations(entities.map(({ definition }) => definition)),
  }
}

/**
 * Returns the attribute by which DynamoDB has to expire items: that of the table, or of all its entities that expire.
 */
function expiryOf(table: TableDefinition, entities: readonly NamedEntity[]): string | undefined {
  const [only, ...more] = new Set(entities.flatMap(({ definition }) => definition.ttl?.stored ?? []))
  return table.ttlAttribute ?? (more.length === 0 ? only : undefined)
}

function attributeOf({ name, type }: IndexDefinition['pk'][number]) {
  return { name, type }
}

function describeIndex({ name, pk, sk, projection, local }: IndexDefinition): IndexDescription {
  return {
    name,
    kind: local ? 'local' : 'global',
    pk: pk.map(attributeOf),
    sk: sk.map(attributeOf),
    projection: typeof projection === 'string' ? projection : [...projection.include],
  }
}

function describeEntity(
  { verb, definition }: NamedEntity,
  all: readonly EntityDefinition[],
): EntityDescription {
  const { name, key, indexes, ttl, version, timestamps, spread, readOnly, unseen, describe, expect } =
    definition
  const stored = storedForms(definition)
  const storedAs = storedNames(definition)
  const lookups = describeLookups(definition, all)
  return {
    name,
    verb,
    key: describeKey(key),
    indexes: [...indexes].map(([index, entityIndex]) => describeEntityIndex(index, entityIndex)),
    attributes: describeAttributes(definition),
    markers: markersOf(definition),
    related: relatedOf(definition),
    ...(lookups.length > 0 && { lookups }),
    rules: rulesOf(definition),
    ...(stored.length > 0 && { stored: Object.fromEntries(stored) }),
    ...(storedAs.length > 0 && { storedAs: Object.fromEntries(storedAs) }),
    ...(ttl !== undefined && { ttl: ttl.attribute }),
    ...(version !== undefined && { version }),
    ...(timestamps !== undefined && { timestamps }),
    ...(readOnly.length > 0 && { readOnly }),
    ...(unseen !== undefined && { hidden: unseen }),
    ...(spread !== undefined && { spread: { slot: spread.slot, count: spread.count } }),
    ...(describe !== undefined && { description: describe }),
    ...(expect !== undefined && { expectation: { ...expect } }),
  }
}

function describeKey({ pk, sk }: EntityKey): EntityKeyDescription {
  return { pk: pk.map(describePart), sk: sk.map(describePart) }
}

function describeEntityIndex(index: string, key: EntityIndex): EntityIndexDescription {
  return { index, ...describeKey(key), when: key.when, partial: key.policy }
}
