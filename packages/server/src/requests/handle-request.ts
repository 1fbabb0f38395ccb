import { giveWay, largeInputBytes, printable } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { ConfigurationError } from '../configuration-error.ts'
import { type Answer, bodyChecksum, errorAnswer, tooLarge, unknownOperationPage } from '../messages/answer.ts'
import { decodeContent, maxBodyBytes } from '../messages/decode-content.ts'
import { findOperation } from '../messages/known-targets.ts'
import { createRequestIds } from '../messages/request-ids.ts'
import type { ReceivedRequest, ServerRequest, ServerResponse } from '../messages/server-request.ts'
import type { AccessKeys } from '../signatures/access-keys.ts'
import { SigningKeys } from '../signatures/signing-keys.ts'
import { allowAnyOrigin, answerPreflight, refuseForeignPage } from './cross-origin.ts'
import type { Caller, ExecutesOperations } from './executes-operations.ts'
import { type CallerRules, identifyCaller } from './identify-caller.ts'
import { answerMetrics, type MetricsRules } from './metrics-pages.ts'
import { malformedBody, parseBody } from './parse-body.ts'
import { answerReady } from './ready-page.ts'
import { ServerMetrics } from './server-metrics.ts'

/** How requests are answered. */
export interface HandlerOptions {
  /** The region of callers that name none in their signature. Default `us-east-1`. */
  readonly region?: string
  /** Whether callers of all regions see the same tables. Default false. */
  readonly shared?: boolean
  /** The access keys with which requests must be signed; without them any signature is accepted. */
  readonly auth?: AccessKeys
  /** Whether pages of any origin may send requests from a browser. By default, pages of other sites may not. */
  readonly cors?: boolean
  /**
   * Whether `GET /metrics`, `GET /requests` and `GET /heat` are answered. Default true; with `auth`, only with a token.
   */
  readonly metrics?: boolean
  /** What readers of those pages must send, as `Authorization: Bearer …`. */
  readonly metricsToken?: string
  /** Returns milliseconds since 1970, to check the age of signatures. */
  readonly clock?: () => number
  /**
   * Called with every failure that the client sees as the server's own, such as an InternalServerError; with a text if
   * it is not an error.
   */
  readonly onError?: (error: unknown) => void
}

/** Options with their defaults, and what is kept between requests. */
export interface HandlerContext {
  callers: CallerRules
  readonly cors: boolean
  metricsRules: MetricsRules
  readonly metrics: ServerMetrics
  readonly nextRequestId: () => string
  readonly onError: (error: unknown) => void
}

export function createHandlerContext(options: HandlerOptions = {}): HandlerContext {
  const { auth, clock = Date.now } = options
  return {
    callers: {
      region: options.region ?? 'us-east-1',
      shared: options.shared ?? false,
      known: new Map(),
      signatures: auth && { accessKeys: auth, signingKeys: new SigningKeys(), clock },
    },
    cors: options.cors ?? false,
    metricsRules: {
      isOn: options.metrics ?? true,
      token: options.metricsToken,
      isGuarded: auth !== undefined,
    },
    metrics: new ServerMetrics(),
    nextRequestId: createRequestIds(),
    onError: options.onError ?? (() => {}),
  }
}

/** Replaces the access keys for requests from now on. What was remembered of callers is discarded with the old keys. */
export function renewAccessKeys(context: HandlerContext, accessKeys: AccessKeys): void {
  const { signatures } = context.callers
  if (signatures === undefined) throw new ConfigurationError('The server has no access keys.')
  context.callers = {
    ...context.callers,
    known: new Map(),
    signatures: { ...signatures, accessKeys, signingKeys: new SigningKeys() },
  }
}

const defaultContext = createHandlerContext()
const contexts = new WeakMap<HandlerOptions, HandlerContext>()

