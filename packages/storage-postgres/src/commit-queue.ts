import type { Decision, ReadKey, RecordValue } from '@monotable/engine'
import { CommitRunner, type CommitRunnerOptions } from './commit-runner.ts'
import type { Job, Outcome } from './job.ts'
import { JobSchedule } from './job-schedule.ts'
import { oncePerTurn } from './once-per-turn.ts'
import { placeOf } from './plan-commit.ts'
import type { RunStatement, Statement } from './sql.ts'

/** The most transactions in flight; each takes one round trip to read and one to write. */
const maxBatches = 4

/** Collects the jobs that arrive while transactions are in flight, and runs them in the next one. */
export class CommitQueue {
  readonly #runner: CommitRunner
  readonly #schedule = new JobSchedule()
  readonly #unanswered = new Set<Job>()
  readonly #drains = new Set<{ readonly jobs: Set<Job>; readonly done: () => void }>()
  #running = 0
  readonly #startSoon = oncePerTurn(() => this.#start())

  constructor(options: CommitRunnerOptions) {
    this.#runner = new CommitRunner(options)
  }

  /** Runs a job; with `mustHold`, everything it reads is locked for a moment even if it changes nothing. */
  add<Answer>(
    keys: readonly ReadKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
    mustHold = false,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const places = keys.map(placeOf)
      const queued = [...new Set(places.filter((_, i) => keys[i]?.isQuiet !== true))]
      const settle = (outcome: Outcome): void => {
        this.#answered(job)
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.answer as Answer)
      }
      const job: Job = { keys, places, queued, decide, mustHold, settle }
      this.#unanswered.add(job)
      this.#schedule.add(job)
      this.#startSoon()
    })
  }

  /** Resolves when everything asked for so far has been answered. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#unanswered.size === 0) resolve()
      else this.#drains.add({ jobs: new Set(this.#unanswered), done: resolve })
    })
  }

  /** Commits statements that do not concern records. */
  define(statements: readonly Statement[]): Promise<void> {
    return this.#runner.define(statements)
  }

  /** Commits work that chooses its statements as it goes and sees a single moment. */
  inSnapshot(work: (run: RunStatement) => Promise<void>): Promise<void> {
    return this.#runner.inSnapshot(work)
  }

  /** Must be called when everything is answered; leaves nothing behind in the database. */
  close(): Promise<void> {
    return this.#runner.close()
  }

  #answered(job: Job): void {
    this.#unanswered.delete(job)
    for (const drain of this.#drains) {
      drain.jobs.delete(job)
      if (drain.jobs.size > 0) continue
      this.#drains.delete(drain)
      drain.done()
    }
  }

  #start(): void {
    while (this.#running < maxBatches) {
      const batch = this.#schedule.take(this.#runner.jobLimit)
      if (batch.jobs.length === 0) return
      this.#running += 1
      void this.#runner.run(batch.jobs).then((failure) => {
        this.#running -= 1
        this.#schedule.finish(batch)
        // The waiting jobs would only wait longer for the same answer.
        if (failure !== undefined) for (const job of this.#schedule.takeAll()) job.settle({ error: failure })
        if (this.#schedule.waitingCount > 0) this.#startSoon()
      })
    }
  }
}
