import type { BackupDetails } from './backup-description.ts'

/** The parameters of CreateBackup. */
export interface CreateBackupInput {
  readonly TableName: string
  readonly BackupName: string
}

/** The answer of CreateBackup. */
export interface CreateBackupOutput {
  readonly BackupDetails?: BackupDetails
}
