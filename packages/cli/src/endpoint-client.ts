import { type Credentials, signRequest } from '@monotable/server'
import { explainUnreachable } from './messages/explain-unreachable.ts'

/** A DynamoDB somewhere, and how it is spoken to. */
export interface EndpointOptions {
  /** Such as `http://127.0.0.1:8000`. */
  readonly endpoint: string
  readonly region: string
  readonly credentials: Credentials
}

/** What an endpoint answered to a request that it refused; `name` is its code. */
export class EndpointError extends Error {
  override readonly name: string

  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = name
  }
}

/** What a DynamoDB says of keys that it does not know, or that did not sign a request. */
const keyFaults =
  /^(?:UnrecognizedClient|InvalidSignature|IncompleteSignature|MissingAuthenticationToken|ExpiredToken)(?:Exception)?$/

/** Why a request to an endpoint failed, in words for a person. */
export function explainEndpointError({ name, message }: Error, endpoint: string): string {
  if (name === 'NetworkError') return message
  // What is no answer of DynamoDB's has no name but its status.
  if (name.startsWith('HTTP '))
    return `What is at ${endpoint} does not answer as DynamoDB does: ${message}\nSee that --endpoint is right.`
  const advice = `${endpoint} wants other access keys: name them by --profile, or by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  return keyFaults.test(name) ? `${name}: ${message}\n${advice}` : `${name}: ${message}`
}

/** Sends operations of DynamoDB and of its streams to an endpoint, and gives the answers as JSON says them. */
export type EndpointSend = (operation: string, input: object) => Promise<unknown>

const streamOperations = new Set(['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'])
const timeoutMs = 30_000

/** Makes a client for any DynamoDB: a few lines of JSON over HTTP, with a signature. */
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
    // The host is what fetch itself sends.
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

/** Asks an endpoint by other means than the client, and gives it up when nothing comes for as long. */
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

/** AWS has its streams at a host of their own; others have everything at one. */
export function streamsUrl(endpoint: string): URL {
  const url = new URL(endpoint)
  if (/^dynamodb\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname))
    url.hostname = `streams.${url.hostname}`
  return url
}

/** What an answer says, of which `text` is the body; throws what was refused. */
export function answerOf(response: Response, text: string): unknown {
  const answer = parse(text)
  if (response.ok && answer !== undefined) return answer
  const { __type: type = '', message, Message } = (answer ?? {}) as { [name: string]: unknown }
  const name = String(type).split('#').at(-1) || `HTTP ${response.status}`
  throw new EndpointError(
    name,
    String(message ?? Message ?? `the answer was ${response.status} ${oneLine(text)}`),
  )
}

/** The beginning of an answer that is not DynamoDB's: often a page. */
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

/** Asks whether anybody answers at an endpoint, whatever it is; says what is wrong if nobody does. */
export async function findUnreachable(endpoint: string): Promise<string | undefined> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    return undefined
  } catch (error) {
    return explainUnreachable(endpoint, error)
  }
}
