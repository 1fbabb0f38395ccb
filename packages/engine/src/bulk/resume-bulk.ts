import { COPY_KEPT_MS } from '../copies/forget-copies.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { unlessFull } from '../storage/unless-full.ts'
import { isBulkRunning } from '../tables/bulk-document.ts'
import { endBulk, releaseBulk, startBulk } from './run-bulk.ts'

/** The result of a bulk operation if the database is reopened without a folder. */
const noFolder = {
  status: 'FAILED',
  failure: { code: 'UNKNOWN', message: 'There is no folder for bulk operations any more' },
} as const

/**
 * Resumes the bulk operations that were in progress when the database was closed, as `resumeCopies` does for
 * copies.
 */
export async function resumeBulk(context: OperationContext): Promise<void> {
  const { bulkOperations, catalogue, historyKeeper, objects } = context
  for (const document of await bulkOperations.list()) {
    historyKeeper.wakeAt(document.startMs + COPY_KEPT_MS)
    if (!isBulkRunning(document)) continue
    if (objects) startBulk(context, document, objects)
    // On a shared store, another server may have the folder.
    else if (catalogue.shared === undefined) {
      await unlessFull(async () => {
        await endBulk(context, document, noFolder)
        await releaseBulk(context, document)
      })
    }
  }
}
