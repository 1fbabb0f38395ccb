import type { Change, SpaceId } from '../storage/storage.ts'
import { followedSpacesOf, type TableDefinition } from './table-definition.ts'

/** For each space that is kept twice while a table leaves its group, the other one. */
export type TwinSpaces = ReadonlyMap<SpaceId, SpaceId>

/** Returns the spaces that are kept twice while a table leaves its group; `undefined` if none does. */
export function twinSpacesOf({ group }: Pick<TableDefinition, 'group'>): TwinSpaces | undefined {
  if (group?.departure === undefined) return undefined
  const pairs = Object.entries(group.departure.spaces)
  return new Map([...pairs, ...pairs.map(([shared, own]) => [own, shared] as const)])
}

/** Returns changes together with the same changes in the twins of their spaces. */
export function withTwins(changes: readonly Change[], all: Iterable<TwinSpaces>): readonly Change[] {
  let doubled = changes
  for (const twins of all) {
    doubled = doubled.flatMap((change) => {
      const space = twins.get(change.space)
      return space === undefined ? [change] : [change, { ...change, space }]
    })
  }
  return doubled
}

/** Returns a definition that names the other one of each pair of spaces. */
export function swapSpaces(definition: TableDefinition, twins: TwinSpaces): TableDefinition {
  const other = (space: SpaceId) => twins.get(space) ?? space
  const { expiry, vectorIndexes } = definition
  return {
    ...definition,
    space: other(definition.space),
    indexes: definition.indexes.map((index) => ({ ...index, space: other(index.space) })),
    ...(vectorIndexes && {
      vectorIndexes: vectorIndexes.map((index) => ({
        ...index,
        space: other(index.space),
        versions: other(index.versions),
      })),
    }),
    ...(expiry && { expiry: { ...expiry, space: other(expiry.space) } }),
  }
}

/** Returns a definition that names the same ones of the twin spaces of its group as another table of the group. */
export function alignSpaces(definition: TableDefinition, other: TableDefinition): TableDefinition {
  const twins = twinSpacesOf(definition)
  return twins === undefined || definition.space === other.space ? definition : swapSpaces(definition, twins)
}

/** Returns whether a table goes by the copy that it takes along when it leaves its group. */
export function goesByCopy({ group, space }: TableDefinition): boolean {
  return Object.values(group?.departure?.spaces ?? {}).includes(space)
}

/** Names a new space for each one that holds the items of a table and what follows them. */
export function nameCopies(definition: TableDefinition, newId: () => string): Record<SpaceId, SpaceId> {
  const kindOf = (space: SpaceId) => space.slice(0, space.indexOf('-'))
  return Object.fromEntries(
    followedSpacesOf(definition).map((space) => [space, `${kindOf(space)}-${newId()}`]),
  )
}
