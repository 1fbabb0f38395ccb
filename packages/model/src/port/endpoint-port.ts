import { ModelError } from '../model-error.ts'
import { fromBase64, toBase64 } from '../util/base64url.ts'
import { type Clock, systemClock } from '../util/clock.ts'
import type { Port } from './port.ts'
import { type Credentials, signRequest } from './sign-request.ts'

/** The address of a database, and the credentials of the caller. */
export interface EndpointOptions {
  readonly endpoint: string
  readonly region?: string
  readonly credentials?: Credentials
  readonly clock?: Clock
}

/** A server on the same machine accepts anyone; DynamoDB accepts no request without credentials. */
const anybody: Credentials = { accessKeyId: 'anybody', secretAccessKey: 'anybody' }

/**
 * Sends requests to a Monotable server or to DynamoDB by HTTP, without the AWS SDK. It signs requests, and does nothing
 * else that the SDK does: it looks for no credentials, and does not retry.
 */
export function endpointPort(options: EndpointOptions): Port {
  const { endpoint, region = 'us-east-1', credentials = anybody, clock = systemClock } = options
  const url = endpointUrl(endpoint)
  return {
    send: async (operation, input, options) => {
      const body = JSON.stringify(input, encodeBinary)
      const target = `DynamoDB_20120810.${operation}`
      const headers = await signRequest(
        { host: url.host, target, body, region, now: clock.now() },
        credentials,
      )
      const signal = options?.abortSignal ?? null
      const { ok, status, text } = await ask(url, { method: 'POST', headers, body, signal }).catch(
        (error) => {
          throw signal?.aborted ? error : unreachable(url, error)
        },
      )
      if (!ok) throw refusal(text, status)
      return answer(text, status) as never
    },
  }
}

/** Sends a request and reads the whole answer, since the connection may also break in the middle of it. */
async function ask(url: URL, request: RequestInit) {
  const response = await fetch(url, request)
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function endpointUrl(endpoint: string): URL {
  if (/^https?:/i.test(endpoint) && URL.canParse(endpoint)) return new URL('/', endpoint)
  const message = `"${endpoint}" is not the URL of a server: it must begin with http:// or https://`
  throw new ModelError('CLIENT', message, { expected: 'URL' })
}

/**
 * Returns the error for a failed connection: that of fetch only says that it failed, and has the reason in its cause.
 */
function unreachable({ origin }: URL, error: Error): ModelError<'CLIENT'> {
  const { code, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string }
  return new ModelError(
    'CLIENT',
    `${origin} cannot be reached: ${code ?? message}`,
    { expected: origin },
    error,
  )
}

/** Returns the error for a refusal of the service: `name` is its code, as in the AWS SDK. */
function refusal(text: string, status: number): Error {
  try {
    const { __type = '', message, Message, ...fields } = parseBody(text) as { [name: string]: string }
    return refusalOf(__type.split('#').at(-1), message ?? Message, fields)
  } catch {
    return foreign(status)
  }
}

function answer(text: string, status: number): object {
  try {
    return parseBody(text)
  } catch {
    throw foreign(status)
  }
}

function foreign(status: number): Error {
  return refusalOf('InternalServerError', `The endpoint answered with status ${status}, unlike DynamoDB`)
}

function refusalOf(name: string | undefined, message: string | undefined, fields?: object): Error {
  return Object.assign(new Error(message), fields, { name })
}

/**
 * Encodes binary as base64, which JSON does not have. Reads the original value, as a Buffer's `toJSON` has already
 * replaced `value`.
 */
function encodeBinary(this: { readonly [name: string]: unknown }, name: string, value: unknown): unknown {
  const given = this[name]
  return given instanceof Uint8Array ? toBase64(given) : value
}

function parseBody(text: string): object {
  // Most answers contain no binary, and are parsed without the reviver.
  return (text.includes('"B') ? JSON.parse(text, decodeBinary) : JSON.parse(text)) as object
}

/** Decodes binary. An attribute may be named B too, but then its value is an object. */
function decodeBinary(name: string, value: unknown): unknown {
  if (name === 'B' && typeof value === 'string') return fromBase64(value)
  const isSet = name === 'BS' && Array.isArray(value) && value.every((element) => typeof element === 'string')
  return isSet ? value.map((element: string) => fromBase64(element)) : value
}
