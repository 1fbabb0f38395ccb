import { ServiceError } from '@monotable/protocol'
import { type ExecutesOperations, type HandlerOptions, handleRequest } from '@monotable/server'
import { abortError } from './abort-error.ts'

/** The part of an AWS SDK request that a handler needs. */
interface SdkRequest {
  readonly method: string
  readonly path: string
  readonly query?: { readonly [name: string]: string | readonly string[] | null }
  readonly headers: { readonly [name: string]: string }
  readonly body?: unknown
}

interface SdkHandlerOptions {
  readonly abortSignal?: { readonly aborted: boolean } | undefined
}

interface SdkResponse {
  readonly statusCode: number
  readonly headers: { [name: string]: string }
  readonly body: Uint8Array
}

/** The request handler of an AWS SDK v3 client. */
export interface InProcessHandler {
  handle(request: SdkRequest, options?: SdkHandlerOptions): Promise<{ response: SdkResponse }>
  updateHttpClientConfig(): void
  httpHandlerConfigs(): Record<string, never>
  destroy(): void
}

/** The configuration of an AWS SDK v3 client whose requests stay in this process. */
export interface ClientConfig {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly requestHandler: InProcessHandler
}

/** Makes the configuration: the client signs and serializes as for AWS, but no byte leaves the process. */
export function createClientConfig(db: ExecutesOperations, region: string): ClientConfig {
  const options: HandlerOptions = { region }
  return {
    endpoint: 'http://monotable.localhost',
    region,
    credentials: { accessKeyId: 'monotable', secretAccessKey: 'monotable' },
    requestHandler: {
      handle: async (request, { abortSignal } = {}) => {
        if (abortSignal?.aborted) throw abortError()
        return { response: await handle(db, request, options) }
      },
      updateHttpClientConfig: () => {},
      httpHandlerConfigs: () => ({}),
      destroy: () => {},
    },
  }
}

async function handle(
  db: ExecutesOperations,
  request: SdkRequest,
  options: HandlerOptions,
): Promise<SdkResponse> {
  const { method, headers } = request
  const body = bytesOf(request.body)
  const failures: unknown[] = []
  const watched = watchFailures(db, (failure) => failures.push(failure))
  const response = await handleRequest(watched, { method, path: pathOf(request), headers, body }, options)
  // An answer would not say why, and the SDK would ask again: a database that is closed stays so.
  if (failures.length > 0) throw failures[0]
  return {
    statusCode: response.status,
    headers: lowerCaseNames(response.headers),
    body: Buffer.from(response.body),
  }
}

/** Reports what no service would answer, such as that the database was closed. */
function watchFailures(db: ExecutesOperations, report: (failure: unknown) => void): ExecutesOperations {
  return {
    messages: db.messages,
    execute: (...request) =>
      db.execute(...request).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) report(error)
        throw error
      }),
  }
}

/** Converts header names to lower case, as the SDK expects them. */
function lowerCaseNames(headers: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return body instanceof Uint8Array ? body : new Uint8Array()
}

function pathOf({ path, query = {} }: SdkRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [''])) parameters.append(name, one)
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
