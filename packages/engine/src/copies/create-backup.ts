import type { CreateBackupInput } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { type CopyJob, startJob, warnOfFailure } from '../operations/copy-job.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { isBeingImported } from '../operations/tables/require-filled.ts'
import { type BackupDocument, backupName, copyId } from '../tables/backup-document.ts'
import type { Realm } from '../tables/catalogue.ts'
import { type CopySource, sourceSpacesOf, type TableDefinition } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { randomHex, randomUuid } from '../util/random.ts'
import { copyArnOf } from './copy-arn.ts'
import { copyAsOf } from './copy-as-of.ts'
import { backupDetails } from './describe-backup.ts'
import { beginHistory, markMoment, releaseSource } from './table-history.ts'

/** Starts copying a table as it is at this moment. The copying continues after the answer. */
export async function createBackup(context: OperationContext, input: CreateBackupInput): Promise<WireAnswer> {
  const { backups, catalogue, clock, random, realm, storage } = context
  const tableName = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, tableName, async () => {
    const definition = requireBackedUpTable(context, tableName)
    const createdMs = clock.now()
    const recorded = await beginHistory(context, realm, definition)
    const source = await markMoment(context, recorded)
    const { records, sizeBytes } = await storage.size(definition.space)
    const id = copyId(createdMs, randomHex(random, 4))
    const space = `backup-${randomUuid(random)}`
    await storage.createSpace(space)
    const document: BackupDocument = {
      accountId: realm.accountId,
      region: realm.region,
      id,
      arn: copyArnOf(definition.arn, 'backup', id),
      name: input.BackupName,
      type: 'USER',
      createdMs,
      table: withoutCopies(definition),
      itemCount: records,
      sizeBytes,
      space,
      source,
      spaces: [space, ...sourceSpacesOf(source)],
    }
    await catalogue.writeBeside(
      realm,
      tableName,
      backups.changeTo(backupName(realm, tableName, id), document),
    )
    startBackup(context, document, source)
    return { BackupDetails: backupDetails(document, 'CREATING') }
  })
}

/** Copies the items of a backup, including one that was interrupted. */
export function startBackup(context: OperationContext, document: BackupDocument, source: CopySource): void {
  const name = backupName(document, document.table.name, document.id)
  startJob(context, `backup/${name}`, (held) => backupJob(held, document, source))
}

function backupJob(context: OperationContext, document: BackupDocument, source: CopySource): CopyJob {
  const { backups, clock, storage } = context
  const realm: Realm = document
  const name = backupName(realm, document.table.name, document.id)
  return {
    run: async (signal) => {
      if ((await backups.get(name))?.source === undefined) return
      // A request that was decided before the history began may still be about to write.
      await context.inFlight.drained()
      await copyAsOf({ clock, storage, source, target: document.space, signal })
      if (signal.aborted) return
      const { records: itemCount, sizeBytes } = await storage.size(document.space)
      await backups.change(name, (current) => {
        if (current === undefined) return undefined
        const { source: _, ...rest } = current
        return { ...rest, itemCount, sizeBytes, spaces: [current.space] }
      })
    },
    fail: async (error) => {
      const before = await backups.get(name)
      if ((await backups.change(name, (current) => (current?.source ? undefined : current))) !== undefined)
        return
      // Warn only after the backup was removed: if the store fails, this may be retried.
      if (before !== undefined) {
        const what = `The backup ${document.name} of the table ${document.table.name}`
        warnOfFailure(`${what} could not be made`, error)
      }
      await storage.dropSpace(document.space)
    },
    release: () => releaseSource(context, realm, { tableName: document.table.name, source }),
  }
}

/** Returns the definition of the table that a backup operation names, or throws the error of these operations. */
export function requireBackedUpTable(context: OperationContext, tableName: string): TableDefinition {
  const table = context.catalogue.find(context.realm, tableName)
  if (table !== undefined) return table.definition
  if (isBeingImported(context, tableName)) {
    throw new ServiceError(
      'ContinuousBackupsUnavailableException',
      `Backups are being enabled for the table: ${tableName}. Please retry later`,
    )
  }
  throw new ServiceError('TableNotFoundException', `Table not found: ${tableName}`)
}

/** Returns a definition as a copy stores it: without the history and the other regions, which belong to the table. */
export function withoutCopies(table: TableDefinition): TableDefinition {
  const { history: _, recovery: __, group: ___, ...definition } = table
  return definition
}