/**
 * Answers one request of DynamoDB's HTTP interface (AWS JSON 1.0), whole body in, whole body out.
 *
 * @example
 * const response = await handleRequest(db, {
 *   method: 'POST',
 *   path: '/',
 *   headers: {
 *     'content-type': 'application/x-amz-json-1.0',
 *     'x-amz-target': 'DynamoDB_20120810.ListTables',
 *     'x-amz-date': '20260801T000000Z',
 *     authorization: 'AWS4-HMAC-SHA256 Credential=a/20260801/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
 *   },
 *   body: Buffer.from('{}'),
 * })
 * // { status: 200, headers: { 'x-amz-crc32': '…', … }, body: '{"TableNames":[]}' }
 */
export async function handleRequest(
  db: ExecutesOperations,
  request: ServerRequest,
  options?: HandlerOptions,
): Promise<ServerResponse> {
  const context = options === undefined ? defaultContext : contextOf(options)
  const answer = await answerRequest(db, { ...request, headers: lowerCaseNames(request.headers) }, context)
  return {
    status: answer.status,
    headers: answerHeaders(answer, answer.requestId ?? context.nextRequestId()),
    body: answer.body,
  }
}

function lowerCaseNames(headers: ServerRequest['headers']): ReadonlyMap<string, string | undefined> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function contextOf(options: HandlerOptions): HandlerContext {
  const known = contexts.get(options)
  if (known !== undefined) return known
  const context = createHandlerContext(options)
  contexts.set(options, context)
  return context
}

/** Returns the headers of an answer, except those of the connection. */
export function answerHeaders(answer: Answer, requestId: string): { [name: string]: string } {
  if (answer === tooLarge) return {}
  return {
    ...(answer.contentType === undefined ? {} : { 'Content-Type': answer.contentType }),
    'x-amzn-RequestId': requestId,
    'x-amz-crc32': String(bodyChecksum(answer)),
    ...answer.extraHeaders,
  }
}

/** Decides on the answer to a request. Never rejects. */
export function answerRequest(
  db: ExecutesOperations,
  request: ReceivedRequest,
  context: HandlerContext,
): Promise<Answer> {
  if (!context.cors || request.headers.get('origin') === undefined) return answerMethod(db, request, context)
  if (request.method === 'OPTIONS') return Promise.resolve(answerPreflight(request))
  return answerMethod(db, request, context).then(allowAnyOrigin)
}

function answerMethod(
  db: ExecutesOperations,
  request: ReceivedRequest,
  context: HandlerContext,
): Promise<Answer> {
  const { method, path, body } = request
  if (body.length > maxBodyBytes) return Promise.resolve(tooLarge)
  const isRoot = path === '/' || path.startsWith('/?')
  if (isRoot && method === 'POST') return answerPost(db, request, context)
  // What waits for a server to be up often asks for the head alone; the connection leaves out the body.
  const isLook = method === 'GET' || method === 'HEAD'
  if (isRoot && isLook) return Promise.resolve(healthPage(context.callers.region))
  if (path === '/ready' && isLook) return answerReady(db)
  const { metricsRules: rules, metrics } = context
  return answerMetrics(db, request, { rules, own: () => metrics.text() }).catch((error: unknown) => {
    context.onError(error)
    return { status: 500, contentType: 'text/plain', body: 'The database does not answer.\n' }
  })
}

/** The trailing space is DynamoDB's. */
function healthPage(region: string): Answer {
  return { status: 200, contentType: undefined, body: `healthy: dynamodb.${region}.amazonaws.com ` }
}

