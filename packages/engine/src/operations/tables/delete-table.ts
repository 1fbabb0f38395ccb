import type { DeleteTableInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import {
  type BackupDocument,
  backupName,
  systemBackup,
  systemBackupId,
} from '../../tables/backup-document.ts'
import { type DescriptionFacts, describeDeletedTable } from '../../tables/describe-table.ts'
import { spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { onlyTogether } from '../replicas/change-replicas.ts'
import { requireNoDeparture } from '../replicas/departure-job.ts'
import { leaveGroup, requireLeavable } from '../replicas/leave-group.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { closeTableStream } from '../streams/table-stream.ts'
import { dropSpaces } from './drop-spaces.ts'
import { measureTable } from './measure-table.ts'
import { requireFilled } from './require-filled.ts'

/**
 * Deletes a table with all its contents; a table of several regions without its items, which the others share. Its
 * name is free as soon as this returns.
 */
export async function deleteTable(context: OperationContext, input: DeleteTableInput): Promise<WireAnswer> {
  const { catalogue, realm } = context
  return catalogue.exclusively(realm, resolveTableName(realm, input.TableName), async () => {
    requireFilled(context, input.TableName)
    const { definition } = requireExistingTable(context, input.TableName)
    requireNoDeparture(definition)
    const peers = catalogue.peersOf(realm, definition)
    if (peers.length > 0) {
      if (definition.group?.isStrong) throw onlyTogether()
      const leaving = { ...realm, definition }
      await requireLeavable(context, leaving)
      const facts = await measureTable(context, definition)
      await leaveGroup(context, [leaving], peers)
      return { TableDescription: describeDeletedTable(definition, facts) }
    }
    requireDeletable(definition)
    const facts = await measureTable(context, definition)
    const backup = await planBackup(context, definition, facts)
    const kept = backup && context.backups.changeTo(backupName(realm, definition.name, backup.id), backup)
    await catalogue.change({ removed: [{ realm, name: definition.name }], ...(kept && { beside: [kept] }) })
    if (backup?.expiresMs !== undefined) context.historyKeeper.wakeAt(backup.expiresMs)
    if (definition.destinations) context.deliveries.sync()
    await dropSpaces(context, spacesOf(definition))
    if (definition.stream) await closeTableStream(context, definition.name, definition.stream)
    return { TableDescription: describeDeletedTable(definition, facts) }
  })
}

/** Plans the backup that deleting a table with point-in-time recovery leaves, as on AWS. */
async function planBackup(
  { backups, clock, realm }: OperationContext,
  { history: _, destinations: __, recovery, ...table }: TableDefinition,
  { sizes }: DescriptionFacts,
): Promise<BackupDocument | undefined> {
  if (recovery === undefined) return undefined
  const { records: itemCount = 0, sizeBytes = 0 } = sizes.get(table.space) ?? {}
  let nowMs = clock.now()
  // Another table of that name may have left one in the same millisecond.
  while (await backups.get(backupName(realm, table.name, systemBackupId(nowMs)))) nowMs++
  const { periodDays } = recovery
  return systemBackup(realm, table, { nowMs, periodDays, itemCount, sizeBytes })
}

function requireDeletable({ deletionProtection, indexes, vectorIndexes = [] }: TableDefinition): void {
  if (deletionProtection) {
    throw validationError(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    )
  }
  if ([...indexes, ...vectorIndexes].some((index) => index.status !== 'ACTIVE')) {
    throw new ServiceError(
      'ResourceInUseException',
      'Attempt to change a resource which is still in use: ' +
        'Cannot delete table while indexes are being created, updated, or deleted.',
    )
  }
}
