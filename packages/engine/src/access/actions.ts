import { matchesPattern, toPattern } from './text-pattern.ts'

/**
 * The actions that policies can name (AWS: service authorization reference), and operations that need other actions
 * instead, such as TransactWriteItems: IAM accepts these too, without effect.
 */
const names = `AssociateTableReplica BatchExecuteStatement BatchGetItem BatchWriteItem CancelBulkOperation
ConditionCheckItem CreateBackup CreateGlobalTable CreateGlobalTableWitness CreateTable CreateTableReplica
DeleteBackup DeleteGlobalTableWitness DeleteItem DeleteResourcePolicy DeleteTable DeleteTableReplica
DescribeBackup DescribeBulkOperation DescribeContinuousBackups DescribeContributorInsights DescribeEndpoints
DescribeExport DescribeGlobalTable DescribeGlobalTableSettings DescribeImport
DescribeKinesisStreamingDestination DescribeLimits DescribeReservedCapacity DescribeReservedCapacityOfferings
DescribeStream DescribeTable DescribeTableReplicaAutoScaling DescribeTimeToLive
DisableKinesisStreamingDestination DisassociateTableReplica EnableKinesisStreamingDestination
ExecuteStatement ExecuteTransaction
ExportTableToPointInTime GetAbacStatus GetItem GetRecords GetResourcePolicy GetShardIterator ImportTable
InjectError ListBackups ListBulkOperations ListContributorInsights ListExports ListGlobalTables ListImports
ListStreams ListTables ListTagsOfResource PartiQLDelete PartiQLInsert PartiQLSelect PartiQLUpdate
PurchaseReservedCapacityOfferings PutItem PutResourcePolicy Query ReadDataForReplication ReplicateSettings
RestoreTableFromAwsBackup RestoreTableFromBackup RestoreTableToPointInTime Scan SearchVectors
StartAwsBackupJob StartBulkPutItems TagResource TransactGetItems TransactWriteItems UntagResource
UpdateAbacStatus UpdateContinuousBackups UpdateContributorInsights UpdateGlobalTable
UpdateGlobalTableSettings UpdateGlobalTableVersion UpdateItem UpdateKinesisStreamingDestination UpdateTable
UpdateTableReplicaAutoScaling UpdateTimeToLive WriteDataForReplication`

const fullNames = new Map(names.split(/\s+/).map((name) => [name, `dynamodb:${name.toLowerCase()}`]))
const actions = [...fullNames.values()]

/** Returns an action's name in the form used for comparison: with its service, in lower case. */
export function fullActionName(action: string): string {
  return fullNames.get(action) ?? `dynamodb:${action.toLowerCase()}`
}

/** Returns whether an action in a policy, possibly with wildcards, can match any of DynamoDB's. */
export function isKnownAction(action: string): boolean {
  const pattern = toPattern(action.toLowerCase())
  return actions.some((name) => matchesPattern(pattern, name))
}
