import { isFull, type JournalChange } from '@monotable/storage-files'
import { createBatch } from './data-file/change-applier.ts'
import type { FileWriter } from './data-file/file-writer.ts'
import type { JournalPart } from './journal/journal.ts'
import type { JournalPair } from './journal/journal-pair.ts'
import type { SpaceTable } from './spaces/space-table.ts'

export interface HandoverParts {
  readonly journal: JournalPair
  readonly fileWriter: FileWriter
  /** The data file is given what has been written when the journal has so much of it. */
  readonly pendingMaxBytes: number
  /** Makes sure that all files are where they were. */
  requireFiles(): void
  /** Is asked to begin, though little has come together: what is read is found faster in the data file alone. */
  onLongPending(): void
  /** Is told when the data file could not be given something; gives the failure in our words. */
  fail(error: unknown): unknown
}

/** Up to where the journal and the logs have come. */
export interface JournalEnd {
  readonly number: number
  readonly nextPosition: number
}

/** While the data file is given something, so many times as much may be written before writes have to wait. */
const patience = 2

/** What has been written leaves after this time at the latest. */
const longPendingMs = 2_000

/** When the data file could not be given something, for want of room say, it is tried again after this time. */
const retryMs = 1_000

/** What the data file is being given. */
export interface Departure extends JournalEnd {
  readonly tables: Set<SpaceTable>
  /** Where it stands: in the journal that was left; and in the other one, if it has been joined by what is there. */
  readonly parts: readonly [JournalPart, JournalPart?]
}

/**
 * What the data file lacks, and how it gets it: when much has come together, all of it leaves, and what is written
 * meanwhile goes to the other journal. Until it has arrived, reads find it in memory. If the data file could not be given
 * it, it is tried again with all that was written since: something may have been removed, which makes room.
 */
export class Handover {
  readonly #parts: HandoverParts
  /** The spaces with something that the data file lacks and that has not left. */
  #pending = new Set<SpaceTable>()
  #leaving: Departure | undefined
  #running: Promise<void> | undefined
  /** Why what is leaving has not arrived. */
  #failure: unknown
  #retryAtMs = 0
  /** Whether the journal, too, has had no room since something arrived. */
  #isFull = false
  /** Whether the disk was asked for room for this group. */
  #hasAsked = false
  #timer: NodeJS.Timeout | undefined
  /** How many want the data file left alone. */
  #holders = 0

  constructor(parts: HandoverParts) {
    this.#parts = parts
  }

  /** Takes note of a space that was written. */
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

  /** Whether it is time to leave. */
  get isDue(): boolean {
    if (this.#running) return false
    if (this.#leaving) return performance.now() >= this.#retryAtMs
    return this.#isLarge(this.#holders > 0 ? patience : 1)
  }

  /** Takes note of a space that is gone: the data file needs nothing of it any more. */
  forget(table: SpaceTable): void {
    this.#pending.delete(table)
    this.#leaving?.tables.delete(table)
    table.clear()
  }

  /** Does something before which nothing more leaves by itself, unless there is no room for more. */
  async hold<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.#holders += 1
    try {
      return await work()
    } finally {
      this.#holders -= 1
    }
  }

  /**
   * What a group has to wait for, if there is perhaps no room for it. If all that was written is durable, it says where that
   * ends, and it leaves first if it is time.
   */
  room(end: JournalEnd | undefined): Promise<void> | undefined {
    try {
      if (end && this.isDue) this.begin(end)
    } catch (error) {
      this.#parts.fail(error)
    }
    const room = this.#lacksRoom ? this.#running : undefined
    this.#hasAsked = end !== undefined || room !== undefined
    return room
  }

  /** Why there is no room, if there is none. */
  get lack(): unknown {
    return this.#leaving && !this.#running && this.#lacksRoom ? this.#failure : undefined
  }

  /** Whether a group for which there was no room should come again: there may be some by now, and it is time to ask. */
  asksAgain(): boolean {
    if (!this.#hasAsked) this.#retryAtMs = 0
    return !this.#hasAsked
  }

  /** Takes note that not even the journal has room: until the data file has what is leaving, only removals have any. */
  noteFull(): void {
    this.#isFull = true
    this.#hasAsked = true
  }

  get #lacksRoom(): boolean {
    return this.#isLarge(patience) || this.#isFull
  }

  /**
   * Lets all that was written leave, unless the data file is being given something. All of it has to be durable in the
   * journal. If somebody waits for it, it may be written on this thread.
   */
  begin(end: JournalEnd, isAwaited = false): void {
    const { journal, requireFiles } = this.#parts
    const { part } = journal
    const stuck = this.#leaving
    if (this.#running || (!stuck && part.bytes === 0)) return
    requireFiles()
    this.#stopTimer()
    if (!stuck) journal.turn()
    for (const table of this.#pending) table.leave()
    const tables = new Set([...(stuck?.tables ?? []), ...this.#pending])
    this.#leaving = { ...end, tables, parts: stuck ? [stuck.parts[0], part] : [part] }
    this.#pending = new Set()
    this.#run(isAwaited)
  }

  /** Takes up what could not arrive before the store was opened; the current journal goes on behind it. */
  resume(departure: Departure, lack: unknown): void {
    for (const table of departure.tables) table.leave()
    this.#leaving = departure
    this.#failure = lack
    this.#isFull = true
  }

  /** Waits until what is leaving has arrived. */
  async arrival(): Promise<void> {
    const departure = this.#leaving
    if (!departure) return
    if (!this.#running) this.#run()
    await this.#running
    // The next one may be leaving by now.
    if (this.#leaving === departure) throw this.#failure
  }

  /** Waits until the data file is being given nothing, whatever came of it. */
  async rest(): Promise<void> {
    await this.#running
  }

  /** Gives the data file everything. Nothing is written meanwhile. */
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
    return this.#parts.journal.bytes >= times * this.#parts.pendingMaxBytes
  }

  #run(isAwaited = false): void {
    this.#running = this.#write(isAwaited).finally(() => {
      this.#running = undefined
    })
  }

  async #write(isAwaited: boolean): Promise<void> {
    const { fileWriter, journal, requireFiles, fail } = this.#parts
    const { tables, parts, number, nextPosition } = this.#leaving as Departure
    const isShort = isFull(this.#failure)
    const batch = () => createBatch(changesIn(tables), { applied: number, nextPosition })
    try {
      requireFiles()
      await fileWriter.write({ parts: parts.filter((part) => part !== undefined), batch, isAwaited, isShort })
      for (const table of tables) table.arrived()
      this.#leaving = undefined
      this.#failure = undefined
      this.#isFull = false
      // Nothing is left for the data file in the current one, either.
      if (parts[1]?.bytes === journal.bytes) journal.turn()
    } catch (error) {
      this.#failure = fail(error)
      // What was removed meanwhile comes first then.
      const isShortNow = !isShort && isFull(this.#failure)
      this.#retryAtMs = isShortNow ? 0 : performance.now() + retryMs
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
