/** For so many turns at most one that takes long gives way to those that do not: these may never end. */
const maxTurnsGiven = 4

/** After so many milliseconds no more are begun in a turn: short answers, too, can take long to find. */
export const maxTurnMs = 5

/** What decides when tasks are done. */
export interface SeparateTurnsOptions {
  /** So many are done before the event loop goes on, or fewer if they take long. */
  readonly atOnce: number
  /** None is done while this holds. */
  readonly isHeld: () => boolean
  /** For a few turns none is done while something is there that has precedence, if any has. */
  readonly hasPrecedence?: () => boolean
  /** Milliseconds from any start. */
  readonly now: () => number
}

/**
 * Does tasks in turns of the event loop of their own, a few of them a turn, in the order in which they came. What one
 * of them begins goes on before the next one is begun, as long as it waits for promises only.
 */
export class SeparateTurns {
  readonly #waiting: (() => void)[] = []
  readonly #options: SeparateTurnsOptions
  #called = 0
  #given = 0
  /** When the first of this turn was begun. */
  #turnSince: number | undefined

  constructor(options: SeparateTurnsOptions) {
    this.#options = options
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
    if (this.#called >= Math.min(this.#options.atOnce, this.#waiting.length)) return
    this.#called++
    setImmediate(this.#take)
  }

  readonly #take = (): void => {
    if (this.#options.isHeld() || this.#isSpent() || this.#givesWay()) {
      setImmediate(this.#take)
      return
    }
    this.#given = 0
    this.#beginTurn()
    const task = this.#waiting.shift()
    this.#called--
    this.#call()
    task?.()
  }

  /** What is called for from now on comes in the next turn, after the end of this one. */
  #beginTurn(): void {
    if (this.#turnSince !== undefined) return
    this.#turnSince = this.#options.now()
    setImmediate(this.#endTurn)
  }

  readonly #endTurn = (): void => {
    this.#turnSince = undefined
  }

  #isSpent(): boolean {
    return this.#turnSince !== undefined && this.#options.now() - this.#turnSince > maxTurnMs
  }

  #givesWay(): boolean {
    if (this.#given >= maxTurnsGiven * this.#called || !this.#options.hasPrecedence?.()) return false
    this.#given++
    return true
  }
}
