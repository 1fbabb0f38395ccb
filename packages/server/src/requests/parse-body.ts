import { isUtf8 } from 'node:buffer'
import { nestsTooMuch } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'

/** Parses a body as JSON. If it is not JSON, throws the error with which DynamoDB answers, which has no message. */
export function parseBody(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw malformedBody()
  const text = bufferOf(body).toString('utf8')
  if (nestsTooMuch(text)) throw malformedBody()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformedBody(cause)
  }
}

/** Returns the same bytes as a buffer; most already are one, and creating another costs a tenth of parsing. */
function bufferOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** Returns a SerializationException without a message. */
export function malformedBody(cause?: unknown): ServiceError {
  return new ServiceError('SerializationException', '', { cause })
}
