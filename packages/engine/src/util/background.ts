import { setMaxListeners } from 'node:events'

/** Work that continues after its request was answered, such as filling an index. */
export class Background {
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()

  constructor() {
    // Any number of tasks may listen; Node.js would warn at more than ten.
    setMaxListeners(0, this.#abort.signal)
  }

  /** Starts a task. It should end soon after `signal` is aborted; anything it throws after that is ignored. */
  start(task: (signal: AbortSignal) => Promise<void>): void {
    const running = task(this.#abort.signal)
      .catch((error: unknown) => {
        if (!this.#abort.signal.aborted) this.onFailure(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Runs a part of a task once such parts of all other tasks that came before have ended. */
  inTurn(part: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(part)
    this.#turn = done.catch(() => {})
    return done
  }

  /** Called when a task failed; by default the failure becomes a warning of the process. */
  onFailure: (error: unknown) => void = (error) => process.emitWarning(error as Error)

  /** Aborted when tasks are asked to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Resolves when all tasks that are now running have ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Asks all tasks to stop and waits for them. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.settled()
  }
}
