import type {
  CreateGlobalTableInput,
  SearchVectorsInput,
  Tag,
  UpdateGlobalTableInput,
  UpdateTableInput,
} from '@monotable/protocol'
import { decodeShardIterator } from '../streams/shard-iterator.ts'
import { peerRegions } from '../tables/table-group.ts'
import { resolveTableName, tableArn } from '../tables/table-name.ts'
import { partitionKeyNames } from './condition-keys.ts'
import { FactsBuilder } from './facts-builder.ts'
import { namedAttributes } from './named-attributes.ts'
import { type Need, noFacts } from './need.ts'
import { itemTable, type NeedContext, namedTable, needOf } from './need-context.ts'
import { arnNeeds, tagFacts } from './resource-needs.ts'
import { selectOf } from './select-of.ts'

/** A request's members; validation guarantees which ones are present, and their types. */
export type RequestMembers = { readonly [member: string]: unknown }

/** Returns the need of an action on the table of `TableName`, or on its index if the request names one. */
export function tableNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const indexName = input['IndexName'] as string | undefined
  const named = namedTable(context, textOf(input, 'TableName'))
  return [needOf(action, named, { indexName, facts: noFacts })]
}

/** Returns the needs of CreateTable: additional actions for tags and for a policy. */
export function createTableNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const named = namedTable(context, textOf(input, 'TableName'))
  const tags = (input['Tags'] as readonly Tag[] | undefined) ?? []
  const facts = () => tagFacts(tags)
  const actions = ['CreateTable']
  if (tags.length > 0) actions.push('TagResource')
  if (input['ResourcePolicy'] !== undefined) actions.push('PutResourcePolicy')
  return actions.map((action) => needOf(action, named, { facts }))
}

/** Returns the needs of ImportTable: itself, on the table that it creates. */
export function importTableNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const parameters = input['TableCreationParameters'] as RequestMembers
  const named = namedTable(context, textOf(parameters, 'TableName'))
  return [needOf('ImportTable', named, { facts: noFacts })]
}

/** The actions on a table restored from a backup (AWS: service authorization reference). */
const restoringActions = [
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
] as const

/** Returns the needs of RestoreTableFromBackup: access to the backup, and to fill a table. */
export function restoreBackupNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const action = 'RestoreTableFromBackup'
  const arn = textOf(input, 'BackupArn')
  return [...arnNeeds(action, context, { arn, crossesRegions: true }), ...fillNeeds(action, context, input)]
}

/** Returns the needs of RestoreTableToPointInTime: access to the source, and to fill another table. */
export function restoreTimeNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const action = 'RestoreTableToPointInTime'
  const { SourceTableArn: arn, SourceTableName: name } = input
  const needs: Need[] = []
  if (typeof arn === 'string') needs.push(...arnNeeds(action, context, { arn, crossesRegions: true }))
  if (typeof name === 'string') {
    needs.push(needOf(action, namedTable(context, name), { facts: noFacts }))
  }
  return [...needs, ...fillNeeds(action, context, input)]
}

function fillNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const target = namedTable(context, textOf(input, 'TargetTableName'))
  return [action, ...restoringActions].map((name) => needOf(name, target, { facts: noFacts }))
}

/** The actions on a table created in another region (AWS documentation), in the order in which they are checked. */
const replicatingActions = [
  'Scan',
  'Query',
  'UpdateItem',
  'PutItem',
  'GetItem',
  'DeleteItem',
  'BatchWriteItem',
  'CreateTable',
  'CreateTableReplica',
] as const

/** Returns the needs of UpdateTable: additional actions where replicas come or go. */
export function updateTableNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const { ReplicaUpdates: replicas = [], GlobalTableWitnessUpdates: witnesses = [] } =
    input as unknown as UpdateTableInput
  const tableName = textOf(input, 'TableName')
  const elsewhere = (region: string, actions: readonly string[]): Need[] =>
    needsElsewhere(context, tableName, { region, actions })
  return [
    ...tableNeeds('UpdateTable', context, input),
    ...replicas.flatMap(({ Create, Delete, Disassociate }) => [
      ...(Create ? elsewhere(Create.RegionName ?? '', replicatingActions) : []),
      ...(Delete ? elsewhere(Delete.RegionName, ['DeleteTable', 'DeleteTableReplica']) : []),
      ...(Disassociate ? tableNeeds('DisassociateTableReplica', context, input) : []),
    ]),
    ...witnesses.flatMap(({ Create, Delete }) => [
      ...(Create ? elsewhere(Create.RegionName ?? '', ['CreateGlobalTableWitness']) : []),
      ...(Delete ? elsewhere(Delete.RegionName ?? '', ['DeleteGlobalTableWitness']) : []),
    ]),
  ]
}

