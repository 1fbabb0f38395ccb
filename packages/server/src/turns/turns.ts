/**
 * Runs tasks in turns of the event loop of their own, a few at once, in the order in which they were added. What they
 * begin continues only after the last of them, so this is for tasks that begin nothing large.
 */
export class Turns {
  #waiting: (() => void)[] = []
  #isTaking = false
  readonly #atOnce: number

  /** `atOnce` tasks run before the event loop continues. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Whether tasks are waiting or running. */
  get isBusy(): boolean {
    return this.#isTaking || this.#waiting.length > 0
  }

  add(task: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#take)
    this.#waiting.push(task)
  }

  readonly #take = (): void => {
    const tasks = this.#waiting
    this.#waiting = tasks.length > this.#atOnce ? tasks.splice(this.#atOnce) : []
    if (this.#waiting.length > 0) setImmediate(this.#take)
    this.#isTaking = true
    for (const task of tasks) task()
    this.#isTaking = false
  }
}
