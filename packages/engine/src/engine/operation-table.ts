import type { OperationInputs, OperationName } from '@monotable/protocol'
import { cancelBulkOperation } from '../bulk/cancel-bulk-operation.ts'
import { describeBulkOperation } from '../bulk/describe-bulk-operation.ts'
import { listBulkOperations } from '../bulk/list-bulk-operations.ts'
import { startBulkPutItems } from '../bulk/start-bulk-put-items.ts'
import { describeContinuousBackups, updateContinuousBackups } from '../copies/continuous-backups.ts'
import { createBackup } from '../copies/create-backup.ts'
import { deleteBackup } from '../copies/delete-backup.ts'
import { describeBackup } from '../copies/describe-backup.ts'
import { describeExport } from '../copies/describe-export.ts'
import { describeImport } from '../copies/describe-import.ts'
import { exportTableToPointInTime } from '../copies/export-table-to-point-in-time.ts'
import { importTable } from '../copies/import-table.ts'
import { listBackups } from '../copies/list-backups.ts'
import { listExports } from '../copies/list-exports.ts'
import { listImports } from '../copies/list-imports.ts'
import { restoreTableFromBackup } from '../copies/restore-table-from-backup.ts'
import { restoreTableToPointInTime } from '../copies/restore-table-to-point-in-time.ts'
import {
  describeKinesisStreamingDestination,
  disableKinesisStreamingDestination,
  enableKinesisStreamingDestination,
  updateKinesisStreamingDestination,
} from '../kinesis/kinesis-streaming-destination.ts'
import { batchExecuteStatement } from '../operations/batch-execute-statement.ts'
import { batchGetItem } from '../operations/batch-get-item.ts'
import { batchWriteItem } from '../operations/batch-write-item.ts'
import { createTable } from '../operations/create-table.ts'
import { deleteItem } from '../operations/delete-item.ts'
import { deleteResourcePolicy } from '../operations/delete-resource-policy.ts'
import { deleteTable } from '../operations/delete-table.ts'
import { describeContributorInsights } from '../operations/describe-contributor-insights.ts'
import { describeEndpoints } from '../operations/describe-endpoints.ts'
import { describeLimits } from '../operations/describe-limits.ts'
import { describeStream } from '../operations/describe-stream.ts'
import { describeTable } from '../operations/describe-table.ts'
import { describeTimeToLive } from '../operations/describe-time-to-live.ts'
import { executeStatement } from '../operations/execute-statement.ts'
import { executeTransaction } from '../operations/execute-transaction.ts'
import { getItem } from '../operations/get-item.ts'
import { getRecords } from '../operations/get-records.ts'
import { getResourcePolicy } from '../operations/get-resource-policy.ts'
import { getShardIterator } from '../operations/get-shard-iterator.ts'
import {
  createGlobalTable,
  describeGlobalTable,
  describeGlobalTableSettings,
  listGlobalTables,
  updateGlobalTable,
  updateGlobalTableSettings,
} from '../operations/global-tables.ts'
import { listContributorInsights } from '../operations/list-contributor-insights.ts'
import { listStreams } from '../operations/list-streams.ts'
import { listTables } from '../operations/list-tables.ts'
import { listTagsOfResource } from '../operations/list-tags-of-resource.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { putItem } from '../operations/put-item.ts'
import { putResourcePolicy } from '../operations/put-resource-policy.ts'
import { query } from '../operations/query.ts'
import {
  describeTableReplicaAutoScaling,
  updateTableReplicaAutoScaling,
} from '../operations/replica-auto-scaling.ts'
import { scan } from '../operations/scan.ts'
import { searchVectors } from '../operations/search-vectors.ts'
import { tagResource } from '../operations/tag-resource.ts'
import { transactGetItems } from '../operations/transact-get-items.ts'
import { transactWriteItems } from '../operations/transact-write-items.ts'
import { untagResource } from '../operations/untag-resource.ts'
import { updateContributorInsights } from '../operations/update-contributor-insights.ts'
import { updateItem } from '../operations/update-item.ts'
import { updateTable } from '../operations/update-table.ts'
import { updateTimeToLive } from '../operations/update-time-to-live.ts'

/** What the database does, by the name of the operation. */
export const operationTable: {
  readonly [Name in OperationName]: (
    context: OperationContext,
    input: OperationInputs[Name],
  ) => Promise<WireAnswer>
} = {
  BatchExecuteStatement: batchExecuteStatement,
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  CancelBulkOperation: cancelBulkOperation,
  CreateBackup: createBackup,
  CreateGlobalTable: createGlobalTable,
  CreateTable: createTable,
  DeleteBackup: deleteBackup,
  DeleteItem: deleteItem,
  DeleteResourcePolicy: deleteResourcePolicy,
  DeleteTable: deleteTable,
  DescribeBackup: describeBackup,
  DescribeBulkOperation: describeBulkOperation,
  DescribeContinuousBackups: describeContinuousBackups,
  DescribeContributorInsights: describeContributorInsights,
  DescribeEndpoints: describeEndpoints,
  DescribeExport: describeExport,
  DescribeGlobalTable: describeGlobalTable,
  DescribeGlobalTableSettings: describeGlobalTableSettings,
  DescribeImport: describeImport,
  DescribeKinesisStreamingDestination: describeKinesisStreamingDestination,
  DescribeLimits: describeLimits,
  DescribeStream: describeStream,
  DescribeTable: describeTable,
  DescribeTableReplicaAutoScaling: describeTableReplicaAutoScaling,
  DescribeTimeToLive: describeTimeToLive,
  DisableKinesisStreamingDestination: disableKinesisStreamingDestination,
  EnableKinesisStreamingDestination: enableKinesisStreamingDestination,
  ExecuteStatement: executeStatement,
  ExecuteTransaction: executeTransaction,
  ExportTableToPointInTime: exportTableToPointInTime,
  GetItem: getItem,
  GetRecords: getRecords,
  GetResourcePolicy: getResourcePolicy,
  GetShardIterator: getShardIterator,
  ImportTable: importTable,
  ListBackups: listBackups,
  ListBulkOperations: listBulkOperations,
  ListContributorInsights: listContributorInsights,
  ListExports: listExports,
  ListGlobalTables: listGlobalTables,
  ListImports: listImports,
  ListStreams: listStreams,
  ListTables: listTables,
  ListTagsOfResource: listTagsOfResource,
  PutItem: putItem,
  PutResourcePolicy: putResourcePolicy,
  Query: query,
  RestoreTableFromBackup: restoreTableFromBackup,
  RestoreTableToPointInTime: restoreTableToPointInTime,
  Scan: scan,
  SearchVectors: searchVectors,
  StartBulkPutItems: startBulkPutItems,
  TagResource: tagResource,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  UntagResource: untagResource,
  UpdateContinuousBackups: updateContinuousBackups,
  UpdateContributorInsights: updateContributorInsights,
  UpdateGlobalTable: updateGlobalTable,
  UpdateGlobalTableSettings: updateGlobalTableSettings,
  UpdateItem: updateItem,
  UpdateKinesisStreamingDestination: updateKinesisStreamingDestination,
  UpdateTable: updateTable,
  UpdateTableReplicaAutoScaling: updateTableReplicaAutoScaling,
  UpdateTimeToLive: updateTimeToLive,
}

/** Whether the database has an operation of that name. */
export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operationTable, name)
}

/** Operations that AWS answers with no body at all. */
export const bodiless: ReadonlySet<string> = new Set<OperationName>(['TagResource', 'UntagResource'])
