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
import { findNamedTable, type NeedContext, needOf } from './need-context.ts'
import { arnNeeds, tagFacts } from './resource-needs.ts'
import { selectOf } from './select-of.ts'

/** A request's members; which of them are there, and of what type, validation has seen to. */
export type RequestMembers = { readonly [member: string]: unknown }

/** What an action on the table of `TableName` needs; on its index, where the request names one. */
export function tableNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const indexName = input['IndexName'] as string | undefined
  const named = findNamedTable(context, textOf(input, 'TableName'))
  return [needOf(action, named, { indexName, facts: noFacts })]
}

/** What CreateTable needs: more than itself for tags and for a policy. */
export function createTableNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const named = findNamedTable(context, textOf(input, 'TableName'))
  const tags = (input['Tags'] as readonly Tag[] | undefined) ?? []
  const facts = () => tagFacts(tags)
  const actions = ['CreateTable']
  if (tags.length > 0) actions.push('TagResource')
  if (input['ResourcePolicy'] !== undefined) actions.push('PutResourcePolicy')
  return actions.map((action) => needOf(action, named, { facts }))
}

/** What ImportTable needs: itself, on the table that it makes. */
export function importTableNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const parameters = input['TableCreationParameters'] as RequestMembers
  const named = findNamedTable(context, textOf(parameters, 'TableName'))
  return [needOf('ImportTable', named, { facts: noFacts })]
}

/** What is done to the table that is made of a backup (AWS: service authorization reference). */
const restoringActions = [
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
] as const

/** What RestoreTableFromBackup needs: the backup, and to fill a table. */
export function restoreBackupNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const action = 'RestoreTableFromBackup'
  const arn = textOf(input, 'BackupArn')
  return [...arnNeeds(action, context, { arn, crossesRegions: true }), ...fillNeeds(action, context, input)]
}

/** What RestoreTableToPointInTime needs: the table that is copied, and to fill another. */
export function restoreTimeNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const action = 'RestoreTableToPointInTime'
  const { SourceTableArn: arn, SourceTableName: name } = input
  const needs: Need[] = []
  if (typeof arn === 'string') needs.push(...arnNeeds(action, context, { arn, crossesRegions: true }))
  if (typeof name === 'string') {
    needs.push(needOf(action, findNamedTable(context, name), { facts: noFacts }))
  }
  return [...needs, ...fillNeeds(action, context, input)]
}

function fillNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const target = findNamedTable(context, textOf(input, 'TargetTableName'))
  return [action, ...restoringActions].map((name) => needOf(name, target, { facts: noFacts }))
}

/** What is done to a table that is made in another region (AWS documentation), the first that is refused first. */
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

/** What UpdateTable needs: more than itself for tables of other regions, on these. */
export function updateTableNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const { ReplicaUpdates: replicas = [], GlobalTableWitnessUpdates: witnesses = [] } =
    input as unknown as UpdateTableInput
  const tableName = textOf(input, 'TableName')
  const elsewhere = (region: string, actions: readonly string[]): Need[] =>
    needsElsewhere(context, tableName, { region, actions })
  return [
    ...tableNeeds('UpdateTable', context, input),
    ...replicas.flatMap(({ Create, Delete }) => [
      ...(Create ? elsewhere(Create.RegionName ?? '', replicatingActions) : []),
      ...(Delete ? elsewhere(Delete.RegionName, ['DeleteTable', 'DeleteTableReplica']) : []),
    ]),
    ...witnesses.flatMap(({ Create, Delete }) => [
      ...(Create ? elsewhere(Create.RegionName ?? '', ['CreateGlobalTableWitness']) : []),
      ...(Delete ? elsewhere(Delete.RegionName ?? '', ['DeleteGlobalTableWitness']) : []),
    ]),
  ]
}

/** What UpdateTimeToLive needs: to do so in all regions that have the table (AWS documentation). */
export function updateTimeToLiveNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const action = 'UpdateTimeToLive'
  const tableName = textOf(input, 'TableName')
  const { table } = findNamedTable(context, tableName)
  const regions = table === undefined ? [] : peerRegions(table.definition)
  return [
    ...tableNeeds(action, context, input),
    ...regions.flatMap((region) => needsElsewhere(context, tableName, { region, actions: [action] })),
  ]
}

/** What is needed on the table of the same name in another region, where it is judged as a request of its own. */
function needsElsewhere(
  context: NeedContext,
  tableName: string,
  { region, actions }: { readonly region: string; readonly actions: readonly string[] },
): Need[] {
  const realm = { ...context.realm, region }
  const there = findNamedTable({ ...context, realm }, resolveTableName(context.realm, tableName))
  return actions.map((action) => ({ ...needOf(action, there, { facts: noFacts }), region }))
}

/** What an action on a global table of the version of 2017 needs, which belongs to no region. */
export function globalTableNeeds(action: string, { realm }: NeedContext, input: RequestMembers): Need[] {
  const name = textOf(input, 'GlobalTableName')
  const resource = `arn:aws:dynamodb::${realm.accountId}:global-table/${name}`
  return [{ action, resource, facts: noFacts }]
}

/** What changing a global table of the version of 2017 needs: the tables of the regions that it names as well. */
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
    ...globalTableNeeds(action, context, input),
    ...regions.map((region) => {
      const realm = { ...context.realm, region }
      return needOf(action, findNamedTable({ ...context, realm }, name), { facts: noFacts })
    }),
  ]
}

/** What listing global tables needs, by the name that AWS gives them all. */
export function listGlobalTablesNeeds({ realm }: NeedContext): Need[] {
  const resource = `arn:aws:dynamodb::${realm.accountId}:global-table/*`
  return [{ action: 'ListGlobalTables', resource, facts: noFacts }]
}

/** What changing the settings of a global table of 2017 needs: its table here as well. */
export function globalTableSettingNeeds(action: string, context: NeedContext, input: RequestMembers): Need[] {
  const named = findNamedTable(context, textOf(input, 'GlobalTableName'))
  return [...globalTableNeeds(action, context, input), needOf(action, named, { facts: noFacts })]
}

/** What GetRecords needs: the stream that its iterator names. */
export function getRecordsNeeds(context: NeedContext, input: RequestMembers): Need[] {
  const { streamArn: arn } = decodeShardIterator(textOf(input, 'ShardIterator'))
  return arnNeeds('GetRecords', context, { arn })
}

/** What ListTables needs; the ARN is the one that AWS names when it refuses. */
export function listTablesNeeds({ realm }: NeedContext): Need[] {
  return [{ action: 'ListTables', resource: tableArn(realm, '*'), facts: noFacts }]
}

/** What SearchVectors needs: the index (AWS documentation, with a policy that names nothing else). */
export function searchVectorsNeeds(context: NeedContext, input: SearchVectorsInput): Need[] {
  const named = findNamedTable(context, input.TableName)
  const { SearchConditionExpression: FilterExpression, IndexName: indexName, ...others } = input
  // AWS has no condition keys here, and a statement that asks for any allows no search. What it has elsewhere should hold of
  // this way to read items too; which keys these have nobody says.
  const facts = () =>
    new FactsBuilder()
      .addPartitionKeys(partitionKeyNames.map(() => undefined))
      .addAttributes(context.read(() => namedAttributes({ ...others, FilterExpression })).attributes)
      .set('dynamodb:select', selectOf(input))
      .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      .build()
  return [needOf('SearchVectors', named, { indexName, facts })]
}

function textOf(input: RequestMembers, member: string): string {
  const value = input[member]
  return typeof value === 'string' ? value : ''
}
