import type {
  BillingMode,
  GlobalSecondaryIndexDescription,
  KeySchemaElement,
  LocalSecondaryIndexDescription,
  OnDemandThroughput,
  ProvisionedThroughputDescription,
  TableDescription,
  TableStatus,
  WarmThroughput,
} from '@monotable/protocol'
import type { SpaceSize } from '../storage/storage.ts'
import type { CatalogueEntry } from './catalogue-record.ts'
import { decreasesToday } from './change-throughput.ts'
import { describeProjection } from './describe-projection.ts'
import { describeReplicas, withBareReplicas } from './describe-replicas.ts'
import { describeVectorIndexes } from './describe-vector-indexes.ts'
import type {
  IndexDefinition,
  KeySchema,
  OnDemandLimits,
  TableDefinition,
  Throughput,
  Units,
} from './table-definition.ts'

/** How much each space of a table holds, by the name of the space. */
export type SpaceSizes = ReadonlyMap<string, SpaceSize>

/** What a description needs besides the definition. */
export interface DescriptionFacts {
  readonly sizes: SpaceSizes
  readonly nowMs: number
  /** The other tables of its group. */
  readonly peers?: readonly CatalogueEntry[]
}

const noThroughput: Throughput = { read: 0, write: 0, decreasesToday: 0 }

/**
 * Returns what DescribeTable shows of a table. It is ACTIVE unless it is being restored or imported, or a table of its
 * group is leaving with a copy of the items, since every other change is complete when its request is answered; an
 * index that is still being filled leaves it ACTIVE, on AWS too.
 */
export function describeTable(definition: TableDefinition, facts: DescriptionFacts): TableDescription {
  const described = describeWhole(definition, facts)
  return definition.creation?.kind === 'restore' ? describeInRestore(described, definition) : described
}

/**
 * While a table is being restored, the description is shorter, and shows how the table will be billed (seen on
 * AWS).
 */
function describeInRestore(described: TableDescription, { billingMode }: TableDefinition): TableDescription {
  const {
    TableThroughputModeSummary: _mode,
    WarmThroughput: _warm,
    DeletionProtectionEnabled: _protection,
    ...rest
  } = described
  const indexes = rest.GlobalSecondaryIndexes?.map(({ WarmThroughput: _, ...index }) => ({
    ...index,
    ProvisionedThroughput: describeUnits(index.ProvisionedThroughput, billingMode),
  }))
  return {
    ...rest,
    ProvisionedThroughput: describeUnits(rest.ProvisionedThroughput, billingMode),
    BillingModeSummary: { BillingMode: billingMode },
    ...(indexes && { GlobalSecondaryIndexes: indexes }),
  }
}

function describeUnits(
  described: ProvisionedThroughputDescription | undefined,
  billingMode: BillingMode,
): ProvisionedThroughputDescription {
  const { NumberOfDecreasesToday, ...units } = described ?? {}
  return { ...(billingMode === 'PROVISIONED' && { NumberOfDecreasesToday }), ...units }
}

function describeWhole(definition: TableDefinition, facts: DescriptionFacts): TableDescription {
  const { attributes, throughput, onDemandLimits } = definition
  const size = facts.sizes.get(definition.space)
  return {
    AttributeDefinitions: attributes.map(({ name, type }) => ({ AttributeName: name, AttributeType: type })),
    TableName: definition.name,
    KeySchema: describeKey(definition.key),
    TableStatus: statusOf(definition),
    CreationDateTime: seconds(definition.createdMs),
    ProvisionedThroughput: describeThroughput(throughput, facts.nowMs),
    TableSizeBytes: size?.sizeBytes ?? 0,
    ItemCount: size?.records ?? 0,
    TableArn: definition.arn,
    TableId: definition.id,
    ...describeBilling(definition),
    ...describeIndexes(definition, facts),
    ...describeVectorIndexes(definition, facts.sizes),
    ...describeStream(definition),
    ...describeReplicas(definition, facts.peers ?? []),
    ...describeRestore(definition),
    ...describeSettings(definition),
    ...(onDemandLimits && { OnDemandThroughput: describeOnDemandLimits(onDemandLimits) }),
    WarmThroughput: { ...describeWarmth(definition.warmThroughput), Status: 'ACTIVE' },
    DeletionProtectionEnabled: definition.deletionProtection,
  }
}

