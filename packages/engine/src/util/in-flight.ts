interface Generation {
  running: number
  readonly ended: Promise<void>
  readonly end: () => void
}

/**
 * Knows which tasks are under way, so that other work can wait for the end of those that began before it: a
 * request works with the table it found at its beginning, even when the table has changed since.
 */
export class InFlight {
  #open = createGeneration()
  #earlier: Promise<unknown> = Promise.resolve()

  /** Runs a task and counts it until it has ended. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    const generation = this.#open
    generation.running++
    try {
      return await task()
    } finally {
      generation.running--
      if (generation !== this.#open && generation.running === 0) generation.end()
    }
  }

  /** Resolves when all tasks that are under way now have ended. To await it inside such a task waits for ever. */
  async drained(): Promise<void> {
    const closing = this.#open
    this.#open = createGeneration()
    if (closing.running === 0) closing.end()
    this.#earlier = Promise.all([this.#earlier, closing.ended])
    await this.#earlier
  }
}

function createGeneration(): Generation {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { running: 0, ended, end }
}
