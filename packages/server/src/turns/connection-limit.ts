/** A connection that may have to go for another. */
export interface Endable {
  /** By when its client has to say something; the first goes first. `Infinity` while the client waits for us. */
  readonly deadline: number
  /** Whether nothing is under way on it. */
  readonly isIdle: boolean
  /** Ends it. */
  cut(): void
}

/** What is limited, and who is told. */
export interface ConnectionLimitOptions {
  /** How many connections there may be. */
  readonly most: number
  /** Those that there are, but for the one that comes. */
  readonly connections: () => Iterable<Endable>
  /** Told in words that the limit is reached, once in a while. */
  readonly tell: (text: string) => void
  /** Milliseconds from any start. */
  readonly now: () => number
}

const silenceMs = 60_000

/** To look for those who go takes long where there are many: so many, as a share of all, are found at a time. */
const foundShare = 1 / 100
/** Where none was found, nobody looks again for so long. */
const pauseMs = 50

/**
 * Keeps the number of connections within what the process can have. One that comes is let in, and the one goes for it that
 * would be ended first anyway: of the idle ones whoever was answered longest ago, and where none is idle, of those who
 * send a request, or read an answer, whoever has the least time left for it. So nobody is kept out by those who do
 * nothing, however many. Who waits for an answer is never ended; only where all do, the one that comes has to go.
 */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions
  #open = 0
  #toldAt = Number.NEGATIVE_INFINITY
  /** Those who go next, the first last. */
  #found: Found[] = []
  #foundNoneAt = Number.NEGATIVE_INFINITY

  constructor(options: ConnectionLimitOptions) {
    this.#options = options
  }

  /** How many there are. */
  get open(): number {
    return this.#open
  }

  /** Counts one that has come, and makes room for it; tells whether there is any. */
  came(): boolean {
    this.#open++
    if (this.#open <= this.#options.most) return true
    this.#tell()
    const first = this.#next() ?? this.#look()
    first?.cut()
    return first !== undefined
  }

  /** One has gone. */
  went(): void {
    this.#open--
  }

  /** The first of those that were found, and have done nothing since. */
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

  #tell(): void {
    const { most, tell, now } = this.#options
    const time = now()
    if (time - this.#toldAt < silenceMs) return
    this.#toldAt = time
    tell(
      `There are ${most} connections, and no more are allowed: for each that comes, the one is ended that has been idle ` +
        'for longest. See that clients use their connections again, or allow more with --max-connections.',
    )
  }
}

/** A connection that may go, and how it was found. */
interface Found {
  readonly connection: Endable
  readonly deadline: number
  readonly isIdle: boolean
}
