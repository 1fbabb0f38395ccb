import { StorageError } from '@monotable/engine'
import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'
import { Fifo } from './fifo.ts'
import { isCrowded } from './postgres-failure.ts'

interface Waiter {
  readonly take: (connection: Connection) => void
  readonly refuse: (error: unknown) => void
}

/** After this many seconds, another connection is tried again. */
const ticksPerTrial = 30

/** Connections that one caller at a time has to itself, handed out in the order of asking. */
export class ConnectionPool {
  readonly #connector: Connector
  readonly #maxSize: number
  #size: number
  #ticks = 0
  /** Whether the database refused the last new connection; nobody tries until the next trial. */
  #isFull = false
  readonly #whenStarved: () => void
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting = new Fifo<Waiter>()
  #opening = 0
  #isClosed = false

  /** `whenStarved` is called when there is no connection and the database accepts no more. */
  constructor(connector: Connector, size: number, whenStarved: () => void) {
    this.#connector = connector
    this.#maxSize = size
    this.#size = size
    this.#whenStarved = whenStarved
  }

  /** Lends a connection for some work; one that breaks, or is left in the middle of something, is discarded. */
  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.#acquire()
    try {
      connection.makeRoom()
      return await work(connection)
    } finally {
      this.#release(connection)
    }
  }

  /** Must be called every second. */
  tick(): void {
    this.#ticks += 1
    if (this.#ticks % ticksPerTrial !== 0) return
    this.#isFull = false
    if (this.#size < this.#maxSize) this.#size += 1
  }

  /** Gives up one connection because others cannot get any. */
  giveUpOne(): void {
    if (this.#size === 1) return
    this.#size = Math.max(1, Math.min(this.#size, this.#all.size) - 1)
    const idle = this.#idle.pop()
    if (idle !== undefined) this.#discard(idle)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#all].map((connection) => connection.end()))
  }

  #acquire(): Promise<Connection> {
    if (this.#isClosed) throw new StorageError('CLOSED', 'The connections were closed.')
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) {
      if (found.isUsable) return Promise.resolve(found)
      this.#discard(found)
    }
    return new Promise((take, refuse) => {
      this.#waiting.push({ take, refuse })
      this.#openMore()
    })
  }

  #openMore(): void {
    if (this.#isFull && this.#all.size > 0) return
    const wanted = Math.min(this.#waiting.length, this.#size - this.#all.size) - this.#opening
    for (let i = 0; i < wanted; i++) void this.#open()
  }

  async #open(): Promise<void> {
    this.#opening += 1
    try {
      const connection = await this.#connector.connect()
      this.#isFull = false
      this.#all.add(connection)
      connection.onBroken(() => this.#all.delete(connection))
      this.#opening -= 1
      this.#give(connection)
    } catch (error) {
      this.#opening -= 1
      this.#isFull ||= isCrowded(error)
      // The waiting callers are served by the existing connections. If there are none, they should know.
      if (this.#all.size > 0) return
      if (isCrowded(error)) this.#whenStarved()
      for (let waiter = this.#waiting.shift(); waiter; waiter = this.#waiting.shift()) waiter.refuse(error)
    }
  }

  #give(connection: Connection): void {
    const waiter = this.#waiting.shift()
    if (waiter) waiter.take(connection)
    else if (this.#isClosed) this.#discard(connection)
    else this.#idle.push(connection)
  }

  #release(connection: Connection): void {
    const isOneTooMany = this.#all.size > this.#size
    if (connection.isUsable && connection.isIdle && !isOneTooMany) this.#give(connection)
    else {
      this.#discard(connection)
      this.#openMore()
    }
  }

  #discard(connection: Connection): void {
    this.#all.delete(connection)
    if (connection.isIdle) void connection.end()
    else connection.destroy()
  }
}
