import type { BackupSummary, BackupTypeFilter } from './backup-description.ts'

/** The parameters of ListBackups. Times are seconds since 1970. */
export interface ListBackupsInput {
  readonly TableName?: string | undefined
  readonly Limit?: number | undefined
  readonly TimeRangeLowerBound?: number | undefined
  readonly TimeRangeUpperBound?: number | undefined
  readonly ExclusiveStartBackupArn?: string | undefined
  readonly BackupType?: BackupTypeFilter | undefined
}

/** The answer of ListBackups. */
export interface ListBackupsOutput {
  readonly BackupSummaries?: readonly BackupSummary[]
  readonly LastEvaluatedBackupArn?: string
}
