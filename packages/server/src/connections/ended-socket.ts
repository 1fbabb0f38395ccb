import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * Returns a stand-in for a socket whose client has ended its own side. It yields the bytes already read once more,
 * which the socket itself cannot take back after its end. What is written still goes to the client. It has everything
 * that an HTTP server needs of a socket.
 */
export function createEndedSocket(socket: Socket, received: Buffer): Socket {
  return new EndedSocket(socket, received) as Duplex as Socket
}

class EndedSocket extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, received: Buffer) {
    super()
    this.#socket = socket
    socket.on('error', (error) => this.destroy(error))
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('close', () => this.destroy())
    this.push(received)
    this.push(null)
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  setTimeout(milliseconds: number, callback?: () => void): this {
    this.#socket.setTimeout(milliseconds)
    return callback === undefined ? this : this.once('timeout', callback)
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }

  override _read(): void {
    // All the data was pushed at once.
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
