import type { OperationName } from '@monotable/protocol'
import { nameLengthText } from '../tables/table-name.ts'
import {
  batchGetWording,
  batchWriteWording,
  type CurrentWording,
  getWording,
  putWording,
  queryWording,
  scanWording,
  searchWording,
  transactWording,
  updateWording,
} from './current-wording.ts'
import type { StructShape } from './shape.ts'
import * as backup from './shapes/backup-operations.ts'
import { batchGetItem, batchWriteItem } from './shapes/batch-operations.ts'
import * as bulk from './shapes/bulk-operations.ts'
import * as insights from './shapes/insights-operations.ts'
import { deleteItem, getItem, putItem, query, scan, updateItem } from './shapes/item-operations.ts'
import { searchVectors } from './shapes/search-vectors.ts'
import * as setting from './shapes/setting-operations.ts'
import { batchExecuteStatement, executeStatement, executeTransaction } from './shapes/statement-operations.ts'
import * as stream from './shapes/stream-operations.ts'
import * as table from './shapes/table-operations.ts'
import { transactGetItems, transactWriteItems } from './shapes/transaction-operations.ts'
import * as transfer from './shapes/transfer-operations.ts'

/** The form of an operation's request, and how the operation words deviations. */
export interface OperationShape {
  readonly input: StructShape
  /** How AWS words them today, if that has changed. */
  readonly wording?: CurrentWording
  /** A member whose absence is reported before anything else, in a sentence of its own. */
  readonly first?: { readonly member: string; readonly missing: string }
  /** A member whose emptiness is reported before any other mistake, in a sentence of its own. */
  readonly blank?: { readonly member: string; readonly text: string }
  /** The classic wording has its own sentence for one empty member. */
  readonly empty?: { readonly member: string; readonly classic: string }
  /** Whether AWS parses its JSON more strictly than that of other operations. */
  readonly strict?: boolean
}

const tableNameFirst = {
  member: 'TableName',
  missing: "The parameter 'TableName' is required but was not present in the request",
}

const arnFirst = { member: 'ResourceArn', missing: 'Invalid TableArn' }

// Seen on AWS in October 2026 for empty names and ARNs; those that are merely too short violate the usual
// constraints.
const blankBackup = { member: 'BackupArn', text: 'Invalid Backup ARN' }
const blankExported = { member: 'TableArn', text: 'Invalid TableArn: Invalid Table ARN' }

function blankName(member: string, word: 'IndexName' | 'TableName') {
  return { member, text: nameLengthText(word) }
}

const streamFirst = { member: 'StreamArn', missing: 'Invalid StreamArn' }

const iteratorFirst = { member: 'ShardIterator', missing: 'Invalid ShardIterator' }

function emptyRequestItems(operation: string) {
  return {
    member: 'RequestItems',
    classic: `The requestItems parameter is required for ${operation}`,
  }
}

