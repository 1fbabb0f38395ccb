import { isFull, type JournalChange } from '@monotable/storage-files'
import { createBatch } from './data-file/change-applier.ts'
import type { FileWriter } from './data-file/file-writer.ts'
import type { JournalPart } from './journal/journal.ts'
import type { JournalPair } from './journal/journal-pair.ts'
import type { SpaceTable } from './spaces/space-table.ts'

export interface HandoverParts {
  readonly journal: JournalPair
  readonly fileWriter: FileWriter
  /** Returns the journal size at which the changes it holds are handed to the data file. */
  pendingMaxBytes(): number
  /** Makes sure that all files are still in their places. */
  requireFiles(): void
  /**
   * Called when few changes have been pending for long. It should begin a handover: reads are faster when they need
   * only the data file.
   */
  onLongPending(): void
  /** Called when the data file could not be written; returns the failure as a `StorageError`. */
  fail(error: unknown): unknown
}

/** How far the journal and the logs have come. */
export interface JournalEnd {
  readonly number: number
  readonly nextPosition: number
}

/**
 * While the data file is being written, this many times `pendingMaxBytes` may be written before writes have to wait.
 */
const maxPendingTimes = 2

/** A journal larger than this many times `pendingMaxBytes`, and than this many bytes, is truncated when it restarts. */
const keptTimes = 4
const keptLeastBytes = 512 * 1_024

/** The longest time after which written changes leave. */
const longPendingMs = 2_000

/** The delay before a failed write to the data file, for lack of room say, is retried. */
const retryMs = 1_000

/** The changes that are being handed to the data file. */
export interface Departure extends JournalEnd {
  readonly tables: Set<SpaceTable>
  /**
   * Where the changes are: in the journal that is no longer current, and in the current one too if newer changes have
   * joined a retry.
   */
  readonly parts: readonly [JournalPart, JournalPart?]
}

/**
 * Hands written changes over to the data file. Changes are pending until there are many of them. Then all of them leave
 * together: the file writer begins to write them to the data file, and new changes go to the other journal. They arrive
 * when the data file has them durably; until then reads find them in memory. If the data file could not be written,
 * what was leaving is stuck, and is retried along with everything written since: those changes may remove records,
 * which makes room.
 */
export class Handover {
  readonly #parts: HandoverParts
  /** The spaces with changes that the data file lacks and that have not left yet. */
  #pending = new Set<SpaceTable>()
  #leaving: Departure | undefined
  #running: Promise<void> | undefined
  /** How the last attempt to write what is leaving failed, and when to retry. */
  #stuck: { readonly failure: unknown; readonly retryAtMs: number } | undefined
  /** Whether the journal has run out of room, too, since the last arrival. */
  #isJournalFull = false
  /** Whether the disk was asked for room for the current group. */
  #hasAsked = false
  #timer: NodeJS.Timeout | undefined
  /** As of the last arrival. */
  #pendingMaxBytes: number
  /** The number of callers that want the data file left alone. */
  #holders = 0

  constructor(parts: HandoverParts) {
    this.#parts = parts
    this.#pendingMaxBytes = parts.pendingMaxBytes()
  }

  /** Records that a space was written to. */
  note(table: SpaceTable): void {
    this.#pending.add(table)
    this.#startTimer()
  }

