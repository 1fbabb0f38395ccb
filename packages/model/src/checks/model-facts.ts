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

/** Items in a table that are no entity's own: markers of unique values, counters of sequences. */
export interface StoredKey {
  /** What it is, for people: `Customer's marker of email`. */
  readonly name: string
  /** The entity that it comes with. */
  readonly entity: string
  readonly table: TableDefinition
  readonly key: EntityKey
}

/** What all checks look at. */
export interface ModelFacts {
  readonly entities: readonly EntityDefinition[]
  /** The keys of all that is kept for entities beside their items. */
  readonly markers: readonly StoredKey[]
  readonly patterns: readonly NamedPattern[]
  readonly tables: readonly TableDefinition[]
}

/** Takes a model apart. */
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

/** The versions that an entity keeps, where it can. */
function versionsOf(entity: EntityDefinition): StoredKey[] {
  if (entity.history === undefined) return []
  const { name, table } = entity
  try {
    return [{ name: `a version of ${name}`, entity: name, table, key: versionEntity(entity).key }]
  } catch {
    // What cannot be kept is told by `checkHistory`.
    return []
  }
}

/** The entities that a pattern gives. */
export function entitiesOf(pattern: Pattern): EntityDefinition[] {
  return membersOf(pattern).map(({ entity }) => entity)
}

/** What a pattern gives, as the members of a collection. */
export function membersOf(pattern: Pattern): readonly MemberDefinition[] {
  if (pattern.kind !== 'collect') return [{ entity: pattern.entity, count: 'many' }]
  return Object.values(pattern.members)
}

/** The table that a pattern reads. */
export function tableOf(pattern: Pattern): TableDefinition {
  return pattern.kind === 'collect' ? pattern.table : pattern.entity.table
}

/** An entity's key in the table or in an index; nothing when it is not in the index. */
export function keyIn(entity: EntityDefinition, index: string): EntityKey | undefined {
  return index === primary ? entity.key : entity.indexes.get(index)
}

/** A key's templates, as they were written. */
export function describeKey({ pk, sk }: EntityKey): string {
  const parts = [...pk, ...sk].map(({ attribute, template }) => `${attribute.name} = ${template.source}`)
  return parts.join(', ')
}