function statusOf({ creation, group }: TableDefinition): TableStatus {
  if (creation) return 'CREATING'
  return group?.departure ? 'UPDATING' : 'ACTIVE'
}

/**
 * Returns what CreateTable shows. As seen on AWS, this is less than DescribeTable shows afterwards: not since when
 * the table has been on demand, and no warm throughput unless requested.
 */
export function describeNewTable(
  definition: TableDefinition,
  { nowMs, asksForWarmth }: { readonly nowMs: number; readonly asksForWarmth: boolean },
): TableDescription {
  const { WarmThroughput: warm, ...described } = describeTable(definition, { sizes: new Map(), nowMs })
  const indexes = described.GlobalSecondaryIndexes?.map(({ WarmThroughput: _, ...index }) => ({
    ...index,
    IndexStatus: 'CREATING' as const,
  }))
  const vectorIndexes = described.VectorIndexes?.map((index) => ({
    ...index,
    IndexStatus: 'CREATING' as const,
  }))
  return {
    ...described,
    TableStatus: 'CREATING',
    ...(described.BillingModeSummary && billingSummaries(definition.billingMode)),
    ...(indexes && { GlobalSecondaryIndexes: indexes }),
    ...(vectorIndexes && { VectorIndexes: vectorIndexes }),
    ...(warm && asksForWarmth && { WarmThroughput: { ...warm, Status: 'UPDATING' } }),
  }
}

/** Returns what DeleteTable shows: less than the others, as seen on AWS. */
export function describeDeletedTable(definition: TableDefinition, facts: DescriptionFacts): TableDescription {
  const {
    AttributeDefinitions: _attributes,
    KeySchema: _key,
    CreationDateTime: _created,
    GlobalSecondaryIndexes: _global,
    LocalSecondaryIndexes: _local,
    VectorIndexes: _vectors,
    WarmThroughput: _warm,
    ...rest
  } = withBareReplicas(describeTable(definition, facts))
  const { read, write } = definition.throughput
  return {
    ...rest,
    TableStatus: 'DELETING',
    // Whatever was changed before.
    ProvisionedThroughput: describeThroughput({ read, write, decreasesToday: 0 }, facts.nowMs),
  }
}

/** Returns the billing mode under both of its names, and since when the table has last been on demand. */
export function billingSummaries(
  mode: BillingMode,
  sinceMs?: number,
): Pick<TableDescription, 'BillingModeSummary' | 'TableThroughputModeSummary'> {
  const since = sinceMs === undefined ? {} : { LastUpdateToPayPerRequestDateTime: seconds(sinceMs) }
  return {
    BillingModeSummary: { BillingMode: mode, ...since },
    TableThroughputModeSummary: { TableThroughputMode: mode, ...since },
  }
}

/** Returns on-demand limits as they go on the wire. */
export function describeOnDemandLimits({ read, write }: OnDemandLimits): OnDemandThroughput {
  return {
    ...(read !== undefined && { MaxReadRequestUnits: read }),
    ...(write !== undefined && { MaxWriteRequestUnits: write }),
  }
}

function describeBilling({ billingMode, payPerRequestSinceMs }: TableDefinition): Partial<TableDescription> {
  return payPerRequestSinceMs === undefined ? {} : billingSummaries(billingMode, payPerRequestSinceMs)
}

function describeStream({
  arn,
  stream,
  latestStreamLabel: label,
}: TableDefinition): Partial<TableDescription> {
  return {
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType } }),
    ...(label !== undefined && { LatestStreamLabel: label, LatestStreamArn: `${arn}/stream/${label}` }),
  }
}

