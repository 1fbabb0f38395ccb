import { isUtf8 } from 'node:buffer'
import { nestsDeeperThan } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'

/** DynamoDB nests items to 32 levels; requests around them add a few. No real request comes near this. */
const maxDepth = 1_000

/** The JSON value of a body, or the error that DynamoDB answers for what is not JSON: one without a message. */
export function parseBody(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw malformedBody()
  const text = bufferOf(body).toString('utf8')
  if (nestsDeeperThan(maxDepth, text)) throw malformedBody()
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
