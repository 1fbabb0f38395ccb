import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Append, Change, Decision, ReadKey, RecordKey, RecordValue } from '@monotable/engine'
import { commitStatements } from './commit-statements.ts'
import { placeOf, planCommit, type VersionedValue } from './plan-commit.ts'
import { isConflict, isMissingTable, isUnavailable, storageFailure } from './postgres-failure.ts'
import { readStatement } from './read-statements.ts'
import type { Sql } from './sql.ts'

type Decide = (values: readonly (RecordValue | undefined)[]) => Decision<unknown>

interface Job {
  readonly keys: readonly ReadKey[]
  /** The places for which it waits when somebody else works on them. */
  readonly queued: readonly string[]
  readonly decide: Decide
  readonly settle: (outcome: Outcome) => void
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown }

/** Most jobs of one transaction. */
const maxJobs = 100
/** Transactions under way at a time; each is a round trip for reading and one for writing. */
const maxBatches = 4
const maxAttempts = 30

type ReadPlaces = Map<string, { readonly key: RecordKey; readonly found: VersionedValue | undefined }>

/**
 * Reads, decides and commits. What comes while transactions are under way is put together in the next one: each job
 * sees the changes of those before it, and all are answered after the commit, refusals too. Records that others have
 * changed since they were read undo the transaction; then all of it is read and decided again.
 */
export class CommitQueue {
  readonly #sql: Sql
  readonly #waiting: Job[] = []
  /** Places that transactions under way have read. */
  readonly #busy = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  readonly #unanswered = new Set<Promise<unknown>>()
  #isScheduled = false

  constructor(sql: Sql) {
    this.#sql = sql
  }

  add<Answer>(
    keys: readonly ReadKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.answer as Answer)
      const queued = keys.filter(({ isQuiet }) => isQuiet !== true).map(placeOf)
      this.#waiting.push({ keys, queued, decide, settle })
      this.#schedule()
    })
    const ended = answered.then(noted, noted).then(() => this.#unanswered.delete(ended))
    this.#unanswered.add(ended)
    return answered
  }

  /** Resolves when everything that was asked for until now has been answered. */
  async drained(): Promise<void> {
    await Promise.all(this.#unanswered)
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startBatches()
    })
  }

  #startBatches(): void {
    while (this.#running.size < maxBatches) {
      const jobs = this.#takeJobs()
      if (jobs.length === 0) return
      const places = jobs.flatMap(({ queued }) => queued)
      for (const place of places) this.#busy.add(place)
      const running = this.#runBatch(jobs).finally(() => {
        for (const place of places) this.#busy.delete(place)
        this.#running.delete(running)
        if (this.#waiting.length > 0) this.#schedule()
      })
      this.#running.add(running)
    }
  }

  /** Jobs that can go together now: one that meets a transaction under way waits for its end, in the order of asking. */
  #takeJobs(): Job[] {
    const jobs: Job[] = []
    const skipped = new Set<string>()
    for (let i = 0; i < this.#waiting.length && jobs.length < maxJobs; ) {
      const job = this.#waiting[i] as Job
      const { queued } = job
      if (queued.some((place) => this.#busy.has(place) || skipped.has(place))) {
        for (const place of queued) skipped.add(place)
        i++
        continue
      }
      jobs.push(job)
      this.#waiting.splice(i, 1)
    }
    return jobs
  }

  async #runBatch(jobs: readonly Job[]): Promise<void> {
    try {
      await this.#commit(jobs)
    } catch (error) {
      if (jobs.length > 1 && (isMissingTable(error) || isConflict(error))) {
        // One of them is at fault: alone, each answers for itself.
        for (const job of jobs) await this.#runBatch([job])
        return
      }
      const failure = storageFailure(error)
      for (const job of jobs) job.settle({ error: failure })
    }
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const read = await this.#read(jobs)
      const decided = decideAll(jobs, read)
      const token = randomBytes(16)
      try {
        if (decided.changes.size > 0 || decided.appends.length > 0) {
          const plans = planCommit({ ...decided, read: decided.guarded })
          await this.#transact([...commitStatements(plans, newVersion)], token)
        }
        for (const [i, job] of jobs.entries()) job.settle(decided.outcomes[i] as Outcome)
        return
      } catch (error) {
        if (!isConflict(error) || attempt >= (jobs.length > 1 ? 3 : maxAttempts)) throw error
        // A little apart, so that those who met do not meet again.
        await pause(Math.random() * Math.min(2 ** attempt, 50))
      }
    }
  }

  /**
   * Commits, and finds out what has become of it if the connection is lost on the way: the token of the transaction is
   * written with it, and can be written only once.
   */
  async #transact(statements: Parameters<Sql['transact']>[0], token: Buffer): Promise<void> {
    const mark = { text: 'INSERT INTO commits (token, made) VALUES ($1, now())', values: [token] }
    try {
      await this.#sql.transact([mark, ...statements])
    } catch (error) {
      if (!isUnavailable(error) || !(await this.#isCommitted(mark, error))) throw error
    }
  }

  async #isCommitted(mark: Parameters<Sql['transact']>[0][number], cause: unknown): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        // While the lost transaction is under way this waits for its end; after it, either one has the token.
        await this.#sql.transact([mark])
        return false
      } catch (error) {
        if (isConflict(error)) return true
        if (!isUnavailable(error) || attempt >= 10) throw cause
        await pause(100 * attempt)
      }
    }
  }

  async #read(jobs: readonly Job[]): Promise<ReadPlaces> {
    const places: ReadPlaces = new Map()
    const keys = new Map<string, RecordKey>()
    for (const job of jobs) for (const key of job.keys) keys.set(placeOf(key), key)
    if (keys.size === 0) return places
    const list = [...keys.values()]
    const found: (VersionedValue | undefined)[] = new Array(list.length).fill(undefined)
    for (const [number, version, sizeBytes, doc] of await this.#sql.query(readStatement(list))) {
      found[number as number] = {
        version: version as string,
        sizeBytes: sizeBytes as number,
        doc: doc as string,
      }
    }
    for (const [number, key] of list.entries()) places.set(placeOf(key), { key, found: found[number] })
    return places
  }
}

