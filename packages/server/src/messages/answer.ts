import { crc32 } from 'node:zlib'
import { encodeJson } from '@monotable/engine'
import type { ServiceError, Wording } from '@monotable/protocol'

/** An answer before it is written as HTTP. The body is text, sent as UTF-8. */
export interface Answer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: string
  /** The compressed body, which is sent instead. */
  readonly compressed?: Uint8Array
  /** The id of the request, if it got one before it was answered. */
  readonly requestId?: string
  /** Headers in addition to those that every answer has. */
  readonly extraHeaders?: { readonly [name: string]: string }
}

/** These errors spell the message's field with a capital, as seen on AWS; all others have `message`. */
const capitalMessage: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'SerializationException',
  'TransactionCanceledException',
])

/** The failed condition of an ExecuteStatement that returns its item does so, too (seen on AWS in September 2026). */
function isCapital({ name, fields }: ServiceError, target: string | undefined): boolean {
  if (capitalMessage.has(name)) return true
  return (
    name === 'ConditionalCheckFailedException' &&
    'Item' in fields &&
    target?.endsWith('.ExecuteStatement') === true
  )
}

/** DynamoDB's answer to a request that matches no operation, and to any method but POST. */
export const unknownOperationPage: Answer = {
  status: 404,
  contentType: undefined,
  body: '<UnknownOperationException/>\n',
}

/** DynamoDB's answer to a body of more than 16 MiB: only the status. */
export const tooLarge: Answer = { status: 413, contentType: undefined, body: '' }

/** Longer answers are written as soon as they are ready: many of them waiting at once would fill the heap. */
const maxShortLength = 64 * 1024

/** Whether an answer may wait to be written together with others. */
export function isShort({ body }: Answer): boolean {
  return body.length <= maxShortLength
}

/** Returns the answer for an error of the service, in the database's wording, to a request for a target. */
export function errorAnswer(
  error: ServiceError,
  wording: Wording,
  contentType: string,
  target?: string,
): Answer {
  const message = error.messageIn(wording)
  const text = message === '' ? {} : { [isCapital(error, target) ? 'Message' : 'message']: message }
  return {
    status: error.statusCode,
    contentType,
    body: encodeJson({ __type: error.type, ...error.fields, ...text }),
  }
}

/** Returns the checksum that DynamoDB sends with a body: of its UTF-8 bytes, or of the compressed ones. */
export function bodyChecksum({ body, compressed }: Answer): number {
  return crc32(compressed ?? body)
}
