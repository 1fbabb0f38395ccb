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
  const parents = parentsOf(entity)
  const children = model.flatMap((other) =>
    [...other.belongsTo.values()]
      .filter((relation) => relation.entity === entity)
      .map((relation) => ({ entity: other, relation })),
  )
  const inStep = children.filter(({ relation }) => isInTransaction(relation))
  const dependents = inStep.filter(({ relation }) => relation.copy.size > 0)
  const counters = [...children.flatMap(({ relation }) => relation.count ?? []), ...numbersOf(entity, model)]
  const holdsItems = entity.unique.length > 0 || entity.copies.some(isInTransaction)
  const isCounted = parents.some(({ count }) => count !== undefined)
  return {
    parents,
    dependents,
    counters,
    holding: inStep.flatMap(({ relation }) => (relation.mustExist && relation.count) || []),
    kept: [...counters, ...parents.flatMap(({ copy }) => [...copy.keys()])],
    isEmpty: !holdsItems && parents.length === 0 && dependents.length === 0,
    readsBefore: holdsItems || isCounted || dependents.length > 0,
    reliedOn: reliedOn(entity, parents, dependents),
  }
}

/** What the stream keeps is left to it; that the parent has to be there is not. */
function parentsOf({ belongsTo }: EntityDefinition): ParentRelation[] {
  return [...belongsTo.values()]
    .map((one): ParentRelation => {
      return isInTransaction(one) ? one : { ...one, count: undefined, copy: new Map() }
    })
    .filter(({ mustExist, count }) => mustExist || count !== undefined)
}

/** The attributes of an entity that are the last numbers of others. */
function numbersOf(entity: EntityDefinition, model: readonly EntityDefinition[]): string[] {
  return model
    .flatMap(({ sequence }) => sequence)
    .flatMap((one) => (one.of !== undefined && one.of.entity === entity ? one.counter : []))
}

function reliedOn(
  entity: EntityDefinition,
  parents: readonly ParentRelation[],
  dependents: readonly Dependent[],
): string[] {
  const copies = entity.copies.filter(isInTransaction)
  const expires = entity.unique.length > 0 || copies.length > 0 ? (entity.ttl?.attribute ?? []) : []
  const names = [
    ...entity.unique.flatMap(({ attributes }) => attributes),
    ...parents.flatMap(({ by }) => [...by.values()]),
    ...copies.flatMap(({ attributes }) => attributes),
    ...dependents.flatMap(({ relation }) => [...relation.copy.values()]),
    ...[expires].flat(),
  ]
  return withSources(entity, new Set(names)).filter((name) => !entity.key.attributes.includes(name))
}

/** What is computed changes with what it is made of, which may be computed too. */
function withSources(entity: EntityDefinition, names: ReadonlySet<string>): readonly string[] {
  const { computed } = entity
  const sources = (computed?.names ?? [])
    .filter((name) => names.has(name))
    .flatMap((name) => [...(computed?.rules[name]?.from ?? []), ...(computed?.rules[name]?.also ?? [])])
  const all = new Set([...names, ...sources])
  return all.size === names.size ? [...names] : withSources(entity, all)
}

function isInTransaction({ via }: { readonly via: string }): boolean {
  return via === 'transaction'
}
