import type { EntityDefinition, EntityKey, MarkerKey } from '../entities/entity-definition.ts'
import { primary, type TableDefinition } from '../entities/table-definition.ts'
import { versionEntity } from '../history/version-entity.ts'
import type { Model } from '../model.ts'
import type { MemberDefinition, Pattern } from '../reads/pattern.ts'

/** A pattern with its name. */
export interface NamedPattern {
  readonly name: string
  readonly pattern: Pattern
}

/** Items in a table that belong to no entity: markers of unique values, counters of sequences. */
export interface StoredKey {
  /** A name for people: `Customer's marker of email`. */
  readonly name: string
  /** The entity that they are maintained for. */
  readonly entity: string
  readonly table: TableDefinition
  readonly key: EntityKey
}

/** The input of all checks. */
export interface ModelFacts {
  readonly entities: readonly EntityDefinition[]
  /** The keys of everything that is stored for entities in addition to their items. */
  readonly markers: readonly StoredKey[]
  readonly patterns: readonly NamedPattern[]
  readonly tables: readonly TableDefinition[]
}

/** Collects the facts of a model. */
export function factsOf({ entities, patterns }: Pick<Model, 'entities' | 'patterns'>): ModelFacts {
  const named = Object.entries(patterns).map(([name, pattern]) => ({ name, pattern: pattern as Pattern }))
  const declared = Object.values(entities).map(({ definition }) => definition)
  const read = named.flatMap(({ pattern }) => entitiesOf(pattern))
  const written = [...declared, ...read].flatMap(({ copies }) => copies.map(({ to }) => to))
  const all = [...new Set([...declared, ...read, ...written])]
  return {
    entities: all,
    markers: all.flatMap(markersOf),
    patterns: named,
    tables: [...new Set(all.map(({ table }) => table))],
  }
}

function markersOf(entity: EntityDefinition): StoredKey[] {
  const { name, table, unique, sequence } = entity
  const stored = (what: string, { parts, attributes }: MarkerKey): StoredKey => {
    const width = table.key.pk.length
    const key = {
      pk: parts.slice(0, width),
      sk: parts.slice(width),
      attributes,
      vague: [],
      spread: undefined,
    }
    return { name: `the ${what} of ${name}`, entity: name, table, key }
  }
  return [
    ...unique.map((marker) => stored(`unique marker "${marker.name}"`, marker)),
    ...sequence.flatMap((rule) =>
      rule.of === undefined ? [stored(`counter of "${rule.attribute}"`, rule.key)] : [],
    ),
    ...versionsOf(entity),
  ]
}

/** Returns the keys of the versions that an entity keeps, if it keeps any. */
function versionsOf(entity: EntityDefinition): StoredKey[] {
  if (entity.history === undefined) return []
  const { name, table } = entity
  try {
    return [{ name: `a version of ${name}`, entity: name, table, key: versionEntity(entity).key }]
  } catch {
    // Problems are reported by `checkHistory`.
    return []
  }
}

/** Returns the entities of a pattern. */
export function entitiesOf(pattern: Pattern): EntityDefinition[] {
  return membersOf(pattern).map(({ entity }) => entity)
}

/** Returns the members of a collection, or a pattern as its only member. */
export function membersOf(pattern: Pattern): readonly MemberDefinition[] {
  if (pattern.kind !== 'collect') return [{ entity: pattern.entity, count: 'many' }]
  return Object.values(pattern.members)
}

/** Returns the table that a pattern reads. */
export function tableOf(pattern: Pattern): TableDefinition {
  return pattern.kind === 'collect' ? pattern.table : pattern.entity.table
}

/** Returns an entity's key in the table or in an index; `undefined` when it is not in the index. */
export function keyIn(entity: EntityDefinition, index: string): EntityKey | undefined {
  return index === primary ? entity.key : entity.indexes.get(index)
}

/** Returns a key's templates, as they were written. */
export function describeKey({ pk, sk }: EntityKey): string {
  const parts = [...pk, ...sk].map(({ attribute, template }) => `${attribute.name} = ${template.source}`)
  return parts.join(', ')
}
