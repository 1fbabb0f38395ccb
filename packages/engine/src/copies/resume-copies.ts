import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import { unlessFull } from '../storage/unless-full.ts'
import type { Realm } from '../tables/catalogue.ts'
import type { ImportEnd } from '../tables/import-document.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { unlessInUse } from '../tables/unless-in-use.ts'
import { startBackup } from './create-backup.ts'
import { discardTable } from './fill-table.ts'
import { COPY_KEPT_MS } from './forget-copies.ts'
import { startRestore } from './restore-table.ts'
import { endExport, releaseExport, startExport } from './run-export.ts'
import { endImport, importName, startImport } from './run-import.ts'

/** The result of an export or import if the database is reopened without a folder. */
const noFolder = { code: 'UNKNOWN', message: 'There is no folder for exports and imports any more' }

/** The result of an import whose table was never created. */
const notMade: ImportEnd = {
  status: 'FAILED',
  failure: { code: 'UNKNOWN', message: 'The table was not made' },
}

/**
 * Resumes the copies that were in progress when the database was closed. What cannot be recorded because the disk is
 * full is left to the next opening: an import may have filled the disk. What another server is changing is left to it,
 * and to the next time.
 */
export async function resumeCopies(context: OperationContext): Promise<void> {
  const { backups, catalogue, clock, exports, historyKeeper, objects } = context
  for (const { definition } of catalogue.everything()) {
    if (definition.recovery) historyKeeper.wakeAt(clock.now())
  }
  for (const [realm, { definition }] of [...catalogue.inCreation()]) {
    if (definition.creation?.kind === 'restore') startRestore(context, realm, definition)
    else await unlessFull(() => resumeImport(context, realm, definition))
  }
  for (const document of await backups.list()) {
    if (document.source) startBackup(context, document, document.source)
    else if (document.expiresMs !== undefined) historyKeeper.wakeAt(document.expiresMs)
  }
  await unlessFull(() => endImports(context))
  for (const document of await exports.list()) {
    historyKeeper.wakeAt(document.startMs + COPY_KEPT_MS)
    if (document.status !== 'IN_PROGRESS') continue
    if (objects) startExport(context, document, objects)
    // On a shared store, another server may have the folder.
    else if (catalogue.shared === undefined) {
      await unlessFull(async () => {
        await endExport(context, document, { status: 'FAILED', failure: noFolder, endMs: clock.now() })
        await releaseExport(context, document)
      })
    }
  }
  await unlessFull(() => endUnusedHistories(context))
}

/** Ends imports whose table is already available or gone: a crash came before that was recorded. */
async function endImports(context: OperationContext): Promise<void> {
  const { catalogue, historyKeeper, imports } = context
  for (const { tableName, status, ...document } of await imports.list()) {
    historyKeeper.wakeAt(document.startMs + COPY_KEPT_MS)
    if (status !== 'IN_PROGRESS') continue
    // Another server may be about to save the table.
    await unlessInUse(() => {
      return catalogue.exclusively(document, tableName, () => {
        return endIfOver(context, importName(document, tableName, document.id))
      })
    })
  }
}

async function endIfOver(context: OperationContext, name: string): Promise<void> {
  const document = await context.imports.get(name)
  if (document?.status !== 'IN_PROGRESS') return
  const definition = context.catalogue.findAny(document, document.tableName)?.definition
  if (definition?.id === document.tableId && definition.creation) return
  await endImport(context, name, document.end ?? notMade)
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
  // On a shared store, another server may have the folder.
  if (context.catalogue.shared !== undefined) return
  await discardTable(context, { realm, definition })
  if (document === undefined || creation?.kind !== 'import') return
  await endImport(context, creation.importName, { status: 'FAILED', failure: noFolder })
}

/** Ends histories that were needed only by a copy that ended without releasing them. */
async function endUnusedHistories(context: OperationContext): Promise<void> {
  const { catalogue } = context
  for (const [realm, { definition: found }] of [...catalogue.all()]) {
    if (found.history === undefined || found.recovery !== undefined) continue
    // Another server may be about to copy or delete the table.
    await unlessInUse(() => {
      return catalogue.exclusively(realm, found.name, () => endIfUnused(context, realm, found))
    })
  }
}

async function endIfUnused(context: OperationContext, realm: Realm, found: TableDefinition): Promise<void> {
  const { catalogue, histories } = context
  const definition = catalogue.find(realm, found.name)?.definition
  if (definition?.id !== found.id) return
  const { history, recovery, ...rest } = definition
  if (history === undefined || recovery !== undefined) return
  if ((await neededHistories(context)).has(history.space)) return
  await catalogue.save(realm, rest)
  histories.end(found.space, history.space)
  await dropSpaces(context, [history.space])
}

async function neededHistories({ backups, catalogue, exports }: OperationContext): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const { spaces = [] } of [...(await backups.list()), ...(await exports.list())]) {
    for (const space of spaces) needed.add(space)
  }
  for (const [, { definition }] of catalogue.inCreation()) {
    if (definition.creation?.kind === 'restore') needed.add(definition.creation.source.history?.space ?? '')
  }
  return needed
}
