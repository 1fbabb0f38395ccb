import { describe, expect, it } from 'vitest'
import { handleRequest } from '../requests/handle-request.ts'
import { EchoDatabase } from '../testing/echo-database.ts'
import { parseAccessKeys } from './access-keys.ts'
import { type Credentials, signRequest } from './sign-request.ts'

const timeMs = Date.UTC(2015, 7, 30, 12, 36, 0)
const auth = parseAccessKeys(
  '[{ "accessKeyId": "app", "secretAccessKey": "secret", "policies": "full-access" }]',
)

async function ask(credentials: Credentials): Promise<number> {
  const body = '{"Limit":5}'
  const headers = signRequest({
    headers: {
      host: 'localhost:8000',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDBStreams_20120810.ListStreams',
    },
    body,
    region: 'eu-west-1',
    credentials,
    timeMs,
  })
  const request = { method: 'POST', path: '/', headers, body: Buffer.from(body) }
  return (await handleRequest(new EchoDatabase(), request, { auth, clock: () => timeMs })).status
}

describe('a request signed by us', () => {
  it('is accepted with the right key, and with no other', async () => {
    expect(await ask({ accessKeyId: 'app', secretAccessKey: 'secret' })).toBe(200)
    expect(await ask({ accessKeyId: 'app', secretAccessKey: 'guess' })).toBe(400)
  })

  it('is signed for the service that it is for', () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
    const request = { headers: { host: 'h' }, body: '', region: 'r', credentials, timeMs }
    const dynamodb = signRequest(request)['authorization']
    const kinesis = signRequest({ ...request, service: 'kinesis' })['authorization']
    expect(dynamodb).toContain('Credential=a/20150830/r/dynamodb/aws4_request, ')
    expect(kinesis).toContain('Credential=a/20150830/r/kinesis/aws4_request, ')
    expect(kinesis?.split('Signature=')[1]).not.toBe(dynamodb?.split('Signature=')[1])
  })

  it('carries the token of temporary credentials', () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' }
    const headers = signRequest({ headers: { host: 'h' }, body: '', region: 'r', credentials, timeMs })
    expect(headers).toMatchObject({ 'x-amz-security-token': 'c', 'x-amz-date': '20150830T123600Z' })
    expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token, ')
  })
})