/** Returns the needs of UpdateTimeToLive: itself in all regions that have the table (AWS documentation). */
export function updateTimeToLiveNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const action = 'UpdateTimeToLive'
  const tableName = textOf(input, 'TableName')
  const { table } = namedTable(context, tableName)
  const regions = table === undefined ? [] : peerRegions(table.definition)
  return [
    ...tableNeeds(action, context, input),
    ...regions.flatMap((region) => needsElsewhere(context, tableName, { region, actions: [action] })),
  ]
}

/**
 * Returns the needs on the table of the same name in another region, where they are authorized like a separate
 * request.
 */
function needsElsewhere(
  context: NeedContext,
  tableName: string,
  { region, actions }: { readonly region: string; readonly actions: readonly string[] },
): Need[] {
  const realm = { ...context.realm, region }
  const there = namedTable({ ...context, realm }, resolveTableName(context.realm, tableName))
  return actions.map((action) => ({ ...needOf(action, there, { facts: noFacts }), region }))
}

/** Returns the needs of an action on a global table of version 2017, which belongs to no region. */
export function globalTableNeeds(action: string, { realm }: NeedContext, input: RequestMembers): Need[] {
  const name = textOf(input, 'GlobalTableName')
  const resource = `arn:aws:dynamodb::${realm.accountId}:global-table/${name}`
  return [{ action, resource, facts: noFacts }]
}

/**
 * Returns the needs of changing a global table of version 2017: also on the tables of the regions that it names, which
 * come first, as in AWS's refusals (seen in September 2026).
 */
export function globalTableChangeNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const { ReplicationGroup: group = [], ReplicaUpdates: updates = [] } = input as unknown as Partial<
    CreateGlobalTableInput & UpdateGlobalTableInput
  >
  const changed = updates.map(({ Create, Delete }) => (Create ?? Delete)?.RegionName)
  const regions = [...group.map(({ RegionName }) => RegionName), ...changed].filter(
    (region) => region !== undefined,
  )
  const name = textOf(input, 'GlobalTableName')
  return [
    ...regions.map((region) => {
      const realm = { ...context.realm, region }
      return needOf(action, namedTable({ ...context, realm }, name), { facts: noFacts })
    }),
    ...globalTableNeeds(action, context, input),
  ]
}

/** Returns the needs of listing global tables, with AWS's name for all of them. */
export function listGlobalTablesNeeds({ realm }: NeedContext): Need[] {
  const resource = `arn:aws:dynamodb::${realm.accountId}:global-table/*`
  return [{ action: 'ListGlobalTables', resource, facts: noFacts }]
}

/** Returns the needs of changing the settings of a global table of version 2017: also on its table in this region. */
export function globalTableSettingNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const named = namedTable(context, textOf(input, 'GlobalTableName'))
  return [...globalTableNeeds(action, context, input), needOf(action, named, { facts: noFacts })]
}

/** Returns the needs of GetRecords: on the stream that its iterator names. */
export function getRecordsNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const { streamArn: arn } = decodeShardIterator(textOf(input, 'ShardIterator'))
  return arnNeeds('GetRecords', context, { arn })
}

/** Returns the needs of ListTables; the ARN is the one in AWS's error. */
export function listTablesNeeds({ realm }: NeedContext): Need[] {
  return [{ action: 'ListTables', resource: tableArn(realm, '*'), facts: noFacts }]
}

/** Returns the needs of SearchVectors: on the index (AWS documentation, with a policy that names nothing else). */
export function searchVectorsNeeds(context: NeedContext, input: SearchVectorsInput): Need[] {
  const named = itemTable(context, input.TableName)
  const { SearchConditionExpression: FilterExpression, IndexName: indexName, ...others } = input
  // AWS has no condition keys here, so a statement with conditions allows no search. Conditions used elsewhere
  // should also hold for this way of reading items; the request does not say which keys these have.
  const facts = () =>
    new FactsBuilder()
      .addPartitionKeys(partitionKeyNames.map(() => undefined))
      .addAttributes(namedAttributes({ ...others, FilterExpression }).attributes)
      .set('dynamodb:select', selectOf(input))
      .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      .build()
  return [needOf('SearchVectors', named, { indexName, facts })]
}

function textOf(input: RequestMembers, member: string): string {
  const value = input[member]
  return typeof value === 'string' ? value : ''
}
