/** The requests that came between two calls of `drained`. */
interface Generation {
  running: number
  readonly ended: Promise<void>
  readonly end: () => void
}

/** Given to a request when it enters, to be handed back when it has ended. */
export type InFlightTicket = Generation

/**
 * Knows which requests are under way, so that other work can wait for the end of those that began before it: a
 * request works with the table that it found at its beginning, even when the table has changed since; only its commit
 * is refused then.
 */
export class InFlight {
  #open = createGeneration()
  #earlier: Promise<unknown> = Promise.resolve()

  /** Counts a request until `leave` is called with what this gives. */
  enter(): InFlightTicket {
    this.#open.running++
    return this.#open
  }

  /** A request has ended, however it ended. */
  leave(ticket: InFlightTicket): void {
    ticket.running--
    if (ticket !== this.#open && ticket.running === 0) ticket.end()
  }

  /** Resolves when all requests that are under way now have ended. One that awaits it itself waits for ever. */
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
