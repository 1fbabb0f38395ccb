import type { Socket } from 'node:net'
import { ServiceError } from '@monotable/protocol'
import { errorAnswer } from '../messages/answer.ts'
import { addressOf } from './address-of.ts'
import { writeAnswer } from './write-answer.ts'

/** How clients are told that the server has too many. */
export interface TurnAwayOptions {
  /** How many clients are told at a time. */
  readonly mostTold: number
  /** How long a client may take to send a request and to read the answer. */
  readonly patienceMs: number
  readonly nextRequestId: () => string
  readonly httpDate: () => string
}

/** The connections of clients that are told to come back later, since there are too many. */
export class TurnedAway {
  readonly #options: TurnAwayOptions
  readonly #sockets = new Map<string, Socket>()

  constructor(options: TurnAwayOptions) {
    this.#options = options
  }

  /** Adds a connection, whose client has to be told in time; returns whether one more can be told. */
  add(socket: Socket): boolean {
    if (this.#sockets.size >= this.#options.mostTold) return false
    const name = addressOf(socket)
    this.#sockets.set(name, socket)
    const limit = setTimeout(() => socket.destroy(), this.#options.patienceMs).unref()
    socket.once('close', () => {
      clearTimeout(limit)
      this.#sockets.delete(name)
    })
    return true
  }

  /** Whether a connection is one of these, or the encrypted one above it. */
  has(socket: Socket): boolean {
    return this.#sockets.has(addressOf(socket))
  }

  /**
   * Answers what comes first with a failure after which SDKs try again, and ends the connection. An answer to nothing
   * would confuse clients; and as elsewhere, what still arrives is read, since closing a socket with unread data resets
   * the connection, and the answer would be lost.
   */
  answer(socket: Socket): void {
    socket.on('error', () => {
      // The socket closes by itself.
    })
    socket.once('data', () => socket.end(this.#answer()))
    socket.once('end', () => socket.destroySoon())
    socket.resume()
  }

  /** Ends all of these connections. */
  destroy(): void {
    for (const socket of this.#sockets.values()) socket.destroy()
  }

  #answer(): string | Buffer {
    const { nextRequestId, httpDate } = this.#options
    const refusal = new ServiceError(
      'ServiceUnavailable',
      'The server has too many connections. Try again later.',
    )
    const answer = errorAnswer(refusal, 'current', 'application/x-amz-json-1.0')
    return writeAnswer(answer, { requestId: nextRequestId(), date: httpDate(), close: true }).data
  }
}
