import type { EntityDefinition, ParentRelation } from '../entities/entity-definition.ts'

/** An entity whose items hold copies of another's attributes. */
export interface Dependent {
  readonly entity: EntityDefinition
  readonly relation: ParentRelation
}

/** What follows from writes of an entity, with what other entities of the model say about it. */
export interface EntityRelations {
  /** Whether put, upsert and remove have to know the item before. */
  readonly readsBefore: boolean
  /** The attributes that something else depends on: an update that changes one has to know the item before. */
  readonly reliedOn: readonly string[]
  /** Whether every update has to know the item before. */
  readonly reliesOnAll?: boolean
  /** What the item belongs to, as far as it is kept in the same transaction. */
  readonly parents: readonly ParentRelation[]
  readonly dependents: readonly Dependent[]
  /** Attributes that count other items; only writes of those change them. */
  readonly counters: readonly string[]
  /** Those of them that must be zero for an item to go. */
  readonly holding: readonly string[]
  /** Attributes that no update may change: counters, and copies of a parent's attributes. */
  readonly kept: readonly string[]
  /** Whether nothing follows from any write. */
  readonly isEmpty: boolean
}

/** Of something from which nothing follows. */
export const noRelations: EntityRelations = {
  readsBefore: false,
  reliedOn: [],
  parents: [],
  dependents: [],
  counters: [],
  holding: [],
  kept: [],
  isEmpty: true,
}

/** Works out what follows from writes of an entity in a model. */
export function entityRelations(
  entity: EntityDefinition,
  model: readonly EntityDefinition[],
): EntityRelations {
  // What the stream keeps is left to it; that the parent has to be there is not.
  const parents = [...entity.belongsTo.values()].map((parent): ParentRelation => {
    return isInTransaction(parent) ? parent : { ...parent, count: undefined, copy: new Map() }
  })
  const dependents = model.flatMap((other) =>
    [...other.belongsTo.values()]
      .filter((relation) => relation.entity === entity && relation.copy.size > 0 && isInTransaction(relation))
      .map((relation) => ({ entity: other, relation })),
  )
  const copies = entity.copies.filter(isInTransaction)
  const holdsItems = entity.unique.length > 0 || copies.length > 0
  const names = [
    ...entity.unique.flatMap(({ attributes }) => attributes),
    ...parents.flatMap(({ by }) => [...by.values()]),
    ...copies.flatMap(({ attributes }) => attributes),
    ...dependents.flatMap(({ relation }) => [...relation.copy.values()]),
    ...(holdsItems && entity.ttl !== undefined ? [entity.ttl.attribute] : []),
  ]
  const isCounted = parents.some(({ count }) => count !== undefined)
  const children = model
    .flatMap((other) => [...other.belongsTo.values()])
    .filter((relation) => relation.entity === entity)
  const isHolding = (one: ParentRelation) => one.mustExist && isInTransaction(one)
  const counters = model.flatMap((other) => [
    ...[...other.belongsTo.values()].flatMap((one) => (one.entity === entity && one.count) || []),
    ...other.sequence.flatMap((one) => (one.of !== undefined && one.of.entity === entity ? one.counter : [])),
  ])
  return {
    counters,
    holding: children.filter(isHolding).flatMap(({ count }) => count ?? []),
    kept: [...counters, ...parents.flatMap(({ copy }) => [...copy.keys()])],
    isEmpty: !holdsItems && parents.length === 0 && dependents.length === 0,
    readsBefore: holdsItems || isCounted || dependents.length > 0,
    reliedOn: [...new Set(names)].filter((name) => !entity.key.attributes.includes(name)),
    parents,
    dependents,
  }
}

function isInTransaction({ via }: { readonly via: string }): boolean {
  return via === 'transaction'
}
