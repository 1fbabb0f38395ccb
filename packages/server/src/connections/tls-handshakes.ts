import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Endable } from '../turns/connection-limit.ts'
import { HandshakeTurns } from '../turns/handshake-turns.ts'
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
  /** When one that comes now, and says nothing, is the first of all connections to go. */
  readonly idleUntil: () => number
}

/**
 * Knows the connections of a server that have not agreed on their encryption yet. Those who speak plain HTTP are told so, in
 * a form that SDKs show to people; without it they see that the connection ends, and try again and again. The others begin
 * once they have said something, by turns.
 */
export class TlsHandshakes {
  /** By name, in the order in which they came. */
  readonly #greetings = new Map<string, Greeting>()
  readonly #options: HandshakeOptions

  constructor(server: HttpsServer, options: HandshakeOptions) {
    this.#options = options
    const { helloMs, now } = options
    const turns = new HandshakeTurns(now)
    const greeters = takeGreeters(server)
    server.on('connection', (socket: Socket) => {
      this.#add(socket)
      if (greeters.length === 0) return
      const greet = () => {
        // Who ends its own side now does not go on with the handshake.
        socket.allowHalfOpen = false
        for (const greeter of greeters) greeter(socket)
      }
      whenHeard(socket, helloMs, (putBack) => {
        turns.add(() => {
          if (socket.destroyed) return
          putBack()
          greet()
        })
      })
    })
    server.on('secureConnection', (secure) => {
      this.#greetings.delete(nameOf(secure))
      secure.allowHalfOpen = true
    })
    server.on('tlsClientError', (error, secure) => {
      // What is written to the socket below the encryption is not encrypted.
      if (isPlainHttp(error)) this.#greetings.get(nameOf(secure))?.socket.end(plainRefused)
    })
  }

  /** Those that there are, but for the one that came last. */
  *before(): Iterable<Endable> {
    let last: Greeting | undefined
    for (const greeting of this.#greetings.values()) {
      if (last !== undefined) yield last
      last = greeting
    }
  }

  /** Ends all of them. */
  destroy(): void {
    for (const greeting of this.#greetings.values()) greeting.cut()
  }

  #add(socket: Socket): void {
    const name = nameOf(socket)
    const greeting = new Greeting(socket, this.#options.idleUntil())
    this.#greetings.set(name, greeting)
    socket.once('close', () => {
      if (this.#greetings.get(name) === greeting) this.#greetings.delete(name)
    })
  }
}

/** A connection that is not encrypted yet. */
class Greeting implements Endable {
  readonly socket: Socket
  readonly isIdle = true
  readonly #deadline: number

  constructor(socket: Socket, deadline: number) {
    this.socket = socket
    this.#deadline = deadline
  }

  get deadline(): number {
    return this.socket.destroyed ? Number.POSITIVE_INFINITY : this.#deadline
  }

  cut(): void {
    this.socket.destroy()
  }
}

/** Takes what begins the handshakes of a server. Bun and Deno begin them by themselves, and are left to it. */
function takeGreeters(server: HttpsServer): readonly SocketListener[] {
  const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined
  return isNode ? takeListeners(server, 'connection') : []
}

/** What every client begins with that wants to agree on an encryption. */
const handshakeRecord = 0x16

/**
 * Waits for the first bytes of a connection, which `begin` has to put back. Until they come a client costs next to nothing,
 * and who ends it before they are put back is let go. It would be kept until its time is over, since the end of a connection
 * is told once, and only when all before it was taken out.
 */
function whenHeard(socket: Socket, helloMs: number, begin: (putBack: () => void) => void): void {
  const giveUp = () => socket.destroy()
  socket.on('error', () => {
    // It closes by itself; a client that is gone needs no answer.
  })
  socket.setTimeout(helloMs, giveUp)
  socket.once('readable', () => {
    socket.setTimeout(0, giveUp)
    const hello: Buffer | null = socket.read()
    if (hello === null) socket.destroy()
    else if (hello[0] === handshakeRecord) {
      socket.once('end', giveUp)
      begin(() => {
        socket.off('end', giveUp)
        socket.unshift(hello)
      })
    } else {
      // Who speaks plain HTTP is told so, also one that has ended its own side.
      socket.unshift(hello)
      begin(() => {})
    }
  })
}

/** Node does not tell which socket is below an encrypted one; both have the same address. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function isPlainHttp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SSL_HTTP_REQUEST'
}