/** The request shapes of all operations. */
export const operationShapes: { readonly [Name in OperationName]: OperationShape } = {
  BatchExecuteStatement: { input: batchExecuteStatement },
  BatchGetItem: {
    input: batchGetItem,
    wording: batchGetWording,
    empty: emptyRequestItems('BatchGetItem'),
  },
  BatchWriteItem: {
    input: batchWriteItem,
    wording: batchWriteWording,
    empty: emptyRequestItems('BatchWriteItem'),
  },
  CancelBulkOperation: { input: bulk.cancelBulkOperation },
  CreateBackup: { input: backup.createBackup, first: tableNameFirst },
  CreateGlobalTable: { input: setting.createGlobalTable },
  CreateTable: { input: table.createTable, first: tableNameFirst },
  DeleteBackup: { input: backup.deleteBackup, blank: blankBackup },
  DeleteItem: { input: deleteItem, wording: putWording },
  DeleteResourcePolicy: { input: setting.deleteResourcePolicy },
  DeleteTable: { input: table.deleteTable, first: tableNameFirst },
  DescribeBackup: { input: backup.describeBackup, blank: blankBackup },
  DescribeBulkOperation: { input: bulk.describeBulkOperation },
  DescribeContinuousBackups: { input: backup.describeContinuousBackups, first: tableNameFirst },
  DescribeContributorInsights: {
    input: insights.describeContributorInsights,
    first: tableNameFirst,
    blank: blankName('IndexName', 'IndexName'),
  },
  DescribeEndpoints: { input: table.describeEndpoints },
  DescribeExport: { input: transfer.describeExport },
  DescribeGlobalTable: {
    input: setting.describeGlobalTable,
    blank: blankName('GlobalTableName', 'TableName'),
  },
  DescribeGlobalTableSettings: {
    input: setting.describeGlobalTableSettings,
    blank: blankName('GlobalTableName', 'TableName'),
  },
  DescribeImport: { input: transfer.describeImport },
  DescribeKinesisStreamingDestination: {
    input: setting.describeKinesisStreamingDestination,
    first: tableNameFirst,
  },
  DescribeLimits: { input: table.describeLimits },
  DescribeStream: { input: stream.describeStream, first: streamFirst },
  DescribeTable: { input: table.describeTable, first: tableNameFirst },
  DescribeTableReplicaAutoScaling: { input: setting.describeTableReplicaAutoScaling, first: tableNameFirst },
  DisableKinesisStreamingDestination: {
    input: setting.disableKinesisStreamingDestination,
    first: tableNameFirst,
  },
  EnableKinesisStreamingDestination: {
    input: setting.enableKinesisStreamingDestination,
    first: tableNameFirst,
  },
  ExportTableToPointInTime: { input: transfer.exportTableToPointInTime, blank: blankExported },
  GetRecords: { input: stream.getRecords, first: iteratorFirst },
  GetShardIterator: { input: stream.getShardIterator, first: streamFirst },
  DescribeTimeToLive: { input: table.describeTimeToLive, first: tableNameFirst },
  ExecuteStatement: { input: executeStatement },
  ExecuteTransaction: { input: executeTransaction },
  GetItem: { input: getItem, wording: getWording },
  GetResourcePolicy: { input: setting.getResourcePolicy },
  ImportTable: { input: transfer.importTable },
  ListBackups: { input: backup.listBackups },
  ListBulkOperations: { input: bulk.listBulkOperations },
  ListContributorInsights: { input: insights.listContributorInsights },
  ListExports: { input: transfer.listExports },
  ListGlobalTables: { input: setting.listGlobalTables },
  ListImports: { input: transfer.listImports },
  ListStreams: { input: stream.listStreams },
  ListTables: { input: table.listTables },
  ListTagsOfResource: { input: table.listTagsOfResource, first: arnFirst },
  PutItem: { input: putItem, wording: putWording },
  PutResourcePolicy: { input: setting.putResourcePolicy },
  Query: { input: query, wording: queryWording },
  RestoreTableFromBackup: {
    input: backup.restoreTableFromBackup,
    blank: blankName('TargetTableName', 'TableName'),
  },
  RestoreTableToPointInTime: { input: backup.restoreTableToPointInTime },
  Scan: { input: scan, wording: scanWording },
  SearchVectors: { input: searchVectors, wording: searchWording, strict: true },
  StartBulkPutItems: { input: bulk.startBulkPutItems, first: tableNameFirst },
  TagResource: { input: table.tagResource, first: arnFirst },
  TransactGetItems: { input: transactGetItems, wording: transactWording },
  TransactWriteItems: { input: transactWriteItems, wording: transactWording },
  UntagResource: { input: table.untagResource, first: arnFirst },
  UpdateContinuousBackups: { input: backup.updateContinuousBackups, first: tableNameFirst },
  UpdateContributorInsights: {
    input: insights.updateContributorInsights,
    first: tableNameFirst,
    blank: blankName('IndexName', 'IndexName'),
  },
  UpdateGlobalTable: { input: setting.updateGlobalTable },
  UpdateGlobalTableSettings: { input: setting.updateGlobalTableSettings },
  UpdateItem: { input: updateItem, wording: updateWording },
  UpdateKinesisStreamingDestination: {
    input: setting.updateKinesisStreamingDestination,
    first: tableNameFirst,
  },
  UpdateTable: { input: table.updateTable, first: tableNameFirst },
  UpdateTimeToLive: { input: table.updateTimeToLive, first: tableNameFirst },
  UpdateTableReplicaAutoScaling: { input: setting.updateTableReplicaAutoScaling, first: tableNameFirst },
}
