import type { EntityDefinition, ParentRelation } from '../entities/entity-definition.ts'

/** An entity whose items hold copies of another entity's attributes. */
export interface Dependent {
  readonly entity: EntityDefinition
  readonly relation: ParentRelation
}

/** What follows from writes of an entity, including what other entities of the model declare about it. */
export interface EntityRelations {
  /** Whether put, upsert and remove have to know the item as it was. */
  readonly readsBefore: boolean
  /** The attributes that something else depends on: an update that changes one has to know the item as it was. */
  readonly reliedOn: readonly string[]
  /** Whether every update has to know the item as it was. */
  readonly reliesOnAll?: boolean
  /** The parents that are maintained in the same transaction. */
  readonly parents: readonly ParentRelation[]
  readonly dependents: readonly Dependent[]
  /** Attributes that count other items; only writes of those change them. */
  readonly counts?: readonly string[]
  /** The counts, and attributes that number other items. */
  readonly counters: readonly string[]
  /** The counters that must be zero before an item can be removed. */
  readonly holding: readonly string[]
  /** Attributes that no update may change: counters, and copies of a parent's attributes. */
  readonly kept: readonly string[]
  /** Whether nothing follows from any write. */
  readonly isEmpty: boolean
}

/** The relations of an entity without any. */
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

/** Collects what follows from writes of an entity in a model. */
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
  const counts = children.flatMap(({ relation }) => relation.count ?? [])
  const counters = [...counts, ...numbersOf(entity, model)]
  const holdsItems = entity.unique.length > 0 || entity.copies.some(isInTransaction)
  const isCounted = parents.some(({ count }) => count !== undefined)
  return {
    parents,
    dependents,
    counts,
    counters,
    holding: inStep.flatMap(({ relation }) => (relation.mustExist && relation.count) || []),
    kept: [...counters, ...parents.flatMap(({ copy }) => [...copy.keys()])],
    isEmpty: !holdsItems && parents.length === 0 && dependents.length === 0,
    readsBefore: holdsItems || isCounted || dependents.length > 0,
    reliedOn: reliedOn(entity, parents, dependents),
  }
}

/**
 * Returns the parents to maintain in the same transaction. What the stream maintains is left out, except for the check
 * that the parent exists.
 */
function parentsOf({ belongsTo }: EntityDefinition): ParentRelation[] {
  return [...belongsTo.values()]
    .map((one): ParentRelation => {
      return isInTransaction(one) ? one : { ...one, count: undefined, copy: new Map() }
    })
    .filter(({ mustExist, count }) => mustExist || count !== undefined)
}

/** Returns the attributes of an entity that hold the last number of another's sequence. */
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

/** Adds the sources of computed attributes, which may be computed themselves. */
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
