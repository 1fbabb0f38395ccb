import type { BackupDescription } from './backup-description.ts'

/** The parameters of DeleteBackup. */
export interface DeleteBackupInput {
  readonly BackupArn: string
}

/** The answer of DeleteBackup. */
export interface DeleteBackupOutput {
  readonly BackupDescription?: BackupDescription
}
