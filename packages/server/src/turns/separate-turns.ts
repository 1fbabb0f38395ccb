/** The most turns for which a long task gives way to short ones, which may never end. */
const maxTurnsGiven = 4

/** After this many milliseconds no more tasks begin in a turn: even short answers can take long to find. */
export const maxTurnMs = 5

/** What decides when tasks run. */
export interface SeparateTurnsOptions {
  /** How many tasks run before the event loop continues; fewer if they take long. */
  readonly atOnce: number
  /** No task runs while this returns true. */
  readonly isHeld: () => boolean
  /** If given, tasks give way for a few turns while this returns true. */
  readonly hasPrecedence?: () => boolean
  /** Milliseconds from any starting point. */
  readonly now: () => number
}

/**
 * Runs tasks in turns of the event loop of their own, a few per turn, in the order in which they were added. What a
 * task begins continues before the next task starts, as long as it only waits for promises.
 */
export class SeparateTurns {
  readonly #waiting: (() => void)[] = []
  readonly #options: SeparateTurnsOptions
  #called = 0
  #given = 0
  /** When the first task of this turn began. */
  #turnSince: number | undefined

  constructor(options: SeparateTurnsOptions) {
    this.#options = options
  }

  /** Whether tasks are waiting. */
  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  add(task: () => void): void {
    this.#waiting.push(task)
    this.#call()
  }

  /** Node runs callbacks scheduled before a turn one by one in that turn, and those scheduled during it in the next. */
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

  /** What is scheduled from now on runs in the next turn, after the end of this one. */
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
