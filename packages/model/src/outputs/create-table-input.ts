import type { Throughput } from '../entities/periods-config.ts'
import type { IndexDefinition, KeySchema, KeyType, TableDefinition } from '../entities/table-definition.ts'

/** The input of CreateTable, as far as a model determines it. */
export interface CreateTableInput {
  TableName: string
  BillingMode: 'PAY_PER_REQUEST' | 'PROVISIONED'
  ProvisionedThroughput?: Throughput
  AttributeDefinitions: { AttributeName: string; AttributeType: KeyType }[]
  KeySchema: KeySchemaElement[]
  GlobalSecondaryIndexes?: IndexInput[]
  LocalSecondaryIndexes?: IndexInput[]
}

interface KeySchemaElement {
  AttributeName: string
  KeyType: 'HASH' | 'RANGE'
}

interface IndexInput {
  IndexName: string
  KeySchema: KeySchemaElement[]
  Projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] }
  ProvisionedThroughput?: Throughput
}

/** Which table to create, if there is one for each period. */
export interface PeriodChoice {
  /** The period, such as `2026-01`, or a moment in it. */
  readonly period: string | Date
  /** How many periods ago it was (0 for the current one), which selects its `capacity`. */
  readonly age?: number
}

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
  const { periods } = definition
  const throughput = periods?.throughputAt(choice?.age ?? 0)
  const indexes = [...definition.indexes.values()]
  const keys = [definition.key, ...indexes].flatMap(({ pk, sk }) => [...pk, ...sk])
  const types = new Map(keys.map(({ name, type }) => [name, type]))
  const globals = indexes
    .filter(({ local }) => !local)
    .map((index) => ({ ...indexInput(index), ...throughput }))
  const locals = indexes.filter(({ local }) => local).map(indexInput)
  return {
    TableName: periods?.nameOf(periods.base, choice?.period) ?? definition.name,
    BillingMode: throughput === undefined ? 'PAY_PER_REQUEST' : 'PROVISIONED',
    ...throughput,
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(definition.key),
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
  }
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
