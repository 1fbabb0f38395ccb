import { isUtf8 } from 'node:buffer'
import { nestsTooMuch } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'

/** The JSON value of a body, or the error that DynamoDB answers for what is not JSON: one without a message. */
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

/** The same bytes; most are a buffer already, and to make another is a tenth of parsing. */
function bufferOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** A SerializationException without a message. */
export function malformedBody(cause?: unknown): ServiceError {
  return new ServiceError('SerializationException', '', { cause })
}
