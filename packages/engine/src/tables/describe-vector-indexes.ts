import type { TableDescription, VectorIndex, VectorIndexDescription } from '@monotable/protocol'
import type { SpaceSize } from '../storage/storage.ts'
import { describeProjection } from './describe-projection.ts'
import type { TableDefinition, VectorIndexDefinition } from './table-definition.ts'

/** Returns the descriptions of a table's vector indexes; `sizes` is by the name of the space. */
export function describeVectorIndexes(
  definition: TableDefinition,
  sizes: ReadonlyMap<string, SpaceSize>,
): Pick<TableDescription, 'VectorIndexes'> {
  const indexes = definition.vectorIndexes ?? []
  if (indexes.length === 0) return {}
  return { VectorIndexes: indexes.map((index) => describeIndex(definition, index, sizes.get(index.space))) }
}

type VectorShape = Omit<VectorIndex, 'SearchSchema'> & Pick<VectorIndexDescription, 'SearchSchema'>

/** Returns a vector index as in a request, which is how backup descriptions show it. */
export function describeVectorShape(index: VectorIndexDefinition): VectorShape {
  const schema = index.searchSchema.map(({ name, role }) => ({
    AttributeName: name,
    SearchSchemaElementType: role === 'hash' ? ('HASH' as const) : ('INLINE_FILTER' as const),
  }))
  return {
    IndexName: index.name,
    ...(schema.length > 0 && { SearchSchema: schema }),
    Projection: describeProjection(index.projection),
    VectorAttribute: { AttributeName: index.attribute },
    Dimensions: index.dimensions,
    DistanceFunction: index.distance,
  }
}

function describeIndex(
  table: TableDefinition,
  index: VectorIndexDefinition,
  size: SpaceSize | undefined,
): VectorIndexDescription {
  return {
    ...describeVectorShape(index),
    IndexStatus: index.status,
    // Once the index is filled the member is absent rather than false.
    ...(index.status === 'CREATING' && { Backfilling: true }),
    IndexSizeBytes: size?.sizeBytes ?? 0,
    ItemCount: size?.records ?? 0,
    IndexArn: `${table.arn}/index/${index.name}`,
  }
}
