import { createHmac, hash } from 'node:crypto'
import { canonicalRequest } from './canonical-request.ts'
import { formatSignatureDate } from './signature-date.ts'
import { SigningKeys } from './signing-keys.ts'

/** The keys of the sender of a request. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The token of temporary credentials. */
  readonly sessionToken?: string
}

/** A request to sign. */
export interface UnsignedRequest {
  /** The headers, with names in lower case; `host` must be among them. */
  readonly headers: { readonly [name: string]: string }
  readonly body: string
  readonly region: string
  /** DynamoDB and its streams by default. */
  readonly service?: string
  readonly credentials: Credentials
  /** The time in milliseconds since 1970. */
  readonly timeMs: number
}

const signingKeys = new SigningKeys()

/** Signs a POST request to `/`; returns its headers including the Signature Version 4. */
export function signRequest(request: UnsignedRequest): { readonly [name: string]: string } {
  const { body, region, service = 'dynamodb', credentials, timeMs } = request
  const date = formatSignatureDate(timeMs)
  const token = credentials.sessionToken
  const headers: { readonly [name: string]: string } = {
    ...request.headers,
    'x-amz-date': date,
    ...(token === undefined ? {} : { 'x-amz-security-token': token }),
  }
  const signedHeaders = Object.keys(headers).sort().join(';')
  const received = { method: 'POST', path: '/', headers: new Map(Object.entries(headers)), body: Buffer.of() }
  const canonical = canonicalRequest(received, signedHeaders, hash('sha256', body))
  const scope = { date: date.slice(0, 8), region, service }
  const scopeText = `${scope.date}/${region}/${service}/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${date}\n${scopeText}\n${hash('sha256', canonical)}`
  const key = signingKeys.derive(credentials.secretAccessKey, scope)
  const signature = createHmac('sha256', key).update(text).digest('hex')
  const credential = `${credentials.accessKeyId}/${scopeText}`
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}
