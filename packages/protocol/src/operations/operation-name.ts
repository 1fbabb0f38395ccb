import type {
  DescribeTableReplicaAutoScalingInput,
  DescribeTableReplicaAutoScalingOutput,
  UpdateTableReplicaAutoScalingInput,
  UpdateTableReplicaAutoScalingOutput,
} from './auto-scaling.ts'
import type { BatchExecuteStatementInput, BatchExecuteStatementOutput } from './batch-execute-statement.ts'
import type { BatchGetItemInput, BatchGetItemOutput } from './batch-get-item.ts'
import type { BatchWriteItemInput, BatchWriteItemOutput } from './batch-write-item.ts'
import type {
  CancelBulkOperationInput,
  CancelBulkOperationOutput,
  DescribeBulkOperationInput,
  DescribeBulkOperationOutput,
  ListBulkOperationsInput,
  ListBulkOperationsOutput,
  StartBulkPutItemsInput,
  StartBulkPutItemsOutput,
} from './bulk-operations.ts'
import type {
  DescribeContributorInsightsInput,
  DescribeContributorInsightsOutput,
  ListContributorInsightsInput,
  ListContributorInsightsOutput,
  UpdateContributorInsightsInput,
  UpdateContributorInsightsOutput,
} from './contributor-insights.ts'
import type { CreateBackupInput, CreateBackupOutput } from './create-backup.ts'
import type { CreateTableInput, CreateTableOutput } from './create-table.ts'
import type { DeleteBackupInput, DeleteBackupOutput } from './delete-backup.ts'
import type { DeleteItemInput, DeleteItemOutput } from './delete-item.ts'
import type { DeleteResourcePolicyInput, DeleteResourcePolicyOutput } from './delete-resource-policy.ts'
import type { DeleteTableInput, DeleteTableOutput } from './delete-table.ts'
import type { DescribeBackupInput, DescribeBackupOutput } from './describe-backup.ts'
import type {
  DescribeContinuousBackupsInput,
  DescribeContinuousBackupsOutput,
} from './describe-continuous-backups.ts'
import type { DescribeEndpointsInput, DescribeEndpointsOutput } from './describe-endpoints.ts'
import type { DescribeExportInput, DescribeExportOutput } from './describe-export.ts'
import type { DescribeImportInput, DescribeImportOutput } from './describe-import.ts'
import type { DescribeLimitsInput, DescribeLimitsOutput } from './describe-limits.ts'
import type { DescribeTableInput, DescribeTableOutput } from './describe-table.ts'
import type { ExecuteStatementInput, ExecuteStatementOutput } from './execute-statement.ts'
import type { ExecuteTransactionInput, ExecuteTransactionOutput } from './execute-transaction.ts'
import type {
  ExportTableToPointInTimeInput,
  ExportTableToPointInTimeOutput,
} from './export-table-to-point-in-time.ts'
import type { GetItemInput, GetItemOutput } from './get-item.ts'
import type { GetResourcePolicyInput, GetResourcePolicyOutput } from './get-resource-policy.ts'
import type {
  CreateGlobalTableInput,
  CreateGlobalTableOutput,
  DescribeGlobalTableInput,
  DescribeGlobalTableOutput,
  DescribeGlobalTableSettingsInput,
  DescribeGlobalTableSettingsOutput,
  ListGlobalTablesInput,
  ListGlobalTablesOutput,
  UpdateGlobalTableInput,
  UpdateGlobalTableOutput,
  UpdateGlobalTableSettingsInput,
  UpdateGlobalTableSettingsOutput,
} from './global-tables.ts'
import type { ImportTableInput, ImportTableOutput } from './import-table.ts'
import type {
  DescribeKinesisStreamingDestinationInput,
  DescribeKinesisStreamingDestinationOutput,
  KinesisStreamingDestinationInput,
  KinesisStreamingDestinationOutput,
  UpdateKinesisStreamingDestinationInput,
  UpdateKinesisStreamingDestinationOutput,
} from './kinesis-streaming-destination.ts'
import type { ListBackupsInput, ListBackupsOutput } from './list-backups.ts'
import type { ListExportsInput, ListExportsOutput } from './list-exports.ts'
import type { ListImportsInput, ListImportsOutput } from './list-imports.ts'
import type { ListTablesInput, ListTablesOutput } from './list-tables.ts'
import type { ListTagsOfResourceInput, ListTagsOfResourceOutput } from './list-tags-of-resource.ts'
import type { PutItemInput, PutItemOutput } from './put-item.ts'
import type { PutResourcePolicyInput, PutResourcePolicyOutput } from './put-resource-policy.ts'
import type { QueryInput, QueryOutput } from './query.ts'
import type {
  RestoreTableFromBackupInput,
  RestoreTableFromBackupOutput,
} from './restore-table-from-backup.ts'
import type {
  RestoreTableToPointInTimeInput,
  RestoreTableToPointInTimeOutput,
} from './restore-table-to-point-in-time.ts'
import type { ScanInput, ScanOutput } from './scan.ts'
import type { SearchVectorsInput, SearchVectorsOutput } from './search-vectors.ts'
import type {
  DescribeStreamInput,
  DescribeStreamOutput,
  GetRecordsInput,
  GetRecordsOutput,
  GetShardIteratorInput,
  GetShardIteratorOutput,
  ListStreamsInput,
  ListStreamsOutput,
} from './streams.ts'
import type { TagResourceInput, TagResourceOutput } from './tag-resource.ts'
import type {
  DescribeTimeToLiveInput,
  DescribeTimeToLiveOutput,
  UpdateTimeToLiveInput,
  UpdateTimeToLiveOutput,
} from './time-to-live.ts'
import type { TransactGetItemsInput, TransactGetItemsOutput } from './transact-get-items.ts'
import type { TransactWriteItemsInput, TransactWriteItemsOutput } from './transact-write-items.ts'
import type { UntagResourceInput, UntagResourceOutput } from './untag-resource.ts'
import type {
  UpdateContinuousBackupsInput,
  UpdateContinuousBackupsOutput,
} from './update-continuous-backups.ts'
import type { UpdateItemInput, UpdateItemOutput } from './update-item.ts'
import type { UpdateTableInput, UpdateTableOutput } from './update-table.ts'

