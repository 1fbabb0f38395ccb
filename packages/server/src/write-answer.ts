import { STATUS_CODES } from 'node:http'
import { crc32 } from 'node:zlib'
import type { Answer } from './answer.ts'

/** Above this many characters a body is encoded once and kept as bytes; below, text is cheaper to write. */
const longBody = 16 * 1024

/** What a connection adds to an answer. */
export interface AnswerEnvelope {
  readonly requestId: string
  /** The value of the Date header. */
  readonly date: string
  readonly close: boolean
}

/** What is to be written to a socket at once; bytes have no encoding. */
export interface WrittenAnswer {
  readonly data: string | Buffer
  readonly encoding: 'utf8' | 'latin1'
}

/** An answer as HTTP/1.1, ready for one write. */
export function writeAnswer(answer: Answer, envelope: AnswerEnvelope): WrittenAnswer {
  const { body, compressed } = answer
  const sizeBytes = compressed === undefined ? Buffer.byteLength(body) : compressed.length
  // Text of nothing but ASCII, as most is, is the same in both encodings and is written faster in this one.
  const encoding = sizeBytes === body.length ? 'latin1' : 'utf8'
  if (body.length <= longBody && compressed === undefined) {
    return { data: writeHead(answer, envelope, { sizeBytes, checksum: crc32(body) }) + body, encoding }
  }
  const bytes = compressed ?? Buffer.from(body, encoding)
  const head = writeHead(answer, envelope, { sizeBytes, checksum: crc32(bytes) })
  return { data: Buffer.concat([Buffer.from(head, 'latin1'), bytes]), encoding }
}

/** What the head says of the body. */
interface BodyFacts {
  readonly sizeBytes: number
  readonly checksum: number
}

function writeHead(answer: Answer, envelope: AnswerEnvelope, { sizeBytes, checksum }: BodyFacts): string {
  const { status, contentType, extraHeaders } = answer
  let head = status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  head += `Server: Server\r\nDate: ${envelope.date}\r\n`
  if (contentType !== undefined) head += `Content-Type: ${contentType}\r\n`
  head += `Content-Length: ${sizeBytes}\r\nConnection: ${envelope.close ? 'close' : 'keep-alive'}\r\n`
  head += `x-amzn-RequestId: ${envelope.requestId}\r\nx-amz-crc32: ${checksum}\r\n`
  if (extraHeaders !== undefined) {
    for (const [name, value] of Object.entries(extraHeaders)) head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}
