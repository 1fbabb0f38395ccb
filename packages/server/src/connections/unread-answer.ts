import type { Socket } from 'node:net'
import type { Place, Room } from '../turns/room.ts'
import type { ConnectionTimeouts } from './connection-timeouts.ts'

/** What the answers that nobody has read yet are measured by. */
export interface UnreadContext {
  readonly timeouts: ConnectionTimeouts
  /** Counts the answers that have not been read yet. */
  readonly answers: Room
  /** Whether the server itself has run for this many milliseconds without a standstill. */
  readonly hasRunFor: (ms: number) => boolean
}

/** An answer that its client has not read to the end. While others wait, it has to be read without a standstill. */
export class UnreadAnswer {
  readonly #socket: Socket
  readonly #context: UnreadContext
  readonly #place: Place

  constructor(socket: Socket, context: UnreadContext) {
    this.#socket = socket
    this.#context = context
    this.#place = context.answers.hold({
      bytes: socket.writableLength,
      address: socket.remoteAddress ?? '',
      cut: () => socket.destroy(),
    })
    socket.setTimeout(context.timeouts.standstillMs, this.#onStandstill)
  }

  /** Called when the answer was read, or its connection has ended. */
  forget(): void {
    this.#place.leave()
    this.#socket.setTimeout(0, this.#onStandstill)
  }

  /** Called when the client has taken no byte for some time. */
  readonly #onStandstill = (): void => {
    const { answers, hasRunFor, timeouts } = this.#context
    if (answers.isCrowded && hasRunFor(timeouts.standstillMs)) this.#socket.destroy()
    else this.#socket.setTimeout(timeouts.standstillMs, this.#onStandstill)
  }
}
