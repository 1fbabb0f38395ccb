import type { IndexModel, KeyAttributeModel, KeyModel, TableModel } from './api.ts'
import type { IndexDescription, KeySchemaElement, TableDescription } from './table-description.ts'

/** Describes the keys of a table and of its indexes to the page. */
export function describeKeys(table: TableDescription): {
  readonly key: KeyModel
  readonly indexes: readonly IndexModel[]
} {
  const types = new Map(
    table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  )
  const describeIndex = (index: IndexDescription, kind: IndexModel['kind']): IndexModel => ({
    name: index.IndexName,
    kind,
    ...keyOf(index.KeySchema, types),
    projection: projectionOf(index),
  })
  return {
    key: keyOf(table.KeySchema, types),
    indexes: [
      ...(table.GlobalSecondaryIndexes ?? []).map((index) => describeIndex(index, 'global')),
      ...(table.LocalSecondaryIndexes ?? []).map((index) => describeIndex(index, 'local')),
    ],
  }
}

/** Describes the vector indexes of a table to the page; nothing if there are none. */
export function describeVectorIndexes({
  VectorIndexes = [],
}: TableDescription): Pick<TableModel, 'vectorIndexes'> {
  if (VectorIndexes.length === 0) return {}
  return {
    vectorIndexes: VectorIndexes.map(({ IndexName, Dimensions, SearchSchema = [] }) => {
      const hash = SearchSchema.find(({ SearchSchemaElementType: type }) => type === 'HASH')
      return { name: IndexName, dimensions: Dimensions, ...(hash && { hash: hash.AttributeName }) }
    }),
  }
}

function keyOf(schema: readonly KeySchemaElement[], types: ReadonlyMap<string, 'S' | 'N' | 'B'>): KeyModel {
  const half = (type: KeySchemaElement['KeyType']): KeyAttributeModel[] =>
    schema
      .filter(({ KeyType }) => KeyType === type)
      .map(({ AttributeName }) => ({ name: AttributeName, type: types.get(AttributeName) ?? 'S' }))
  return { pk: half('HASH'), sk: half('RANGE') }
}

function projectionOf({ Projection }: IndexDescription): IndexModel['projection'] {
  if (Projection.ProjectionType === 'INCLUDE') return Projection.NonKeyAttributes ?? []
  return Projection.ProjectionType === 'KEYS_ONLY' ? 'KEYS_ONLY' : 'ALL'
}
