import { connect, type Socket } from 'node:net'

/** The head of an answer and the bytes after it. */
export interface RawAnswer {
  readonly status: number
  readonly body: string
}

/** Returns the bytes of a request as an SDK sends it, with the given headers replaced; `undefined` drops one. */
export function requestBytes(
  operation: string,
  body: string | Buffer,
  headers: { readonly [name: string]: string | undefined } = {},
): Buffer {
  const all = {
    Host: '127.0.0.1',
    'Content-Type': 'application/x-amz-json-1.0',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Amz-Target': `DynamoDB_20120810.${operation}`,
    'X-Amz-Date': '20260801T000000Z',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=key/20260801/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}\r\n`,
  )
  return Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), Buffer.from(body)])
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/**
 * Sends bytes piece by piece on a connection of their own; returns the answer, or `undefined` when the server closes
 * the connection without one. `end` closes the sending side after the last piece.
 */
export async function exchange(
  port: number,
  pieces: Iterable<Buffer>,
  { end = false }: { end?: boolean } = {},
): Promise<RawAnswer | undefined> {
  const socket = await openSocket(port)
  const answered = readAnswer(socket)
  for (const piece of pieces) {
    if (socket.destroyed) break
    if (!socket.write(piece)) await drainedOrClosed(socket)
    else await new Promise((resolve) => setImmediate(resolve))
  }
  if (end) socket.end()
  const answer = await answered
  socket.destroy()
  return answer
}

/** Does the same for a whole request at once. */
export function send(port: number, bytes: Buffer): Promise<RawAnswer | undefined> {
  return exchange(port, [bytes])
}

function readAnswer(socket: Socket): Promise<RawAnswer | undefined> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const answer = parseAnswer(received)
      if (answer !== undefined) resolve(answer)
    })
    socket.on('close', () => resolve(parseAnswer(received, true)))
    socket.on('error', () => {})
  })
}

function parseAnswer(received: Buffer, isWhole = false): RawAnswer | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  if (!isWhole && received.length < headEnd + 4 + length) return undefined
  return { status: Number(head.split(' ')[1]), body: received.toString('utf8', headEnd + 4) }
}

function drainedOrClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    socket.once('drain', done)
    socket.once('close', done)
    if (socket.destroyed) resolve()
  })
}
