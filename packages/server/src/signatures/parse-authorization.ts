import { ServiceError } from '@monotable/protocol'
import type { HeaderValues, ReceivedRequest } from '../messages/server-request.ts'

/** What a request says about its signature, unverified. */
export interface Authorization {
  readonly form: 'header' | 'query'
  readonly algorithm: string
  /** `keyid/date/region/service/term` if it is well-formed. */
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
}

const queryParameters = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
  'X-Amz-Date',
] as const

/**
 * Reads the signature of a request from its Authorization header or its query string; throws DynamoDB's answer if there
 * is none, or parts of it are missing.
 */
export function parseAuthorization(request: ReceivedRequest): Authorization {
  const header = request.headers.get('authorization')
  const queryStart = request.path.indexOf('?')
  const query = queryStart < 0 ? undefined : new URLSearchParams(request.path.slice(queryStart + 1))
  const inQuery = query?.has('X-Amz-Algorithm') === true
  if (header && inQuery) {
    throw new ServiceError(
      'InvalidSignatureException',
      "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
    )
  }
  if (inQuery) return parseQuery(query)
  if (!header?.trim().startsWith('AWS4-')) {
    throw new ServiceError('MissingAuthenticationTokenException', 'Request is missing Authentication Token')
  }
  return parseHeader(header, request.headers)
}

const missingDate = "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "

/** Returns when a request says that it was signed, as it wrote it. */
function signingDate(headers: HeaderValues): string | undefined {
  return headers.get('x-amz-date') || headers.get('date') || undefined
}

/**
 * Returns when a request says that it was signed, as it wrote it, or throws DynamoDB's answer to one that does not. Only
 * a signature that is verified needs its date: requests that were written by hand often have none, and DynamoDB Local
 * takes them, too.
 */
export function requireSigningDate(headers: HeaderValues): string {
  const date = signingDate(headers)
  if (date === undefined) throw incomplete(`${missingDate}Authorization=${headers.get('authorization')}`)
  return date
}

/** Authorization : Algorithm ( ( "," | " " )+ Key "=" Value )* */
function parseHeader(header: string, headers: HeaderValues): Authorization {
  const text = header.trim()
  let credential = ''
  let signature = ''
  let signedHeaders = ''
  const endOfPiece = findEnds(text)
  const algorithmEnd = endOfPiece(0)
  for (let at = algorithmEnd + 1, end: number; at < text.length; at = end + 1) {
    end = endOfPiece(at)
    if (end === at) continue
    const equals = text.indexOf('=', at)
    if (equals < 0 || equals > end) throw incomplete(notAPair(text.slice(at, end), header))
    if (text.startsWith('Credential=', at)) credential = text.slice(equals + 1, end)
    else if (text.startsWith('SignedHeaders=', at)) signedHeaders = text.slice(equals + 1, end)
    else if (text.startsWith('Signature=', at)) signature = text.slice(equals + 1, end)
  }
  const problems = missingParts(credential, signature, signedHeaders)
  if (problems.length > 0) {
    if (signingDate(headers) === undefined) problems.push(missingDate)
    throw incomplete(`${problems.join('')}Authorization=${header}`)
  }
  return {
    form: 'header',
    algorithm: text.slice(0, algorithmEnd),
    credential,
    signedHeaders,
    signature,
  }
}

/**
 * Returns a function that finds where a piece ends: at the next comma or space. Pieces must be asked for from left to
 * right, and each separator is searched for only once: otherwise, thousands of commas followed by a distant space would
 * take a thousand times as long.
 */
function findEnds(text: string): (from: number) => number {
  let comma = -1
  let space = -1
  return (from) => {
    if (comma < from) comma = indexOrEnd(text, ',', from)
    if (space < from) space = indexOrEnd(text, ' ', from)
    return Math.min(comma, space)
  }
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

function missingParts(credential: string, signature: string, signedHeaders: string): string[] {
  const problems: string[] = []
  if (credential === '') problems.push("Authorization header requires 'Credential' parameter. ")
  if (signature === '') problems.push("Authorization header requires 'Signature' parameter. ")
  if (signedHeaders === '') problems.push("Authorization header requires 'SignedHeaders' parameter. ")
  return problems
}

function notAPair(pair: string, header: string): string {
  return `'${pair}' not a valid key=value pair (missing equal-sign) in Authorization header: '${header}'.`
}

function parseQuery(query: URLSearchParams): Authorization {
  const missing = queryParameters.filter((name) => !query.get(name))
  if (missing.length > 0) {
    const problems = missing.map((name) => `AWS query-string parameters must include '${name}'. `)
    throw incomplete(`${problems.join('')}Re-examine the query-string parameters.`)
  }
  return {
    form: 'query',
    algorithm: query.get('X-Amz-Algorithm') ?? '',
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
  }
}

function incomplete(message: string): ServiceError {
  return new ServiceError('IncompleteSignatureException', message)
}
