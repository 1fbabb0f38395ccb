import { type Change, type Decision, StorageError } from '@monotable/engine'
import type { CheckpointedStore, Checkpointer } from './checkpointer.ts'
import { CommitQueue, type Decide, type Group, type Outcome } from './commit-queue.ts'
import { FileTransaction } from './file-transaction.ts'
import type { Journal } from './journal.ts'
import { LogPositions } from './log-positions.ts'
import { replayJournal } from './replay-journal.ts'
import type { SpaceDirectory } from './space-directory.ts'
import type { SqliteDatabase } from './sqlite-driver.ts'
import { isFatal, storageFailure } from './storage-failure.ts'
import { type JournalMark, readJournalMark } from './store-format.ts'

/**
 * When a write counts as done. `full`: once it is on the disk; it then survives power loss. `normal`: once
 * the system has it; it survives the end of the process, and power loss may take the last writes but harms
 * nothing else. `off`: as `normal`, but power loss may damage the store.
 */
export type Durability = 'full' | 'normal' | 'off'

export interface StoreWriterParts {
  readonly database: SqliteDatabase
  readonly spaces: SpaceDirectory
  readonly journal: Journal
  readonly durability: Durability
  createCheckpointer(store: CheckpointedStore): Checkpointer
}

/**
 * SQLite is handed as many changes at once as it takes in about this time, in which nobody is answered. The more they
 * are, the less each costs where the same pages are changed again and again; elsewhere it makes no difference.
 */
const handOverMs = 1
const leastOpenChanges = 32
const mostOpenChanges = 1_024
/** Or when they have so many characters. */
const maxOpenLength = 2 ** 20

/** A group that has come to this many characters takes in no further job. */
const groupMaxLength = 4 * 2 ** 20

/** A checkpoint is made when the journal is this long: only then can it be begun anew. */
const journalMaxBytes = 64 * 2 ** 20

/**
 * All writing. A group of changes is made in the open transaction of the data file, where reads find it, and written to
 * the journal; it is acknowledged when it is durable there. The data file follows when many have come together. What
 * fails is taken back whole.
 */
