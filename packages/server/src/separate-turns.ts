/**
 * Does tasks in turns of the event loop of their own, a few of them a turn, in the order in which they came. What one
 * of them begins goes on before the next one is begun, as long as it waits for promises only.
 */
export class SeparateTurns {
  readonly #waiting: (() => void)[] = []
  readonly #atOnce: number
  #called = 0

  /** So many are done before the event loop goes on. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  add(task: () => void): void {
    this.#waiting.push(task)
    this.#call()
  }

  /** Node does what was called for before a turn in that turn, one by one, and what is called for meanwhile in the next. */
  #call(): void {
    if (this.#called >= Math.min(this.#atOnce, this.#waiting.length)) return
    this.#called++
    setImmediate(this.#take)
  }

  readonly #take = (): void => {
    const task = this.#waiting.shift()
    this.#called--
    this.#call()
    task?.()
  }
}
