import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Nobody pipelines more requests than this except to fill the memory: Node creates objects for everything that comes in
 * one piece.
 */
const maxWaiting = 100

/** How long a client may take to read the last answer and end its own side. */
const patienceMs = 5_000

/** The requests on one connection. */
interface Turns {
  /** The request that is being answered, or that is next. */
  current: IncomingMessage
  readonly waiting: Waiting[]
  /** What to send after them because something behind them was not a proper request. */
  finalResponse?: string
}

/** A request that waits for those before it. */
interface Waiting {
  readonly incoming: IncomingMessage
  readonly begin: () => void
}

const turnsOf = new WeakMap<Socket, Turns>()

/**
 * Begins a request once those before it on its connection are answered and their answers read. Node itself begins all
 * that were sent, and keeps every answer until the one before it is read.
 */
export function takeTurn(incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
  const { socket } = incoming
  const turns = turnsOf.get(socket)
  outgoing.once('close', () => beginNext(socket))
  if (turns === undefined) {
    turnsOf.set(socket, { current: incoming, waiting: [] })
    begin()
    return
  }
  turns.waiting.push({ incoming, begin })
  if (turns.waiting.length > maxWaiting) socket.destroy()
  else socket.pause()
}

function beginNext(socket: Socket): void {
  const turns = turnsOf.get(socket)
  const next = turns?.waiting.shift()
  if (next === undefined) turnsOf.delete(socket)
  // Nothing is done after an answer that ends the connection: nobody would get its result.
  if (!socket.writable) return
  // What is not a proper request may be the rest of the next request, which then never gets complete.
  if (turns?.finalResponse !== undefined && !next?.incoming.complete) {
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.end(turns.finalResponse)
    return
  }
  // Others go first: otherwise, a client that reads answers as fast as they come would have all its requests done
  // before them.
  if (turns !== undefined && next !== undefined) {
    turns.current = next.incoming
    setImmediate(next.begin)
  }
  if (turns?.finalResponse === undefined && socket.isPaused()) socket.resume()
}

/**
 * Ends a connection on which something improper or late arrived. Requests before it are answered first; Node itself
 * would forget them, though they may have been executed.
 */
export function endAfterTurns(error: NodeJS.ErrnoException, socket: Socket): void {
  end(socket, `HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\n\r\n`)
}

/**
 * Ends a connection whose client takes this server for a proxy, after answering its earlier requests. Node itself would
 * say nothing.
 */
export function refuseTunnel(socket: Socket): void {
  // Node no longer listens.
  socket.on('error', () => {})
  end(socket, 'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, POST\r\nConnection: close\r\n\r\n')
}

function end(socket: Socket, finalResponse: string): void {
  const turns = turnsOf.get(socket)
  if (!socket.writable) socket.destroy()
  else if (turns?.current.complete) {
    turns.finalResponse = finalResponse
    socket.pause()
  } else {
    // An earlier answer may still be on its way, as answers over TLS are for a moment: everything is sent before the
    // end.
    socket.pause()
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.end(finalResponse, () => socket.destroy())
  }
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return '413 Payload Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  // A client that begins with HTTP/2, without asking; DynamoDB has only HTTP/1.1, too.
  if (code === 'HPE_PAUSED_H2_UPGRADE') return '505 HTTP Version Not Supported'
  return '400 Bad Request'
}