interface Decided {
  readonly outcomes: readonly Outcome[]
  readonly changes: ReadonlyMap<string, Change>
  readonly appends: readonly Append[]
  /** What was read and must still hold at the commit. */
  readonly guarded: ReadPlaces
}

function decideAll(jobs: readonly Job[], read: ReadPlaces): Decided {
  const changes = new Map<string, Change>()
  const appends: Append[] = []
  const guarded: ReadPlaces = new Map()
  const outcomes = jobs.map(({ keys, queued, decide }): Outcome => {
    const places = keys.map(placeOf)
    const values = places.map((place) => valueAt(place, changes, read))
    const before = changes.size + appends.length
    let outcome: Outcome
    try {
      const decision = decide(values)
      for (const change of decision.changes) changes.set(placeOf(change), change)
      appends.push(...(decision.appends ?? []))
      outcome = { answer: decision.answer }
    } catch (error) {
      outcome = { error }
    }
    // What only looked at one record has seen it as it was at that moment.
    const isLook = queued.length <= 1 && changes.size + appends.length === before
    if (!isLook || places.some((place) => changes.has(place))) {
      for (const place of places) {
        const entry = read.get(place)
        if (entry !== undefined) guarded.set(place, entry)
      }
    }
    return outcome
  })
  return { outcomes, changes, appends, guarded }
}

function valueAt(
  place: string,
  changes: ReadonlyMap<string, Change>,
  read: ReadPlaces,
): RecordValue | undefined {
  const changed = changes.get(place)
  if (changed !== undefined)
    return changed.value && { doc: changed.value.doc, sizeBytes: changed.value.sizeBytes }
  const found = read.get(place)?.found
  return found && { doc: found.doc, sizeBytes: found.sizeBytes }
}

function noted(): void {}

function newVersion(): string {
  return randomBytes(8).readBigInt64BE().toString()
}
