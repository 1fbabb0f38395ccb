import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Answer, isShort, tooLarge } from '../messages/answer.ts'
import { maxBodyBytes } from '../messages/decode-content.ts'
import type { HeaderValues, ReceivedRequest } from '../messages/server-request.ts'
import { answerHeaders } from '../requests/handle-request.ts'
import { takeTurn } from '../turns/http-turns.ts'
import { largeBytes, type Place, type Room } from '../turns/room.ts'
import type { Crowd } from './fast-connection.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { writeInTime } from './hasty-client.ts'

/** How `node:http` requests are answered. */
export interface HttpContext {
  /** Answers a request when it is its turn; `isLarge` if room was asked for its body. */
  readonly answer: (request: ReceivedRequest, socket: Socket, isLarge: boolean) => Promise<Answer>
  /** Has room for the bodies of large requests, from when they are read until they are answered. */
  readonly bodies: Room
  /** Knows what answers wait to be read. */
  readonly answers: Room
  /** Where short answers wait for those of other connections; `undefined` while there are no others. */
  readonly crowd: () => Crowd | undefined
  /** How long, in milliseconds, a client may take no byte of an answer, and while others wait for it. */
  readonly answerMs: number
  readonly standstillMs: number
  /** Whether the server has run for so many milliseconds without standing still itself. */
  readonly hasRunFor: (ms: number) => boolean
  readonly nextRequestId: () => string
  /** Whether the server is closing, so that connections end after their answer. */
  readonly isClosing: () => boolean
}

/** Answers one request of `node:http`, after those before it. A client that goes away in the middle is let go. */
export function serveHttp(context: HttpContext, incoming: IncomingMessage, outgoing: ServerResponse): void {
  serve(incoming, outgoing, () => receive(context, incoming, outgoing))
}

/** Answers a request with `Expect: 100-continue`; one that is too large is refused before it is sent. */
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
    if (hasSeveralHosts(incoming)) cut(outgoing, 400)
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
  // A body that is being answered stays until it is, also if the client is gone by then.
  outgoing.on('close', () => {
    if (!isWhole) place?.leave()
  })
  if (announced > maxBodyBytes) refuse()
  // What is compressed may come to as much as is allowed, however short it is.
  else if (incoming.headers['content-encoding'] !== undefined) askForRoom(maxBodyBytes)
  else if (announced > largeBytes) askForRoom(announced)
  if (announced > 0) body.expect(announced)
  incoming.on('data', (chunk: Buffer) => {
    // The rest is read and dropped: a client that is still sending would not see the answer otherwise.
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

/** A request that has come, and where its answer goes. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly body: Buffer
  /** The room that its body has, if it is large. */
  readonly place: Place | undefined
}

function answer(context: HttpContext, { incoming, outgoing, body, place }: Exchange): void {
  const headers = joinHeaders(incoming.rawHeaders)
  const request = { method: incoming.method ?? '', path: originForm(incoming.url ?? ''), headers, body }
  context.answer(request, incoming.socket, place !== undefined).then(
    (answer) => {
      place?.leave()
      writeInTime(answer, headers, () => sendWithOthers(context, outgoing, answer))
    },
    () => {
      place?.leave()
      outgoing.destroy()
    },
  )
}

/** What a request says of its body's length; one that comes in chunks says nothing. */
function announcedBytes(incoming: IncomingMessage): number {
  return Number(incoming.headers['content-length'] ?? 0)
}

/** A target without the scheme and host that clients of a proxy put before it. */
function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)
  if (absolute === null) return target
  const path = absolute[1] ?? ''
  return path.startsWith('/') ? path : `/${path}`
}

/** Signatures cover headers as they were sent, so Node's own merging will not do. */
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
 * Sends an answer when the queue lets it go. On this path, too: a crowd that all speak HTTP/1.0, say, would otherwise be
 * answered as it comes, ask again at once, and keep those from being accepted who come last.
 */
function sendWithOthers(context: HttpContext, outgoing: ServerResponse, answer: Answer): void {
  const crowd = context.crowd()
  if (crowd !== undefined && isShort(answer)) {
    crowd.answers.add({ write: () => send(context, outgoing, answer) })
    return
  }
  crowd?.requests.answeredLong()
  send(context, outgoing, answer)
}

function send(context: HttpContext, outgoing: ServerResponse, answer: Answer): void {
  if (outgoing.destroyed) return
  if (context.isClosing()) outgoing.shouldKeepAlive = false
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

/** Node itself waits for ever for a client that does not read. */
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

/** RFC 9112 has them refused; Node sees to it only that there is one. */
function hasSeveralHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct['host']?.length ?? 0) > 1
}

/** Ends a request that takes too long, or is none. */
function cut(outgoing: ServerResponse, status: number): void {
  const { socket } = outgoing
  outgoing.writeHead(status, { Connection: 'close' }).end()
  socket?.destroySoon()
}
