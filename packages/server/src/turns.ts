/** Does tasks in turns of the event loop of their own, a few of them at once, in the order in which they came. */
export class Turns {
  #waiting: (() => void)[] = []
  readonly #atOnce: number

  /** So many are done before the event loop goes on. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  add(task: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#take)
    this.#waiting.push(task)
  }

  readonly #take = (): void => {
    const tasks = this.#waiting
    this.#waiting = tasks.length > this.#atOnce ? tasks.splice(this.#atOnce) : []
    if (this.#waiting.length > 0) setImmediate(this.#take)
    for (const task of tasks) task()
  }
}
