import type { ReplicaDescription, TableDescription } from '@monotable/protocol'
import type { CatalogueEntry } from './catalogue-record.ts'
import type { IndexDefinition, OnDemandLimits, TableDefinition, Units } from './table-definition.ts'
import { ownMemberOf } from './table-group.ts'

type Overrides = Pick<ReplicaDescription, 'ProvisionedThroughputOverride' | 'OnDemandThroughputOverride'>

/**
 * How settings are replicated to the other regions of a global table within one account; no other mode can be
 * requested.
 */
const replicationMode = 'ENABLED_WITH_OVERRIDES'

/** Returns the part of a table's description that is about its global table; empty if there is none. */
export function describeReplicas(
  definition: TableDefinition,
  peers: readonly CatalogueEntry[],
): Partial<TableDescription> {
  const { group, settingsReplication: mode } = definition
  if (group === undefined) return mode === undefined ? {} : { GlobalTableSettingsReplicationMode: mode }
  return {
    GlobalTableVersion: '2019.11.21',
    GlobalTableSettingsReplicationMode: replicationMode,
    ...(peers.length > 0 && { Replicas: peers.map((peer) => describeReplica(definition, peer)) }),
    ...(group.isStrong
      ? { MultiRegionConsistency: 'STRONG' }
      : { DisassociationProtectionEnabled: ownMemberOf(definition)?.isDissociable !== true }),
    ...(group.witness !== undefined && {
      GlobalTableWitnesses: [{ RegionName: group.witness, WitnessStatus: 'ACTIVE' }],
    }),
  }
}

/**
 * Returns a description as in the answers to changes, which show little more of replicas than their regions (seen
 * on AWS).
 */
export function withBareReplicas(description: TableDescription): TableDescription {
  if (description.Replicas === undefined) return description
  const Replicas = description.Replicas.map(
    ({
      GlobalSecondaryIndexes: _indexes,
      OnDemandThroughputOverride: _limits,
      ProvisionedThroughputOverride: _units,
      ReplicaTableClassSummary: _class,
      WarmThroughput: _warm,
      ...replica
    }) => replica,
  )
  return { ...description, Replicas }
}

/** Describes another table of the group. Only settings that differ from the table's own are shown (seen on AWS). */
function describeReplica(table: TableDefinition, { region, definition }: CatalogueEntry): ReplicaDescription {
  const { encryption, group, tableClass, tableClassUpdatedMs: updatedMs } = definition
  const indexes = definition.indexes.filter(({ kind }) => kind === 'global')
  return {
    RegionName: region,
    ReplicaStatus: group?.departure?.region === region ? 'UPDATING' : 'ACTIVE',
    GlobalTableSettingsReplicationMode: replicationMode,
    ...(encryption && { KMSMasterKeyId: encryption.keyArn }),
    ...describeOverrides(table, definition),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => describeReplicaIndex(table, index)),
    }),
    ...(tableClass && {
      ReplicaTableClassSummary: {
        TableClass: tableClass,
        ...(updatedMs !== undefined && { LastUpdateDateTime: updatedMs / 1000 }),
      },
    }),
    WarmThroughput: { ...describeWarmth(definition.warmThroughput), Status: 'ACTIVE' },
  }
}

function describeReplicaIndex(table: TableDefinition, index: IndexDefinition) {
  const { name, status, warmThroughput } = index
  const own = table.indexes.find((candidate) => candidate.name === name) ?? index
  const isFilled = status !== 'CREATING'
  return {
    IndexName: name,
    ...describeOverrides(own, index),
    ...(warmThroughput &&
      ({
        WarmThroughput: { ...describeWarmth(warmThroughput), Status: isFilled ? 'ACTIVE' : 'UPDATING' },
      } as const)),
  }
}

interface ReadSettings {
  readonly throughput?: Units
  readonly onDemandLimits?: OnDemandLimits
}

function describeOverrides(own: ReadSettings, other: ReadSettings): Overrides {
  const read = other.throughput?.read ?? 0
  const limit = other.onDemandLimits?.read
  return {
    ...(read !== (own.throughput?.read ?? 0) && {
      ProvisionedThroughputOverride: { ReadCapacityUnits: read },
    }),
    ...(limit !== own.onDemandLimits?.read && {
      OnDemandThroughputOverride: { MaxReadRequestUnits: limit ?? -1 },
    }),
  }
}

function describeWarmth({ read, write }: Units) {
  return { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write }
}
