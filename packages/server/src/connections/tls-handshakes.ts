import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Endable } from '../turns/connection-limit.ts'
import { HandshakeTurns } from '../turns/handshake-turns.ts'
import { addressOf } from './address-of.ts'
import type { Closable, IdleLimits } from './close-connections.ts'
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

/** How TLS handshakes are handled. */
export interface HandshakeOptions {
  /** How long, in milliseconds, a client may take to send its first bytes. */
  readonly helloMs: number
  /** Milliseconds from any starting point. */
  readonly now: () => number
  /**
   * Returns the deadline of a connection that arrives now and stays silent: the first of all connections to be ended
   * then.
   */
  readonly idleUntil: () => number
}

/**
 * Tracks the connections of a server whose TLS handshake is not finished. Clients that speak plain HTTP are told so in
 * a form that SDKs show to people; otherwise they would only see the connection end, and retry over and over. The
 * handshakes of all others begin, in turns, once they have sent something.
 */
export class TlsHandshakes {
  /** By address and port, in the order in which they connected. */
  readonly #pending = new Map<string, PendingHandshake>()
  readonly #options: HandshakeOptions
  readonly #turns: HandshakeTurns
  /** Those of Node, which begin a handshake. */
  readonly #listeners: readonly SocketListener[]

  constructor(server: HttpsServer, options: HandshakeOptions) {
    this.#options = options
    this.#turns = new HandshakeTurns(options.now)
    this.#listeners = takeHandshakeListeners(server)
    server.on('secureConnection', (secure) => {
      this.#pending.delete(addressOf(secure))
      secure.allowHalfOpen = true
    })
    server.on('tlsClientError', (error, secure) => {
      // Data written to the underlying socket is not encrypted.
      if (isPlainHttp(error)) this.#pending.get(addressOf(secure))?.socket.end(plainRefused)
    })
  }

  /** Called with each new connection. */
  arrived(socket: Socket): void {
    if (this.#listeners.length === 0) this.#add(socket)
  }

  /** Begins the handshake of a new connection, once its client has sent something and it is its turn. */
  begin(socket: Socket): void {
    if (this.#listeners.length === 0) return
    const pending = this.#add(socket)
    onFirstBytes(socket, this.#options.helloMs, (putBack) => {
      pending.suspend()
      this.#turns.add(() => {
        if (socket.destroyed) return
        pending.resume()
        putBack()
        // A client that ends its side now will not continue the handshake.
        socket.allowHalfOpen = false
        for (const listener of this.#listeners) listener(socket)
      })
    })
  }

  /** The connections whose handshake is not finished. */
  pending(): Iterable<Endable & Closable> {
    return this.#pending.values()
  }

  #add(socket: Socket): PendingHandshake {
    const name = addressOf(socket)
    const pending = new PendingHandshake(socket, this.#options)
    this.#pending.set(name, pending)
    socket.once('close', () => {
      if (this.#pending.get(name) === pending) this.#pending.delete(name)
    })
    return pending
  }
}

/** A connection whose handshake is not finished. */
class PendingHandshake implements Endable, Closable {
  readonly socket: Socket
  readonly #silentUntil: number
  readonly #now: () => number
  #isSuspended = false
  #isIdle = true
  #since: number

  constructor(socket: Socket, { now, idleUntil }: HandshakeOptions) {
    this.socket = socket
    this.#now = now
    this.#silentUntil = idleUntil()
    this.#since = now()
  }

  get deadline(): number {
    return this.socket.destroyed || this.#isSuspended ? Number.POSITIVE_INFINITY : this.#silentUntil
  }

  get since(): number {
    return this.#since
  }

  get isIdle(): boolean {
    return this.#isIdle
  }

  /** The client has begun, and waits for us. */
  suspend(): void {
    this.#isIdle = false
    this.#isSuspended = true
  }

  /** The handshake has begun, and the client has to continue it. */
  resume(): void {
    this.#isSuspended = false
    this.#since = this.#now()
  }

  cut(): void {
    this.socket.destroy()
  }

  endIdle({ requestMs }: IdleLimits): void {
    if (!this.#isSuspended && this.#now() - this.#since >= requestMs) this.socket.destroy()
  }

  destroy(): void {
    this.socket.destroy()
  }
}

/**
 * Takes over the listeners that begin the handshakes of a server. Bun and Deno begin them on their own, and keep doing
 * so.
 */
function takeHandshakeListeners(server: HttpsServer): readonly SocketListener[] {
  const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined
  return isNode ? takeListeners(server, 'connection') : []
}

/** The first byte from any client that begins a TLS handshake. */
const handshakeRecord = 0x16

/**
 * Waits for the first bytes of a connection, which `begin` has to put back. Until then a client costs next to nothing.
 * If it ends the connection before they are put back, the connection is closed here; otherwise it would be kept until
 * its time is over, since its end is reported only once, and only after everything before it was read.
 */
function onFirstBytes(socket: Socket, helloMs: number, begin: (putBack: () => void) => void): void {
  const giveUp = () => socket.destroy()
  socket.on('error', () => {
    // The socket closes by itself; a client that is gone needs no answer.
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
      // A client that speaks plain HTTP is told so even if it has ended its own side.
      socket.unshift(hello)
      begin(() => {})
    }
  })
}

function isPlainHttp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SSL_HTTP_REQUEST'
}
