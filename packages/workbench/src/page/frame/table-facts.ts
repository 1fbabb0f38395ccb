import type { SendAnswer } from '../../shared/api.ts'
import { countText } from '../count-text.ts'
import { listOf, type Members, members, type TableAnswers, text } from './ask-table.ts'

/** A fact about a table; `lines` if it is a list. */
export interface TableFact {
  readonly title: string
  readonly lines: readonly string[]
  /** Why it is unknown. */
  readonly refusal?: string | undefined
}

/** Lists the facts about a table's setup that people look for, including what is switched off. */
export function tableFacts({ table, ...answers }: TableAnswers): readonly TableFact[] {
  return [
    fact('State', stateOf(table)),
    fact(
      'Items',
      `${number(table['ItemCount'])}, ${countText(Number(table['TableSizeBytes'] ?? 0), 'byte')}`,
    ),
    fact('Key', keyText(table, table)),
    fact('Capacity', capacityOf(table)),
    fact('Warm throughput', warmOf(table)),
    { title: 'Indexes', lines: indexLines(table) },
    { title: 'Replicas', lines: replicaLines(table) },
    fact('Stream', streamOf(table)),
    answered('Time to live', answers.timeToLive, timeToLiveOf),
    answered('Point-in-time recovery', answers.recovery, recoveryOf),
    answered('Backups', answers.backups, backupsOf),
    fact('Encryption', encryptionOf(table)),
    answered('Resource policy', answers.policy, policyOf),
    fact('Deletion protection', table['DeletionProtectionEnabled'] === true ? 'on' : 'off'),
    answered('Tags', answers.tags, tagsOf),
    fact('ARN', text(table['TableArn'])),
  ]
}

function stateOf({ TableStatus: status, CreationDateTime: created, TableClassSummary }: Members): string {
  const { TableClass } = members(TableClassSummary)
  const since = typeof created === 'number' ? `since ${dateText(created)}` : ''
  return join([text(status), since, TableClass === undefined ? '' : text(TableClass)])
}

function capacityOf({ BillingModeSummary, ProvisionedThroughput, OnDemandThroughput }: Members): string {
  if (members(BillingModeSummary)['BillingMode'] === 'PAY_PER_REQUEST') {
    const { MaxReadRequestUnits: read, MaxWriteRequestUnits: write } = members(OnDemandThroughput)
    const limit = (units: unknown, what: string) =>
      typeof units === 'number' && units > 0 ? `at most ${countText(units, `${what} unit`)}` : ''
    return join(['on demand', limit(read, 'read'), limit(write, 'write')])
  }
  const { ReadCapacityUnits: read, WriteCapacityUnits: write } = members(ProvisionedThroughput)
  return `${number(read)} read and ${number(write)} write units a second`
}

function warmOf({ WarmThroughput }: Members): string {
  const { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write, Status } = members(WarmThroughput)
  if (read === undefined && write === undefined) return 'not known'
  return join([`${number(read)} read and ${number(write)} write units a second`, isActive(Status)])
}

function encryptionOf({ SSEDescription }: Members): string {
  const { SSEType, KMSMasterKeyArn, Status } = members(SSEDescription)
  if (SSEType === undefined || Status === 'DISABLED') return 'with a key that DynamoDB owns'
  return join([`with ${text(SSEType)}`, text(KMSMasterKeyArn), Status === 'ENABLED' ? '' : text(Status)])
}

function policyOf({ Policy }: Members): string {
  if (typeof Policy !== 'string') return 'none'
  try {
    const { Statement } = JSON.parse(Policy) as { readonly Statement?: unknown }
    const count = Array.isArray(Statement) ? Statement.length : 1
    return countText(count, 'statement')
  } catch {
    return Policy
  }
}

function indexLines(table: Members): readonly string[] {
  const ordered = (list: unknown, kind: string) =>
    listOf(list).map((index) =>
      join([
        `${text(index['IndexName'])}: ${keyText(index, table)}`,
        kind,
        projectionOf(index),
        countText(Number(index['ItemCount'] ?? 0), 'item'),
        isActive(index['IndexStatus']),
      ]),
    )
  const vectors = listOf(table['VectorIndexes']).map((index) =>
    join([
      `${text(index['IndexName'])}: ${text(members(index['VectorAttribute'])['AttributeName'])}`,
      `vectors of ${number(index['Dimensions'])}`,
      text(index['DistanceFunction']),
      isActive(index['IndexStatus']),
    ]),
  )
  const all = [
    ...ordered(table['GlobalSecondaryIndexes'], 'global'),
    ...ordered(table['LocalSecondaryIndexes'], 'local'),
    ...vectors,
  ]
  return all.length === 0 ? ['none'] : all
}

