import type { JournalChange } from '@monotable/storage-files'
import { createBatch } from './data-file/change-applier.ts'
import type { FileWriter } from './data-file/file-writer.ts'
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
interface Departure extends JournalEnd {
  readonly tables: Set<SpaceTable>
  readonly part: JournalPair['part']
}

/**
 * What the data file lacks, and how it gets it: when much has come together, all of it leaves, and what is written
 * meanwhile goes to the other journal. Until it has arrived, reads find it in memory.
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
    return this.#leaving === undefined && this.#isLarge(this.#holders > 0 ? patience : 1)
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

  /** What a write has to wait for, if so much has been written that there is no room for it. */
  room(): Promise<void> | undefined {
    const isFull = this.#isLarge(patience)
    if (this.#leaving && !this.#running && (isFull || performance.now() >= this.#retryAtMs)) this.#run()
    return isFull ? this.#running : undefined
  }

  /** Why there is no room, if there is none. */
  get lack(): unknown {
    return this.#leaving && !this.#running && this.#isLarge(patience) ? this.#failure : undefined
  }

  /**
   * Lets all that was written leave, unless something is leaving. All of it has to be durable in the journal. If somebody
   * waits for it, it may be written on this thread.
   */
  begin(end: JournalEnd, isAwaited = false): void {
    const { journal } = this.#parts
    const { part } = journal
    if (this.#leaving || part.bytes === 0) return
    this.#parts.requireFiles()
    this.#stopTimer()
    journal.turn()
    this.#leaving = { ...end, tables: this.#pending, part }
    this.#pending = new Set()
    for (const table of this.#leaving.tables) table.leave()
    this.#run(isAwaited)
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

  /** Gives the data file everything. Nothing is written meanwhile. */
  async finish(end: JournalEnd): Promise<void> {
    this.#parts.requireFiles()
    this.#stopTimer()
    await this.arrival()
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
    const { fileWriter, requireFiles, fail } = this.#parts
    const { tables, part, number, nextPosition } = this.#leaving as Departure
    const batch = () => createBatch(changesIn(tables), { applied: number, nextPosition })
    try {
      requireFiles()
      await fileWriter.write({ part, batch, isAwaited })
      for (const table of tables) table.arrived()
      this.#leaving = undefined
    } catch (error) {
      this.#failure = fail(error)
      this.#retryAtMs = performance.now() + retryMs
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
