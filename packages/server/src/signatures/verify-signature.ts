import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { ServiceError, type ServiceErrorName } from '@monotable/protocol'
import type { ReceivedRequest } from '../messages/server-request.ts'
import type { AccessKey, AccessKeys } from './access-keys.ts'
import { canonicalRequest } from './canonical-request.ts'
import { type Authorization, requireSigningDate } from './parse-authorization.ts'
import { formatSignatureDate, parseSignatureDate } from './signature-date.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What signatures are verified against. */
export interface SignatureContext {
  readonly accessKeys: AccessKeys
  readonly signingKeys: SigningKeys
  /** Returns milliseconds since 1970. */
  readonly clock: () => number
}

/** When a request claims to have been signed. */
interface SignedAt {
  readonly milliseconds: number
  /** For example `20130609T095204Z`. */
  readonly text: string
}

interface Scope {
  readonly accessKeyId: string
  readonly date: string
  readonly region: string
  readonly service: string
}

/** The clock difference that AWS allows. For DynamoDB's clients it was a quarter of an hour until about 2019. */
const allowedSkewMinutes = 5
const algorithm = 'AWS4-HMAC-SHA256'

/**
 * Verifies a request's Signature Version 4; returns the key that signed it. Checks and messages come in DynamoDB's
 * order: date, Host, algorithm, scope, key, token, signature.
 */
export function verifySignature(
  request: ReceivedRequest,
  authorization: Authorization,
  context: SignatureContext,
): AccessKey {
  if (authorization.form === 'query') {
    throw refuse(
      'InvalidSignatureException',
      'This server takes signatures in the Authorization header only.',
    )
  }
  const signedAt = requireDate(request)
  requireCurrent(signedAt, context.clock())
  requireSignedHeaders(authorization.signedHeaders)
  if (authorization.algorithm !== algorithm) {
    const message = `Unsupported AWS 'algorithm': '${authorization.algorithm}' (only ${algorithm} for now). `
    throw refuse('IncompleteSignatureException', message)
  }
  const scope = requireScope(authorization.credential, signedAt)
  const accessKey = context.accessKeys.get(scope.accessKeyId)
  if (accessKey === undefined) throw unrecognized('The security token included in the request is invalid.')
  // A session token names temporary credentials, and this server issues none. AWS ends the sentence with a full stop
  // only if the key is unknown, as seen in September 2026.
  if (request.headers.get('x-amz-security-token') !== undefined) {
    throw unrecognized('The security token included in the request is invalid')
  }
  const key = context.signingKeys.derive(accessKey.secretAccessKey, scope)
  const expected = createHmac('sha256', key)
    .update(textToSign(request, authorization, scope, signedAt))
    .digest()
  if (!matches(expected, authorization.signature)) throw wrongSignature()
  return accessKey
}

function requireDate(request: ReceivedRequest): SignedAt {
  const text = requireSigningDate(request.headers)
  const milliseconds = parseSignatureDate(text)
  if (milliseconds !== undefined) return { milliseconds, text: signatureDate(text, milliseconds) }
  throw refuse(
    'IncompleteSignatureException',
    `Date must be in ISO-8601 'basic format'. Got '${text}'. See http://en.wikipedia.org/wiki/ISO_8601`,
  )
}

/** Returns the date in the form that is signed; only an HTTP date has to be reformatted. */
function signatureDate(text: string, milliseconds: number): string {
  return text.endsWith('Z') ? text : formatSignatureDate(milliseconds)
}

function requireCurrent({ milliseconds, text }: SignedAt, now: number): void {
  const skew = allowedSkewMinutes * 60_000
  if (Math.abs(milliseconds - now) <= skew) return
  const current = formatSignatureDate(now)
  const [early, bound, sign] = milliseconds < now ? [true, now - skew, '-'] : [false, now + skew, '+']
  const validity = early
    ? `expired: ${text} is now earlier than`
    : `not yet current: ${text} is still later than`
  const span = `${formatSignatureDate(bound)} (${current} ${sign} ${allowedSkewMinutes} min.)`
  throw refuse('InvalidSignatureException', `Signature ${validity} ${span}`)
}

/**
 * The Host and the operation must be signed: otherwise, anybody who sees a signature could use it for another operation
 * with the same body.
 */
const mustBeSigned = ['Host', 'X-Amz-Target'] as const

function requireSignedHeaders(signedHeaders: string): void {
  const signed = signedHeaders.toLowerCase().split(';')
  const missing = mustBeSigned.find((name) => !signed.includes(name.toLowerCase()))
  if (missing === undefined) return
  const message = `'${missing}' must be a 'SignedHeader' in the AWS Authorization.`
  throw refuse('InvalidSignatureException', message)
}

function requireScope(credential: string, signedAt: SignedAt): Scope {
  const [accessKeyId, date, region, service, terminator, ...rest] = credential.replace(/\/$/, '').split('/')
  if (accessKeyId === undefined || !date || !region || !service || !terminator || rest.length > 0) {
    throw refuse(
      'IncompleteSignatureException',
      'Credential must have exactly 5 slash-delimited elements, ' +
        `e.g. keyid/date/region/service/term, got '${credential}'`,
    )
  }
  const problems: string[] = []
  if (!isRegion(region)) problems.push('Credential should be scoped to a valid region. ')
  if (service !== 'dynamodb') problems.push("Credential should be scoped to correct service: 'dynamodb'. ")
  if (terminator !== 'aws4_request') {
    problems.push(
      `Credential should be scoped with a valid terminator: 'aws4_request', not '${terminator}'. `,
    )
  }
  const day = signedAt.text.slice(0, 8)
  if (date !== day) {
    problems.push(
      'Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: ' +
        `'${date}' != '${day}', from '${signedAt.text}'.`,
    )
  }
  if (problems.length > 0) throw refuse('InvalidSignatureException', problems.join(''))
  return { accessKeyId, date, region, service }
}

/** Whether a text has the form of a region's name. There is no list of them because new regions open often. */
export function isRegion(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(text)
}

function textToSign(
  request: ReceivedRequest,
  authorization: Authorization,
  scope: Scope,
  signedAt: SignedAt,
): string {
  // No client signs a header twice, and a short list of one repeated name could expand a long header to megabytes.
  const names = authorization.signedHeaders.toLowerCase().split(';')
  if (new Set(names).size < names.length) throw wrongSignature()
  const bodyHash = hash('sha256', request.body)
  const declared = request.headers.get('x-amz-content-sha256')
  if (declared !== undefined && declared !== bodyHash) throw wrongSignature()
  const canonical = canonicalRequest(request, authorization.signedHeaders, bodyHash)
  const scopeText = `${scope.date}/${scope.region}/${scope.service}/aws4_request`
  const canonicalHash = hash('sha256', canonical)
  return `${algorithm}\n${signedAt.text}\n${scopeText}\n${canonicalHash}`
}

function matches(expected: Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function unrecognized(message: string): ServiceError {
  return refuse('UnrecognizedClientException', message)
}

function wrongSignature(): ServiceError {
  return refuse(
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. ' +
      'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  )
}

function refuse(name: ServiceErrorName, message: string): ServiceError {
  return new ServiceError(name, message)
}
