import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Answer, isShort, tooLarge } from '../messages/answer.ts'
import { maxBodyBytes } from '../messages/decode-content.ts'
import type { HeaderValues, ReceivedRequest } from '../messages/server-request.ts'
import { answerHeaders } from '../requests/handle-request.ts'
import { takeTurn } from '../turns/http-turns.ts'
import { largeBytes, type Place, type Room } from '../turns/room.ts'
import { delayWriteForGo } from './delay-write-for-go.ts'
import type { Batching } from './fast-connection.ts'
import { GrowingBuffer } from './growing-buffer.ts'

/** How requests of `node:http` are answered. */
export interface HttpContext {
  /** Answers a request when it is its turn; `isLarge` if its body has asked for room. */
  readonly answer: (request: ReceivedRequest, socket: Socket, isLarge: boolean) => Promise<Answer>
  /** Has the room for the bodies of large requests, from when they are read until they are answered. */
  readonly bodies: Room
  /** Counts the answers that have not been read yet. */
  readonly answers: Room
  /** Batches short answers with those of other connections; `undefined` while there are no others. */
  readonly batching: () => Batching | undefined
  /** How long, in milliseconds, a client may take no byte of an answer: at most, and while others wait. */
  readonly answerMs: number
  readonly standstillMs: number
  /** Whether the server itself has run for this many milliseconds without a standstill. */
  readonly hasRunFor: (ms: number) => boolean
  readonly nextRequestId: () => string
  /** Whether a connection is to end with its answer, as when the server is closing. */
  readonly isLast: (socket: Socket | null) => boolean
}

/**
 * Answers a request of `node:http` after those before it. If the client goes away in the middle, the request is
 * dropped.
 */
export function serveHttp(context: HttpContext, incoming: IncomingMessage, outgoing: ServerResponse): void {
  serve(incoming, outgoing, () => receive(context, incoming, outgoing))
}

/** Answers a request with `Expect: 100-continue`; one that is too large is refused before its body is sent. */
export function serveExpectation(
  context: HttpContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  serve(incoming, outgoing, () => {
    if (announcedBytes(incoming) > maxBodyBytes) {
      outgoing.shouldKeepAlive = false
      send(context, outgoing, tooLarge)
      return
    }
    outgoing.writeContinue()
    receive(context, incoming, outgoing)
  })
}

function serve(incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
  incoming.on('error', () => outgoing.destroy())
  takeTurn(incoming, outgoing, () => {
    if (isImproper(incoming)) cut(outgoing, 400)
    else begin()
  })
}

function receive(context: HttpContext, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const body = new GrowingBuffer()
  const announced = announcedBytes(incoming)
  let place: Place | undefined
  let isRefused = false
  let isWhole = false
  const askForRoom = (bytes: number) => {
    place = context.bodies.ask({
      bytes,
      address: incoming.socket.remoteAddress ?? '',
      enter: () => incoming.resume(),
      cut: () => cut(outgoing, 408),
    })
    if (!place.isInside) incoming.pause()
  }
  const refuse = () => {
    isRefused = true
    body.drop(body.length)
    place?.leave()
    send(context, outgoing, tooLarge)
  }
  // A body that is being answered stays in memory until then, even if the client is gone.
  outgoing.on('close', () => {
    if (!isWhole) place?.leave()
  })
  if (announced > maxBodyBytes) refuse()
  // A compressed body may unfold to the maximum, however short it is.
  else if (incoming.headers['content-encoding'] !== undefined) askForRoom(maxBodyBytes)
  else if (announced > largeBytes) askForRoom(announced)
  if (announced > 0) body.expect(announced)
  incoming.on('data', (chunk: Buffer) => {
    // The rest is read and dropped: a client that is still sending would otherwise not see the answer.
    if (isRefused) return
    place?.moved()
    body.append(chunk)
    if (body.length > maxBodyBytes) refuse()
    else if (body.length > largeBytes && place === undefined) askForRoom(maxBodyBytes)
  })
  incoming.on('end', () => {
    if (isRefused) return
    isWhole = true
    place?.settle()
    answer(context, { incoming, outgoing, body: body.view(), place })
  })
}

