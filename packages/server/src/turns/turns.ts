/**
 * Does tasks in turns of the event loop of their own, a few of them at once, in the order in which they came. What they
 * begin goes on after the last of them, so that this is for tasks that begin nothing large.
 */
export class Turns {
  #waiting: (() => void)[] = []
  #isTaking = false
  readonly #atOnce: number

  /** So many are done before the event loop goes on. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Whether tasks wait, or are being done. */
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
