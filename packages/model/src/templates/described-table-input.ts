import type { IndexDescription, KeyDescription, TableDescription } from '../documents/model-description.ts'
import type { CreateTableInput } from '../port/wire.ts'
import { provisionedUnits, type TableSettings } from './table-settings.ts'

/** The input of CreateTable, as far as a model and its settings determine it. */
export interface DescribedTableInput extends CreateTableInput {
  StreamSpecification?: { StreamEnabled: true; StreamViewType: NonNullable<TableSettings['stream']> }
  DeletionProtectionEnabled?: true
}

type IndexInput = NonNullable<CreateTableInput['GlobalSecondaryIndexes']>[number]

/**
 * Returns the input of CreateTable for a described table. Time to live and recovery are enabled afterwards, by
 * UpdateTimeToLive and UpdateContinuousBackups.
 */
export function describedTableInput(
  table: TableDescription,
  settings: TableSettings = {},
): DescribedTableInput {
  const units = provisionedUnits(settings)
  const throughput = units && {
    ProvisionedThroughput: { ReadCapacityUnits: units.readUnits, WriteCapacityUnits: units.writeUnits },
  }
  const globals = table.indexes.filter(({ kind }) => kind === 'global')
  const locals = table.indexes.filter(({ kind }) => kind === 'local')
  const { stream, protection } = settings
  return {
    TableName: table.name,
    BillingMode: units === undefined ? 'PAY_PER_REQUEST' : 'PROVISIONED',
    ...throughput,
    AttributeDefinitions: keyAttributes(table).map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: keySchema(table.key),
    ...(globals.length > 0 && {
      GlobalSecondaryIndexes: globals.map((index) => ({ ...indexInput(index), ...throughput })),
    }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals.map(indexInput) }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
    ...(protection === true && { DeletionProtectionEnabled: true }),
  }
}

/** Returns the attributes of all keys of a table, each once. */
export function keyAttributes(table: TableDescription): TableDescription['key']['pk'] {
  const keys = [table.key, ...table.indexes].flatMap(({ pk, sk }) => [...pk, ...sk])
  return [...new Map(keys.map((attribute) => [attribute.name, attribute])).values()]
}

function indexInput({ name, projection, ...key }: IndexDescription): IndexInput {
  const Projection =
    typeof projection === 'string'
      ? { ProjectionType: projection }
      : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...projection] }
  return { IndexName: name, KeySchema: keySchema(key), Projection }
}

function keySchema({ pk, sk }: KeyDescription): CreateTableInput['KeySchema'] {
  return [
    ...pk.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' as const })),
    ...sk.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' as const })),
  ]
}
