import type { KinesisRecord, KinesisStreamState, KinesisStreams } from '@monotable/engine'
import { type Credentials, signRequest } from '@monotable/server'
import { answerOf, EndpointError } from '../endpoint-client.ts'
import { reasonOf } from '../messages/explain-unreachable.ts'
import { readCredentials } from '../transfer/read-credentials.ts'
import { isKinesisEndpoint } from './is-kinesis-endpoint.ts'

/** The address of a Kinesis endpoint, and the keys that sign requests to it. */
export interface KinesisOptions {
  /** Such as `http://127.0.0.1:4566`, or `https://kinesis.us-east-1.amazonaws.com`. */
  readonly endpoint: string
  /**
   * By default those of the environment or of `~/.aws`. If there are none, any keys are used, except with AWS itself.
   */
  readonly credentials?: Credentials
}

const timeoutMs = 15_000
/** An answer for 500 records takes a tenth of this. */
const maxAnswerBytes = 1024 * 1024

/** Failure messages are stored with the table and shown to anybody who may describe it. */
const maxMessageLength = 300
/** Shorter keys, such as `local`, are ordinary words that may occur in any message, and are not secret. */
const minSecretLength = 8

/** Makes a Kinesis client: a few lines of JSON over HTTP, with signed requests. */
export function createKinesisClient({ endpoint, credentials: given }: KinesisOptions): KinesisStreams {
  if (!isKinesisEndpoint(endpoint)) {
    throw new TypeError('kinesis.endpoint must be a URL such as http://127.0.0.1:4566, without a password')
  }
  const url = new URL(endpoint)
  const credentials = given ?? readCredentials(process.env, { profile: undefined, endpoint })
  const send = (call: Call) => sendCall(new URL('/', url), credentials, call)
  return {
    state: (streamArn, signal) => readState(send, streamArn, signal),
    put: (streamArn, records, signal) => putRecords(send, { streamArn, records, signal }),
  }
}

interface Call {
  readonly operation: string
  readonly streamArn: string
  readonly input: object
  readonly signal: AbortSignal
}

async function readState(
  send: (call: Call) => Promise<unknown>,
  streamArn: string,
  signal: AbortSignal,
): Promise<KinesisStreamState> {
  try {
    const answer = await send({ operation: 'DescribeStreamSummary', streamArn, input: {}, signal })
    const { StreamDescriptionSummary: stream } = (answer ?? {}) as {
      readonly StreamDescriptionSummary?: { readonly StreamStatus?: unknown }
    }
    if (stream === undefined) {
      throw new EndpointError('UnexpectedAnswer', 'the answer is not a DescribeStreamSummary answer')
    }
    switch (stream?.StreamStatus) {
      case 'ACTIVE':
      case 'UPDATING':
        return 'active'
      case 'CREATING':
        return 'creating'
      default:
        return 'inactive'
    }
  } catch (error) {
    const { name } = error as Error
    if (name === 'ResourceNotFoundException' || name === 'AccessDeniedException') return 'absent'
    throw error
  }
}

async function putRecords(
  send: (call: Call) => Promise<unknown>,
  put: {
    readonly streamArn: string
    readonly records: readonly KinesisRecord[]
    readonly signal: AbortSignal
  },
): Promise<readonly boolean[]> {
  const { streamArn, records, signal } = put
  const Records = records.map(({ partitionKey, data }) => {
    return { PartitionKey: partitionKey, Data: Buffer.from(data).toString('base64') }
  })
  const answer = await send({ operation: 'PutRecords', streamArn, input: { Records }, signal })
  const { Records: results } = (answer ?? {}) as { readonly Records?: unknown }
  if (!Array.isArray(results) || results.length !== records.length) {
    throw new EndpointError('UnexpectedAnswer', 'the answer is not a PutRecords answer')
  }
  return results.map(isTaken)
}

/**
 * Whether Kinesis has surely stored a record. If not, it is sent again: at worst it arrives twice, otherwise it would
 * be lost.
 */
function isTaken(
  result: { readonly SequenceNumber?: unknown; readonly ErrorCode?: unknown } | null,
): boolean {
  const { SequenceNumber: number, ErrorCode: fault } = result ?? {}
  return typeof number === 'string' && number !== '' && (fault ?? '') === ''
}

async function sendCall(
  url: URL,
  credentials: Credentials,
  { operation, streamArn, input, signal }: Call,
): Promise<unknown> {
  // Emulators identify a stream by its name; AWS identifies a stream of another account by its ARN.
  const StreamName = streamArn.slice(streamArn.lastIndexOf('/') + 1)
  const body = JSON.stringify({ StreamName, StreamARN: streamArn, ...input })
  const { host: _, ...headers } = signRequest({
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Kinesis_20131202.${operation}`,
    },
    body,
    region: streamArn.split(':')[3] ?? '',
    service: 'kinesis',
    credentials,
    timeMs: Date.now(),
  })
  try {
    return await inTime(signal, async (limit) => {
      const response = await fetch(url, { method: 'POST', headers, body, signal: limit, redirect: 'error' })
      return answerOf(response, await readBounded(response))
    })
  } catch (cause) {
    const { name, message } =
      cause instanceof EndpointError
        ? cause
        : { name: 'NetworkError', message: `${url.origin} cannot be reached: ${reasonOf(cause)}` }
    throw new EndpointError(name, withoutSecrets(message, credentials), { cause })
  }
}

/**
 * Makes a failure message safe to store: one line of limited length, without the keys that signed the request, since
 * AWS may repeat them.
 */
function withoutSecrets(
  message: string,
  { accessKeyId, secretAccessKey, sessionToken = '' }: Credentials,
): string {
  let text = message
  for (const secret of [secretAccessKey, sessionToken, accessKeyId]) {
    if (secret.length >= minSecretLength) text = text.replaceAll(secret, '***')
  }
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line
}

/**
 * Runs some work until a timeout, or until `signal` is aborted. The signal lives as long as the database, so no
 * listener of a call may stay on it; `AbortSignal.any` would leave one.
 */
async function inTime<Result>(
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const end = () => limit.abort(signal.reason)
  const timer = setTimeout(
    () => limit.abort(new Error(`no answer in ${timeoutMs / 1_000} seconds`)),
    timeoutMs,
  )
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** Reads the text of an answer, up to a limit. */
async function readBounded({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxAnswerBytes) throw new EndpointError('UnexpectedAnswer', 'the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