/** A request that has arrived, and where its answer goes. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly body: Buffer
  /** The room that the body takes, if it is large. */
  readonly place: Place | undefined
}

function answer(context: HttpContext, { incoming, outgoing, body, place }: Exchange): void {
  const headers = joinHeaders(incoming.rawHeaders)
  const request = { method: incoming.method ?? '', path: originForm(incoming.url ?? ''), headers, body }
  context.answer(request, incoming.socket, place !== undefined).then(
    (answer) => {
      place?.leave()
      delayWriteForGo(answer, headers, () => sendWithOthers(context, outgoing, answer))
    },
    () => {
      place?.leave()
      outgoing.destroy()
    },
  )
}

/** Returns the announced length of a request's body; a chunked one announces none. */
function announcedBytes(incoming: IncomingMessage): number {
  return Number(incoming.headers['content-length'] ?? 0)
}

/** Removes the scheme and host that clients of a proxy put in front of a target. */
function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)
  if (absolute === null) return target
  const path = absolute[1] ?? ''
  return path.startsWith('/') ? path : `/${path}`
}

/** Joins headers as they were sent, since signatures cover them in that form; Node's own merging differs. */
function joinHeaders(rawHeaders: readonly string[]): HeaderValues {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    const known = headers.get(name)
    headers.set(name, known === undefined ? value : `${known},${value}`)
  }
  return headers
}

/**
 * Sends an answer when the queue releases it. This path needs that, too: clients that all speak HTTP/1.0, say, would
 * otherwise be answered as they come, ask again at once, and keep later connections from being accepted.
 */
function sendWithOthers(context: HttpContext, outgoing: ServerResponse, answer: Answer): void {
  const batching = context.batching()
  if (batching !== undefined && isShort(answer)) {
    batching.answers.add({ write: () => send(context, outgoing, answer) })
    return
  }
  batching?.requests.answeredLong()
  send(context, outgoing, answer)
}

function send(context: HttpContext, outgoing: ServerResponse, answer: Answer): void {
  if (outgoing.destroyed) return
  if (context.isLast(outgoing.socket)) outgoing.shouldKeepAlive = false
  const body = answer.compressed ?? Buffer.from(answer.body)
  const framing = answer === tooLarge ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }
  outgoing.writeHead(answer.status, {
    Server: 'Server',
    ...answerHeaders(answer, answer.requestId ?? context.nextRequestId()),
    ...framing,
  })
  endUnread(context, outgoing)
  outgoing.end(body)
  if (outgoing.writableLength > 0) countUnread(context, outgoing)
}

/** Ends a connection whose client does not read; Node itself would wait forever. */
function endUnread(
  { answers, answerMs, standstillMs, hasRunFor }: HttpContext,
  outgoing: ServerResponse,
): void {
  const stepMs = Math.min(standstillMs, answerMs)
  let leftMs = answerMs
  outgoing.setTimeout(stepMs, () => {
    leftMs -= stepMs
    if (leftMs <= 0 || (answers.isCrowded && hasRunFor(stepMs))) outgoing.destroy()
    else outgoing.setTimeout(stepMs)
  })
}

function countUnread({ answers }: HttpContext, outgoing: ServerResponse): void {
  const place = answers.hold({
    bytes: outgoing.writableLength,
    address: outgoing.socket?.remoteAddress ?? '',
    cut: () => outgoing.destroy(),
  })
  outgoing.on('close', () => place.leave())
}

/**
 * RFC 9112 requires refusing several Host headers, of which Node only checks that there is one, and blanks before a
 * colon, which Node before 20.19.2 takes for a part of the name.
 */
function isImproper({ headersDistinct }: IncomingMessage): boolean {
  return (
    (headersDistinct['host']?.length ?? 0) > 1 ||
    Object.keys(headersDistinct).some((name) => name.endsWith(' '))
  )
}

/** Ends a request that takes too long or is invalid. */
function cut(outgoing: ServerResponse, status: number): void {
  const { socket } = outgoing
  outgoing.writeHead(status, { Connection: 'close' }).end()
  socket?.destroySoon()
}