function keyText({ KeySchema }: Members, { AttributeDefinitions }: Members): string {
  const types = new Map(
    listOf(AttributeDefinitions).map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  )
  return listOf(KeySchema)
    .map(({ AttributeName: name }) => `${text(name)} (${text(types.get(name) ?? '?')})`)
    .join(', ')
}

function projectionOf({ Projection }: Members): string {
  const { ProjectionType: type, NonKeyAttributes: names } = members(Projection)
  if (type === 'INCLUDE') return `holds ${(Array.isArray(names) ? names : []).join(', ')}`
  return type === 'KEYS_ONLY' ? 'holds keys only' : 'holds all attributes'
}

function isActive(status: unknown): string {
  return status === undefined || status === 'ACTIVE' ? '' : text(status)
}

function replicaLines({ Replicas, MultiRegionConsistency }: Members): readonly string[] {
  const lines = listOf(Replicas).map((replica) =>
    join([text(replica['RegionName']), text(replica['ReplicaStatus']), ...overridesOf(replica)]),
  )
  if (lines.length === 0) return ['none']
  return MultiRegionConsistency === 'STRONG' ? [...lines, 'strongly consistent'] : lines
}

/** Returns the settings of a replica that differ from the others. */
function overridesOf(replica: Members): readonly string[] {
  const { ReadCapacityUnits: units } = members(replica['ProvisionedThroughputOverride'])
  const { MaxReadRequestUnits: most } = members(replica['OnDemandThroughputOverride'])
  const { TableClass } = members(replica['ReplicaTableClassSummary'])
  const indexes = listOf(replica['GlobalSecondaryIndexes']).flatMap((index) =>
    overridesOf(index).map((one) => `${text(index['IndexName'])}: ${one}`),
  )
  return [
    ...(units === undefined ? [] : [`${countText(Number(units), 'read unit')} a second`]),
    ...(typeof most === 'number' && most > 0 ? [`at most ${countText(most, 'read unit')}`] : []),
    ...(TableClass === undefined ? [] : [text(TableClass)]),
    ...(replica['KMSMasterKeyId'] === undefined ? [] : [text(replica['KMSMasterKeyId'])]),
    ...indexes,
  ].filter((one) => one !== '')
}

function streamOf({ StreamSpecification, LatestStreamArn }: Members): string {
  const { StreamEnabled: isOn, StreamViewType: view } = members(StreamSpecification)
  return isOn === true ? join([text(view), text(LatestStreamArn)]) : 'off'
}

function timeToLiveOf({ TimeToLiveDescription }: Members): string {
  const { TimeToLiveStatus: status, AttributeName: name } = members(TimeToLiveDescription)
  if (status === 'ENABLED') return `by ${text(name)}`
  return status === 'DISABLED' || status === undefined ? 'off' : join([text(status), text(name)])
}

function recoveryOf({ ContinuousBackupsDescription }: Members): string {
  const { PointInTimeRecoveryDescription } = members(ContinuousBackupsDescription)
  const {
    PointInTimeRecoveryStatus: status,
    RecoveryPeriodInDays: days,
    EarliestRestorableDateTime: earliest,
  } = members(PointInTimeRecoveryDescription)
  if (status !== 'ENABLED') return 'off'
  return join([
    'to any second',
    typeof days === 'number' ? `of ${countText(days, 'day')}` : '',
    typeof earliest === 'number' ? `from ${dateText(earliest)}` : '',
  ])
}

function backupsOf({ BackupSummaries }: Members): string {
  const names = listOf(BackupSummaries).map(({ BackupName }) => text(BackupName))
  return names.length === 0 ? 'none' : names.join(', ')
}

function tagsOf({ Tags }: Members): string {
  const all = listOf(Tags).map(({ Key, Value }) => `${text(Key)} = ${text(Value)}`)
  return all.length === 0 ? 'none' : all.join(', ')
}

function answered(
  title: string,
  answer: SendAnswer | undefined,
  read: (output: Members) => string,
): TableFact {
  if (answer?.output !== undefined) return fact(title, read(answer.output))
  return { title, lines: ['not known'], refusal: answer?.error?.message }
}

function fact(title: string, line: string): TableFact {
  return { title, lines: [line] }
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}

/** Formats a time for people, to the minute. */
export function dateText(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function number(value: unknown): string {
  return Number(value ?? 0).toLocaleString('en')
}
