import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Nobody pipelines so many requests but to fill the memory: Node makes objects of all that come in one piece. */
const maxWaiting = 100

/** What waits on a connection for the answer before it. */
const queues = new WeakMap<Socket, (() => void)[]>()

/**
 * Begins a request once those before it on its connection are answered and their answers are read. Node itself begins all
 * that were sent, and keeps every answer until the one before it is read.
 */
export function takeTurn(incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
  const { socket } = incoming
  const waiting = queues.get(socket)
  outgoing.once('close', () => beginNext(socket))
  if (waiting === undefined) {
    queues.set(socket, [])
    begin()
    return
  }
  waiting.push(begin)
  if (waiting.length > maxWaiting) socket.destroy()
  else socket.pause()
}

function beginNext(socket: Socket): void {
  const begin = queues.get(socket)?.shift()
  if (begin === undefined) queues.delete(socket)
  if (socket.destroyed) return
  if (socket.isPaused()) socket.resume()
  // Others are heard first: a client that reads as fast as it is answered would have all that it has asked for before.
  if (begin !== undefined) setImmediate(begin)
}
