/** For so many turns at most one that takes long gives way to those that do not: these may never end. */
const maxTurnsGiven = 4

/**
 * Does tasks in turns of the event loop of their own, a few of them a turn, in the order in which they came. What one
 * of them begins goes on before the next one is begun, as long as it waits for promises only.
 */
export class SeparateTurns {
  readonly #waiting: (() => void)[] = []
  readonly #atOnce: number
  readonly #isHeld: () => boolean
  readonly #hasPrecedence: () => boolean
  #called = 0
  #given = 0

  /**
   * So many are done before the event loop goes on; none while they are held, and for a few turns none while something is
   * there that has precedence, if any has.
   */
  constructor(atOnce: number, isHeld: () => boolean, hasPrecedence = () => false) {
    this.#atOnce = atOnce
    this.#isHeld = isHeld
    this.#hasPrecedence = hasPrecedence
  }

  /** Whether tasks wait. */
  get isBusy(): boolean {
    return this.#waiting.length > 0
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
    if (this.#isHeld() || this.#givesWay()) {
      setImmediate(this.#take)
      return
    }
    this.#given = 0
    const task = this.#waiting.shift()
    this.#called--
    this.#call()
    task?.()
  }

  #givesWay(): boolean {
    if (this.#given >= maxTurnsGiven * this.#called || !this.#hasPrecedence()) return false
    this.#given++
    return true
  }
}
