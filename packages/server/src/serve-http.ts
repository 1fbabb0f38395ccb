import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, tooLarge } from './answer.ts'
import { maxBodyBytes } from './decode-content.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { answerHeaders } from './handle-request.ts'
import { writeInTime } from './hasty-client.ts'
import type { HeaderValues, ReceivedRequest } from './server-request.ts'

/** How `node:http` requests are answered. */
export interface HttpContext {
  readonly answer: (request: ReceivedRequest) => Promise<Answer>
  /** How long, in milliseconds, a client may take no byte of an answer. */
  readonly answerMs: number
  readonly nextRequestId: () => string
  /** Whether the server is closing, so that connections end after their answer. */
  readonly isClosing: () => boolean
}

/** Answers one request of `node:http`. A client that goes away in the middle is let go. */
export function serveHttp(context: HttpContext, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const body = new GrowingBuffer()
  let refused = false
  incoming.on('error', () => outgoing.destroy())
  incoming.on('data', (chunk: Buffer) => {
    // The rest is read and dropped: a client that is still sending would not see the answer otherwise.
    if (refused) return
    body.append(chunk)
    if (body.length <= maxBodyBytes) return
    refused = true
    body.drop(body.length)
    send(context, outgoing, tooLarge)
  })
  incoming.on('end', () => {
    if (refused) return
    const request = {
      method: incoming.method ?? '',
      path: originForm(incoming.url ?? ''),
      headers: joinHeaders(incoming.rawHeaders),
      body: body.view(),
    }
    context.answer(request).then(
      (answer) => writeInTime(answer, request.headers, () => send(context, outgoing, answer)),
      () => outgoing.destroy(),
    )
  })
}

/** Answers a request with `Expect: 100-continue`; one that is too large is refused before it is sent. */
export function serveExpectation(
  context: HttpContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes) {
    outgoing.shouldKeepAlive = false
    send(context, outgoing, tooLarge)
    return
  }
  outgoing.writeContinue()
  serveHttp(context, incoming, outgoing)
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
  // Node itself waits for ever for a client that does not read.
  outgoing.setTimeout(context.answerMs)
  outgoing.end(body)
}
