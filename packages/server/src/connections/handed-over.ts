import type { Socket } from 'node:net'
import type { Endable } from '../turns/connection-limit.ts'
import type { ConnectionTimeouts } from './connection-timeouts.ts'

type Doing = 'nothing' | 'receiving' | 'answering'

/** The state of a connection that was handed to Node's own server. */
export class HandedOver implements Endable {
  readonly #socket: Socket
  readonly #timeouts: ConnectionTimeouts
  readonly #now: () => number
  /** Whether the last answer was long; the next one may well be, too. */
  answersLong = false
  #doing: Doing = 'nothing'
  #since: number

  constructor(socket: Socket, timeouts: ConnectionTimeouts, now: () => number) {
    this.#socket = socket
    this.#timeouts = timeouts
    this.#now = now
    this.#since = now()
  }

  get deadline(): number {
    if (this.#doing === 'answering' || this.#socket.destroyed) return Number.POSITIVE_INFINITY
    return this.#since + (this.isIdle ? this.#timeouts.idleMs : this.#timeouts.requestMs)
  }

  get isIdle(): boolean {
    return this.#doing === 'nothing' && this.#socket.writableLength === 0
  }

  /**
   * Records what the connection is doing. A request that arrives while another is being answered waits for that answer.
   */
  does(doing: Doing): void {
    if (doing === 'receiving' && this.#doing === 'answering') return
    this.#doing = doing
    this.#since = this.#now()
  }

  cut(): void {
    this.#socket.destroy()
  }
}
