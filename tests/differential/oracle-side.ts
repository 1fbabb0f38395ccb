import { Agent, request as httpRequest } from 'node:http'
import type { Answer, Json, Request, Side } from './exchange.ts'

/** Connects to DynamoDB Local on a local port. */
export function openOracleSide(port: number): Side {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  return {
    name: 'DynamoDB Local',
    send: async (request) => readAnswer(await post({ port, agent, request })),
    close: async () => agent.destroy(),
  }
}

interface Posting {
  readonly port: number
  readonly agent: Agent
  readonly request: Request
}

/** DynamoDB Local requires a key id but verifies nothing. */
const authorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'

/** The operations of DynamoDB Streams, which are a service of their own. */
const streamOperations: ReadonlySet<string> = new Set(['DescribeStream', 'GetRecords', 'GetShardIterator'])

function post({ port, agent, request: { operation, input } }: Posting): Promise<Reply> {
  const service = streamOperations.has(operation) ? 'DynamoDBStreams' : 'DynamoDB'
  const headers = {
    'X-Amz-Target': `${service}_20120810.${operation}`,
    'Content-Type': 'application/x-amz-json-1.0',
    Authorization: authorization,
  }
  return new Promise((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', port, agent, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
      })
    })
    call.on('error', reject)
    call.end(JSON.stringify(input))
  })
}

interface Reply {
  readonly status: number
  readonly text: string
}

function readAnswer({ status, text }: Reply): Answer {
  const body = (text === '' ? {} : JSON.parse(text)) as Json
  if (status === 200) return { body }
  const { __type, message, Message, ...fields } = body
  return {
    error: String(__type ?? `HTTP ${status}`).replace(/^.*#/, ''),
    message: String(message ?? Message ?? ''),
    fields,
  }
}
