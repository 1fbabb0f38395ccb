import type { LocalSecondaryIndex, RestoreOverrides, VectorIndex } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { describeProjection } from '../tables/describe-projection.ts'
import { describeKey } from '../tables/describe-table.ts'
import { takeName } from '../tables/read-indexes.ts'
import type { IndexDefinition, TableDefinition, VectorIndexDefinition } from '../tables/table-definition.ts'

/**
 * Chooses the indexes of a restored table: those of its source, unless the request lists some. A listed index must
 * have the keys and the projection of one of the source's indexes; its name may differ.
 */
export function chooseIndexes(source: TableDefinition, overrides: RestoreOverrides): IndexDefinition[] {
  return [
    ...chooseKind(source, 'local', overrides.LocalSecondaryIndexOverride),
    ...chooseKind(source, 'global', overrides.GlobalSecondaryIndexOverride),
  ]
}

function chooseKind(
  { indexes }: TableDefinition,
  kind: IndexDefinition['kind'],
  given: readonly LocalSecondaryIndex[] | undefined,
): IndexDefinition[] {
  const had = indexes.filter((index) => index.kind === kind)
  if (given === undefined) return had
  return given.map((wanted) => {
    const match = had.find((index) => isSameIndex(index, wanted))
    if (match === undefined) throw unknownIndex(wanted.IndexName)
    return { ...match, name: wanted.IndexName }
  })
}

function isSameIndex(index: IndexDefinition, { KeySchema, Projection }: LocalSecondaryIndex): boolean {
  const names = (projection: typeof Projection) => [...(projection.NonKeyAttributes ?? [])].sort()
  const own = describeProjection(index.projection)
  return (
    JSON.stringify(describeKey(index.key)) ===
      JSON.stringify(KeySchema.map(({ AttributeName, KeyType }) => ({ AttributeName, KeyType }))) &&
    own.ProjectionType === Projection.ProjectionType &&
    JSON.stringify(names(own)) === JSON.stringify(names(Projection))
  )
}

/** Checks that the names of indexes are unique within a table, including those given in a request. */
export function checkIndexNames(indexes: readonly { readonly name: string }[]): void {
  const taken = new Set<string>()
  for (const { name } of indexes) takeName(taken, name)
}

/** Chooses the vector indexes of a restored table in the same way. They are filled anew. */
export function chooseVectorIndexes(
  { vectorIndexes = [] }: TableDefinition,
  given: readonly VectorIndex[] | undefined,
  newId: () => string,
): VectorIndexDefinition[] {
  const chosen = given?.map((wanted) => {
    const match = vectorIndexes.find(
      (index) =>
        index.attribute === wanted.VectorAttribute.AttributeName &&
        index.dimensions === wanted.Dimensions &&
        index.distance === wanted.DistanceFunction,
    )
    if (match === undefined) throw unknownIndex(wanted.IndexName)
    return { ...match, name: wanted.IndexName }
  })
  return (chosen ?? vectorIndexes).map(({ onlyDeletes: _, ...index }) => ({
    ...index,
    space: `index-${newId()}`,
    versions: `versions-${newId()}`,
    status: 'ACTIVE',
  }))
}

function unknownIndex(name: string) {
  return validationError(
    `Invalid Request: Index ${name} does not match a secondary index that existed in the source table ` +
      'and cannot be created during the restore operation',
  )
}
