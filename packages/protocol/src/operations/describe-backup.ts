import type { BackupDescription } from './backup-description.ts'

/** The parameters of DescribeBackup. */
export interface DescribeBackupInput {
  readonly BackupArn: string
}

/** The answer of DescribeBackup. */
export interface DescribeBackupOutput {
  readonly BackupDescription?: BackupDescription
}
