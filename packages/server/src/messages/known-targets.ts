const dynamoDb = `BatchExecuteStatement BatchGetItem BatchWriteItem CancelBulkOperation CreateBackup
CreateGlobalTable CreateTable DeleteBackup DeleteItem DeleteResourcePolicy DeleteTable DescribeBackup
DescribeBulkOperation DescribeContinuousBackups DescribeContributorInsights DescribeEndpoints DescribeExport
DescribeGlobalTable DescribeGlobalTableSettings DescribeImport DescribeKinesisStreamingDestination
DescribeLimits DescribeTable DescribeTableReplicaAutoScaling DescribeTimeToLive
DisableKinesisStreamingDestination EnableKinesisStreamingDestination ExecuteStatement ExecuteTransaction
ExportTableToPointInTime GetItem GetResourcePolicy ImportTable ListBackups ListBulkOperations
ListContributorInsights ListExports ListGlobalTables ListImports ListTables ListTagsOfResource PutItem
PutResourcePolicy Query RestoreTableFromBackup RestoreTableToPointInTime Scan SearchVectors StartBulkPutItems
TagResource TransactGetItems TransactWriteItems UntagResource UpdateContinuousBackups
UpdateContributorInsights UpdateGlobalTable UpdateGlobalTableSettings UpdateItem
UpdateKinesisStreamingDestination UpdateTable UpdateTableReplicaAutoScaling UpdateTimeToLive`

const streams = 'DescribeStream GetRecords GetShardIterator ListStreams'

function targets(api: string, operations: string): [string, string][] {
  return operations.split(/\s+/).map((operation) => [`${api}.${operation}`, operation])
}

const operationByTarget: ReadonlyMap<string, string> = new Map([
  ...targets('DynamoDB_20120810', dynamoDb),
  ...targets('DynamoDBStreams_20120810', streams),
])

/**
 * Returns the operation that an `X-Amz-Target` header names, if DynamoDB has it. Whether this database has it is up to
 * the database; that is checked after the signature, and an unknown target before it.
 */
export function findOperation(target: string): string | undefined {
  return operationByTarget.get(target)
}
