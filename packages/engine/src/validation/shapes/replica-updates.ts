import { list, long, minLength, oneOf, required, struct, text } from '../shape.ts'
import { indexName } from './names.ts'

const overrides = {
  ProvisionedThroughputOverride: struct('ProvisionedThroughputOverride', {
    ReadCapacityUnits: long({ min: 1 }),
  }),
  OnDemandThroughputOverride: struct('OnDemandThroughputOverride', { MaxReadRequestUnits: long() }),
}

const replica = {
  KMSMasterKeyId: text(minLength(1)),
  ...overrides,
  GlobalSecondaryIndexes: list(
    struct('ReplicaGlobalSecondaryIndex', { IndexName: required(indexName), ...overrides }),
    { min: 1 },
  ),
  TableClassOverride: text(),
}

// A created replica without a region is checked later, with a sentence of its own (seen on AWS, 2026-10).
export const replicaUpdates = list(
  struct('ReplicationGroupUpdate', {
    Create: struct('CreateReplicationGroupMemberAction', { RegionName: text(), ...replica }),
    Update: struct('UpdateReplicationGroupMemberAction', { RegionName: required(text()), ...replica }),
    Delete: struct('DeleteReplicationGroupMemberAction', { RegionName: required(text()) }),
    Disassociate: struct('DisassociateReplicationGroupMemberAction', {
      RegionName: required(text()),
      DisassociationMode: required(oneOf('WAIT_FOR_REPLICATION')),
    }),
  }),
  { min: 1 },
)

export const globalTableWitnessUpdates = list(
  struct('GlobalTableWitnessGroupUpdate', {
    Create: struct('CreateGlobalTableWitnessGroupMemberAction', { RegionName: text() }),
    Delete: struct('DeleteGlobalTableWitnessGroupMemberAction', { RegionName: text() }),
  }),
  { min: 1, max: 1 },
)
