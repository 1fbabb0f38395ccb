import type { ReadKey } from '@monotable/engine'
import { BatchSize } from './batch-size.ts'
import { commitStatements } from './commit-statements.ts'
import { CommitTokens } from './commit-tokens.ts'
import { type Decided, decideJobs } from './decide-jobs.ts'
import type { Dialect } from './dialect.ts'
import type { Job, Outcome } from './job.ts'
import { type Outage, Patience } from './patience.ts'
import { planCommit, type ReadPlaces, type VersionedValue } from './plan-commit.ts'
import { isConflict, isFull, isOutage, isUnavailable, storageFailure } from './postgres-failure.ts'
import { readLockedStatements, readStatements, readVersionedValues } from './read-statements.ts'
import type { Row, RunStatement, Sql, Statement } from './sql.ts'

/** Most jobs of one transaction, and about the most that it reads and writes. */
const maxJobs = 100
const maxBytes = 4 * 1024 * 1024
/** After so many conflicts the records are locked before they are read, so that there are no more. */
const maxHopes = 3

/** What a runner works with. */
export interface CommitRunnerOptions {
  readonly sql: Sql
  readonly dialect: Dialect
  readonly outage: Outage
}

/**
 * Reads, decides and commits batches of jobs. Each job sees the changes of those before it, and all are answered after
 * the commit, refusals too. Records that others have changed since they were read undo the transaction; then all of
 * it is read and decided again.
 */
export class CommitRunner {
  readonly #sql: Sql
  readonly #dialect: Dialect
  readonly #outage: Outage
  readonly #tokens: CommitTokens
  readonly #batchSize = new BatchSize({ max: maxJobs, maxBytes })

  constructor({ sql, dialect, outage }: CommitRunnerOptions) {
    this.#sql = sql
    this.#dialect = dialect
    this.#outage = outage
    this.#tokens = new CommitTokens(sql, outage)
  }

  /** How many jobs go together well. */
  get jobLimit(): number {
    return this.#batchSize.limit
  }

  /** Answers all jobs. Gives the reason when the database is out of reach, and others need not try. */
  async run(jobs: readonly Job[]): Promise<unknown> {
    let failure: unknown
    for (let left = jobs; left.length > 0; ) {
      const count = await this.#runFirst(left).catch(async (error: unknown) => {
        const found = storageFailure(error)
        if (left.length > 1 && isOneAtFault(error)) {
          // Of the halves, the one without it is not refused.
          const half = Math.ceil(left.length / 2)
          failure = await this.run(left.slice(0, half))
          if (failure === undefined) failure = await this.run(left.slice(half))
          else refuse(left.slice(half), failure)
        } else {
          if (isOutage(error)) failure = found
          refuse(left, found)
        }
        return left.length
      })
      left = left.slice(count)
    }
    return failure
  }

  /** Commits what is not about records. A late arrival of what was given up would undo what has been done since. */
  define(statements: readonly Statement[]): Promise<void> {
    return this.#tokens.commit(statements)
  }

  /** Commits what turns out as it goes, and sees one moment. */
  inSnapshot(work: (run: RunStatement) => Promise<void>): Promise<void> {
    return this.#tokens.interact(work, { ofOneMoment: true })
  }

  /** Removes what is kept to find out about commits. */
  close(): Promise<void> {
    return this.#tokens.sweep()
  }

  /** Commits as many of the jobs as go into one transaction, and gives their number. */
  async #runFirst(jobs: readonly Job[]): Promise<number> {
    const patience = new Patience(this.#outage)
    const outcomes = await patience.persist(() =>
      patience.conflicts < maxHopes ? this.#commitHopefully(jobs) : this.#commitLocked(jobs),
    )
    for (const [i, outcome] of outcomes.entries()) jobs[i]?.settle(outcome)
    return outcomes.length
  }

  async #commitHopefully(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    const places = placesOf(jobs)
    const statements = readStatements([...places.values()])
    const rows = await Promise.all(statements.map((statement) => this.#sql.query(statement)))
    const decided = this.#decide(jobs, places, rows.flat())
    // What several statements have read is of one moment only if it still holds.
    const isSeen = decided.isLook && (statements.length <= 1 || decided.guarded.size === 0)
    if (!isSeen) await this.#tokens.commit(commitStatements(planCommit(decided), this.#dialect))
    return decided.outcomes
  }

  async #commitLocked(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    const places = placesOf(jobs)
    let outcomes: readonly Outcome[] = []
    await this.#tokens.interact(async (run) => {
      const statements = readLockedStatements([...places.values()], this.#dialect.writesSets)
      const rows: Row[] = []
      for (const statement of statements) rows.push(...(await run(statement)))
      const decided = this.#decide(jobs, places, rows)
      outcomes = decided.outcomes
      for (const statement of commitStatements(planCommit(decided), this.#dialect)) await run(statement)
    })
    return outcomes
  }

  #decide(jobs: readonly Job[], places: ReadonlyMap<string, ReadKey>, rows: readonly Row[]): Decided {
    const found = readVersionedValues(rows, places.size)
    this.#batchSize.learn(jobs.length, totalBytes(found))
    const read: ReadPlaces = new Map()
    for (const [place, key] of places) read.set(place, { key, found: found[read.size] })
    return decideJobs(jobs, read, maxBytes)
  }
}

function refuse(jobs: readonly Job[], error: unknown): void {
  for (const job of jobs) job.settle({ error })
}

/** Whether a failure may be that of a single job, such as one that names a space that is not there. */
function isOneAtFault(error: unknown): boolean {
  return isConflict(error) || !(isUnavailable(error) || isOutage(error) || isFull(error))
}

/** The places that jobs read, by their names. */
function placesOf(jobs: readonly Job[]): ReadonlyMap<string, ReadKey> {
  const all = new Map<string, ReadKey>()
  for (const { keys, places } of jobs) {
    for (let i = 0; i < keys.length; i++) all.set(places[i] as string, keys[i] as ReadKey)
  }
  return all
}

function totalBytes(values: readonly (VersionedValue | undefined)[]): number {
  return values.reduce((sum, value) => sum + (value?.doc.length ?? 0), 0)
}
