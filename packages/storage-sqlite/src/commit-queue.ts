import type { Decision } from '@monotable/engine'

/** Most jobs of one group, so that a flood of writes does not hold up reads for long. */
const maxJobs = 512

/** Reads and decides: gives the changes to make, or throws and thereby refuses only itself. */
export type Decide = () => Decision<unknown>

/** How the first of the jobs ended, as many as there are outcomes, and what to wait for until that is durable. */
export interface Group {
  readonly outcomes: readonly Outcome[]
  readonly durable?: Promise<void> | undefined
}

export type Outcome = { readonly answer: unknown } | { readonly error: unknown }

interface Job {
  /** A part of a group. */
  readonly decide: Decide | undefined
  /** Something to do when all before it is durable; what it promises is waited for before anything else is done. */
  readonly work: (() => unknown) | undefined
  settle(outcome: Outcome): void
}

/**
 * Group commit: jobs that arrive within one turn of the event loop, or while the disk is busy with those before, share
 * one wait for the disk. All are answered when that is over, refusals too, since a refusal may rest on a change that is
 * only now durable. No job is run before the group before it is durable, so that none rests on what may yet fail.
 */
export class CommitQueue {
  readonly #commit: (decides: readonly Decide[]) => Group
  #jobs: Job[] = []
  #running: Promise<void> | undefined

  /**
   * @param commit Runs jobs one after the other, each seeing the changes of those before it, until the group is large
   * enough. Throws if none of them counts.
   */
  constructor(commit: (decides: readonly Decide[]) => Group) {
    this.#commit = commit
  }

  add<Answer>(decide: () => Decision<Answer>): Promise<Answer> {
    return this.#push(decide, undefined)
  }

  /** Runs something between two groups. */
  addAlone<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
    return this.#push(undefined, work)
  }

  /** Waits for all that has been asked for. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  #push<Answer>(decide: Job['decide'], work: Job['work']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.answer as Answer)
      this.#jobs.push({ decide, work, settle })
      this.#running ??= this.#run()
    })
  }

  async #run(): Promise<void> {
    while (this.#jobs.length > 0) {
      await nextTurn()
      if (this.#jobs[0]?.work) await this.#runAlone(this.#jobs.shift() as Job)
      else await this.#runGroup()
    }
    this.#running = undefined
  }

  async #runAlone({ work, settle }: Job): Promise<void> {
    try {
      settle({ answer: await work?.() })
    } catch (error) {
      settle({ error })
    }
  }

  async #runGroup(): Promise<void> {
    const end = this.#jobs.findIndex((job) => job.work)
    const jobs = this.#jobs.splice(0, Math.min(end < 0 ? maxJobs : end, maxJobs))
    try {
      const { outcomes, durable } = this.#commit(jobs.map((job) => job.decide as Decide))
      const rest = jobs.splice(outcomes.length)
      if (rest.length > 0) this.#jobs = [...rest, ...this.#jobs]
      if (durable) await durable
      outcomes.forEach((outcome, i) => {
        jobs[i]?.settle(outcome)
      })
    } catch (error) {
      for (const job of jobs) job.settle({ error })
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
