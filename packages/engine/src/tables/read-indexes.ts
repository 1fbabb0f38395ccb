import type {
  BillingMode,
  GlobalSecondaryIndex,
  LocalSecondaryIndex,
  Projection as ProjectionInput,
} from '@monotable/protocol'
import { GLOBAL_INDEXES_MAX, LOCAL_INDEXES_MAX, PROJECTED_ATTRIBUTES_MAX } from '@monotable/protocol'
import { readProvisionedUnits } from './change-throughput.ts'
import { type AttributeTypes, invalidParameters, readGlobalKey, readSimpleKey } from './read-key-schema.ts'
import { readOnDemandLimits } from './read-on-demand-limits.ts'
import { readNewWarmThroughput } from './read-warm-throughput.ts'
import type {
  IndexDefinition,
  KeySchema,
  Projection,
  Throughput,
  VectorIndexDefinition,
} from './table-definition.ts'

/** An index as described in a request, before it has a space and a status. */
export type NewIndex = Omit<IndexDefinition, 'space' | 'status'>

/** Reads the local indexes of CreateTable, checked in DynamoDB's order. Adds their names to `taken`. */
export function readLocalIndexes(
  indexes: readonly LocalSecondaryIndex[],
  { tableKey, types, takenNames }: { tableKey: KeySchema; types: AttributeTypes; takenNames: Set<string> },
): NewIndex[] {
  const read = indexes.map((index): NewIndex => {
    const key = readLocalKey(index, tableKey, types)
    const projection = readProjection(index.Projection)
    takeName(takenNames, index.IndexName)
    return { name: index.IndexName, kind: 'local', key, projection }
  })
  if (read.length > LOCAL_INDEXES_MAX) {
    throw invalidParameters(`Number of LocalSecondaryIndexes exceeds per-table limit of ${LOCAL_INDEXES_MAX}`)
  }
  return read
}

/** The table that a global index belongs to. */
export interface GlobalIndexSetting {
  readonly region: string
  readonly types: AttributeTypes
  readonly billingMode: BillingMode
}

/** Reads the global indexes of CreateTable, checked in DynamoDB's order. Adds their names to `taken`. */
export function readGlobalIndexes(
  indexes: readonly GlobalSecondaryIndex[],
  setting: GlobalIndexSetting & { readonly takenNames: Set<string> },
): NewIndex[] {
  const read = indexes.map((index) => {
    const shape = readGlobalShape(index, setting.types)
    const throughput = readNewThroughput(index, setting.billingMode)
    takeName(setting.takenNames, index.IndexName)
    return { ...shape, ...readCapacity(index, { ...setting, throughput, isNewTable: true }) }
  })
  if (read.length > GLOBAL_INDEXES_MAX) {
    throw invalidParameters(`GlobalSecondaryIndex count exceeds the per-table limit of ${GLOBAL_INDEXES_MAX}`)
  }
  return read
}

/** Reads a global index that UpdateTable adds. */
export function readAddedIndex(index: GlobalSecondaryIndex, setting: GlobalIndexSetting): NewIndex {
  const shape = readGlobalShape(index, setting.types)
  const throughput = readAddedThroughput(index, setting.billingMode)
  return { ...shape, ...readCapacity(index, { ...setting, throughput, isNewTable: false }) }
}

/** Checks the total number of attributes named by the INCLUDE projections of a table, which DynamoDB limits. */
export function requireFewProjectedAttributes(
  indexes: readonly Pick<IndexDefinition, 'projection'>[],
  vectorIndexes: readonly Pick<VectorIndexDefinition, 'projection' | 'searchSchema'>[] = [],
): void {
  let count = 0
  for (const { projection } of [...indexes, ...vectorIndexes]) {
    count += projection.nonKeyAttributes?.length ?? 0
  }
  // The vector counts as one, and so does each search attribute.
  for (const { searchSchema } of vectorIndexes) {
    count += 1 + searchSchema.filter(({ role }) => role === 'filter').length
  }
  if (count > PROJECTED_ATTRIBUTES_MAX) {
    throw invalidParameters(
      `Number of projected attributes in all indexes exceeds limit of ${PROJECTED_ATTRIBUTES_MAX}, ` +
        `number of projected attributes:${count}`,
    )
  }
}

