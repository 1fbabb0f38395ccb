import { isAscii } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import { crc32 } from 'node:zlib'
import { isLatin1 } from '@monotable/engine'
import type { Answer } from '../messages/answer.ts'

/**
 * A body with more characters than this is encoded once and kept as bytes; a shorter one is cheaper to write as text.
 */
const longBody = 16 * 1024

/** The room left for the head in front of a long body, so that the body need not be copied. */
const headRoom = 1024

/** What a connection adds to an answer. */
export interface AnswerEnvelope {
  readonly requestId: string
  /** The value of the Date header. */
  readonly date: string
  readonly close: boolean
}

/** What to write to a socket in one go; bytes have no encoding. */
export interface WrittenAnswer {
  readonly data: string | Buffer
  readonly encoding: 'utf8' | 'latin1'
}

/** Formats an answer as HTTP/1.1, ready for one write. */
export function writeAnswer(answer: Answer, envelope: AnswerEnvelope): WrittenAnswer {
  const { body, compressed } = answer
  if (compressed !== undefined) return joinParts(answer, envelope, compressed)
  if (body.length > longBody) return writeLong(answer, envelope)
  const sizeBytes = Buffer.byteLength(body)
  // Most text is pure ASCII, which is the same in both encodings and is written faster in this one.
  const encoding = sizeBytes === body.length ? 'latin1' : 'utf8'
  return { data: writeHead(answer, envelope, { sizeBytes, checksum: crc32(body) }) + body, encoding }
}

/**
 * Writes a long body as if it were ASCII and then checks whether it is: counting the bytes of a long text takes longer.
 */
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

/** What the head says about the body. */
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
