/** The most jobs in one group, so that a flood of writes does not hold up reads for long. */
const maxJobs = 512

/** What a queue needs of the store. */
export interface CommitTarget<Job> {
  /**
   * Runs jobs one after the other, each seeing the changes of those before it, until the group is large enough. Throws
   * if the whole group failed.
   */
  commit(jobs: readonly Job[]): Group
  /** Whether the next group has to wait until all groups before it are durable. */
  wantsQuiet(): boolean
  /** Awaited in that case as well. Must not fail. */
  seal(): Promise<void>
  /** Returns what the next group has to wait for until there is room for it. Must not fail. */
  waitForRoom(isQuiet: boolean): Promise<void> | undefined
}

/**
 * The outcomes of the first jobs, which are the ones that were run, and what to wait for until their changes are
 * durable. Groups become durable in their order.
 */
export interface Group {
  readonly outcomes: readonly Outcome[]
  readonly durable?: Promise<void> | undefined
}

export type Outcome = { readonly answer: unknown } | { readonly error: unknown }

interface Entry<Job> {
  /** A job, which becomes part of a group. */
  readonly job: Job | undefined
  /** Something to do once everything before it is durable; its promise is awaited before anything else is done. */
  readonly work: (() => unknown) | undefined
  settle(outcome: Outcome): void
}

/**
 * Group commit: jobs that arrive within one turn of the event loop form one group, and groups made while the disk is
 * busy share the next sync. All jobs are answered after that sync. This includes refused ones, since a refusal may rest
 * on a change that only then becomes durable.
 */
export class CommitQueue<Job> {
  readonly #target: CommitTarget<Job>
  #entries: Entry<Job>[] = []
  /** The groups that are not durable yet, oldest first. */
  readonly #groups: Promise<void>[] = []
  #running: Promise<void> | undefined

  constructor(target: CommitTarget<Job>) {
    this.#target = target
  }

  add<Answer>(job: Job): Promise<Answer> {
    return this.#push(job, undefined)
  }

  /** Runs `work` between two groups. */
  addAlone<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
    return this.#push(undefined, work)
  }

  /** Waits for everything that was asked for. */
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
      if (!isAlone) await this.#target.waitForRoom(wantsQuiet)
      if (isAlone) await this.#runAlone(this.#entries.shift() as Entry<Job>)
      else this.#runGroup()
    }
    this.#running = undefined
  }

  /** Waits until all groups are durable or have failed. */
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
