/** Runs tasks of the same key one after the other, in the order of arrival; tasks of other keys do not wait. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs a task once all earlier tasks of that key have ended, however they ended. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const running = this.#after(key, task)
    const ended = running.then(
      () => {},
      () => {},
    )
    this.#last.set(key, ended)
    try {
      return await running
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }

  async #after<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    await this.#last.get(key)
    return task()
  }
}
