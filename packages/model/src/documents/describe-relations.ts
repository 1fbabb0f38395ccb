import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import { primary } from '../entities/table-definition.ts'
import type { RelationDescription } from './model-description.ts'

/** An entity's items in the partitions of the table or of an index. */
interface Standing {
  readonly entity: EntityDefinition
  /** The partition key with its attributes' names removed, which may differ. */
  readonly shape: string
  /** Whether a partition holds at most one of them. */
  readonly single: boolean
}

/**
 * Describes the relations between entities: declared ones, and those that follow from the keys. Where entities share
 * partitions, the one with at most one item in each is the parent of the others.
 */
export function describeRelations(entities: readonly EntityDefinition[]): RelationDescription[] {
  const relations = new Map<string, RelationDescription>()
  const note = (relation: RelationDescription): void => {
    const id = JSON.stringify([relation.from, relation.to])
    if (!relations.has(id)) relations.set(id, relation)
  }
  for (const relation of declaredRelations(entities)) note(relation)
  const table = entities[0]?.table
  for (const index of [primary, ...(table?.indexes.keys() ?? [])]) {
    for (const relation of sharedPartitions(index, entities)) note(relation)
  }
  return [...relations.values()]
}

function declaredRelations(entities: readonly EntityDefinition[]): RelationDescription[] {
  return entities.flatMap(({ name, key, belongsTo }) =>
    [...belongsTo].map(([label, { entity, by }]) => {
      const given = [...by.values()]
      // A key that consists of the parent's attributes only is that of a single item.
      const isOne = key.attributes.every((attribute) => given.includes(attribute))
      return { from: entity.name, to: name, count: isOne ? 'one' : 'many', label, declared: true } as const
    }),
  )
}

function sharedPartitions(index: string, entities: readonly EntityDefinition[]): RelationDescription[] {
  const standings = entities.map((entity) => standingIn(entity, index)).filter((one) => one !== undefined)
  // For an entity with a declared parent in the partition, nothing has to be inferred.
  const saysWhose = ({ entity, shape }: Standing) =>
    standings.some(
      (other) =>
        other.single &&
        other.shape === shape &&
        [...entity.belongsTo.values()].some((relation) => relation.entity === other.entity),
    )
  return standings
    .filter(({ single }) => single)
    .flatMap(({ entity: parent, shape }) =>
      standings
        .filter(
          (other) => other.shape === shape && other.entity !== parent && !other.single && !saysWhose(other),
        )
        .map(({ entity }) => ({
          from: parent.name,
          to: entity.name,
          count: 'many' as const,
          label: index,
          declared: false,
        })),
    )
}

function standingIn(entity: EntityDefinition, index: string): Standing | undefined {
  const key: EntityKey | undefined = index === primary ? entity.key : entity.indexes.get(index)
  if (key === undefined) return undefined
  const partition = new Set(key.pk.flatMap(({ template }) => template.attributes))
  // A partition that all items share does not tell which belong together.
  if (partition.size === 0) return undefined
  // Keys of an index may repeat; one with a sort key of the same attributes is meant for a single item.
  const { attributes } = index !== primary && key.sk.length > 0 ? key : entity.key
  return {
    entity,
    shape: key.pk.map(({ template }) => template.source.replaceAll(/\{[^{}:]+/g, '{')).join(' + '),
    single: attributes.every((name) => partition.has(name)),
  }
}
