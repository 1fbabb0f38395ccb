import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import { primary } from '../entities/table-definition.ts'
import type { RelationDescription } from './model-description.ts'

/** An entity's items in the partitions of the table or of an index. */
interface Standing {
  readonly entity: EntityDefinition
  /** The partition key but for the names of attributes, which may differ. */
  readonly shape: string
  /** Whether there is at most one of them in a partition. */
  readonly single: boolean
}

/**
 * The relations between entities: those that are declared, and those that can be seen in the keys. Where entities share
 * partitions, the one that there is at most one of in each is what the others belong to.
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
      // A key that is made of nothing but the parent's is that of one item.
      const isOne = key.attributes.every((attribute) => given.includes(attribute))
      return { from: entity.name, to: name, count: isOne ? 'one' : 'many', label, declared: true } as const
    }),
  )
}

function sharedPartitions(index: string, entities: readonly EntityDefinition[]): RelationDescription[] {
  const standings = entities.map((entity) => standingIn(entity, index)).filter((one) => one !== undefined)
  // Of an item that says whose it is, nothing has to be guessed from who else is in the partition.
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
  // A partition that all items share says nothing about which belongs to which.
  if (partition.size === 0) return undefined
  // Keys of an index may repeat; one that has a sort key made of nothing else is meant for one item.
  const { attributes } = index !== primary && key.sk.length > 0 ? key : entity.key
  return {
    entity,
    shape: key.pk.map(({ template }) => template.source.replaceAll(/\{[^{}:]+/g, '{')).join(' + '),
    single: attributes.every((name) => partition.has(name)),
  }
}
