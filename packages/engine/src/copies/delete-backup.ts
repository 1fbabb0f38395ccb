import type { DeleteBackupInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import type { BackupDocument } from '../tables/backup-document.ts'
import { readCopyArn } from './copy-arn.ts'
import { backupDescription, requireBackup } from './describe-backup.ts'
import { releaseSource } from './table-history.ts'

/** Deletes a backup. It is gone as soon as this returns. */
export async function deleteBackup(
  context: OperationContext,
  { BackupArn: arn }: DeleteBackupInput,
): Promise<WireAnswer> {
  const { backups, catalogue, realm } = context
  // A restore also locks the name of the backup's table, so a table being created from the backup already exists or
  // will not be created.
  const document = await catalogue.exclusively(
    realm,
    readCopyArn(realm, arn, 'backup').tableName,
    async () => {
      const { name, document } = await requireBackup(context, arn)
      requireDeletable(context, { ...document, arn })
      await backups.remove(name)
      return document
    },
  )
  await dropSpaces(context, [document.space])
  const { source, table } = document
  if (source) await releaseSource(context, realm, { tableName: table.name, source })
  return { BackupDescription: backupDescription({ ...document, arn }, 'DELETED') }
}

function requireDeletable(context: OperationContext, { arn, type, expiresMs }: BackupDocument): void {
  if (type === 'SYSTEM') {
    throw validationError(
      `Invalid Request: User is not allowed to delete the system backup with arn ${arn}. ` +
        `It will automatically expire on ${new Date(expiresMs ?? 0).toISOString()}`,
    )
  }
  if (isBeingRestored(context, arn)) {
    throw new ServiceError('BackupInUseException', `Backup is being used to restore table: ${arn}`)
  }
}

/** Returns whether a table is being restored from a backup. */
export function isBeingRestored({ catalogue }: OperationContext, arn: string): boolean {
  for (const [, { definition }] of catalogue.inCreation()) {
    const { creation } = definition
    if (creation?.kind === 'restore' && creation.backupArn === arn) return true
  }
  return false
}
