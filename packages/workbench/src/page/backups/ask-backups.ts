import { api } from '../api-client.ts'
import type { Send } from '../create-table/until-settled.ts'
import { listOf, members, text } from '../frame/ask-table.ts'

/** A backup, as it is listed. */
export interface Backup {
  readonly arn: string
  readonly name: string
  /** The table that was backed up; it may no longer exist. */
  readonly table: string
  readonly madeSeconds: number
  readonly sizeBytes: number
  readonly status: string
  /** Who created it: `USER`, `SYSTEM` or `AWS_BACKUP`. */
  readonly type: string
}

/** The range of times, in seconds, to which a table can be restored. */
export interface RecoveryRange {
  readonly fromSeconds: number
  readonly toSeconds: number
}

/** A page holds a hundred; nobody looks through more than this. */
const PAGES_MAX = 20

/** Lists all backups of a table, or of all tables, newest first; including those that DynamoDB made itself. */
export async function askBackups(send: Send, TableName: string | undefined): Promise<readonly Backup[]> {
  const found: Backup[] = []
  let start: unknown
  for (let page = 0; page < PAGES_MAX; page++) {
    const output = await send('ListBackups', {
      ...(TableName === undefined ? {} : { TableName }),
      ...(start === undefined ? {} : { ExclusiveStartBackupArn: start }),
      BackupType: 'ALL',
    })
    found.push(...listOf(output['BackupSummaries']).map(backupOf))
    start = output['LastEvaluatedBackupArn']
    if (start === undefined) break
  }
  return found.sort((one, other) => other.madeSeconds - one.madeSeconds)
}

function backupOf(summary: { readonly [member: string]: unknown }): Backup {
  return {
    arn: text(summary['BackupArn']),
    name: text(summary['BackupName']),
    table: text(summary['TableName']),
    madeSeconds: Number(summary['BackupCreationDateTime'] ?? 0),
    sizeBytes: Number(summary['BackupSizeBytes'] ?? 0),
    status: text(summary['BackupStatus']),
    type: text(summary['BackupType']),
  }
}

/** Returns the times to which a table can be restored; `undefined` if recovery is off or unknown. */
export async function askRecovery(connection: string, TableName: string): Promise<RecoveryRange | undefined> {
  const { output } = await api.sendQuietly(connection, 'DescribeContinuousBackups', { TableName })
  const { PointInTimeRecoveryDescription } = members(output?.['ContinuousBackupsDescription'])
  const {
    PointInTimeRecoveryStatus: status,
    EarliestRestorableDateTime: from,
    LatestRestorableDateTime: to,
  } = members(PointInTimeRecoveryDescription)
  if (status !== 'ENABLED' || typeof from !== 'number' || typeof to !== 'number') return undefined
  return { fromSeconds: from, toSeconds: to }
}
