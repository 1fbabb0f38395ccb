import { LIST_TABLES_MAX } from '@monotable/protocol'
import { boolean, integer, list, maxLength, minLength, required, struct, text } from '../shape.ts'
import { patternFirstName, tableName } from './names.ts'
import { globalTableWitnessUpdates, replicaUpdates } from './replica-updates.ts'
import {
  attributeDefinitions,
  billingMode,
  globalSecondaryIndexes,
  globalSecondaryIndexUpdates,
  keySchema,
  localSecondaryIndexes,
  multiRegionConsistency,
  onDemandThroughput,
  provisionedThroughput,
  settingsReplicationMode,
  sseSpecification,
  streamSpecification,
  tags,
  vectorIndexes,
  vectorIndexUpdates,
  warmThroughput,
} from './table-elements.ts'

export const createTable = struct('CreateTableInput', {
  AttributeDefinitions: required(attributeDefinitions),
  TableName: tableName,
  BillingMode: billingMode,
  TableThroughputMode: billingMode,
  ProvisionedThroughput: provisionedThroughput,
  KeySchema: required(keySchema),
  // Global indexes come before local ones, whatever the order in the request (seen on AWS, 2026-10).
  GlobalSecondaryIndexes: globalSecondaryIndexes,
  LocalSecondaryIndexes: localSecondaryIndexes,
  VectorIndexes: vectorIndexes,
  StreamSpecification: streamSpecification,
  SSESpecification: sseSpecification,
  OnDemandThroughput: onDemandThroughput,
  WarmThroughput: warmThroughput,
  Tags: tags,
  // Not an enum: AWS words an unknown class in a sentence of its own.
  TableClass: text(),
  DeletionProtectionEnabled: boolean,
  ResourcePolicy: text(),
  GlobalTableSourceArn: text(),
  GlobalTableSettingsReplicationMode: settingsReplicationMode,
})

export const updateTable = struct('UpdateTableInput', {
  AttributeDefinitions: attributeDefinitions,
  TableName: tableName,
  ProvisionedThroughput: provisionedThroughput,
  BillingMode: billingMode,
  TableThroughputMode: billingMode,
  GlobalSecondaryIndexUpdates: globalSecondaryIndexUpdates,
  VectorIndexUpdates: vectorIndexUpdates,
  StreamSpecification: streamSpecification,
  SSESpecification: sseSpecification,
  ReplicaUpdates: replicaUpdates,
  OnDemandThroughput: onDemandThroughput,
  WarmThroughput: warmThroughput,
  TableClass: text(),
  DeletionProtectionEnabled: boolean,
  DisassociationProtectionEnabled: boolean,
  MultiRegionConsistency: multiRegionConsistency,
  GlobalTableWitnessUpdates: globalTableWitnessUpdates,
  GlobalTableSettingsReplicationMode: settingsReplicationMode,
})

export const describeTable = struct('DescribeTableInput', { TableName: tableName })

export const deleteTable = struct('DeleteTableInput', { TableName: tableName })

export const listTables = struct('ListTablesInput', {
  Limit: integer({ min: 1, max: LIST_TABLES_MAX }),
  ExclusiveStartTableName: patternFirstName,
})

export const describeLimits = struct('DescribeLimitsInput', {})

export const describeEndpoints = struct('DescribeEndpointsRequest', {})

export const tagResource = struct('TagResourceInput', { ResourceArn: text(), Tags: required(tags) })

export const untagResource = struct('UntagResourceInput', {
  ResourceArn: text(),
  TagKeys: required(list(text())),
})

export const listTagsOfResource = struct('ListTagsOfResourceInput', {
  ResourceArn: text(),
  NextToken: text(),
})

export const describeTimeToLive = struct('DescribeTimeToLiveInput', { TableName: tableName })

export const updateTimeToLive = struct('UpdateTimeToLiveInput', {
  TableName: tableName,
  TimeToLiveSpecification: required(
    struct('TimeToLiveSpecification', {
      AttributeName: required(text(minLength(1), maxLength(255))),
      Enabled: required(boolean),
    }),
  ),
})
