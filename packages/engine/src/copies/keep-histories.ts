import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import type { Change, Storage } from '../storage/storage.ts'
import { backupName } from '../tables/backup-document.ts'
import { HISTORY_PARTITION, historyTimeMs } from '../tables/history-record.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { yieldToRequests } from './copy-job.ts'

/** What looking after histories works with. */
export type HistoryKeeping = Pick<
  OperationContext,
  'background' | 'inFlight' | 'storage' | 'catalogue' | 'backups' | 'exports' | 'histories' | 'clock'
>

/** Histories are trimmed in steps: an older record does no harm. */
const trimEveryMs = 5 * 60 * 1000
const pageMaxRecords = 256

export const DAY_MS = 24 * 60 * 60 * 1000

/** Trims histories, removes backups that have expired, and says when to do so again. */
export async function keepHistories(
  keeping: HistoryKeeping,
  signal: AbortSignal,
): Promise<number | undefined> {
  const due: number[] = []
  for (const { definition } of keeping.catalogue.everything()) {
    if (signal.aborted) return undefined
    const next = await keepHistory(keeping, definition, signal)
    if (next !== undefined) due.push(next)
  }
  for (const { expiresMs, table, ...backup } of await keeping.backups.list()) {
    if (expiresMs === undefined) continue
    if (expiresMs > keeping.clock.now()) {
      due.push(expiresMs)
      continue
    }
    await keeping.backups.remove(backupName(backup, table.name, backup.id))
    await dropSpaces(keeping, [backup.space])
  }
  return due.length === 0 ? undefined : Math.min(...due)
}

async function keepHistory(
  keeping: HistoryKeeping,
  { history, recovery }: TableDefinition,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (history === undefined || recovery === undefined) return undefined
  const nowMs = keeping.clock.now()
  const periodMs = recovery.periodDays * DAY_MS
  const horizonMs = Math.min(nowMs - periodMs, earliestNeeded(keeping, history.space))
  const oldestMs = await trimHistory(keeping.storage, { space: history.space, horizonMs, signal })
  return Math.max(nowMs + trimEveryMs, (oldestMs ?? nowMs) + periodMs)
}

/** The moment of the oldest copy that is under way: what came after it must stay. */
function earliestNeeded({ catalogue }: HistoryKeeping, space: string): number {
  let earliestMs = Number.POSITIVE_INFINITY
  for (const [, { definition }] of catalogue.inCreation()) {
    const { creation } = definition
    if (creation?.kind !== 'restore' || creation.source.history?.space !== space) continue
    earliestMs = Math.min(earliestMs, creation.restoreMs)
  }
  return earliestMs
}

/** Removes the records up to a moment, and tells the time of the first one that is left. */
async function trimHistory(
  storage: Storage,
  {
    space,
    horizonMs,
    signal,
  }: { readonly space: string; readonly horizonMs: number; readonly signal: AbortSignal },
): Promise<number | undefined> {
  while (!signal.aborted) {
    const within = { partition: HISTORY_PARTITION }
    const page = await storage.range({ space, within, maxRecords: pageMaxRecords })
    const times = page.records.map(({ doc }) => historyTimeMs(doc) ?? Number.NEGATIVE_INFINITY)
    const end = times.findIndex((timeMs) => timeMs > horizonMs)
    const old = end < 0 ? page.records : page.records.slice(0, end)
    // A mark at the end may be that of a copy under way.
    const last = old.findLastIndex(({ doc }) => historyTimeMs(doc) !== undefined)
    const changes = old
      .slice(0, last + 1)
      .map(({ partition, sort }): Change => ({ space, partition, sort, value: undefined }))
    if (changes.length > 0) await storage.mutate([], () => ({ changes, answer: undefined }))
    if (end >= 0) return times[end]
    if (!page.more || changes.length === 0) return undefined
    await yieldToRequests()
  }
  return undefined
}