/** The input of each operation. */
export interface OperationInputs {
  readonly BatchExecuteStatement: BatchExecuteStatementInput
  readonly BatchGetItem: BatchGetItemInput
  readonly BatchWriteItem: BatchWriteItemInput
  readonly CancelBulkOperation: CancelBulkOperationInput
  readonly CreateBackup: CreateBackupInput
  readonly CreateGlobalTable: CreateGlobalTableInput
  readonly CreateTable: CreateTableInput
  readonly DeleteBackup: DeleteBackupInput
  readonly DeleteItem: DeleteItemInput
  readonly DeleteResourcePolicy: DeleteResourcePolicyInput
  readonly DeleteTable: DeleteTableInput
  readonly DescribeBackup: DescribeBackupInput
  readonly DescribeBulkOperation: DescribeBulkOperationInput
  readonly DescribeContinuousBackups: DescribeContinuousBackupsInput
  readonly DescribeContributorInsights: DescribeContributorInsightsInput
  readonly DescribeEndpoints: DescribeEndpointsInput
  readonly DescribeExport: DescribeExportInput
  readonly DescribeGlobalTable: DescribeGlobalTableInput
  readonly DescribeGlobalTableSettings: DescribeGlobalTableSettingsInput
  readonly DescribeImport: DescribeImportInput
  readonly DescribeKinesisStreamingDestination: DescribeKinesisStreamingDestinationInput
  readonly DescribeLimits: DescribeLimitsInput
  readonly DescribeStream: DescribeStreamInput
  readonly DescribeTable: DescribeTableInput
  readonly DescribeTableReplicaAutoScaling: DescribeTableReplicaAutoScalingInput
  readonly DisableKinesisStreamingDestination: KinesisStreamingDestinationInput
  readonly EnableKinesisStreamingDestination: KinesisStreamingDestinationInput
  readonly DescribeTimeToLive: DescribeTimeToLiveInput
  readonly ExecuteStatement: ExecuteStatementInput
  readonly ExecuteTransaction: ExecuteTransactionInput
  readonly ExportTableToPointInTime: ExportTableToPointInTimeInput
  readonly GetItem: GetItemInput
  readonly GetRecords: GetRecordsInput
  readonly GetResourcePolicy: GetResourcePolicyInput
  readonly ImportTable: ImportTableInput
  readonly ListBackups: ListBackupsInput
  readonly ListBulkOperations: ListBulkOperationsInput
  readonly ListExports: ListExportsInput
  readonly ListGlobalTables: ListGlobalTablesInput
  readonly GetShardIterator: GetShardIteratorInput
  readonly ListImports: ListImportsInput
  readonly ListStreams: ListStreamsInput
  readonly ListContributorInsights: ListContributorInsightsInput
  readonly ListTables: ListTablesInput
  readonly ListTagsOfResource: ListTagsOfResourceInput
  readonly PutItem: PutItemInput
  readonly PutResourcePolicy: PutResourcePolicyInput
  readonly Query: QueryInput
  readonly RestoreTableFromBackup: RestoreTableFromBackupInput
  readonly RestoreTableToPointInTime: RestoreTableToPointInTimeInput
  readonly Scan: ScanInput
  readonly SearchVectors: SearchVectorsInput
  readonly StartBulkPutItems: StartBulkPutItemsInput
  readonly TagResource: TagResourceInput
  readonly TransactGetItems: TransactGetItemsInput
  readonly TransactWriteItems: TransactWriteItemsInput
  readonly UntagResource: UntagResourceInput
  readonly UpdateContinuousBackups: UpdateContinuousBackupsInput
  readonly UpdateGlobalTable: UpdateGlobalTableInput
  readonly UpdateGlobalTableSettings: UpdateGlobalTableSettingsInput
  readonly UpdateContributorInsights: UpdateContributorInsightsInput
  readonly UpdateItem: UpdateItemInput
  readonly UpdateKinesisStreamingDestination: UpdateKinesisStreamingDestinationInput
  readonly UpdateTable: UpdateTableInput
  readonly UpdateTimeToLive: UpdateTimeToLiveInput
  readonly UpdateTableReplicaAutoScaling: UpdateTableReplicaAutoScalingInput
}

