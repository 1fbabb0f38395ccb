/** A connection that may have to be ended for another. */
export interface Endable {
  /**
   * When its client must have sent something; the connection with the earliest deadline is ended first. `Infinity`
   * while the client waits for us.
   */
  readonly deadline: number
  /** Whether nothing is in progress on it. */
  readonly isIdle: boolean
  /** Ends the connection. */
  cut(): void
}

/** What is limited, and how to report it. */
export interface ConnectionLimitOptions {
  /** The maximum number of connections. */
  readonly most: number
  /** Returns the existing connections, without the new one. */
  readonly connections: () => Iterable<Endable>
  /** Called from time to time, with a text, when the limit is reached. */
  readonly report: (text: string) => void
  /** Milliseconds from any starting point. */
  readonly now: () => number
}

const silenceMs = 60_000

/** Searching many connections for those to end takes long, so this share of them is found at a time. */
const foundShare = 1 / 100
/** If none was found, nobody searches again for this long. */
const pauseMs = 50

/**
 * Keeps the number of connections within what the process can have. A new connection is accepted, and the one ended for
 * it that would be ended first anyway: of the idle ones, the one answered longest ago; if none is idle, of those
 * sending a request or reading an answer, the one with the least time left. So idle connections keep nobody out,
 * however many there are. A connection that waits for an answer is never ended; only if all do, the new one has to go.
 */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions
  #open = 0
  #reportedAt = Number.NEGATIVE_INFINITY
  /** The connections to end next, the first one last. */
  #found: Found[] = []
  #foundNoneAt = Number.NEGATIVE_INFINITY

  constructor(options: ConnectionLimitOptions) {
    this.#options = options
  }

  /** The number of connections. */
  get open(): number {
    return this.#open
  }

  /** Counts a new connection and makes room for it; returns whether there is any. */
  admit(): boolean {
    this.#open++
    if (this.#open <= this.#options.most) return true
    this.#report()
    const first = this.#next() ?? this.#look()
    first?.cut()
    return first !== undefined
  }

  /** Counts a connection that has ended. */
  release(): void {
    this.#open--
  }

  /** Returns the first connection found that has done nothing since. */
  #next(): Endable | undefined {
    for (;;) {
      const found = this.#found.pop()
      if (found === undefined) return undefined
      const { connection, deadline, isIdle } = found
      if (connection.deadline === deadline && connection.isIdle === isIdle) return connection
    }
  }

  #look(): Endable | undefined {
    const { most, connections, now } = this.#options
    if (now() - this.#foundNoneAt < pauseMs) return undefined
    const all: Found[] = []
    for (const connection of connections()) {
      const { deadline, isIdle } = connection
      if (deadline !== Number.POSITIVE_INFINITY) all.push({ connection, deadline, isIdle })
    }
    const idle = all.filter(({ isIdle }) => isIdle)
    const endable = idle.length > 0 ? idle : all
    endable.sort((one, other) => one.deadline - other.deadline)
    this.#found = endable.slice(0, Math.ceil(most * foundShare)).reverse()
    if (all.length === 0) this.#foundNoneAt = now()
    return this.#next()
  }

  #report(): void {
    const { most, report, now } = this.#options
    const time = now()
    if (time - this.#reportedAt < silenceMs) return
    this.#reportedAt = time
    report(
      `All ${most} allowed connections are in use: each new one closes the connection that has been idle longest. ` +
        'Have clients reuse their connections, or allow more with --max-connections.',
    )
  }
}

/** A connection that may be ended, and its state when it was found. */
interface Found {
  readonly connection: Endable
  readonly deadline: number
  readonly isIdle: boolean
}
