import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'

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

/**
 * Knows the connections of a server that have not agreed on their encryption yet. Those who speak plain HTTP are told so, in
 * a form that SDKs show to people; without it they see that the connection ends, and try again and again.
 */
export class TlsHandshakes {
  readonly #sockets = new Map<string, Socket>()

  constructor(server: HttpsServer) {
    server.on('connection', (socket: Socket) => this.#add(socket))
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

/** Node does not tell which socket is below an encrypted one; both have the same address. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function isPlainHttp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SSL_HTTP_REQUEST'
}
