import { setTimeout as delay } from 'node:timers/promises'
import { type Change, type RecordKey, type SpaceSize, StorageError } from '@monotable/engine'
import {
  CommitQueue,
  type Durability,
  type Group,
  isFatal,
  isFull,
  type JournalChange,
  LogPositions,
  runJobs,
  type SqliteDatabase,
  type SqliteStatement,
  storageFailure,
  UnconfirmedGroups,
} from '@monotable/storage-files'
import type { ChangeApplier } from './data-file/change-applier.ts'
import type { MeasuredPartition } from './data-file/file-worker.ts'
import type { FileWriter } from './data-file/file-writer.ts'
import { applyReplay, replayJournal } from './data-file/replay-journal.ts'
import { type JournalMark, readJournalMark, readNextPosition } from './file/store-format.ts'
import { Handover, type JournalEnd } from './handover.ts'
import type { JournalPair } from './journal/journal-pair.ts'
import type { Decide, LookedDecision } from './memory/looked-places.ts'
import type { Before } from './memory/pending-records.ts'
import type { SpaceDirectory } from './spaces/space-directory.ts'
import type { SpaceTable } from './spaces/space-table.ts'

export interface StoreWriterParts {
  readonly database: SqliteDatabase
  readonly spaces: SpaceDirectory
  readonly journal: JournalPair
  readonly applier: ChangeApplier
  readonly durability: Durability
  /** Returns the journal size at which the changes it holds are handed to the data file. */
  pendingMaxBytes(): number
  /** Makes sure that all files are still in their places. */
  requireFiles(): void
  /** Gives up the reserve if the failure is a lack of room, for work that frees more; returns whether to try again. */
  giveUpReserve(failure: unknown): boolean
  createFileWriter(onFailure: (error: unknown) => void): FileWriter
}

/** While another program writes to the data file, this thread waits this long, then lets others run this long. */
const lockedHereMs = 50
const lockedPauseMs = 200

/** When to give up waiting. */
const lockedMostMs = 60_000

/** The changes of a group, and how to undo each of them. */
interface Written {
  readonly changes: Change[]
  readonly undo: (() => void)[]
  /** Where the group begins in the journal. */
  readonly start: number
}

/**
 * Does all writing. A group of changes is held in memory, where reads find it, and written to the journal; it is
 * acknowledged once it is durable there. The data file takes in many groups at once, on another thread. A group that
 * fails is undone as a whole.
 */
