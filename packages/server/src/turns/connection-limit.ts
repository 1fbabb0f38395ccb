/** A connection that may have to be ended for another. */
export interface Endable {
  /**
   * When its client must have sent something; the connection with the earliest deadline is ended first. `Infinity`
   * while the client waits for us.
   */
  readonly deadline: number
  /** Since when its client has had something to do, or could have. */
  readonly since: number
  /** Whether nothing is in progress on it. */
  readonly isIdle: boolean
  /** Ends the connection. */
  cut(): void
}

/** A connection that has arrived. */
export interface Arrival {
  /** Begins to read it. */
  serve(): void
  /** Tells its client to come back later, and ends it. Returns whether there is room for that. */
  turnAway(): boolean
  /** Ends it. */
  drop(): void
}

/** What is limited, and how to report it. */
export interface ConnectionLimitOptions {
  /** How many connections are served at a time. */
  readonly most: number
  /** How many more may wait until they are served. */
  readonly mostWaiting: number
  /** How long a client may take to send or read something while others wait: it may be far away, or busy. */
  readonly patienceMs: number
  /** Returns the connections that are served. */
  readonly connections: () => Iterable<Endable>
  /** Called from time to time, with a text, when the limit is reached. */
  readonly report: (text: string) => void
  /** Milliseconds from any starting point. */
  readonly now: () => number
}

const silenceMs = 60_000

/** How long a connection is served at least while others wait. */
const turnMs = 100
/** How often connections to end are searched while others wait. */
const everyMs = 50
/** Searching many connections for those to end takes long, so this share of them is found at a time. */
const foundShare = 1 / 100

/**
 * Keeps the number of connections within what the process can have. When there are too many, a new one waits, and
 * others make room for it in turn: those that have been idle for a moment, the longest idle first; those whose request
 * or answer is taking long; and those that get an answer which ends them. So idle connections keep nobody out, however
 * many there are, and with too many clients each has its turn. A connection that waits for an answer is never ended.
 *
 * When too many wait as well, new connections are turned away. When too many of those are there, which then do not even
 * send a request, idle connections are ended however short they have been idle, as long as nothing of a request has
 * arrived on them.
 */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions
  readonly #served = new Set<Arrival>()
  /** In the order in which they arrived. */
  readonly #waiting = new Set<Arrival>()
  /** The number of connections that are about to end for others. */
  #ending = 0
  /** The connections to end next, the first one last. */
  #found: Found[] = []
  /** The connections that are ended as soon as it is certain that nothing has arrived on them. */
  readonly #claimed = new Set<Endable>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(options: ConnectionLimitOptions) {
    this.#options = options
  }

  /** The number of connections, with those that wait. */
  get open(): number {
    return this.#served.size + this.#waiting.size
  }

  /** Serves a new connection, now or later, or turns it away. */
  arrive(arrival: Arrival): void {
    if (this.#served.size < this.#options.most) {
      this.#served.add(arrival)
      arrival.serve()
      return
    }
    this.#report()
    const isFull = this.#waiting.size >= this.#options.mostWaiting
    if (isFull && arrival.turnAway()) return
    this.#waiting.add(arrival)
    if (isFull) this.#press(arrival)
    else this.#lookSoon()
  }

  /** Called when a connection has ended, whether it was served or not. */
  leave(arrival: Arrival): void {
    this.#waiting.delete(arrival)
    if (!this.#served.delete(arrival)) return
    if (this.#ending > 0) this.#ending--
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next)
    this.#served.add(next)
    next.serve()
  }

  /**
   * Whether a connection that has been served since then is to end with the answer that it gets now, because another
   * one waits for its place.
   */
  takesPlace(since: number): boolean {
    if (this.#waiting.size <= this.#ending || this.#options.now() - since < turnMs) return false
    this.#ending++
    return true
  }

  /** Has all connections that wait end, and none looked for. */
  close(): void {
    clearTimeout(this.#timer)
    for (const arrival of this.#waiting) arrival.drop()
    this.#waiting.clear()
  }

  /** Ends a connection for each that waits, as far as there are any, and looks again after a while if others wait. */
  #lookSoon(): void {
    if (this.#isLooking || this.#timer !== undefined) return
    this.#isLooking = true
    // A request that has arrived by now is read before connections are ended.
    afterReading(() => {
      this.#isLooking = false
      this.#makeRoom()
      if (this.#waiting.size === 0) return
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.#ending = 0
        if (this.#waiting.size > 0) this.#lookSoon()
      }, everyMs).unref()
    })
  }

  #makeRoom(): void {
    while (this.#ending < this.#waiting.size) {
      const first = this.#find(false)
      if (first === undefined) return
      this.#ending++
      first.connection.cut()
    }
  }

  /** Ends any idle connection for this one, or else this one. */
  #press(arrival: Arrival): void {
    const first = this.#find(true)
    if (first === undefined) {
      this.#waiting.delete(arrival)
      arrival.drop()
      return
    }
    this.#claimed.add(first.connection)
    afterReading(() => {
      this.#claimed.delete(first.connection)
      if (!this.#waiting.has(arrival)) return
      if (isUnchanged(first)) first.connection.cut()
      else this.#press(arrival)
    })
  }

  /** Returns a connection to end, the first of those that have done nothing since they were found. */
  #find(isPressing: boolean): Found | undefined {
    return this.#next() ?? this.#look(isPressing)
  }

  #next(): Found | undefined {
    for (;;) {
      const found = this.#found.pop()
      if (found === undefined || isUnchanged(found)) return found
    }
  }

  #look(isPressing: boolean): Found | undefined {
    const { most, patienceMs, connections, now } = this.#options
    const time = now()
    const all: Found[] = []
    for (const connection of connections()) {
      const { deadline, isIdle, since } = connection
      if (deadline === Number.POSITIVE_INFINITY || this.#claimed.has(connection)) continue
      if (time - since >= patienceMs || (isPressing && isIdle)) all.push({ connection, deadline, isIdle })
    }
    const idle = all.filter(({ isIdle }) => isIdle)
    const endable = idle.length > 0 ? idle : all
    endable.sort((one, other) => one.deadline - other.deadline)
    this.#found = endable.slice(0, Math.ceil(most * foundShare)).reverse()
    return this.#next()
  }

  #report(): void {
    const { most, report, now } = this.#options
    const time = now()
    if (time - this.#reportedAt < silenceMs) return
    this.#reportedAt = time
    report(
      `All ${most} allowed connections are in use: new ones wait until others are idle or have had their turn. ` +
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

function isUnchanged({ connection, deadline, isIdle }: Found): boolean {
  return connection.deadline === deadline && connection.isIdle === isIdle
}

/** Calls back once what has arrived on all connections by now was read. */
function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then))
}
