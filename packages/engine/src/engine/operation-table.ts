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
import { describeEndpoints } from '../operations/describe-endpoints.ts'
import { describeLimits } from '../operations/describe-limits.ts'
import { describeTimeToLive } from '../operations/expiry/describe-time-to-live.ts'
import { updateTimeToLive } from '../operations/expiry/update-time-to-live.ts'
import { batchGetItem } from '../operations/items/batch-get-item.ts'
import { batchWriteItem } from '../operations/items/batch-write-item.ts'
import { deleteItem } from '../operations/items/delete-item.ts'
import { getItem } from '../operations/items/get-item.ts'
import { putItem } from '../operations/items/put-item.ts'
import { query } from '../operations/items/query.ts'
import { scan } from '../operations/items/scan.ts'
import { searchVectors } from '../operations/items/search-vectors.ts'
import { transactGetItems } from '../operations/items/transact-get-items.ts'
import { transactWriteItems } from '../operations/items/transact-write-items.ts'
import { updateItem } from '../operations/items/update-item.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import {
  createGlobalTable,
  describeGlobalTable,
  describeGlobalTableSettings,
  listGlobalTables,
  updateGlobalTable,
  updateGlobalTableSettings,
} from '../operations/replicas/global-tables.ts'
import {
  describeTableReplicaAutoScaling,
  updateTableReplicaAutoScaling,
} from '../operations/replicas/replica-auto-scaling.ts'
import { deleteResourcePolicy } from '../operations/settings/delete-resource-policy.ts'
import { describeContributorInsights } from '../operations/settings/describe-contributor-insights.ts'
import { getResourcePolicy } from '../operations/settings/get-resource-policy.ts'
import { listContributorInsights } from '../operations/settings/list-contributor-insights.ts'
import { listTagsOfResource } from '../operations/settings/list-tags-of-resource.ts'
import { putResourcePolicy } from '../operations/settings/put-resource-policy.ts'
import { tagResource } from '../operations/settings/tag-resource.ts'
import { untagResource } from '../operations/settings/untag-resource.ts'
import { updateContributorInsights } from '../operations/settings/update-contributor-insights.ts'
import { batchExecuteStatement } from '../operations/statements/batch-execute-statement.ts'
import { executeStatement } from '../operations/statements/execute-statement.ts'
import { executeTransaction } from '../operations/statements/execute-transaction.ts'
import { describeStream } from '../operations/streams/describe-stream.ts'
import { getRecords } from '../operations/streams/get-records.ts'
import { getShardIterator } from '../operations/streams/get-shard-iterator.ts'
import { listStreams } from '../operations/streams/list-streams.ts'
import { createTable } from '../operations/tables/create-table.ts'
import { deleteTable } from '../operations/tables/delete-table.ts'
import { describeTable } from '../operations/tables/describe-table.ts'
import { listTables } from '../operations/tables/list-tables.ts'
import { updateTable } from '../operations/tables/update-table.ts'

/** The implementation of each operation, by name. */
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

/** Returns whether the database has an operation of that name. */
export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operationTable, name)
}

/** Operations that AWS answers without any body. */
export const bodiless: ReadonlySet<string> = new Set<OperationName>(['TagResource', 'UntagResource'])
