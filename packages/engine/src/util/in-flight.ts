/** The requests that entered between two calls of `drained`. */
interface Generation {
  running: number
  readonly ended: Promise<void>
  readonly end: () => void
}

/** Issued to a request when it enters, to be handed back when it has ended. */
export type InFlightTicket = Generation

/**
 * Tracks the requests in flight, so that other work can wait for those that began before it: a request works with
 * the table that it found at its beginning, even if the table has changed since; only its commit is refused then.
 */
export class InFlight {
  #open = createGeneration()
  #earlier: Promise<unknown> = Promise.resolve()

  /** Counts a request until `leave` is called with the returned ticket. */
  enter(): InFlightTicket {
    this.#open.running++
    return this.#open
  }

  /** Ends a request, however it ended. */
  leave(ticket: InFlightTicket): void {
    ticket.running--
    if (ticket !== this.#open && ticket.running === 0) ticket.end()
  }

  /** Resolves when all requests now in flight have ended. A request that awaits it waits forever. */
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
