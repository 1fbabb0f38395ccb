import type { Socket } from 'node:net'
import type { Endable } from '../turns/connection-limit.ts'
import type { Closable, IdleLimits } from './close-connections.ts'
import type { ConnectionTimeouts } from './connection-timeouts.ts'

type Activity = 'nothing' | 'receiving' | 'answering'

/** The state of a connection that was handed to Node's own server. */
export class HandedOver implements Endable, Closable {
  readonly #socket: Socket
  readonly #timeouts: ConnectionTimeouts
  readonly #now: () => number
  /** Whether the last answer was long; the next one may well be, too. */
  wasAnswerLong = false
  #activity: Activity = 'nothing'
  #since: number
  /** When the connection was handed over. */
  readonly begun: number

  constructor(socket: Socket, timeouts: ConnectionTimeouts, now: () => number) {
    this.#socket = socket
    this.#timeouts = timeouts
    this.#now = now
    this.#since = now()
    this.begun = this.#since
  }

  get since(): number {
    return this.#since
  }

  get deadline(): number {
    if (this.#activity === 'answering' || this.#socket.destroyed) return Number.POSITIVE_INFINITY
    return this.#since + (this.isIdle ? this.#timeouts.idleMs : this.#timeouts.requestMs)
  }

  get isIdle(): boolean {
    return this.#activity === 'nothing' && this.#socket.writableLength === 0
  }

  /**
   * Records what the connection is doing. A request that arrives while another is being answered waits for that answer.
   */
  recordActivity(activity: Activity): void {
    if (activity === 'receiving' && this.#activity === 'answering') return
    this.#activity = activity
    this.#since = this.#now()
  }

  cut(): void {
    this.#socket.destroy()
  }

  /** Ends both sides at once: Node's server would execute what it can no longer answer. */
  endIdle({ requestMs }: IdleLimits): void {
    const isWaiting = this.deadline < Number.POSITIVE_INFINITY && this.isIdle
    if (isWaiting && this.#now() - this.#since >= requestMs) this.#socket.destroySoon()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
