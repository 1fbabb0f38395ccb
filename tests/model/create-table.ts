import type { Database } from '@monotable/engine'
import type { KeyAttribute, TableDefinition } from '@monotable/model'

/** A table of the model. */
export interface TableShape {
  readonly definition: TableDefinition
}

/** Makes the table that a model describes. */
export async function createTable(db: Database, { definition }: TableShape): Promise<void> {
  const schemas = [definition.key, ...definition.indexes.values()]
  const attributes = new Map(schemas.flatMap(({ pk, sk }) => [...pk, ...sk]).map((one) => [one.name, one.type]))
  const indexes = [...definition.indexes.values()].map(({ name, pk, sk, projection, local }) => ({
    local,
    index: {
      IndexName: name,
      KeySchema: keySchema(pk, sk),
      Projection:
        typeof projection === 'string'
          ? { ProjectionType: projection }
          : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...projection.include] },
    },
  }))
  const globals = indexes.filter(({ local }) => !local).map(({ index }) => index)
  const locals = indexes.filter(({ local }) => local).map(({ index }) => index)
  await db.send('CreateTable', {
    TableName: definition.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: keySchema(definition.key.pk, definition.key.sk),
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
  })
}

function keySchema(pk: readonly KeyAttribute[], sk: readonly KeyAttribute[]) {
  return [
    ...pk.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' as const })),
    ...sk.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' as const })),
  ]
}
