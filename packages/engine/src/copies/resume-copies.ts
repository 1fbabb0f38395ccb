import { dropSpaces } from '../operations/drop-spaces.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { backupName } from '../tables/backup-document.ts'
import type { Realm } from '../tables/catalogue.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { startBackup } from './create-backup.ts'
import { discardTable } from './fill-table.ts'
import { startRestore } from './restore-table.ts'
import { endExport, releaseExport, startExport } from './run-export.ts'
import { importName, startImport } from './run-import.ts'

/** What becomes of an export or import when the database is opened again without a folder. */
const noFolder = { code: 'UNKNOWN', message: 'There is no folder for exports and imports any more' }

/** Takes up the copies that were under way when the database was closed. */
export async function resumeCopies(context: OperationContext): Promise<void> {
  const { backups, catalogue, clock, exports, historyKeeper, objects } = context
  const live = new Set<string>()
  for (const { definition } of catalogue.everything()) {
    live.add(definition.space)
    if (definition.recovery) historyKeeper.wakeAt(clock.now())
  }
  for (const [realm, { definition }] of [...catalogue.inCreation()]) {
    if (definition.creation?.kind === 'restore') startRestore(context, realm, definition)
    else await resumeImport(context, realm, definition)
  }
  for (const document of await backups.list()) {
    if (document.source) startBackup(context, document, document.source)
    // The backup that a deleted table leaves is written first: a crash came before the table was gone.
    else if (live.has(document.space)) {
      await backups.remove(backupName(document, document.table.name, document.id))
    } else if (document.expiresMs !== undefined) historyKeeper.wakeAt(document.expiresMs)
  }
  await endImports(context)
  for (const document of await exports.list()) {
    if (document.status !== 'IN_PROGRESS') continue
    if (objects) startExport(context, document, objects)
    else {
      await endExport(context, document, { status: 'FAILED', failure: noFolder, endMs: clock.now() })
      await releaseExport(context, document)
    }
  }
  await endUnusedHistories(context)
}

/** Ends imports whose table can be used already, or is gone: a crash came before that was written down. */
async function endImports({ catalogue, clock, imports, storage }: OperationContext): Promise<void> {
  for (const document of await imports.list()) {
    const { tableName, tableId, id, status } = document
    const definition = catalogue.findAny(document, tableName)?.definition
    if (status !== 'IN_PROGRESS' || (definition?.id === tableId && definition.creation)) continue
    const isThere = definition?.id === tableId
    const items = isThere ? (await storage.size(definition.space)).records : 0
    await imports.save(importName(document, tableName, id), {
      ...document,
      status: isThere ? 'COMPLETED' : 'FAILED',
      ...(!isThere && { failure: { code: 'UNKNOWN', message: 'The table was not made' } }),
      counts: { ...document.counts, processedItems: items, importedItems: items },
      endMs: clock.now(),
    })
  }
}

async function resumeImport(
  context: OperationContext,
  realm: Realm,
  definition: TableDefinition,
): Promise<void> {
  const { creation } = definition
  const { imports, objects } = context
  const document = creation?.kind === 'import' ? await imports.get(creation.importName) : undefined
  if (document !== undefined && objects !== undefined) {
    startImport(context, document, { definition, objects })
    return
  }
  await discardTable(context, { realm, definition })
  if (document === undefined || creation?.kind !== 'import') return
  await imports.save(creation.importName, { ...document, status: 'FAILED', failure: noFolder })
}

/** Ends histories that only a copy had needed whose end came before the table let go of it. */
async function endUnusedHistories(context: OperationContext): Promise<void> {
  const { backups, catalogue, exports, histories } = context
  const needed = new Set<string>()
  for (const { spaces = [] } of [...(await backups.list()), ...(await exports.list())]) {
    for (const space of spaces) needed.add(space)
  }
  for (const [, { definition }] of catalogue.inCreation()) {
    if (definition.creation?.kind === 'restore') needed.add(definition.creation.source.history?.space ?? '')
  }
  for (const [realm, { definition }] of catalogue.all()) {
    const { history, recovery, ...rest } = definition
    if (history === undefined || recovery !== undefined || needed.has(history.space)) continue
    await catalogue.save(realm, rest)
    histories.end(definition.space)
    dropSpaces(context, [history.space])
  }
}