function readLocalKey(index: LocalSecondaryIndex, tableKey: KeySchema, types: AttributeTypes): KeySchema {
  const key = readSimpleKey(index.KeySchema, types)
  if (key.range.length === 0) {
    throw invalidParameters(`Index KeySchema does not have a range key for index: ${index.IndexName}`)
  }
  const [own, table] = [key.hash[0]?.name, tableKey.hash[0]?.name]
  if (own !== table) {
    throw invalidParameters(
      'Index KeySchema does not have the same leading hash key as table KeySchema for index: ' +
        `${index.IndexName}. index hash key: ${own}, table hash key: ${table}`,
    )
  }
  return key
}

function readGlobalShape(index: GlobalSecondaryIndex, types: AttributeTypes) {
  const key = readGlobalKey(index.KeySchema, types)
  const projection = readProjection(index.Projection)
  return { name: index.IndexName, kind: 'global' as const, key, projection }
}

function readCapacity(
  index: GlobalSecondaryIndex,
  setting: GlobalIndexSetting & { readonly throughput: Throughput; readonly isNewTable: boolean },
) {
  const { region, billingMode, throughput, isNewTable } = setting
  const limits = readOnDemandLimits(index.OnDemandThroughput, {
    region,
    billingMode,
    isNewTable,
    isNew: true,
    index: index.IndexName,
  })
  return {
    throughput,
    ...(limits && { onDemandLimits: limits }),
    warmThroughput: readNewWarmThroughput(index.WarmThroughput, {
      region,
      billingMode,
      provisioned: throughput,
      index: index.IndexName,
    }),
  }
}

function readNewThroughput(index: GlobalSecondaryIndex, billingMode: BillingMode): Throughput {
  const { IndexName: name, ProvisionedThroughput: given } = index
  if (billingMode === 'PAY_PER_REQUEST' && given !== undefined) {
    throw invalidParameters(
      `ProvisionedThroughput should not be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`,
    )
  }
  if (billingMode === 'PROVISIONED' && given === undefined) {
    throw invalidParameters(`ProvisionedThroughput is not specified for index: ${name}`)
  }
  return throughputOf(index)
}

function readAddedThroughput(index: GlobalSecondaryIndex, billingMode: BillingMode): Throughput {
  const { IndexName: name, ProvisionedThroughput: given } = index
  if (billingMode === 'PAY_PER_REQUEST' && given !== undefined) {
    throw invalidParameters(
      `Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ${name} ` +
        'when BillingMode is PAY_PER_REQUEST',
    )
  }
  if (billingMode === 'PROVISIONED' && given === undefined) {
    throw invalidParameters(
      `Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ${name}`,
    )
  }
  return throughputOf(index)
}

function throughputOf({ IndexName: name, ProvisionedThroughput: given }: GlobalSecondaryIndex): Throughput {
  const units = given === undefined ? { read: 0, write: 0 } : readProvisionedUnits(given, name)
  return { ...units, decreasesToday: 0 }
}

/** Reads the projection of an index. */
export function readProjection({
  ProjectionType: type,
  NonKeyAttributes: names,
}: ProjectionInput): Projection {
  if (type === undefined) throw invalidParameters('Unknown ProjectionType: null')
  if (type !== 'INCLUDE' && names !== undefined) {
    throw invalidParameters(`ProjectionType is ${type}, but NonKeyAttributes is specified`)
  }
  if (type !== 'INCLUDE') return { type }
  if (names === undefined) {
    throw invalidParameters('ProjectionType is INCLUDE, but NonKeyAttributes is not specified')
  }
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw invalidParameters(`Duplicate element in NonKeyAttributes: ${name}`)
    seen.add(name)
  }
  return { type, nonKeyAttributes: [...seen].sort() }
}

/** Checks that the names of indexes, of whatever kind, are unique in a table. */
export function takeName(taken: Set<string>, name: string): void {
  if (taken.has(name)) throw invalidParameters(`Duplicate index name: ${name}`)
  taken.add(name)
}
