import type { Tag } from '@monotable/protocol'
import {
  batchGetNeeds,
  batchWriteNeeds,
  getItemNeeds,
  queryNeeds,
  scanNeeds,
  writeNeeds,
} from './item-needs.ts'
import { type Need, noFacts } from './need.ts'
import type { NeedContext } from './need-context.ts'
import { arnNeeds, tagFacts, tagKeyFacts } from './resource-needs.ts'
import { batchStatementNeeds, executeStatementNeeds, transactStatementNeeds } from './statement-needs.ts'
import * as table from './table-needs.ts'
import { transactGetNeeds, transactWriteNeeds } from './transaction-needs.ts'

/** Returns the needs of a valid request of an operation; validation guarantees the type of the input. */
type ReadNeeds = (context: NeedContext, input: table.RequestMembers) => readonly Need[] | undefined

const readers = new Map<string, ReadNeeds>([
  ['BatchGetItem', (context, input) => batchGetNeeds(context, input as never)],
  ['BatchWriteItem', (context, input) => batchWriteNeeds(context, input as never)],
  ['GetItem', (context, input) => getItemNeeds(context, input as never)],
  ['PutItem', (context, input) => writeNeeds('PutItem', context, input as never)],
  ['UpdateItem', (context, input) => writeNeeds('UpdateItem', context, input as never)],
  ['DeleteItem', (context, input) => writeNeeds('DeleteItem', context, input as never)],
  ['Query', (context, input) => queryNeeds(context, input as never)],
  ['Scan', (context, input) => scanNeeds(context, input as never)],
  ['SearchVectors', (context, input) => table.searchVectorsNeeds(context, input as never)],
  ['TransactGetItems', (context, input) => transactGetNeeds(context, input as never)],
  ['TransactWriteItems', (context, input) => transactWriteNeeds(context, input as never)],
  ['ExecuteStatement', (context, input) => executeStatementNeeds(context, input as never)],
  ['ExecuteTransaction', (context, input) => transactStatementNeeds(context, input as never).flat()],
  ['BatchExecuteStatement', (context, input) => allOrUnknown(batchStatementNeeds(context, input as never))],
  ['CreateTable', table.createTableNeeds],
  ['UpdateTable', table.updateTableNeeds],
  ['UpdateTimeToLive', table.updateTimeToLiveNeeds],
  ['ImportTable', table.importTableNeeds],
  ['RestoreTableFromBackup', table.restoreBackupNeeds],
  ['RestoreTableToPointInTime', table.restoreTimeNeeds],
  ['GetRecords', table.getRecordsNeeds],
  ['ListTables', table.listTablesNeeds],
  ['TagResource', (context, input) => tagNeeds('TagResource', context, input)],
  ['UntagResource', (context, input) => tagNeeds('UntagResource', context, input)],
])

const onTables = `CreateBackup DeleteTable DescribeContinuousBackups DescribeContributorInsights
DescribeKinesisStreamingDestination DescribeTable DescribeTableReplicaAutoScaling DescribeTimeToLive
DisableKinesisStreamingDestination EnableKinesisStreamingDestination StartBulkPutItems UpdateContinuousBackups
UpdateContributorInsights UpdateKinesisStreamingDestination UpdateTableReplicaAutoScaling`
for (const action of onTables.split(/\s+/)) {
  readers.set(action, (context, input) => table.tableNeeds(action, context, input))
}

/**
 * Operations on the resource of an ARN, and the member that contains it; if that is absent, all resources are
 * meant.
 */
const onArns: { readonly [operation: string]: string } = {
  CancelBulkOperation: 'BulkOperationArn',
  DeleteBackup: 'BackupArn',
  DeleteResourcePolicy: 'ResourceArn',
  DescribeBackup: 'BackupArn',
  DescribeBulkOperation: 'BulkOperationArn',
  DescribeExport: 'ExportArn',
  DescribeImport: 'ImportArn',
  DescribeStream: 'StreamArn',
  ExportTableToPointInTime: 'TableArn',
  GetResourcePolicy: 'ResourceArn',
  GetShardIterator: 'StreamArn',
  ListExports: 'TableArn',
  ListImports: 'TableArn',
  ListTagsOfResource: 'ResourceArn',
  PutResourcePolicy: 'ResourceArn',
}
for (const [action, member] of Object.entries(onArns)) {
  readers.set(action, (context, input) => {
    const arn = input[member]
    return typeof arn === 'string' ? arnNeeds(action, context, { arn }) : onEverything(action)
  })
}

for (const action of ['DescribeGlobalTable', 'DescribeGlobalTableSettings']) {
  readers.set(action, (context, input) => table.globalTableNeeds(action, context, input))
}
for (const action of ['CreateGlobalTable', 'UpdateGlobalTable']) {
  readers.set(action, (context, input) => table.globalTableChangeNeeds(action, context, input))
}
readers.set('UpdateGlobalTableSettings', (context, input) =>
  table.globalTableSettingNeeds('UpdateGlobalTableSettings', context, input),
)
readers.set('ListGlobalTables', table.listGlobalTablesNeeds)

const onNothing = `DescribeEndpoints DescribeLimits ListBackups ListBulkOperations ListContributorInsights
ListStreams`
for (const action of onNothing.split(/\s+/)) readers.set(action, () => onEverything(action))

/** Returns the needs of several parts; those of all are unknown if one of them has none, since it was not judged. */
function allOrUnknown(parts: readonly (readonly Need[])[]): readonly Need[] | undefined {
  return parts.some(({ length }) => length === 0) ? undefined : parts.flat()
}

function onEverything(action: string): Need[] {
  return [{ action, resource: '*', facts: noFacts }]
}

function tagNeeds(action: string, context: NeedContext, input: table.RequestMembers): Need[] {
  const { ResourceArn: arn, Tags: tags, TagKeys: keys } = input
  const facts = () =>
    tags === undefined ? tagKeyFacts((keys ?? []) as string[]) : tagFacts(tags as readonly Tag[])
  return arnNeeds(action, context, { arn: String(arn), facts })
}

/**
 * Returns what a valid request needs to be allowed, or `undefined` for an operation whose needs are unknown, and
 * which is therefore denied to everybody.
 */
export function requestNeeds(
  operation: string,
  context: NeedContext,
  input: table.RequestMembers,
): readonly Need[] | undefined {
  return readers.get(operation)?.(context, input)
}
