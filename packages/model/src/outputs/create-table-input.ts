import type { PeriodChoice } from '../entities/periods-config.ts'
import type { IndexDefinition, KeySchema, TableDefinition } from '../entities/table-definition.ts'
import type { CreateTableInput, IndexInput, KeySchemaElement } from '../port/wire.ts'

/**
 * Returns the input of CreateTable for a table of the model, billed per request. Time to live is enabled afterwards, by
 * UpdateTimeToLive. For a table with periods, the period is required; if the periods have a `capacity`, the table gets
 * that of its age, and `ProvisionedThroughput` is also what UpdateTable takes when it gets older.
 *
 * @example
 * import { table } from '@monotable/model'
 * const music = table('Music', { key: { pk: 'Artist', sk: 'Song' } })
 * createTableInput(music)
 * // { TableName: 'Music', BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [
 * //   { AttributeName: 'Artist', AttributeType: 'S' }, { AttributeName: 'Song', AttributeType: 'S' }], KeySchema: [
 * //   { AttributeName: 'Artist', KeyType: 'HASH' }, { AttributeName: 'Song', KeyType: 'RANGE' }] }
 */
export function createTableInput(
  { definition }: { readonly definition: TableDefinition },
  choice?: PeriodChoice,
): CreateTableInput {
  const { key, indexes, periods } = definition
  const types = new Map(
    [key, ...indexes.values()].flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name, type }) => [name, type]),
  )
  const input: CreateTableInput = {
    TableName: definition.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(key),
  }
  for (const index of indexes.values()) {
    const list = index.local ? 'LocalSecondaryIndexes' : 'GlobalSecondaryIndexes'
    input[list] = [...(input[list] ?? []), indexInput(index)]
  }
  return periods ? periods.tableInput(periods.base, input, choice) : input
}

function indexInput(index: IndexDefinition): IndexInput {
  const { name, projection } = index
  const Projection =
    typeof projection === 'string'
      ? { ProjectionType: projection }
      : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...projection.include] }
  return { IndexName: name, KeySchema: keySchema(index), Projection }
}

function keySchema({ pk, sk }: KeySchema): KeySchemaElement[] {
  return [
    ...pk.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' as const })),
    ...sk.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' as const })),
  ]
}