export class StoreWriter {
  readonly #parts: StoreWriterParts
  readonly #positions: LogPositions
  readonly #transaction: FileTransaction
  readonly #queue = new CommitQueue({
    commit: (decides) => this.#commit(decides),
    // Before SQLite is handed something, it has to be certain that it counts.
    wantsQuiet: () => this.#isLarge(),
  })
  readonly #checkpointer: Checkpointer
  /** Which store the journal belongs to. */
  readonly #store: number
  /** The journal's last frame. */
  #number: number
  /** How many changes SQLite takes in the time that it may. */
  #maxOpenChanges = 128
  /** How long the journal may become before the next checkpoint. */
  #journalMaxBytes = journalMaxBytes
  /** The groups that the disk has not confirmed, the oldest first, and when it has. */
  #unconfirmed: { readonly changes: readonly Change[]; readonly confirmed: Promise<void> }[] = []
  /** Why nothing more is written. */
  #failure: StorageError | undefined
  /** Why nothing more is read either: some of what was acknowledged is in the journal alone. */
  #loss: StorageError | undefined

  constructor(parts: StoreWriterParts) {
    const { database, spaces, journal } = parts
    this.#parts = parts
    this.#positions = new LogPositions(database)
    this.#checkpointer = parts.createCheckpointer({
      alone: (work) =>
        this.#queue.addAlone(async () => {
          await work(succeeds(() => this.#handOver()))
        }),
      onMoved: () => {
        journal.restart()
        this.#journalMaxBytes = journalMaxBytes
      },
      onFailure: (error) => this.fail(error),
    })
    this.#transaction = new FileTransaction({
      database,
      spaces,
      positions: this.#positions,
      onCommit: (written) => this.#checkpointer.committed(written),
    })
    const mark = readJournalMark(database)
    this.#store = mark.store
    this.#number = mark.applied
    this.#synchronize('NORMAL')
    if (!journal.isEmpty) this.#takeIn(mark)
  }

  /** Runs a decision in the next group. */
  add<Answer>(decide: () => Decision<Answer>): Promise<Answer> {
    return this.#queue.add(decide)
  }

  /** Does something between two groups, when SQLite has been handed everything. */
  alone<Answer>(work: () => Answer): Promise<Answer> {
    return this.#queue.addAlone(() => {
      this.#handOver()
      return work()
    })
  }

  /** Changes which spaces there are, within `alone`; durable when it returns. */
  redefine(work: () => void): void {
    this.#synchronize('FULL')
    try {
      this.#transaction.redefine(this.#number, work)
    } catch (error) {
      throw this.fail(error)
    } finally {
      this.#synchronize('NORMAL')
    }
  }

  /** Is told of what went to SQLite's log by other ways. */
  logged(bytes: number): void {
    this.#checkpointer.committed({ changes: 0, bytes })
  }

  /** What has to be waited for by who has read what such changes made. */
  confirmation(isMeant: (change: Change) => boolean): Promise<void> | undefined {
    if (this.#unconfirmed.length === 0) return undefined
    return this.#unconfirmed.findLast(({ changes }) => changes.some(isMeant))?.confirmed
  }

  requireReadable(): void {
    if (this.#loss) throw this.#loss
  }

  requireWritable(): void {
    if (this.#failure) throw this.#failure
  }

  /** Takes note of a read that failed. With it SQLite may have taken back the open transaction. */
  failRead(error: unknown): unknown {
    const failure = storageFailure(error)
    return failure === error ? error : this.#takeBack(this.#transaction.changes.length, error)
  }

  /** Takes note of a failure, and gives it in our words. */
  fail(error: unknown): unknown {
    const failure = storageFailure(error)
    if (isFatal(failure)) this.#failure ??= failure as StorageError
    return failure
  }

  /** Finishes what was asked for; tells whether the data file has all of it, durably. */
  async close(): Promise<boolean> {
    await this.#queue.drain()
    await this.#checkpointer.close()
    return succeeds(() => {
      this.#handOver()
      this.#makeDurable()
    })
  }

  /** Gives the data file what a crash has left to the journal. */
  #takeIn(mark: JournalMark): void {
    const { journal, spaces } = this.#parts
    this.#number = replayJournal({
      frames: journal.frames(mark),
      mark,
      spaces,
      positions: this.#positions,
      transaction: this.#transaction,
    })
    this.#makeDurable()
    journal.empty()
  }

  /** What SQLite was handed has not waited for the disk; one commit that does is enough for all. */
  #makeDurable(): void {
    this.redefine(() => {})
  }

  #commit(decides: readonly Decide[]): Group {
    this.requireWritable()
    if (this.#isLarge()) this.#handOver()
    const before = this.#transaction.changes.length
    try {
      const outcomes = this.#runJobs(decides)
      const changes = this.#transaction.changes.slice(before)
      if (changes.length === 0) return { outcomes, durable: this.#unconfirmed.at(-1)?.confirmed }
      this.#journalize(changes)
      return { outcomes, durable: this.#confirm(changes, before) }
    } catch (error) {
      throw this.#takeBack(before, error)
    }
  }

  /** A job's own failure is its outcome; a failure to make its changes is everyone's and is thrown. */
  #runJobs(decides: readonly Decide[]): Outcome[] {
    const outcomes: Outcome[] = []
    const full = this.#transaction.length + groupMaxLength
    for (const decide of decides) {
      let decision: Decision<unknown>
      try {
        decision = decide()
      } catch (error) {
        // What this job could not read, the others have perhaps read wrongly.
        this.requireWritable()
        outcomes.push({ error })
        continue
      }
      for (const change of changesOf(decision, this.#positions)) this.#transaction.apply(change)
      outcomes.push({ answer: decision.answer })
      if (this.#transaction.length > full) break
    }
    return outcomes
  }

  #journalize(changes: readonly Change[]): void {
    const { journal, spaces } = this.#parts
    journal.append({
      store: this.#store,
      number: this.#number + 1,
      isConfirming: this.#parts.durability === 'full' && this.#unconfirmed.length === 0,
      nextPosition: this.#positions.next,
      changes: changes.map(({ space, partition, sort, value }) => {
        return { space: spaces.require(space).id, partition, sort, value }
      }),
    })
    this.#number += 1
    if (journal.bytes <= this.#journalMaxBytes) return
    // Should this one fail, then not again at once.
    this.#journalMaxBytes = journal.bytes + journalMaxBytes
    this.#checkpointer.start()
  }

  /** Has the disk confirm a group; `undefined` if it has. If it fails, so do all groups behind it. */
  #confirm(changes: readonly Change[], before: number): Promise<void> | undefined {
    const synced = this.#parts.durability === 'full' ? this.#parts.journal.sync() : undefined
    if (!synced) return undefined
    const confirmed = synced.then(
      () => {
        this.#unconfirmed.shift()
      },
      (error: unknown) => {
        this.#unconfirmed = []
        throw this.#takeBack(before, error)
      },
    )
    this.#unconfirmed.push({ changes, confirmed })
    return confirmed
  }

  /** Takes back all changes of the transaction but the first; gives the failure that made it necessary. */
  #takeBack(before: number, error: unknown): unknown {
    const failure = this.fail(error)
    try {
      this.#transaction.backTo(before)
    } catch (another) {
      this.#lose(another)
    }
    return failure
  }

  #isLarge(): boolean {
    const { changes, length } = this.#transaction
    return changes.length >= this.#maxOpenChanges || length >= maxOpenLength
  }

  /** Hands SQLite all that it has not got yet. */
  #handOver(): void {
    this.requireWritable()
    const { length: count } = this.#transaction.changes
    const startMs = performance.now()
    try {
      this.#transaction.commit(this.#number)
      if (count >= leastOpenChanges) this.#learn(count, performance.now() - startMs)
    } catch (error) {
      // A log that was moved into the data file can be written over, which helps when the disk is full.
      this.#checkpointer.start()
      throw this.#takeBack(this.#transaction.changes.length, error)
    }
  }

  #learn(changes: number, tookMs: number): void {
    const wanted = (handOverMs * changes) / Math.max(tookMs, 0.01)
    const bounded = Math.min(Math.max(wanted, leastOpenChanges), mostOpenChanges)
    this.#maxOpenChanges = (this.#maxOpenChanges + bounded) / 2
  }

  /** Changes that were acknowledged could not be made again. They are in the journal, and are found at the next opening. */
  #lose(cause: unknown): void {
    const message = 'The store has to be opened again: SQLite could not be given what the journal holds.'
    this.#loss ??= new StorageError('IO', message, { cause })
    this.#failure ??= this.#loss
  }

  /** Commits wait for the disk, or leave that to the journal. */
  #synchronize(level: 'FULL' | 'NORMAL'): void {
    if (this.#parts.durability !== 'off') this.#parts.database.exec(`PRAGMA synchronous = ${level}`)
  }
}

/** Whether something can be done, whose failure has been taken note of. */
function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** The changes of a decision, those at the end of logs with their positions. */
function changesOf({ changes, appends }: Decision<unknown>, positions: LogPositions): readonly Change[] {
  if (appends === undefined) return changes
  const placed = appends.map(({ space, partition, value }) => ({
    space,
    partition,
    sort: positions.take(),
    value,
  }))
  return [...changes, ...placed]
}