export class StoreWriter {
  readonly #parts: StoreWriterParts
  readonly #positions: LogPositions
  readonly #queue = new CommitQueue<Decide>({
    commit: (decides) => this.#commit(decides),
    // Only changes that are sure to be kept may go to the data file.
    wantsQuiet: () => this.#handover.isDue,
    seal: () => this.#seal(),
    waitForRoom: (isQuiet) =>
      this.#failure ? undefined : this.#handover.waitForRoom(isQuiet ? this.#journalEnd() : undefined),
  })
  readonly #file: FileWriter
  readonly #handover: Handover
  readonly #begin: SqliteStatement
  readonly #end: SqliteStatement
  readonly #rollback: SqliteStatement
  /** The number of the store that the journal belongs to. */
  readonly #store: number
  /** The number of the journal's last frame. */
  #number: number
  readonly #unconfirmed = new UnconfirmedGroups<Written>()
  /** Why nothing more is written. */
  #failure: StorageError | undefined
  #isClosing = false

  constructor(parts: StoreWriterParts) {
    const { database, journal, pendingMaxBytes, requireFiles } = parts
    this.#parts = parts
    this.#positions = new LogPositions(readNextPosition(database))
    const fail = (error: unknown) => this.fail(error)
    this.#file = parts.createFileWriter(fail)
    const onLongPending = () => void this.settle()
    const fileWriter = this.#file
    this.#handover = new Handover({ journal, fileWriter, pendingMaxBytes, requireFiles, onLongPending, fail })
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#end = database.prepare('COMMIT')
    this.#rollback = database.prepare('ROLLBACK')
    const mark = readJournalMark(database)
    this.#store = mark.store
    this.#number = mark.applied
    if (!journal.isEmpty) this.#takeIn(mark)
    for (const orphan of parts.spaces.orphans()) this.#file.removeOrphan(orphan)
  }

  /** Runs a decision in the next group. */
  add<Answer>(decide: () => LookedDecision<Answer>): Promise<Answer> {
    return this.#queue.add(decide)
  }

  /** Runs `work` between two groups, once the data file has everything. */
  alone<Answer>(work: () => Answer): Promise<Answer> {
    return this.#between(() => this.#finish(), work)
  }

  /**
   * Runs `work` between two groups while the data file is not being written, though it may lack much: creating or
   * dropping a table need not hold up writers of other tables. A failure to write the pending changes to the data file,
   * for lack of room say, does not matter here: dropping a table may be what makes room.
   */
  async inPause<Answer>(work: () => Answer): Promise<Answer> {
    const pause = async () => {
      // The work must not become durable without the writes before it.
      this.#parts.requireFiles()
      await this.#seal()
      await this.#handover.rest()
      this.requireWritable()
    }
    return this.#handover.hold(async () => {
      // This wait is outside the queue, so others go on writing.
      await this.#handover.rest()
      this.#requireOpen()
      return this.#between(pause, work)
    })
  }

  async #between<Answer>(prepare: () => Promise<void>, work: () => Answer): Promise<Answer> {
    const endMs = performance.now() + lockedMostMs
    for (;;) {
      try {
        return await this.#queue.addAlone(() => this.#prepared(prepare, work))
      } catch (error) {
        const isLocked = error instanceof StorageError && error.code === 'LOCKED'
        if (!isLocked || performance.now() > endMs) throw error
      }
      await delay(lockedPauseMs)
      this.#requireOpen()
    }
  }

  async #prepared<Answer>(prepare: () => Promise<void>, work: () => Answer): Promise<Answer> {
    try {
      await prepare()
    } catch (error) {
      throw this.fail(error)
    }
    return work()
  }

  /** Changes the set of spaces, in `alone` or `inPause`, and writes about this many bytes; durable when it returns. */
  redefine(work: () => void, bytes = 0): void {
    try {
      this.#beginSoon()
      work()
      this.#end.run()
    } catch (error) {
      this.#takeBackTransaction()
      this.#parts.spaces.takeBack()
      throw this.fail(error)
    }
    const { dropped, orphaned } = this.#parts.spaces.settle()
    for (const table of dropped) this.#handover.forget(table)
    this.#file.noteTransaction(bytes)
    for (const orphan of orphaned) this.#file.removeOrphan(orphan)
  }

  /** Begins a transaction; fails with `LOCKED`, which can be retried, if another program holds one for long. */
  #beginSoon(): void {
    const { database } = this.#parts
    database.exec(`PRAGMA busy_timeout = ${lockedHereMs}`)
    try {
      this.#begin.run()
    } finally {
      database.exec(`PRAGMA busy_timeout = ${lockedMostMs}`)
    }
  }

  /** Writes all changes made so far to the data file while others go on writing; returns whether that succeeded. */
  async settle(isAwaited = false): Promise<boolean> {
    try {
      this.requireWritable()
      this.#requireOpen()
      // What is leaving may have left before the last write.
      await this.#handover.rest()
      this.#requireOpen()
      await this.#queue.addAlone(async () => {
        await this.#seal()
        // A group that failed may be in the journal but must not get into the data file.
        this.requireWritable()
        this.#handover.begin(this.#journalEnd(), isAwaited)
      })
      await this.#handover.arrival()
      return true
    } catch (error) {
      this.fail(error)
      return false
    }
  }

  /** Returns how much the data file has of a partition; `undefined` if no worker can tell. */
  measure(measured: MeasuredPartition): Promise<SpaceSize | undefined> {
    return this.#file.measure(measured)
  }

  /** Returns what a caller has to wait for that has read the result of such changes. */
  confirmation(isMeant: (change: RecordKey) => boolean): Promise<void> | undefined {
    return this.#unconfirmed.confirmation(isMeant)
  }

  requireWritable(): void {
    if (this.#failure) throw this.#failure
  }

  /** Records a failure; returns it as a `StorageError`. */
  fail(error: unknown): unknown {
    const failure = storageFailure(error)
    if (isFatal(failure)) this.#failure ??= failure as StorageError
    return failure
  }

  /** Finishes what was asked for; returns whether the data file has all of it durably. */
  async close(): Promise<boolean> {
    this.#isClosing = true
    await this.#queue.drain()
    try {
      await this.#finish()
      return true
    } catch {
      // The changes are in the journal and are found when the store is next opened.
      return false
    } finally {
      await this.#file.close()
    }
  }

  #requireOpen(): void {
    if (this.#isClosing) throw new StorageError('CLOSED', 'The store was closed.')
  }

  async #finish(): Promise<void> {
    await this.#seal()
    this.requireWritable()
    await this.#handover.finish(this.#journalEnd())
  }

  /**
   * Makes the journal durable where groups do not wait for that: the other journal is written next, and the disk must
   * not end up with only the newer of the two.
   */
  async #seal(): Promise<void> {
    const { durability, journal } = this.#parts
    if (this.#failure || durability !== 'normal' || journal.bytes === 0) return
    try {
      await journal.sync()
    } catch (error) {
      this.fail(error)
    }
  }

  #journalEnd(): JournalEnd {
    return { number: this.#number, nextPosition: this.#positions.next }
  }

  /** Writes to the data file what a crash left only in the journal. Without room for it, it is still leaving. */
  #takeIn(mark: JournalMark): void {
    const { journal, spaces, applier } = this.#parts
    const lastId = spaces.lastId()
    // The changes are applied in parts, and none of a write may remain if the power fails and its other half is lost.
    journal.secure()
    const replay = replayJournal({ frames: journal.frames(mark), mark, wasMade: (id) => id <= lastId })
    const { changes, number, nextPosition } = replay
    this.#number = number
    this.#positions.raise(nextPosition)
    const roomFailure = applyReplay(replay, applier)
    spaces.reload()
    if (roomFailure) this.#resume(changes, roomFailure)
    else journal.empty()
  }

  /** Holds the changes of the journals in memory, as when they were written. */
  #resume(changes: readonly JournalChange[], roomFailure: unknown): void {
    const { journal, spaces } = this.#parts
    const tables = new Set<SpaceTable>()
    const byId = spaces.byId()
    for (const change of changes) {
      const table = byId.get(change.space)
      if (!table) continue
      table.write(change, 'unknown')
      tables.add(table)
    }
    this.#handover.resume({ ...this.#journalEnd(), tables, parts: journal.continueBehind() }, roomFailure)
  }

  #commit(decides: readonly Decide[]): Group {
    this.requireWritable()
    const { roomFailure } = this.#handover
    if (roomFailure === undefined || isFull(roomFailure)) return this.#commitWith(roomFailure, decides)
    if (this.#handover.asksAgain()) return { outcomes: [] }
    throw roomFailure
  }

  /** Runs a group. During a lack of room, the journal has room only for what makes room in the data file. */
  #commitWith(roomFailure: unknown, decides: readonly Decide[]): Group {
    const written: Written = { changes: [], undo: [], start: this.#parts.journal.bytes }
    try {
      const outcomes = runJobs(decides, {
        positions: this.#positions,
        roomFailure,
        asksAgain: () => this.#handover.asksAgain(),
        requireWritable: () => this.requireWritable(),
        write: (change, by) =>
          this.#write(change, by === 'append' ? 'never anything' : by.looked.before(change), written),
      })
      if (written.changes.length === 0) return { outcomes, durable: this.#unconfirmed.confirmed }
      this.#journalize(written.changes)
      return { outcomes, durable: this.#confirm(written) }
    } catch (error) {
      this.#takeBack([written])
      const failure = this.fail(error)
      if (!isFull(failure)) throw failure
      this.#handover.noteJournalFull()
      // Removals are shorter, and make room.
      if (roomFailure === undefined) return this.#commitWith(failure, decides)
      if (this.#parts.giveUpReserve(failure)) return this.#commitWith(roomFailure, decides)
      throw failure
    }
  }

  /** Makes a change; returns its length. */
  #write(change: Change, before: Before | 'never anything', { changes, undo }: Written): number {
    const table = this.#parts.spaces.require(change.space)
    undo.push(table.write(change, before))
    changes.push(change)
    this.#handover.note(table)
    return change.value?.doc.length ?? 0
  }

  #journalize(changes: readonly Change[]): void {
    const { journal, spaces, durability } = this.#parts
    journal.append({
      store: this.#store,
      number: this.#number + 1,
      unconfirmed: durability === 'full' || this.#isFirstSealed() ? this.#unconfirmed.count : undefined,
      nextPosition: this.#positions.next,
      changes: changes.map(({ space, partition, sort, value }) => {
        return { space: spaces.require(space).id, partition, sort, value }
      }),
    })
    this.#number += 1
  }

  /** Whether nothing has been written to the journal since everything before it was sealed. */
  #isFirstSealed(): boolean {
    const { durability, journal } = this.#parts
    return durability === 'normal' && journal.bytes === 0
  }

  /**
   * Waits for the disk to confirm a group; returns `undefined` if it already has. If that fails, all groups behind it
   * fail, too.
   */
  #confirm(written: Written): Promise<void> | undefined {
    const synced = this.#parts.durability === 'full' ? this.#parts.journal.sync() : undefined
    return synced && this.#unconfirmed.add(written, synced, this.#takeBackAll)
  }

  readonly #takeBackAll = (groups: readonly Written[], error: unknown): never => {
    this.#takeBack(groups)
    throw this.fail(error)
  }

  #takeBack(groups: readonly Written[]): void {
    const start = groups[0]?.start
    if (start !== undefined && start < this.#parts.journal.bytes) this.#parts.journal.cut(start)
    for (const { undo } of groups.toReversed()) for (const back of undo.toReversed()) back()
    this.#parts.spaces.forgetRecords()
  }

  #takeBackTransaction(): void {
    try {
      this.#rollback.run()
    } catch {
      // SQLite has already rolled back, as it does after some failures, or has not begun.
    }
  }
}
