import type { OperationContext } from '../operations/operation-context.ts'
import { decodeLogPosition, encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString } from '../storage/storage.ts'
import { type ExportDocument, type ExportPeriod, exportName } from '../tables/export-document.ts'
import { historyPosition } from './history-position.ts'

/** The part of a history that is in a period. */
export interface HistoryPart {
  readonly from: ByteString
  readonly to: ByteString
}

/**
 * Finds where a period begins and ends in the history of a table. The positions are recorded: a period that begins
 * where this one ends begins at the same position, so nothing between them is lost or exported twice, whatever
 * clocks have done meanwhile.
 */
export async function periodPositions(
  { clock, exports, storage }: OperationContext,
  document: ExportDocument,
  { fromMs, toMs }: ExportPeriod,
): Promise<HistoryPart> {
  const { name } = document.table
  const history = document.source.history?.space ?? ''
  const known = new Map<number, number>()
  for (const { source, period, part } of await exports.list(exportName(document, name, ''))) {
    if (source.history?.space !== history || !period || !part) continue
    known.set(period.fromMs, part.from).set(period.toMs, part.to)
  }
  const find = async (timeMs: number) => {
    const position = known.get(timeMs)
    if (position !== undefined) return position
    return decodeLogPosition(await historyPosition(storage, history, { timeMs, nowMs: clock.now() }))
  }
  const from = await find(fromMs)
  const part = { from, to: Math.max(from, await find(toMs)) }
  await exports.change(exportName(document, name, document.id), (current) => {
    return current && { ...current, part }
  })
  return { from: encodeLogPosition(part.from), to: encodeLogPosition(part.to) }
}
