import type { RestoreTableFromBackupInput } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { randomUuid } from '../util/random.ts'
import { readCopyArn } from './copy-arn.ts'
import { isBeingRestored } from './delete-backup.ts'
import { requireBackup } from './describe-backup.ts'
import { invalidRestore, planRestoredTable } from './plan-restored-table.ts'
import { requireFreeTarget, restoreTable } from './restore-table.ts'

/** Creates a table from a backup. The answer says CREATING, and the items follow. */
export async function restoreTableFromBackup(
  context: OperationContext,
  input: RestoreTableFromBackupInput,
): Promise<WireAnswer> {
  const { catalogue, clock, random, realm } = context
  const { BackupArn: backupArn, TargetTableName: name } = input
  const { region, tableName } = readCopyArn(realm, backupArn, 'backup')
  if (region !== realm.region && input.SSESpecificationOverride === undefined) {
    throw invalidRestore('sseSpecificationOverride must be provided for cross-region restores')
  }
  // A backup that becomes complete releases its table, and must not do so before this table is seen to need it.
  return catalogue.exclusively(realm, [tableName, name], async () => {
    const { document } = await requireBackup({ ...context, realm: { ...realm, region } }, backupArn)
    const definition = planRestoredTable(document.table, input, {
      realm,
      name,
      nowMs: clock.now(),
      newId: () => randomUuid(random),
      creation: {
        kind: 'restore',
        // A backup that is not complete yet is read from its source.
        source: document.source ?? { space: document.space },
        sourceArn: document.table.arn,
        backupArn,
        restoreMs: document.createdMs,
      },
    })
    requireFreeTarget(context, name)
    if (isBeingRestored(context, backupArn)) {
      const reason = `Backup is being used to restore another table: ${backupArn}`
      throw new ServiceError('BackupInUseException', reason)
    }
    return restoreTable(context, definition)
  })
}