/** The output of each operation. */
export interface OperationOutputs {
  readonly BatchExecuteStatement: BatchExecuteStatementOutput
  readonly BatchGetItem: BatchGetItemOutput
  readonly BatchWriteItem: BatchWriteItemOutput
  readonly CancelBulkOperation: CancelBulkOperationOutput
  readonly CreateBackup: CreateBackupOutput
  readonly CreateGlobalTable: CreateGlobalTableOutput
  readonly CreateTable: CreateTableOutput
  readonly DeleteBackup: DeleteBackupOutput
  readonly DeleteItem: DeleteItemOutput
  readonly DeleteResourcePolicy: DeleteResourcePolicyOutput
  readonly DeleteTable: DeleteTableOutput
  readonly DescribeBackup: DescribeBackupOutput
  readonly DescribeBulkOperation: DescribeBulkOperationOutput
  readonly DescribeContinuousBackups: DescribeContinuousBackupsOutput
  readonly DescribeContributorInsights: DescribeContributorInsightsOutput
  readonly DescribeEndpoints: DescribeEndpointsOutput
  readonly DescribeExport: DescribeExportOutput
  readonly DescribeGlobalTable: DescribeGlobalTableOutput
  readonly DescribeGlobalTableSettings: DescribeGlobalTableSettingsOutput
  readonly DescribeImport: DescribeImportOutput
  readonly DescribeKinesisStreamingDestination: DescribeKinesisStreamingDestinationOutput
  readonly DescribeLimits: DescribeLimitsOutput
  readonly DescribeStream: DescribeStreamOutput
  readonly DescribeTable: DescribeTableOutput
  readonly DescribeTableReplicaAutoScaling: DescribeTableReplicaAutoScalingOutput
  readonly DisableKinesisStreamingDestination: KinesisStreamingDestinationOutput
  readonly EnableKinesisStreamingDestination: KinesisStreamingDestinationOutput
  readonly DescribeTimeToLive: DescribeTimeToLiveOutput
  readonly ExecuteStatement: ExecuteStatementOutput
  readonly ExecuteTransaction: ExecuteTransactionOutput
  readonly ExportTableToPointInTime: ExportTableToPointInTimeOutput
  readonly GetItem: GetItemOutput
  readonly GetRecords: GetRecordsOutput
  readonly GetResourcePolicy: GetResourcePolicyOutput
  readonly ImportTable: ImportTableOutput
  readonly ListBackups: ListBackupsOutput
  readonly ListBulkOperations: ListBulkOperationsOutput
  readonly ListExports: ListExportsOutput
  readonly ListGlobalTables: ListGlobalTablesOutput
  readonly GetShardIterator: GetShardIteratorOutput
  readonly ListImports: ListImportsOutput
  readonly ListStreams: ListStreamsOutput
  readonly ListContributorInsights: ListContributorInsightsOutput
  readonly ListTables: ListTablesOutput
  readonly ListTagsOfResource: ListTagsOfResourceOutput
  readonly PutItem: PutItemOutput
  readonly PutResourcePolicy: PutResourcePolicyOutput
  readonly Query: QueryOutput
  readonly RestoreTableFromBackup: RestoreTableFromBackupOutput
  readonly RestoreTableToPointInTime: RestoreTableToPointInTimeOutput
  readonly Scan: ScanOutput
  readonly SearchVectors: SearchVectorsOutput
  readonly StartBulkPutItems: StartBulkPutItemsOutput
  readonly TagResource: TagResourceOutput
  readonly TransactGetItems: TransactGetItemsOutput
  readonly TransactWriteItems: TransactWriteItemsOutput
  readonly UntagResource: UntagResourceOutput
  readonly UpdateContinuousBackups: UpdateContinuousBackupsOutput
  readonly UpdateGlobalTable: UpdateGlobalTableOutput
  readonly UpdateGlobalTableSettings: UpdateGlobalTableSettingsOutput
  readonly UpdateContributorInsights: UpdateContributorInsightsOutput
  readonly UpdateItem: UpdateItemOutput
  readonly UpdateKinesisStreamingDestination: UpdateKinesisStreamingDestinationOutput
  readonly UpdateTable: UpdateTableOutput
  readonly UpdateTimeToLive: UpdateTimeToLiveOutput
  readonly UpdateTableReplicaAutoScaling: UpdateTableReplicaAutoScalingOutput
}

/** The operations of the database. */
export type OperationName = keyof OperationInputs
