import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Nobody pipelines so many requests but to fill the memory: Node makes objects of all that come in one piece. */
const maxWaiting = 100

/** How long a client may take to read the last that it is told, and to end its own side. */
const patienceMs = 5_000

/** What goes on on one connection. */
interface Turns {
  /** The request that is being answered, or is the next to be. */
  current: IncomingMessage
  readonly waiting: Waiting[]
  /** What is to be said after them: that something behind them was no proper request. */
  lastWords?: string
}

/** A request that waits for those before it. */
interface Waiting {
  readonly incoming: IncomingMessage
  readonly begin: () => void
}

const turnsOf = new WeakMap<Socket, Turns>()

/**
 * Begins a request once those before it on its connection are answered and their answers are read. Node itself begins all
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
  // Nothing is done behind an answer that ends the connection: nobody would be told of it.
  if (!socket.writable) return
  // What is no proper request may be the rest of the next one, which then never comes to its end.
  if (turns?.lastWords !== undefined && !next?.incoming.complete) {
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.end(turns.lastWords)
    return
  }
  // Others are heard first: a client that reads as fast as it is answered would have all that it has asked for before.
  if (turns !== undefined && next !== undefined) {
    turns.current = next.incoming
    setImmediate(next.begin)
  }
  if (turns?.lastWords === undefined && socket.isPaused()) socket.resume()
}

/**
 * Ends a connection on which something came that is no proper request, or not in time. Requests before it are answered
 * first; Node itself would forget them, though they may have been done.
 */
export function endAfterTurns(error: NodeJS.ErrnoException, socket: Socket): void {
  end(socket, `HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\n\r\n`)
}

/** Ends a connection whose client takes this for a proxy, after what it asked before. Node itself would say nothing. */
export function refuseTunnel(socket: Socket): void {
  // Node does not listen any more.
  socket.on('error', () => {})
  end(socket, 'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, POST\r\nConnection: close\r\n\r\n')
}

function end(socket: Socket, lastWords: string): void {
  const turns = turnsOf.get(socket)
  if (!socket.writable) socket.destroy()
  else if (turns?.current.complete) {
    turns.lastWords = lastWords
    socket.pause()
  } else {
    // An answer before it may be on its way still, as answers over TLS are for a moment: all is sent before the end.
    socket.pause()
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.end(lastWords, () => socket.destroy())
  }
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return '413 Payload Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
