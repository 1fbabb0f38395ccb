import { type Credentials, signRequest } from '@monotable/server'
import { explainUnreachable } from './messages/explain-unreachable.ts'

/** The address of a DynamoDB endpoint, and the region and keys that sign requests to it. */
export interface EndpointOptions {
  /** Such as `http://127.0.0.1:8000`. */
  readonly endpoint: string
  readonly region: string
  readonly credentials: Credentials
}

/** The error that an endpoint answered with when it refused a request; `name` is its code. */
export class EndpointError extends Error {
  override readonly name: string

  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = name
  }
}

/** The error codes with which DynamoDB rejects unknown keys and wrong signatures. */
const keyFaults =
  /^(?:UnrecognizedClient|InvalidSignature|IncompleteSignature|MissingAuthenticationToken|ExpiredToken)(?:Exception)?$/

/** Explains to a person why a request to an endpoint failed. */
export function explainEndpointError({ name, message }: Error, endpoint: string): string {
  if (name === 'NetworkError') return message
  // An answer that is not DynamoDB's has no error code; its name is made from the HTTP status.
  if (name.startsWith('HTTP '))
    return `The server at ${endpoint} does not answer like DynamoDB: ${message}\nCheck --endpoint.`
  const advice = `${endpoint} does not accept these access keys: choose others with --profile, or with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  return keyFaults.test(name) ? `${name}: ${message}\n${advice}` : `${name}: ${message}`
}

/** Sends operations of DynamoDB and DynamoDB Streams to an endpoint, and returns the parsed JSON answers. */
export type EndpointSend = (operation: string, input: object) => Promise<unknown>

const streamOperations = new Set(['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'])
const timeoutMs = 30_000

/** Makes a client for any DynamoDB endpoint: a few lines of JSON over HTTP, with signed requests. */
export function createEndpointClient({ endpoint, region, credentials }: EndpointOptions): EndpointSend {
  return async (operation, input) => {
    const isOfStreams = streamOperations.has(operation)
    const url = isOfStreams ? streamsUrl(endpoint) : new URL(endpoint)
    const body = JSON.stringify(input)
    const headers = signRequest({
      headers: {
        host: url.host,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${isOfStreams ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810'}.${operation}`,
      },
      body,
      region,
      credentials,
      timeMs: Date.now(),
    })
    // fetch sets the host header itself.
    const { host: _, ...sent } = headers
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, { method: 'POST', headers: sent, body, signal })
      return answerOf(response, await response.text())
    } catch (cause) {
      if (cause instanceof EndpointError) throw cause
      throw unreachable(url.href, cause)
    }
  }
}

function unreachable(endpoint: string, cause: unknown): EndpointError {
  return new EndpointError('NetworkError', explainUnreachable(endpoint, cause), { cause })
}

/** Asks an endpoint without the client, with the same timeout as the client. */
export async function withinTime<Answer>(
  endpoint: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await ask(signal)
  } catch (error) {
    throw signal.aborted ? unreachable(endpoint, error) : error
  }
}

/** Returns the address of an endpoint's streams: AWS has a separate host for them, others use the same one. */
export function streamsUrl(endpoint: string): URL {
  const url = new URL(endpoint)
  if (/^dynamodb\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname))
    url.hostname = `streams.${url.hostname}`
  return url
}

/** Parses an answer whose body is `text`; throws if the request was refused. */
export function answerOf(response: Response, text: string): unknown {
  const answer = parse(text)
  if (response.ok && answer !== undefined) return answer
  const { __type: type = '', message, Message } = (answer ?? {}) as { [name: string]: unknown }
  const name = String(type).split('#').at(-1) || `HTTP ${response.status}`
  throw new EndpointError(
    name,
    String(message ?? Message ?? `it answered ${response.status} ${oneLine(text)}`),
  )
}

/** Returns the beginning of an answer that is not DynamoDB's; it is often an HTML page. */
function oneLine(text: string): string {
  return text.slice(0, 200).replaceAll(/\s+/g, ' ').trim()
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks whether anything answers at an endpoint; returns what is wrong if nothing does. */
export async function findUnreachable(endpoint: string): Promise<string | undefined> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    return undefined
  } catch (error) {
    return explainUnreachable(endpoint, error)
  }
}
