import { type Credentials, signRequest } from '@monotable/model/endpoint'
import type { ConnectionInfo, ServiceFailure } from '../shared/api.ts'
import type { Connection, ConnectionAnswer, Observations } from './connection.ts'

/** The address of a DynamoDB endpoint, and the region and keys to use with it. */
export interface EndpointOptions {
  readonly kind: Exclude<ConnectionInfo['kind'], 'embedded'>
  readonly name: string
  /** Such as `http://127.0.0.1:8000`. */
  readonly endpoint: string
  readonly region: string
  /** The AWS profile that the keys come from. */
  readonly profile?: string | undefined
  /** Called for each request, since temporary keys may have been replaced. */
  readonly credentials: () => Promise<Credentials>
  readonly now: () => number
  readonly observations?: Observations | undefined
  /** Called with the id of each request that was answered. */
  readonly onAnswered?: ((requestId: string) => void) | undefined
}

const streamOperations: ReadonlySet<string> = new Set([
  'DescribeStream',
  'GetRecords',
  'GetShardIterator',
  'ListStreams',
])
const timeoutMs = 30_000
/** Answers of DynamoDB have at most 16 MB; larger ones are not read. */
const maxAnswerBytes = 20 * 1024 * 1024

/**
 * Makes a connection to any DynamoDB endpoint: JSON over HTTP, with signed requests. Answers are passed on unchanged.
 */
export function endpointConnection(options: EndpointOptions): Connection {
  const { kind, name, endpoint, region, observations } = options
  return {
    kind,
    name,
    address: endpoint,
    endpoint,
    region,
    ...(options.profile !== undefined && { profile: options.profile }),
    ...(observations !== undefined && { observations }),
    send: async (operation, input) => {
      let credentials: Credentials
      try {
        credentials = await options.credentials()
      } catch (error) {
        const message = `There are no access keys for ${name}: ${error instanceof Error ? error.message : error}`
        return { error: { name: 'CredentialsError', message } }
      }
      try {
        return await sendTo(options, credentials, { operation, input })
      } catch (error) {
        return {
          error: { name: 'NetworkError', message: `${endpoint} cannot be reached: ${reasonOf(error)}` },
        }
      }
    },
  }
}

async function sendTo(
  options: EndpointOptions,
  credentials: Credentials,
  { operation, input }: { readonly operation: string; readonly input: object },
): Promise<ConnectionAnswer> {
  const { endpoint, region, now } = options
  const isOfStreams = streamOperations.has(operation)
  const url = isOfStreams ? streamsUrl(endpoint) : new URL('/', endpoint)
  const target = `${isOfStreams ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810'}.${operation}`
  const body = JSON.stringify(input)
  const headers = await signRequest({ host: url.host, target, body, region, now: now() }, credentials)
  const signal = AbortSignal.timeout(timeoutMs)
  // A redirect would send a signed request elsewhere.
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  options.onAnswered?.(response.headers.get('x-amzn-requestid') ?? '')
  return readAnswer(response, await readText(response))
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length
    if (sizeBytes > maxAnswerBytes) throw new RangeError('its answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Checks an answer. Its text is passed to the page unchanged, so it must be JSON. */
function readAnswer(response: Response, text: string): ConnectionAnswer {
  const answer = parse(text)
  if (response.ok && answer !== undefined) return { output: text === '' ? '{}' : text }
  return { error: failureOf(response.status, answer, text) }
}

function failureOf(status: number, answer: unknown, text: string): ServiceFailure {
  const { __type: type = '', message, Message, ...fields } = (answer ?? {}) as { [name: string]: unknown }
  const name = String(type).split('#').at(-1) || `HTTP ${status}`
  return { ...fields, name, message: String(message ?? Message ?? `It answered: ${text.slice(0, 200)}`) }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the address of an endpoint's streams: AWS has a separate host for them, others use the same one. */
function streamsUrl(endpoint: string): URL {
  const url = new URL('/', endpoint)
  if (/^dynamodb\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname)) {
    url.hostname = `streams.${url.hostname}`
  }
  return url
}

/** Returns why a fetch failed: its own message says only that it did, and the cause says why. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}
