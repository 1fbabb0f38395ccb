import type { BackupSummary, ListBackupsInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { type BackupDocument, realmPrefix } from '../tables/backup-document.ts'
import type { Realm } from '../tables/catalogue.ts'
import { invalidParameters } from '../tables/read-key-schema.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { readCopyArn } from './copy-arn.ts'
import { backupDetails } from './describe-backup.ts'

const defaultLimit = 100

/** Lists backups, oldest first, including those of deleted tables. */
export async function listBackups(
  { backups, realm }: OperationContext,
  input: ListBackupsInput,
): Promise<WireAnswer> {
  const range = readTimeRange(input)
  if (range.lowerMs > range.upperMs) {
    throw invalidParameters('Time range lower bound must be less than or equal to upper bound')
  }
  const start = readStart(realm, input.ExclusiveStartBackupArn)
  const matches = matcher(realm, input, range)
  const all = (await backups.list(realmPrefix(realm))).filter(matches).toSorted(byAge)
  const rest = start === undefined ? all : all.filter((document) => isAfter(document, start))
  const page = rest.slice(0, input.Limit ?? defaultLimit)
  return {
    BackupSummaries: page.map(summaryOf),
    ...(page.length < rest.length && { LastEvaluatedBackupArn: page.at(-1)?.arn }),
  }
}

interface TimeRange {
  readonly lowerMs: number
  readonly upperMs: number
}

/**
 * Reads a range of times to the nearest millisecond; the lower bound is inclusive and the upper one exclusive (the
 * documentation; seen on AWS in October 2026).
 */
function readTimeRange({
  TimeRangeLowerBound: lower,
  TimeRangeUpperBound: upper,
}: ListBackupsInput): TimeRange {
  return {
    lowerMs: lower === undefined ? Number.NEGATIVE_INFINITY : Math.round(lower * 1000),
    upperMs: upper === undefined ? Number.POSITIVE_INFINITY : Math.round(upper * 1000),
  }
}

type Start = Pick<BackupDocument, 'id'> & { readonly tableName: string }

/** Returns where a page begins: after a backup that may be gone meanwhile. */
function readStart(realm: Realm, arn: string | undefined): Start | undefined {
  if (arn === undefined) return undefined
  const start = readCopyArn(realm, arn, 'backup')
  if (start.region === realm.region) return start
  throw validationError('Invalid Request: The supplied ExclusiveStartBackupArn does not match the region')
}

function matcher(
  realm: Realm,
  { TableName: named, BackupType: type = 'USER' }: ListBackupsInput,
  { lowerMs, upperMs }: TimeRange,
): (document: BackupDocument) => boolean {
  const tableName = named === undefined ? undefined : resolveTableName(realm, named)
  return (document) => {
    if (tableName !== undefined && document.table.name !== tableName) return false
    if (type !== 'ALL' && document.type !== type) return false
    return document.createdMs >= lowerMs && document.createdMs < upperMs
  }
}

// The id begins with the time of creation.
function byAge(left: BackupDocument, right: BackupDocument): number {
  return isAfter(left, { id: right.id, tableName: right.table.name }) ? 1 : -1
}

function isAfter({ id, table }: BackupDocument, start: Start): boolean {
  return id > start.id || (id === start.id && table.name > start.tableName)
}

function summaryOf(document: BackupDocument): BackupSummary {
  const { table } = document
  return { TableName: table.name, TableId: table.id, TableArn: table.arn, ...backupDetails(document) }
}
