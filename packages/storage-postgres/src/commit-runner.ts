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

/** The most jobs in one transaction, and about the most bytes that it reads and writes. */
const maxJobs = 100
const maxBytes = 4 * 1024 * 1024
/** After this many conflicts, records are locked before they are read, so that no more occur. */
const maxOptimisticRuns = 3

/** What a runner works with. */
export interface CommitRunnerOptions {
  readonly sql: Sql
  readonly dialect: Dialect
  readonly outage: Outage
}

/**
 * Reads, decides and commits batches of jobs. Each job sees the changes of those before it, and all are answered after
 * the commit, refused ones included. If others have changed records since they were read, the transaction is rolled
 * back, and everything is read and decided again.
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

  /** How many jobs to put into one transaction. */
  get jobLimit(): number {
    return this.#batchSize.limit
  }

  /** Answers all jobs. Returns the failure if the database is unreachable, so that others need not try. */
  async run(jobs: readonly Job[]): Promise<unknown> {
    let failure: unknown
    for (let left = jobs; left.length > 0; ) {
      const count = await this.#runFirst(left).catch(async (error: unknown) => {
        const found = storageFailure(error)
        if (left.length > 1 && isOneAtFault(error)) {
          // Only the half with the job at fault will be refused.
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

  /**
   * Commits statements that do not concern records. They carry a token, too: if an abandoned attempt took effect late,
   * it would undo what was done since.
   */
  define(statements: readonly Statement[]): Promise<void> {
    return this.#tokens.commit(statements)
  }

  /** Commits work that chooses its statements as it goes and sees a single moment. */
  inSnapshot(work: (run: RunStatement) => Promise<void>): Promise<void> {
    return this.#tokens.interact(work, { ofOneMoment: true })
  }

  /** Removes the tokens of commits. */
  close(): Promise<void> {
    return this.#tokens.sweep()
  }

  /** Commits as many of the jobs as fit into one transaction; returns their number. */
  async #runFirst(jobs: readonly Job[]): Promise<number> {
    const patience = new Patience(this.#outage)
    const outcomes = await patience.persist(() =>
      patience.conflicts < maxOptimisticRuns ? this.#commitOptimistically(jobs) : this.#commitLocked(jobs),
    )
    for (const [i, outcome] of outcomes.entries()) jobs[i]?.settle(outcome)
    return outcomes.length
  }

  async #commitOptimistically(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    const places = placesOf(jobs)
    const statements = readStatements([...places.values()])
    const rows = await Promise.all(statements.map((statement) => this.#sql.query(statement)))
    const decided = this.#decide(jobs, places, rows.flat())
    // What several statements have read is of one moment only if it is still unchanged.
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

/** Whether a single job may have caused a failure, for example by naming a space that does not exist. */
function isOneAtFault(error: unknown): boolean {
  return isConflict(error) || !(isUnavailable(error) || isOutage(error) || isFull(error))
}

/** Returns the places that jobs read, by name. */
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
