import { isAscii } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import { crc32 } from 'node:zlib'
import { isLatin1 } from '@monotable/engine'
import type { Answer } from '../messages/answer.ts'

/** Above this many characters a body is encoded once and kept as bytes; below, text is cheaper to write. */
const longBody = 16 * 1024

/** Is left in front of a long body for the head, so that it need not be copied. */
const headRoom = 1024

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
  if (compressed !== undefined) return joinParts(answer, envelope, compressed)
  if (body.length > longBody) return writeLong(answer, envelope)
  const sizeBytes = Buffer.byteLength(body)
  // Text of nothing but ASCII, as most is, is the same in both encodings and is written faster in this one.
  const encoding = sizeBytes === body.length ? 'latin1' : 'utf8'
  return { data: writeHead(answer, envelope, { sizeBytes, checksum: crc32(body) }) + body, encoding }
}

/** To count the bytes of a long text takes longer than to write it as if it were ASCII, and then to look whether it is. */
function writeLong(answer: Answer, envelope: AnswerEnvelope): WrittenAnswer {
  const { body } = answer
  const sizeBytes = body.length
  if (!isLatin1(body)) return joinParts(answer, envelope, Buffer.from(body))
  const whole = Buffer.allocUnsafeSlow(headRoom + sizeBytes)
  whole.write(body, headRoom, 'latin1')
  const bytes = whole.subarray(headRoom)
  if (!isAscii(bytes)) return joinParts(answer, envelope, Buffer.from(body))
  const head = writeHead(answer, envelope, { sizeBytes, checksum: crc32(bytes) })
  if (head.length > headRoom) return joinParts(answer, envelope, bytes)
  const start = headRoom - head.length
  whole.write(head, start, 'latin1')
  return { data: whole.subarray(start), encoding: 'latin1' }
}

function joinParts(answer: Answer, envelope: AnswerEnvelope, bytes: Uint8Array): WrittenAnswer {
  const head = writeHead(answer, envelope, { sizeBytes: bytes.length, checksum: crc32(bytes) })
  return { data: Buffer.concat([Buffer.from(head, 'latin1'), bytes]), encoding: 'latin1' }
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
