import { encodeUtf8, formatHex } from '../util/utf8.ts'

/** The credentials that sign requests. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** The parts of a request that are signed. */
export interface UnsignedRequest {
  readonly host: string
  readonly target: string
  readonly body: string
  readonly region: string
  /** Milliseconds since 1970. */
  readonly now: number
}

const service = 'dynamodb'

/** Returns the headers of a request to DynamoDB, signed with Signature Version 4. */
export async function signRequest(
  request: UnsignedRequest,
  credentials: Credentials,
): Promise<Record<string, string>> {
  const { host, target, body, region, now } = request
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': time,
    ...(credentials.sessionToken !== undefined && { 'x-amz-security-token': credentials.sessionToken }),
    'x-amz-target': target,
  }
  const names = Object.keys(headers)
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', '', lines, names.join(';'), await digest(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, await digest(canonical)].join('\n')
  let key: Uint8Array<ArrayBuffer> = encodeUtf8(`AWS4${credentials.secretAccessKey}`)
  for (const part of [day, region, service, 'aws4_request', toSign])
    key = new Uint8Array(await hmac(key, part))
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${formatHex(key)}`
  const { host: _, ...sent } = headers
  return { ...sent, authorization }
}

async function digest(text: string): Promise<string> {
  return formatHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(text))))
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return crypto.subtle.sign('HMAC', imported, encodeUtf8(text))
}
