/** Most jobs of one group, so that a flood of writes does not hold up reads for long. */
const maxJobs = 512

/** What a queue needs of the store. */
export interface CommitTarget<Job> {
  /**
   * Runs jobs one after the other, each seeing the changes of those before it, until the group is large enough. Throws
   * if none of them counts.
   */
  commit(jobs: readonly Job[]): Group
  /** Whether the next group has to wait until all before it are durable. */
  wantsQuiet(): boolean
  /** Is waited for then, too; does not fail. */
  seal(): Promise<void>
  /** What the next group has to wait for before there is room for it. Does not fail. */
  room(isQuiet: boolean): Promise<void> | undefined
}

/**
 * How the first of the jobs ended, as many as there are outcomes, and what to wait for until that is durable, which
 * groups become in their order.
 */
export interface Group {
  readonly outcomes: readonly Outcome[]
  readonly durable?: Promise<void> | undefined
}

export type Outcome = { readonly answer: unknown } | { readonly error: unknown }

interface Entry<Job> {
  /** A part of a group. */
  readonly job: Job | undefined
  /** Something to do when all before it is durable; what it promises is waited for before anything else is done. */
  readonly work: (() => unknown) | undefined
  settle(outcome: Outcome): void
}

/**
 * Group commit: jobs that arrive within one turn of the event loop are one group, and groups that are made while the
 * disk is busy share the next wait for it. All are answered when that is over, refusals too, since a refusal may rest
 * on a change that is only now durable.
 */
export class CommitQueue<Job> {
  readonly #target: CommitTarget<Job>
  #entries: Entry<Job>[] = []
  /** The groups that are not durable yet, the oldest first. */
  readonly #groups: Promise<void>[] = []
  #running: Promise<void> | undefined

  constructor(target: CommitTarget<Job>) {
    this.#target = target
  }

  add<Answer>(job: Job): Promise<Answer> {
    return this.#push(job, undefined)
  }

  /** Runs something between two groups. */
  addAlone<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
    return this.#push(undefined, work)
  }

  /** Waits for all that has been asked for. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
    await this.#quiet()
  }

  #push<Answer>(job: Job | undefined, work: Entry<Job>['work']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.answer as Answer)
      this.#entries.push({ job, work, settle })
      this.#running ??= this.#run()
    })
  }

  async #run(): Promise<void> {
    while (this.#entries.length > 0) {
      await nextTurn()
      const isAlone = this.#entries[0]?.work !== undefined
      const wantsQuiet = !isAlone && this.#target.wantsQuiet()
      if (isAlone || wantsQuiet) await this.#quiet()
      if (wantsQuiet) await this.#target.seal()
      if (!isAlone) await this.#target.room(wantsQuiet)
      if (isAlone) await this.#runAlone(this.#entries.shift() as Entry<Job>)
      else this.#runGroup()
    }
    this.#running = undefined
  }

  /** Waits until all groups are durable, or have failed. */
  async #quiet(): Promise<void> {
    await this.#groups.at(-1)
  }

  async #runAlone({ work, settle }: Entry<Job>): Promise<void> {
    try {
      settle({ answer: await work?.() })
    } catch (error) {
      settle({ error })
    }
  }

  #runGroup(): void {
    const end = this.#entries.findIndex((entry) => entry.work)
    const entries = this.#entries.splice(0, Math.min(end < 0 ? maxJobs : end, maxJobs))
    const fail = (error: unknown) => {
      for (const entry of entries) entry.settle({ error })
    }
    try {
      const { outcomes, durable } = this.#target.commit(entries.map(({ job }) => job as Job))
      const rest = entries.splice(outcomes.length)
      if (rest.length > 0) this.#entries = [...rest, ...this.#entries]
      const settle = () => {
        outcomes.forEach((outcome, i) => {
          entries[i]?.settle(outcome)
        })
      }
      if (durable) this.#groups.push(durable.then(settle, fail).then(() => void this.#groups.shift()))
      else settle()
    } catch (error) {
      fail(error)
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