async function answerPost(
  db: ExecutesOperations,
  request: ReceivedRequest,
  context: HandlerContext,
): Promise<Answer> {
  const declared = request.headers.get('content-type') ?? ''
  const contentType = declared === amzJson ? amzJson : (declared.split(';', 1)[0] ?? '').trim()
  const isJson = contentType === amzJson || contentType === plainJson
  if (!isJson && request.body.length > 0) return unknownOperationPage
  const answerType = contentType === amzJson ? amzJson : plainJson
  const requestId = context.nextRequestId()
  try {
    const encoding = request.headers.get('content-encoding')
    const known = isCostly(request, encoding) ? identifySigner(request, context.callers) : undefined
    const body = encoding === undefined ? request.body : await decodeContent(request.body, encoding)
    if (body === 'too-large') return tooLarge
    if (body === 'malformed') throw undecodable(encoding)
    const text = await execute(db, { request, body, known, requestId, context })
    context.metrics.answered(200)
    return { status: 200, contentType: answerType, body: text, requestId }
  } catch (error) {
    const refusal = error instanceof ServiceError ? error : internalServerError()
    if (refusal.statusCode >= 500)
      context.onError(refusal.cause instanceof NotDecoded ? refusal.cause.message : error)
    context.metrics.answered(refusal.statusCode)
    const target = request.headers.get('x-amz-target')
    return { ...errorAnswer(refusal, db.messages, answerType, target), requestId }
  }
}

/** Why a body could not be read. It is only logged; the answer does not say. */
class NotDecoded extends Error {}

/** AWS answers 500, too, both for an unknown encoding and for invalid gzip, according to Alternator's tests. */
function undecodable(encoding = ''): ServiceError {
  const shown = printable(JSON.stringify(encoding.slice(0, 50)))
  const cause = new NotDecoded(
    `A request was answered 500, as on AWS: its body could not be decoded. Its Content-Encoding is ${shown}; ` +
      'a body must be valid gzip and nothing else, or not be encoded.',
  )
  return internalServerError(cause)
}

const amzJson = 'application/x-amz-json-1.0'
const plainJson = 'application/json'

interface DecodedRequest {
  readonly request: ReceivedRequest
  readonly body: Uint8Array
  /** The caller, if already identified. */
  readonly known: Caller | undefined
  readonly requestId: string
  readonly context: HandlerContext
}

/** Parsing a body of megabytes can take seconds, in which nobody else is answered. */
const longBodyBytes = 64 * 1024

/** Whether reading a body is not for everybody. However short a compressed one is, it may unfold to megabytes. */
function isCostly({ body }: ReceivedRequest, encoding: string | undefined): boolean {
  return encoding !== undefined || body.length > longBodyBytes
}

/** Identifies the caller where signatures are verified; elsewhere anybody would be let in. */
function identifySigner(request: ReceivedRequest, callers: CallerRules): Caller | undefined {
  return callers.signatures && identifyCaller(request, callers)
}

/**
 * The order is DynamoDB's: malformed JSON, unknown operation, signature, and only then a missing body. But where
 * signatures are verified, a costly body is decoded and parsed only for known callers.
 */
function execute(
  db: ExecutesOperations,
  { request, body, known, requestId, context }: DecodedRequest,
): Promise<string> {
  const { callers } = context
  const input = body.length === 0 ? undefined : parseBody(body)
  const operation = findOperation(request.headers.get('x-amz-target') ?? '')
  if (operation === undefined) throw new ServiceError('UnknownOperationException', '')
  // A verified signature proves well enough who has sent a request.
  const isOpen = !context.cors && callers.signatures === undefined
  if (isOpen) refuseForeignPage(request)
  const caller = known ?? identifyCaller(request, callers)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw malformedBody()
  const endpoint = operation === 'DescribeEndpoints' ? request.headers.get('host') : undefined
  const details = { requestId, accessKeyId: caller.accessKeyId, sizeBytes: body.length }
  const asked = endpoint === undefined ? caller : { ...caller, endpoint }
  const run = () => db.execute(operation, input, asked, details)
  // The body was parsed just now, and working on it can take as long again.
  return body.length < largeInputBytes ? run() : giveWay().then(run)
}

function internalServerError(cause?: Error): ServiceError {
  return new ServiceError(
    'InternalServerError',
    'The request processing has failed because of an unknown error, exception or failure.',
    { cause },
  )
}
