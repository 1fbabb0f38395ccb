import { tagText } from '../create-table/setting-requests.ts'
import type { Unknown } from '../create-table/settings-fields.tsx'
import {
  firstSettings,
  type IndexDraft,
  type SettingsDraft,
  type UnitsDraft,
} from '../create-table/table-draft.ts'
import { listOf, type Members, members, type TableAnswers, text } from '../frame/ask-table.ts'

/** An existing index. */
export interface CurrentIndex {
  readonly kind: 'global' | 'vector'
  readonly name: string
  /** A summary of its keys and projection, for people. */
  readonly summary: string
  /** Its provisioned units, if any. */
  readonly units: UnitsDraft
  /** Its maximum throughput when billed per request. */
  readonly most: UnitsDraft
  readonly warm: UnitsDraft
}

/** The present state of a table, in the form of a draft. */
export interface CurrentTable {
  readonly name: string
  readonly arn: string
  readonly settings: SettingsDraft
  readonly unknown: ReadonlySet<Unknown>
  readonly indexes: readonly CurrentIndex[]
  /** The revision of the policy, so that nobody else's change is overwritten unseen. */
  readonly policyRevision: string | undefined
}

/** The desired state of a table. */
export interface ChangeDraft {
  readonly settings: SettingsDraft
  readonly indexes: readonly (CurrentIndex & { readonly isRemoved: boolean })[]
  readonly added: readonly IndexDraft[]
}

/** Returns a draft without changes. */
export function firstChange({ settings, indexes }: CurrentTable): ChangeDraft {
  return { settings, indexes: indexes.map((index) => ({ ...index, isRemoved: false })), added: [] }
}

/**
 * Drops the changes of a draft that have already been made: deleted indexes are not deleted again, and new ones are not
 * added again.
 */
export function keepChanges({ indexes }: CurrentTable, draft: ChangeDraft): ChangeDraft {
  const isThere = ({ name }: { readonly name: string }) => indexes.some((index) => index.name === name)
  const drafts = new Map(draft.indexes.map((index) => [index.name, index]))
  return {
    settings: draft.settings,
    indexes: indexes.map((index) => drafts.get(index.name) ?? { ...index, isRemoved: false }),
    added: draft.added.filter((index) => !isThere(index)),
  }
}

/** Builds the state of a table from the answers of DynamoDB; `region` is the region that answered. */
export function currentTable(answers: TableAnswers, region: string): CurrentTable {
  const { table } = answers
  return {
    name: text(table['TableName']),
    arn: text(table['TableArn']),
    settings: settingsOf(answers, region),
    unknown: unknownOf(answers),
    indexes: [
      ...listOf(table['GlobalSecondaryIndexes']).map((index) => indexOf(index, 'global')),
      ...listOf(table['VectorIndexes']).map((index) => indexOf(index, 'vector')),
    ],
    policyRevision: answers.policy?.output?.['RevisionId'] as string | undefined,
  }
}

function settingsOf(answers: TableAnswers, region: string): SettingsDraft {
  const { table, timeToLive, recovery, tags, policy } = answers
  const isOnDemand = members(table['BillingModeSummary'])['BillingMode'] === 'PAY_PER_REQUEST'
  const stream = members(table['StreamSpecification'])
  const ttl = members(timeToLive?.output?.['TimeToLiveDescription'])
  const backups = members(recovery?.output?.['ContinuousBackupsDescription'])
  const pitr = members(backups['PointInTimeRecoveryDescription'])
  const encryption = members(table['SSEDescription'])
  const isByKms = encryption['SSEType'] === 'KMS' && encryption['Status'] !== 'DISABLED'
  return {
    ...firstSettings,
    billing: isOnDemand ? 'PAY_PER_REQUEST' : 'PROVISIONED',
    units: isOnDemand ? firstSettings.units : provisionedOf(table),
    most: limitsOf(table),
    warm: warmOf(table),
    stream: stream['StreamEnabled'] === true ? (stream['StreamViewType'] as SettingsDraft['stream']) : '',
    ttl: /^ENABL/.test(text(ttl['TimeToLiveStatus'])) ? text(ttl['AttributeName']) : '',
    recovery: pitr['PointInTimeRecoveryStatus'] === 'ENABLED',
    recoveryDays: digits(pitr['RecoveryPeriodInDays']),
    protection: table['DeletionProtectionEnabled'] === true,
    isInfrequent: members(table['TableClassSummary'])['TableClass'] === 'STANDARD_INFREQUENT_ACCESS',
    isByKms,
    kmsKey: isByKms ? text(encryption['KMSMasterKeyArn']) : '',
    tags: listOf(tags?.output?.['Tags'])
      .map(({ Key, Value }) => tagText({ Key: text(Key), Value: text(Value) }))
      .join(', '),
    policy: readable(text(policy?.output?.['Policy'])),
    replicas: listOf(table['Replicas'])
      .map(({ RegionName }) => text(RegionName))
      .filter((name) => name !== region)
      .join(', '),
    isStrong: table['MultiRegionConsistency'] === 'STRONG',
  }
}

function unknownOf({ timeToLive, recovery, tags, policy }: TableAnswers): ReadonlySet<Unknown> {
  const answers = { ttl: timeToLive, recovery, tags, policy }
  const names = Object.keys(answers) as Unknown[]
  return new Set(names.filter((name) => answers[name]?.output === undefined))
}

function indexOf(index: Members, kind: CurrentIndex['kind']): CurrentIndex {
  const keys = listOf(index['KeySchema']).map(({ AttributeName }) => text(AttributeName))
  const vector = text(members(index['VectorAttribute'])['AttributeName'])
  return {
    kind,
    name: text(index['IndexName']),
    summary: kind === 'vector' ? `${vector}, ${digits(index['Dimensions'])} dimensions` : keys.join(', '),
    units: provisionedOf(index),
    most: limitsOf(index),
    warm: warmOf(index),
  }
}

function provisionedOf({ ProvisionedThroughput }: Members): UnitsDraft {
  const { ReadCapacityUnits, WriteCapacityUnits } = members(ProvisionedThroughput)
  return { read: positive(ReadCapacityUnits), write: positive(WriteCapacityUnits) }
}

function limitsOf({ OnDemandThroughput }: Members): UnitsDraft {
  const { MaxReadRequestUnits, MaxWriteRequestUnits } = members(OnDemandThroughput)
  return { read: positive(MaxReadRequestUnits), write: positive(MaxWriteRequestUnits) }
}

function warmOf({ WarmThroughput }: Members): UnitsDraft {
  const { ReadUnitsPerSecond, WriteUnitsPerSecond } = members(WarmThroughput)
  return { read: digits(ReadUnitsPerSecond), write: digits(WriteUnitsPerSecond) }
}

/** Formats a limit; -1 stands for none, and so do units of 0. */
function positive(value: unknown): string {
  return typeof value === 'number' && value > 0 ? String(value) : ''
}

function digits(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}

function readable(policy: string): string {
  try {
    return JSON.stringify(JSON.parse(policy), null, 2)
  } catch {
    return policy
  }
}
