import { STATUS_CODES } from 'node:http'
import { type Answer, bodyChecksum } from './answer.ts'

/** Above this many characters a body is encoded once and kept as bytes; below, text is cheaper to write. */
const longBody = 16 * 1024

/** What a connection adds to an answer. */
export interface AnswerEnvelope {
  readonly requestId: string
  /** The value of the Date header. */
  readonly date: string
  readonly close: boolean
}

/** An answer as HTTP/1.1, ready for one write. */
export function writeAnswer(answer: Answer, envelope: AnswerEnvelope): string | Buffer {
  const { body, compressed } = answer
  if (body.length <= longBody && compressed === undefined) {
    return writeHead(answer, envelope, Buffer.byteLength(body)) + body
  }
  const bytes = compressed ?? Buffer.from(body)
  return Buffer.concat([Buffer.from(writeHead(answer, envelope, bytes.length), 'latin1'), bytes])
}

function writeHead(answer: Answer, envelope: AnswerEnvelope, bodyBytes: number): string {
  const { status, contentType, extraHeaders } = answer
  let head = status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  head += `Server: Server\r\nDate: ${envelope.date}\r\n`
  if (contentType !== undefined) head += `Content-Type: ${contentType}\r\n`
  head += `Content-Length: ${bodyBytes}\r\nConnection: ${envelope.close ? 'close' : 'keep-alive'}\r\n`
  head += `x-amzn-RequestId: ${envelope.requestId}\r\nx-amz-crc32: ${bodyChecksum(answer)}\r\n`
  if (extraHeaders !== undefined) {
    for (const [name, value] of Object.entries(extraHeaders)) head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}
