import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { HandshakeTurns } from './handshake-turns.ts'
import { type SocketListener, takeListeners } from './take-listeners.ts'

const explanation = JSON.stringify({
  __type: 'com.amazon.coral.validate#ValidationException',
  message: 'This port speaks HTTPS only: the endpoint has to begin with https://',
})

const plainRefused = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/x-amz-json-1.0',
  `Content-Length: ${explanation.length}`,
  'Connection: close',
  '',
  explanation,
].join('\r\n')

/** How those who connect are greeted. */
export interface HandshakeOptions {
  /** How long, in milliseconds, a client may take to say something. */
  readonly helloMs: number
  /** Milliseconds from any start. */
  readonly now: () => number
}

/**
 * Knows the connections of a server that have not agreed on their encryption yet. Those who speak plain HTTP are told so, in
 * a form that SDKs show to people; without it they see that the connection ends, and try again and again. The others begin
 * once they have said something, by turns.
 */
export class TlsHandshakes {
  readonly #sockets = new Map<string, Socket>()

  constructor(server: HttpsServer, { helloMs, now }: HandshakeOptions) {
    const turns = new HandshakeTurns(now)
    const greeters = takeGreeters(server)
    server.on('connection', (socket: Socket) => {
      this.#add(socket)
      if (greeters.length === 0) return
      const greet = () => {
        for (const greeter of greeters) greeter(socket)
      }
      whenHeard(socket, helloMs, () => turns.add(() => socket.destroyed || greet()))
    })
    server.on('secureConnection', (secure) => this.#sockets.delete(nameOf(secure)))
    server.on('tlsClientError', (error, secure) => {
      // What is written to the socket below the encryption is not encrypted.
      if (isPlainHttp(error)) this.#sockets.get(nameOf(secure))?.end(plainRefused)
    })
  }

  /** Ends all of them. */
  destroy(): void {
    for (const socket of this.#sockets.values()) socket.destroy()
  }

  #add(socket: Socket): void {
    const name = nameOf(socket)
    this.#sockets.set(name, socket)
    socket.once('close', () => {
      if (this.#sockets.get(name) === socket) this.#sockets.delete(name)
    })
  }
}

/** Takes what begins the handshakes of a server. Bun and Deno begin them by themselves, and are left to it. */
function takeGreeters(server: HttpsServer): readonly SocketListener[] {
  const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined
  return isNode ? takeListeners(server, 'connection') : []
}

/** Waits for the first bytes of a connection, which stay in it. Until they come a client costs next to nothing. */
function whenHeard(socket: Socket, helloMs: number, begin: () => void): void {
  const giveUp = () => socket.destroy()
  socket.on('error', () => {
    // It closes by itself; a client that is gone needs no answer.
  })
  socket.setTimeout(helloMs, giveUp)
  socket.once('readable', () => {
    socket.setTimeout(0, giveUp)
    if (socket.readableLength > 0) begin()
    else socket.destroy()
  })
}

/** Node does not tell which socket is below an encrypted one; both have the same address. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function isPlainHttp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SSL_HTTP_REQUEST'
}
