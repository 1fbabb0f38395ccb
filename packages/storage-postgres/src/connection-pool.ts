import { StorageError } from '@monotable/engine'
import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'
import { Fifo } from './fifo.ts'
import { isCrowded } from './postgres-failure.ts'

interface Waiter {
  readonly take: (connection: Connection) => void
  readonly refuse: (error: unknown) => void
}

/** After so many seconds it is tried whether there can be one more connection again. */
const ticksPerTrial = 30

/** Connections that one caller has for itself at a time, and that are given in the order of asking. */
export class ConnectionPool {
  readonly #connector: Connector
  readonly #maxSize: number
  #size: number
  #ticks = 0
  /** Whether the database let in no more when it was tried last; until the next trial nobody tries. */
  #isFull = false
  readonly #whenStarved: () => void
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting = new Fifo<Waiter>()
  #opening = 0
  #isClosed = false

  /** `whenStarved` is called when there is no connection, and the database lets in no more. */
  constructor(connector: Connector, size: number, whenStarved: () => void) {
    this.#connector = connector
    this.#maxSize = size
    this.#size = size
    this.#whenStarved = whenStarved
  }

  /** Lends a connection for some work; one that breaks or is left in the middle of something is thrown away. */
  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.#acquire()
    try {
      connection.makeRoom()
      return await work(connection)
    } finally {
      this.#release(connection)
    }
  }

  /** To be called every second. */
  tick(): void {
    this.#ticks += 1
    if (this.#ticks % ticksPerTrial !== 0) return
    this.#isFull = false
    if (this.#size < this.#maxSize) this.#size += 1
  }

  /** Does with one connection less, because others cannot have any. */
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
      // Those who wait are served by the connections that there are. When there is none, they had better know.
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