function describeSettings(definition: TableDefinition): Partial<TableDescription> {
  const { tableClass, tableClassUpdatedMs: updatedMs, encryption } = definition
  return {
    ...(tableClass && {
      TableClassSummary: {
        TableClass: tableClass,
        ...(updatedMs !== undefined && { LastUpdateDateTime: seconds(updatedMs) }),
      },
    }),
    ...(encryption && {
      SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: encryption.keyArn },
    }),
  }
}

/** Returns where a table's items come from while it is being restored; afterwards nothing shows that it was. */
function describeRestore({ creation }: TableDefinition): Partial<TableDescription> {
  if (creation?.kind !== 'restore') return {}
  const { backupArn, sourceArn, restoreMs } = creation
  return {
    RestoreSummary: {
      ...(backupArn !== undefined && { SourceBackupArn: backupArn }),
      SourceTableArn: sourceArn,
      RestoreDateTime: seconds(restoreMs),
      RestoreInProgress: true,
    },
  }
}

function describeIndexes(definition: TableDefinition, facts: DescriptionFacts): Partial<TableDescription> {
  const local = definition.indexes.filter((index) => index.kind === 'local')
  const global = definition.indexes.filter((index) => index.kind === 'global')
  return {
    ...(local.length > 0 && {
      LocalSecondaryIndexes: local.map((index) => describeLocalIndex(definition, index, facts)),
    }),
    ...(global.length > 0 && {
      GlobalSecondaryIndexes: global.map((index) => describeGlobalIndex(definition, index, facts)),
    }),
  }
}

function describeLocalIndex(
  table: TableDefinition,
  index: IndexDefinition,
  { sizes }: DescriptionFacts,
): LocalSecondaryIndexDescription {
  const size = sizes.get(index.space)
  return {
    IndexName: index.name,
    KeySchema: describeKey(index.key),
    Projection: describeProjection(index.projection),
    IndexSizeBytes: size?.sizeBytes ?? 0,
    ItemCount: size?.records ?? 0,
    IndexArn: `${table.arn}/index/${index.name}`,
  }
}

function describeGlobalIndex(
  table: TableDefinition,
  index: IndexDefinition,
  facts: DescriptionFacts,
): GlobalSecondaryIndexDescription {
  const isFilled = index.status !== 'CREATING'
  return {
    ...describeLocalIndex(table, index, facts),
    // Seen on AWS: the indexes of a table that is being restored have no status.
    ...(!table.creation && { IndexStatus: index.status }),
    ...(!isFilled && { Backfilling: true }),
    ProvisionedThroughput: describeThroughput(index.throughput ?? noThroughput, facts.nowMs),
    ...(index.onDemandLimits && { OnDemandThroughput: describeOnDemandLimits(index.onDemandLimits) }),
    ...(index.warmThroughput && {
      WarmThroughput: { ...describeWarmth(index.warmThroughput), Status: isFilled ? 'ACTIVE' : 'UPDATING' },
    }),
  }
}

/** Returns a key schema as descriptions show it. */
export function describeKey(key: KeySchema): KeySchemaElement[] {
  return [
    ...key.hash.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' as const })),
    ...key.range.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' as const })),
  ]
}

function describeThroughput(throughput: Throughput, nowMs: number): ProvisionedThroughputDescription {
  const { lastIncreaseMs, lastDecreaseMs } = throughput
  return {
    ...(lastIncreaseMs !== undefined && { LastIncreaseDateTime: seconds(lastIncreaseMs) }),
    ...(lastDecreaseMs !== undefined && { LastDecreaseDateTime: seconds(lastDecreaseMs) }),
    NumberOfDecreasesToday: decreasesToday(throughput, nowMs),
    ReadCapacityUnits: throughput.read,
    WriteCapacityUnits: throughput.write,
  }
}

function describeWarmth({
  read,
  write,
}: Units): WarmThroughput & { ReadUnitsPerSecond: number; WriteUnitsPerSecond: number } {
  return { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write }
}

function seconds(milliseconds: number): number {
  return milliseconds / 1000
}
