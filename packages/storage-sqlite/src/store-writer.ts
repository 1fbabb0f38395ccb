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
  /** The data file is given what has been written when the journal has so much of it. */
  readonly pendingMaxBytes: number
  /** Makes sure that all files are where they were. */
  requireFiles(): void
  /** Makes room for what makes more, if that is why something has failed; tells whether to try again. */
  giveUpReserve(failure: unknown): boolean
  createFileWriter(onFailure: (error: unknown) => void): FileWriter
}

/** While another program writes to the data file, this thread waits for so long at a time, and others get on for so long. */
const lockedHereMs = 50
const lockedPauseMs = 200

/** When to give up. */
const lockedMostMs = 60_000

/** The changes of a group, and how to take each of them back. */
interface Written {
  readonly changes: Change[]
  readonly undo: (() => void)[]
  /** Where it begins in the journal. */
  readonly start: number
}

/**
 * All writing. A group of changes is held in memory, where reads find it, and written to the journal; it is acknowledged
 * when it is durable there. The data file is given many groups at once, on another thread. What fails is taken back whole.
 */
export class StoreWriter {
  readonly #parts: StoreWriterParts
  readonly #positions: LogPositions
  readonly #queue = new CommitQueue<Decide>({
    commit: (decides) => this.#commit(decides),
    // What the data file is given has to be certain to count.
    wantsQuiet: () => this.#handover.isDue,
    seal: () => this.#seal(),
    room: (isQuiet) =>
      this.#failure ? undefined : this.#handover.room(isQuiet ? this.#journalEnd() : undefined),
  })
  readonly #file: FileWriter
  readonly #handover: Handover
  readonly #begin: SqliteStatement
  readonly #end: SqliteStatement
  readonly #rollback: SqliteStatement
  /** Which store the journal belongs to. */
  readonly #store: number
  /** The journal's last frame. */
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

  /** Does something between two groups, when the data file has everything. */
  alone<Answer>(work: () => Answer): Promise<Answer> {
    return this.#between(() => this.#finish(), work)
  }

  /**
   * Does something between two groups when the data file is being given nothing, though it may lack much: who makes or
   * drops a table need not hold up those who write to others. If it cannot be given what it should have, for want of room
   * say, that is no hindrance: to drop a table may be what makes room.
   */
  async inPause<Answer>(work: () => Answer): Promise<Answer> {
    const pause = async () => {
      // What is done must not be durable without what was written before.
      this.#parts.requireFiles()
      await this.#seal()
      await this.#handover.rest()
      this.requireWritable()
    }
    return this.#handover.hold(async () => {
      // Others go on writing.
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

  /** Changes which spaces there are, within `alone` or `inPause`, and writes about so much; durable when it returns. */
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

  /** Begins a transaction, unless somebody else has one for long: then it is `LOCKED`, and can be tried again. */
  #beginSoon(): void {
    const { database } = this.#parts
    database.exec(`PRAGMA busy_timeout = ${lockedHereMs}`)
    try {
      this.#begin.run()
    } finally {
      database.exec(`PRAGMA busy_timeout = ${lockedMostMs}`)
    }
  }

  /** Has the data file given all that was written until now, while others go on writing; tells whether it was. */
  async settle(isAwaited = false): Promise<boolean> {
    try {
      this.requireWritable()
      this.#requireOpen()
      // What is leaving has perhaps left before the last write.
      await this.#handover.rest()
      this.#requireOpen()
      await this.#queue.addAlone(async () => {
        await this.#seal()
        // A group that failed is in the journal, perhaps, but must not be in the data file.
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

  /** How much the data file has of a partition; `undefined` if no worker can say it. */
  measure(measured: MeasuredPartition): Promise<SpaceSize | undefined> {
    return this.#file.measure(measured)
  }

  /** What has to be waited for by who has read what such changes made. */
  confirmation(isMeant: (change: RecordKey) => boolean): Promise<void> | undefined {
    return this.#unconfirmed.confirmation(isMeant)
  }

  requireWritable(): void {
    if (this.#failure) throw this.#failure
  }

  /** Takes note of a failure, and gives it in our words. */
  fail(error: unknown): unknown {
    const failure = storageFailure(error)
    if (isFatal(failure)) this.#failure ??= failure as StorageError
    return failure
  }

  /** Finishes what was asked for; tells whether the data file has all of it, durably. */
  async close(): Promise<boolean> {
    this.#isClosing = true
    await this.#queue.drain()
    try {
      await this.#finish()
      return true
    } catch {
      // It is in the journal, and is found at the next opening.
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
   * Makes the journal durable where groups do not wait for that: the other one is written next, and of the two the disk
   * must not have the newer alone.
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

  /** Gives the data file what a crash has left to the journal. If there is no room for it, it is leaving still. */
  #takeIn(mark: JournalMark): void {
    const { journal, spaces, applier } = this.#parts
    const lastId = spaces.lastId()
    // It is taken in by parts, and of half a write nothing may be left if the other half is lost with the power.
    journal.secure()
    const replay = replayJournal({ frames: journal.frames(mark), mark, wasMade: (id) => id <= lastId })
    const { changes, number, nextPosition } = replay
    this.#number = number
    this.#positions.raise(nextPosition)
    const lack = applyReplay(replay, applier)
    spaces.reload()
    if (lack) this.#resume(changes, lack)
    else journal.empty()
  }

  /** Holds what the journals have in memory, as when it was written. */
  #resume(changes: readonly JournalChange[], lack: unknown): void {
    const { journal, spaces } = this.#parts
    const tables = new Set<SpaceTable>()
    const byId = spaces.byId()
    for (const change of changes) {
      const table = byId.get(change.space)
      if (!table) continue
      table.write(change, 'unknown')
      tables.add(table)
    }
    this.#handover.resume({ ...this.#journalEnd(), tables, parts: journal.goOn() }, lack)
  }

  #commit(decides: readonly Decide[]): Group {
    this.requireWritable()
    const { lack } = this.#handover
    if (lack === undefined || isFull(lack)) return this.#commitWith(lack, decides)
    if (this.#handover.asksAgain()) return { outcomes: [] }
    throw lack
  }

  /** If there is a lack of room, there is some in the journal only for what makes some in the data file. */
  #commitWith(lack: unknown, decides: readonly Decide[]): Group {
    const written: Written = { changes: [], undo: [], start: this.#parts.journal.bytes }
    try {
      const outcomes = runJobs(decides, {
        positions: this.#positions,
        lack,
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
      this.#handover.noteFull()
      // What only removes is shorter, and makes room.
      if (lack === undefined) return this.#commitWith(failure, decides)
      if (this.#parts.giveUpReserve(failure)) return this.#commitWith(lack, decides)
      throw failure
    }
  }

  /** Makes a change; gives how long it is. */
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
      isConfirming: this.#unconfirmed.isEmpty && (durability === 'full' || this.#isFirstSealed()),
      nextPosition: this.#positions.next,
      changes: changes.map(({ space, partition, sort, value }) => {
        return { space: spaces.require(space).id, partition, sort, value }
      }),
    })
    this.#number += 1
  }

  /** Whether nothing has been written to the journal since all before it was sealed. */
  #isFirstSealed(): boolean {
    const { durability, journal } = this.#parts
    return durability === 'normal' && journal.bytes === 0
  }

  /** Has the disk confirm a group; `undefined` if it has. If it fails, so do all groups behind it. */
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
      // SQLite has rolled back already, as it does after some failures, or has not begun.
    }
  }
}
