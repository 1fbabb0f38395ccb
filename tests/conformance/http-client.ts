import { createHash, createHmac } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Answer } from './target.ts'

/** Where to send requests, and with which credentials to sign them. */
export interface HttpClientOptions {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface HttpClient {
  /** Sends a request. A request to another region is signed for that region and, on AWS, sent there. */
  call(operation: string, input: unknown, region?: string): Promise<Answer>
  close(): void
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The operations of DynamoDB Streams, which are a service of their own. */
const streamOperations: ReadonlySet<string> = new Set([
  'DescribeStream',
  'GetRecords',
  'GetShardIterator',
  'ListStreams',
])

/** Returns the headers of a POST to `/`, signed with Signature Version 4. */
function signedHeaders(
  options: HttpClientOptions,
  operation: string,
  body: string,
): { [name: string]: string } {
  const date = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const headers: { [name: string]: string } = {
    'content-type': 'application/x-amz-json-1.0',
    host: new URL(options.endpoint).host,
    'x-amz-date': date,
    'x-amz-target': `${streamOperations.has(operation) ? 'DynamoDBStreams' : 'DynamoDB'}_20120810.${operation}`,
    ...(options.sessionToken ? { 'x-amz-security-token': options.sessionToken } : {}),
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = `${day}/${options.region}/dynamodb/aws4_request`
  const key = [options.region, 'dynamodb', 'aws4_request'].reduce(
    (parent, part) => hmac(parent, part),
    hmac(`AWS4${options.secretAccessKey}`, day),
  )
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const signature = hmac(key, toSign).toString('hex')
  const credential = `${options.accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization, 'content-length': String(Buffer.byteLength(body)) }
}

/** A plain client that signs, posts and reads the answer. It never retries. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const url = new URL(options.endpoint)
  const agent = url.protocol === 'https:' ? undefined : new Agent({ keepAlive: true, maxSockets: 4 })
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const post = (operation: string, body: string, region: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const endpoint = options.endpoint.replace(`.${options.region}.`, `.${region}.`)
      const headers = signedHeaders({ ...options, endpoint, region }, operation, body)
      const outgoing = send(new URL(endpoint), { method: 'POST', headers, agent }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
        incoming.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return {
    async call(operation, input, region = options.region) {
      return readAnswer(await post(operation, JSON.stringify(input), region))
    },
    close: () => agent?.destroy(),
  }
}

function readAnswer({ status, text }: { status: number; text: string }): Answer {
  if (status === 200) return { output: text === '' ? '' : JSON.parse(text) }
  let body: { [name: string]: unknown }
  try {
    body = JSON.parse(text)
  } catch {
    return { error: { name: `HTTP ${status}`, message: text, fields: {} } }
  }
  const { __type: type, message, Message, ...fields } = body
  return {
    error: {
      name: String(type ?? `HTTP ${status}`).replace(/^.*#/, ''),
      message: String(message ?? Message ?? ''),
      fields,
    },
  }
}
