import { pageMaxBytes, pageMaxRecords, yieldToRequests } from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import { encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Change, Storage } from '../storage/storage.ts'
import { backupName } from '../tables/backup-document.ts'
import { HISTORY_DISORDER_MS, HISTORY_PARTITION } from '../tables/history-record.ts'
import type { CopySource, TableDefinition } from '../tables/table-definition.ts'
import { byTurns } from '../util/by-turns.ts'
import { forgetCopies } from './forget-copies.ts'
import { timesAlong } from './history-position.ts'

/** What the maintenance of histories works with. */
export type HistoryKeeping = Pick<
  OperationContext,
  | 'background'
  | 'inFlight'
  | 'storage'
  | 'catalogue'
  | 'backups'
  | 'bulkOperations'
  | 'exports'
  | 'histories'
  | 'imports'
  | 'clock'
>

/** Histories are trimmed periodically: an older record does no harm. */
const trimEveryMs = 5 * 60 * 1000

/** Records this much older than the period are not needed even by a request that was admitted a moment ago. */
const spareMs = 60 * 1000

export const DAY_MS = 24 * 60 * 60 * 1000

/** Trims histories, and removes expired backups and forgotten copies; returns when to do so again. */
export async function keepHistories(
  keeping: HistoryKeeping,
  signal: AbortSignal,
): Promise<number | undefined> {
  const due: number[] = []
  // Trimming may take long. A copy that begins meanwhile is not found below, and may need what is recent now.
  const nowMs = keeping.clock.now()
  const needed = await neededMoments(keeping)
  for await (const { definition } of byTurns(keeping.catalogue.everything())) {
    if (signal.aborted) return undefined
    const next = await keepHistory(keeping, { definition, nowMs, needed, signal })
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
  const forgetMs = await forgetCopies(keeping)
  if (forgetMs !== undefined) due.push(forgetMs)
  return due.length === 0 ? undefined : Math.min(...due)
}

interface HistoryToKeep {
  readonly definition: TableDefinition
  readonly nowMs: number
  readonly needed: ReadonlyMap<string, number>
  readonly signal: AbortSignal
}

async function keepHistory(
  { storage }: HistoryKeeping,
  { definition: { history, recovery }, nowMs, needed, signal }: HistoryToKeep,
): Promise<number | undefined> {
  if (history === undefined || recovery === undefined) return undefined
  const periodMs = recovery.periodDays * DAY_MS
  const neededMs = needed.get(history.space) ?? Number.POSITIVE_INFINITY
  const horizonMs = Math.min(nowMs - periodMs - spareMs, neededMs - HISTORY_DISORDER_MS)
  const oldestMs = await trimHistory(storage, { space: history.space, horizonMs, nowMs, signal })
  return Math.max(nowMs + trimEveryMs, (oldestMs ?? nowMs) + periodMs + spareMs)
}

/** Returns, for the histories used by copies in progress, the moment from which their records must be kept. */
async function neededMoments({
  backups,
  catalogue,
  exports,
}: HistoryKeeping): Promise<ReadonlyMap<string, number>> {
  const needed = new Map<string, number>()
  const need = (source: CopySource, sinceMs: number) => {
    const { space } = source.history ?? {}
    if (space !== undefined) needed.set(space, Math.min(needed.get(space) ?? sinceMs, sinceMs))
  }
  for (const [, { definition }] of catalogue.inCreation()) {
    const { creation } = definition
    if (creation?.kind === 'restore') need(creation.source, creation.restoreMs)
  }
  for (const { source, createdMs } of await backups.list()) if (source) need(source, createdMs)
  for (const { status, source, period, exportMs, startMs } of await exports.list()) {
    if (status === 'IN_PROGRESS') need(source, period?.fromMs ?? exportMs ?? startMs)
  }
  return needed
}

interface Trimming {
  readonly space: string
  readonly horizonMs: number
  readonly nowMs: number
  readonly signal: AbortSignal
}

/** Removes the records up to a moment; returns the time of the first remaining one. */
async function trimHistory(storage: Storage, trimming: Trimming): Promise<number | undefined> {
  const { space, horizonMs, nowMs, signal } = trimming
  // Marks, and writes whose clock was ahead, are removed with the next write: marks at the end may belong to copies
  // in progress.
  let last: ByteString | undefined
  let oldestMs: number | undefined
  for await (const { sort, timeMs } of timesAlong(storage, space, { from: encodeLogPosition(0), nowMs })) {
    if (signal.aborted) return undefined
    if (timeMs > horizonMs) {
      oldestMs = timeMs
      break
    }
    last = sort
  }
  if (last !== undefined) await removeUpTo(storage, trimming, last)
  return oldestMs
}

/** Removes records page by page: there may be very many from a clock that was ahead. */
async function removeUpTo(storage: Storage, { space, signal }: Trimming, last: ByteString): Promise<void> {
  const within = { partition: HISTORY_PARTITION, high: { sort: last, inclusive: true } }
  const limits = { maxRecords: pageMaxRecords, maxBytes: pageMaxBytes }
  let more = true
  while (more && !signal.aborted) {
    const page = await storage.range({ space, within, ...limits })
    const changes = page.records.map(
      ({ partition, sort }): Change => ({ space, partition, sort, value: undefined }),
    )
    await storage.mutate([], () => ({ changes, answer: undefined }))
    more = page.more
    await yieldToRequests()
  }
}
