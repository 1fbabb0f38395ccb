import type { RestoreOverrides } from './backup-description.ts'
import type { TableDescription } from './table-description.ts'

/** The parameters of RestoreTableFromBackup. */
export interface RestoreTableFromBackupInput extends RestoreOverrides {
  readonly TargetTableName: string
  readonly BackupArn: string
}

/** The answer of RestoreTableFromBackup. */
export interface RestoreTableFromBackupOutput {
  readonly TableDescription?: TableDescription
}
