import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Nobody pipelines so many requests but to fill the memory: Node makes objects of all that come in one piece. */
const maxWaiting = 100

/** What goes on on one connection. */
interface Turns {
  /** The request that is being answered. */
  current: IncomingMessage
  /** Begins those that wait for it. */
  readonly waiting: (() => void)[]
  /** What is to be said after them: that something behind them was no proper request. */
  lastWords?: string
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
  turns.waiting.push(() => {
    turns.current = incoming
    begin()
  })
  if (turns.waiting.length > maxWaiting) socket.destroy()
  else socket.pause()
}

function beginNext(socket: Socket): void {
  const turns = turnsOf.get(socket)
  const begin = turns?.waiting.shift()
  if (begin === undefined) turnsOf.delete(socket)
  if (socket.destroyed) return
  // Others are heard first: a client that reads as fast as it is answered would have all that it has asked for before.
  if (begin !== undefined) setImmediate(begin)
  if (turns?.lastWords === undefined) {
    if (socket.isPaused()) socket.resume()
  } else if (begin === undefined) socket.end(turns.lastWords)
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
    socket.write(lastWords)
    socket.destroy()
  }
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return '413 Payload Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
