import type { Change } from '@monotable/engine'

/** Most jobs of one transaction, so that a flood of writes does not hold up reads for long. */
const maxJobs = 512

/** What a queue needs of the store. */
export interface CommitTarget {
  /** Makes all changes that `work` hands to `apply` durable, or none; throws if it could not. */
  transact(work: (apply: (changes: readonly Change[]) => void) => void): void
  /** Resolves when the next transaction may begin; `undefined` if it may right now. */
  gate(): Promise<void> | undefined
}

/** Reads and decides: gives the changes to make, or throws and thereby refuses only itself. */
type Decide<Answer> = () => { readonly changes: readonly Change[]; readonly answer: Answer }

interface Job {
  readonly decide: Decide<unknown>
  readonly settle: (outcome: Outcome) => void
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown }

/**
 * Group commit: jobs that arrive within one turn of the event loop share one transaction, and so one wait for
 * the disk. Each sees the changes of those before it. All are answered after the commit, refusals too, since
 * a refusal may rest on a change that is only now durable.
 */
export class CommitQueue {
  readonly #target: CommitTarget
  #jobs: Job[] = []
  #scheduled = false

  constructor(target: CommitTarget) {
    this.#target = target
  }

  add<Answer>(decide: Decide<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.answer as Answer)
      this.#jobs.push({ decide, settle })
      this.#schedule()
    })
  }

  /** Does at once all that has been asked for. */
  flush(): void {
    while (this.#jobs.length > 0) this.#commitSome()
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0) return
    this.#scheduled = true
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    for (let gate = this.#target.gate(); gate; gate = this.#target.gate()) await gate
    this.#commitSome()
    this.#scheduled = false
    this.#schedule()
  }

  #commitSome(): void {
    const jobs = this.#jobs.splice(0, maxJobs)
    if (jobs.length === 0) return
    const outcomes: Outcome[] = []
    try {
      this.#target.transact((apply) => {
        for (const job of jobs) outcomes.push(runJob(job, apply))
      })
    } catch (error) {
      for (const job of jobs) job.settle({ error })
      return
    }
    jobs.forEach((job, i) => {
      job.settle(outcomes[i] as Outcome)
    })
  }
}

/** A job's own failure is its outcome; a failure to apply is everyone's and is thrown. */
function runJob(job: Job, apply: (changes: readonly Change[]) => void): Outcome {
  let decision: ReturnType<Decide<unknown>>
  try {
    decision = job.decide()
  } catch (error) {
    return { error }
  }
  apply(decision.changes)
  return { answer: decision.answer }
}
