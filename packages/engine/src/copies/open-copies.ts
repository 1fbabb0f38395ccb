import type { OperationContext } from '../operations/operation-context.ts'
import type { BackupDocument } from '../tables/backup-document.ts'
import type { BulkDocument } from '../tables/bulk-document.ts'
import type { ExportDocument } from '../tables/export-document.ts'
import { Histories } from '../tables/histories.ts'
import type { ImportDocument } from '../tables/import-document.ts'
import { Register } from '../tables/register.ts'
import { Housekeeper, type JobSharing } from '../util/housekeeping.ts'
import { keepHistories } from './keep-histories.ts'

/** The parts of a context that concern copies. */
export type OpenedCopies = Pick<
  OperationContext,
  'histories' | 'historyKeeper' | 'backups' | 'exports' | 'imports' | 'bulkOperations'
>

/**
 * Opens the registers of backups, exports, imports and bulk operations, and loads the histories of tables that have
 * one.
 */
export function openCopies(
  opened: Pick<OperationContext, 'storage' | 'clock' | 'background' | 'inFlight' | 'catalogue'>,
  sharing?: JobSharing,
): OpenedCopies {
  const { storage, clock, background, catalogue } = opened
  const histories = new Histories(clock, { isShared: catalogue.shared !== undefined })
  for (const { definition } of catalogue.everything()) {
    if (definition.history) histories.begin(definition.space, definition.history.space)
  }
  const backups = new Register<BackupDocument>(storage, 'backups')
  const exports = new Register<ExportDocument>(storage, 'exports')
  const imports = new Register<ImportDocument>(storage, 'imports')
  const bulkOperations = new Register<BulkDocument>(storage, 'bulk-operations')
  const keeping = { ...opened, histories, backups, exports, imports, bulkOperations }
  const historyKeeper = new Housekeeper(
    { run: (signal) => keepHistories(keeping, signal) },
    { clock, background },
    sharing,
  )
  return { histories, historyKeeper, backups, exports, imports, bulkOperations }
}