  #startTimer(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      if (this.#holders > 0) this.#startTimer()
      else this.#parts.onLongPending()
    }, longPendingMs).unref()
  }

  /** Whether it is time for the pending changes to leave, or for stuck ones to be retried. */
  get isDue(): boolean {
    if (this.#running) return false
    if (this.#leaving && this.#stuck) return performance.now() >= this.#stuck.retryAtMs
    return this.#isLarge(this.#holders > 0 ? maxPendingTimes : 1)
  }

  /** Drops the changes of a space that is gone: the data file needs none of them any more. */
  forget(table: SpaceTable): void {
    this.#pending.delete(table)
    this.#leaving?.tables.delete(table)
    table.clear()
  }

  /** Runs `work`; until it ends, nothing more leaves by itself unless there is no room for more. */
  async hold<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.#holders += 1
    try {
      return await work()
    } finally {
      this.#holders -= 1
    }
  }

  /**
   * Returns what the next group has to wait for if there may be no room for it. The caller passes `end`, where the
   * journal ends, if everything written so far is durable; then the pending changes leave first, if that is due.
   */
  waitForRoom(end: JournalEnd | undefined): Promise<void> | undefined {
    try {
      if (end && this.isDue) this.begin(end)
    } catch (error) {
      this.#parts.fail(error)
    }
    const wait = this.#lacksRoom ? this.#running : undefined
    this.#hasAsked = end !== undefined || wait !== undefined
    return wait
  }

  /** The failure that explains why there is no room; `undefined` if there is room. */
  get roomFailure(): unknown {
    return this.#leaving && !this.#running && this.#lacksRoom ? this.#stuck?.failure : undefined
  }

  /**
   * Whether a group that found no room should be run again: the disk was not asked for this group, and may have room by
   * now. Makes the retry due at once if so.
   */
  asksAgain(): boolean {
    if (this.#hasAsked) return false
    if (this.#stuck) this.#stuck = { ...this.#stuck, retryAtMs: 0 }
    return true
  }

  /** Records that even the journal is full: until what is leaving has arrived, there is room only for removals. */
  noteJournalFull(): void {
    this.#isJournalFull = true
    this.#hasAsked = true
  }

  get #lacksRoom(): boolean {
    return this.#isLarge(maxPendingTimes) || this.#isJournalFull
  }

  /**
   * Lets all written changes leave, unless the data file is already being written. All of them must be durable in the
   * journal. If a caller waits for their arrival, this thread may write them itself.
   */
  begin(end: JournalEnd, isAwaited = false): void {
    const { journal, requireFiles } = this.#parts
    const { part } = journal
    const retried = this.#leaving
    if (this.#running || (!retried && part.bytes === 0)) return
    requireFiles()
    this.#stopTimer()
    if (!retried) journal.swap(this.#keptBytes)
    for (const table of this.#pending) table.leave()
    const tables = new Set([...(retried?.tables ?? []), ...this.#pending])
    this.#leaving = { ...end, tables, parts: retried ? [retried.parts[0], part] : [part] }
    this.#pending = new Set()
    this.#run(isAwaited)
  }

  /**
   * Takes up changes that could not be written to the data file when the store was opened; the current journal
   * continues behind them.
   */
  resume(departure: Departure, roomFailure: unknown): void {
    for (const table of departure.tables) table.leave()
    this.#leaving = departure
    this.#stuck = { failure: roomFailure, retryAtMs: 0 }
    this.#isJournalFull = true
  }

  /** Waits until what is leaving has arrived; throws the failure if it has not. */
  async arrival(): Promise<void> {
    const departure = this.#leaving
    if (!departure) return
    if (!this.#running) this.#run()
    await this.#running
    // By now the next changes may be leaving.
    if (this.#leaving === departure) throw this.#stuck?.failure
  }

  /** Waits until the data file is not being written, whether or not the write succeeded. */
  async rest(): Promise<void> {
    await this.#running
  }

  /** Writes everything to the data file. No changes may be made meanwhile. */
  async finish(end: JournalEnd): Promise<void> {
    this.#parts.requireFiles()
    this.#stopTimer()
    await this.rest()
    this.begin(end, true)
    await this.arrival()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #isLarge(times: number): boolean {
    return this.#parts.journal.bytes >= times * this.#pendingMaxBytes
  }

  get #keptBytes(): number {
    return Math.max(keptLeastBytes, keptTimes * this.#pendingMaxBytes)
  }

  #run(isAwaited = false): void {
    this.#running = this.#write(isAwaited).finally(() => {
      this.#running = undefined
    })
  }

  async #write(isAwaited: boolean): Promise<void> {
    const { fileWriter, journal, requireFiles, fail } = this.#parts
    const { tables, parts, number, nextPosition } = this.#leaving as Departure
    const isDiskFull = isFull(this.#stuck?.failure)
    const batch = () => createBatch(changesIn(tables), { applied: number, nextPosition })
    try {
      requireFiles()
      await fileWriter.write({
        parts: parts.filter((part) => part !== undefined),
        batch,
        isAwaited,
        isDiskFull,
      })
      for (const table of tables) table.arrived()
      this.#leaving = undefined
      this.#stuck = undefined
      this.#isJournalFull = false
      this.#pendingMaxBytes = this.#parts.pendingMaxBytes()
      // The data file now has everything in the current journal, too.
      if (parts[1]?.bytes === journal.bytes) journal.swap(this.#keptBytes)
    } catch (error) {
      const failure = fail(error)
      // A write that failed for lack of room is retried at once, with the removals made meanwhile first.
      const isNewlyFull = !isDiskFull && isFull(failure)
      this.#stuck = { failure, retryAtMs: isNewlyFull ? 0 : performance.now() + retryMs }
    }
  }
}

function changesIn(tables: Iterable<SpaceTable>): JournalChange[] {
  const changes: JournalChange[] = []
  for (const table of tables) {
    for (const { partition, sort, value } of table.leaving())
      changes.push({ space: table.id, partition, sort, value })
  }
  return changes
}
