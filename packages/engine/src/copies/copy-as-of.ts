import { pageMaxBytes, pageMaxRecords, yieldToRequests } from '../operations/copy-job.ts'
import type { ByteString, Change, Position, Storage, StoredRecord } from '../storage/storage.ts'
import { decodeHistory, HISTORY_PARTITION, isMarkOf } from '../tables/history-record.ts'
import type { CopySource, HistoryCut } from '../tables/table-definition.ts'
import type { Clock } from '../util/clock.ts'
import { historyPosition } from './history-position.ts'

/** What to copy, and where to. */
export interface Copying {
  readonly clock: Clock
  readonly storage: Storage
  readonly source: CopySource
  /** A space of its own; it may contain leftovers of an earlier attempt. */
  readonly target: string
  readonly signal: AbortSignal
}

/**
 * Copies the records of a table as they were at one moment, while writes continue. First everything is copied as it
 * is found; then the writes since that moment are undone in the copy, latest first. A record that was not written
 * since that moment was copied in its state of that moment; one that was written gets its contents from before the
 * first of those writes, whatever was copied.
 */
export async function copyAsOf(copying: Copying): Promise<void> {
  await copyRecords(copying)
  const { history } = copying.source
  if (history && !copying.signal.aborted) await undoSince(copying, history)
}

async function copyRecords({ storage, source, target, signal }: Copying): Promise<void> {
  let after: Position | undefined
  let more = true
  while (more && !signal.aborted) {
    const page = await storage.range({
      space: source.space,
      within: {},
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
      ...(after && { after }),
    })
    const changes = page.records.map(({ partition, sort, doc, sizeBytes }): Change => {
      return { space: target, partition, sort, value: { doc, sizeBytes } }
    })
    await storage.mutate([], () => ({ changes, answer: undefined }))
    after = page.records.at(-1)
    more = page.more
    await yieldToRequests()
  }
}

async function undoSince(
  { clock, storage, target, signal }: Copying,
  { space, cut }: { readonly space: string; readonly cut: HistoryCut },
): Promise<void> {
  const { mark, timeMs } = cut
  const cutMoment = timeMs !== undefined && { timeMs: timeMs + 1, nowMs: clock.now() }
  const position = cutMoment ? await historyPosition(storage, space, cutMoment) : undefined
  const moment = new Reaching(mark, position)
  let after: Position | undefined
  while (!signal.aborted) {
    const page = await storage.range({
      space,
      within: { partition: HISTORY_PARTITION },
      reverse: true,
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
      ...(after && { after }),
    })
    const end = page.records.findIndex((record) => moment.isReached(record))
    const since = end < 0 ? page.records : page.records.slice(0, end)
    // Of several writes to one place, the earliest comes last and wins.
    const changes = new Map<string, Change>()
    for (const { doc } of since) {
      const write = decodeHistory(doc)
      if (write === undefined) continue
      const { partition, sort, before } = write
      changes.set(partition + sort, { space: target, partition, sort, value: before })
    }
    await storage.mutate([], () => ({ changes: [...changes.values()], answer: undefined }))
    if (end >= 0) return
    if (!page.more) return moment.requireMark()
    after = page.records.at(-1)
    await yieldToRequests()
  }
}

/** Searches the records of a history for a moment, latest first: a mark, or a position if that is earlier. */
class Reaching {
  readonly #mark: string | undefined
  readonly #position: ByteString | undefined
  #isMarkMet: boolean

  constructor(mark: string | undefined, position: ByteString | undefined) {
    this.#mark = mark
    this.#position = position
    this.#isMarkMet = mark === undefined
  }

  /** Returns whether the next record, and therefore every earlier one, precedes the moment. */
  isReached({ doc, sort }: StoredRecord): boolean {
    this.#isMarkMet ||= this.#mark !== undefined && isMarkOf(doc, this.#mark)
    return this.#isMarkMet && (this.#position === undefined || sort < this.#position)
  }

  /**
   * Throws if the mark was not found. A time may lie before the first record, but a mark was written before the
   * copy began.
   */
  requireMark(): void {
    if (!this.#isMarkMet) throw new TypeError(`a history without its mark ${this.#mark}`)
  }
}
