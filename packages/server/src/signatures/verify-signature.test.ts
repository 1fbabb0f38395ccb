import { createHash, createHmac } from 'node:crypto'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { createServer } from '../create-server.ts'
import { handleRequest } from '../requests/handle-request.ts'
import { EchoDatabase } from '../testing/echo-database.ts'
import { type AccessKeys, parseAccessKeys } from './access-keys.ts'
import { canonicalRequest } from './canonical-request.ts'
import { SigningKeys } from './signing-keys.ts'

const now = Date.UTC(2015, 7, 30, 12, 36, 0)
const body = '{"Limit":5}'
const keys = parseAccessKeys(`[
  { "accessKeyId": "AKIDEXAMPLE", "secretAccessKey": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
  { "accessKeyId": "other", "secretAccessKey": "another secret", "accountId": "123456789012", "name": "tests" }
]`)

interface SignedParts {
  readonly secret?: string
  readonly date?: string
  readonly credential?: string
  readonly signedHeaders?: string
  readonly algorithm?: string
  readonly path?: string
  readonly sentBody?: string
  readonly extraHeaders?: { readonly [name: string]: string }
  readonly tamper?: (signature: string) => string
}

/** Signs as a client does, except for the given parts. */
function sign(parts: SignedParts = {}) {
  const {
    secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    date = '20150830T123600Z',
    credential = `AKIDEXAMPLE/${date.slice(0, 8)}/us-east-1/dynamodb/aws4_request`,
    signedHeaders = 'host;x-amz-date;x-amz-target',
    algorithm = 'AWS4-HMAC-SHA256',
    path = '/',
    tamper = (signature) => signature,
  } = parts
  const headers: { [name: string]: string } = {
    host: 'localhost',
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.ListTables',
    'x-amz-date': date,
    ...parts.extraHeaders,
  }
  const request = { method: 'POST', path, headers: new Map(Object.entries(headers)), body: Buffer.from(body) }
  const [, day = '', region = '', service = ''] = credential.split('/')
  const canonical = canonicalRequest(request, signedHeaders, sha256(body))
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/${service}/aws4_request\n${sha256(canonical)}`
  const key = new SigningKeys().derive(secret, { date: day, region, service })
  const signature = tamper(createHmac('sha256', key).update(text).digest('hex'))
  const authorization = `${algorithm} Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  return {
    method: 'POST',
    path,
    headers: { ...headers, authorization },
    body: Buffer.from(parts.sentBody ?? body),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function ask(parts?: SignedParts) {
  const db = new EchoDatabase()
  const response = await handleRequest(db, sign(parts), { auth: keys, clock: () => now })
  return { response, caller: db.calls[0]?.caller }
}

describe("AWS's published examples", () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

  test.each([
    { date: '20120215', key: 'f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d' },
    { date: '20150830', key: 'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9' },
  ])('the signing key of $date', ({ date, key }) => {
    const derived = new SigningKeys().derive(secret, { date, region: 'us-east-1', service: 'iam' })
    expect(derived.toString('hex')).toBe(key)
  })

  test('get-vanilla: the canonical request and the signature', () => {
    const headers = new Map([
      ['host', 'example.amazonaws.com'],
      ['x-amz-date', '20150830T123600Z'],
    ])
    const request = { method: 'GET', path: '/', headers, body: Buffer.alloc(0) }
    const hash = sha256(canonicalRequest(request, 'host;x-amz-date', sha256('')))
    expect(hash).toBe('bb579772317eb040ac9ed261061d46c1f17a8133879d6129b6e1c25292927e63')
    const key = new SigningKeys().derive(secret, {
      date: '20150830',
      region: 'us-east-1',
      service: 'service',
    })
    const text = `AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\n${hash}`
    const signature = createHmac('sha256', key).update(text).digest('hex')
    expect(signature).toBe('5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31')
  })

  test('queries are sorted by name, and blanks in values shrink', () => {
    const headers = new Map([['my-header1', '  a   b   c  ']])
    const request = {
      method: 'GET',
      path: '/?Param2=value2&Param1=b%20c&Param1=a',
      headers,
      body: Buffer.alloc(0),
    }
    expect(canonicalRequest(request, 'my-header1', 'hash')).toBe(
      'GET\n/\nParam1=a&Param1=b%20c&Param2=value2\nmy-header1:a b c\n\nmy-header1\nhash',
    )
  })
})

test('a header has its value in the signature however its name is written', () => {
  const headers = new Map([['x-amz-target', 'DynamoDB_20120810.ListTables']])
  const request = { method: 'POST', path: '/', headers, body: Buffer.alloc(0) }
  expect(canonicalRequest(request, 'X-Amz-Target', 'hash')).toBe(
    'POST\n/\n\nX-Amz-Target:DynamoDB_20120810.ListTables\n\nX-Amz-Target\nhash',
  )
})

describe('a server with access keys', () => {
  test('accepts a good signature, and knows its account', async () => {
    expect((await ask()).caller).toEqual({
      region: 'us-east-1',
      accountId: '000000000000',
      accessKeyId: 'AKIDEXAMPLE',
      access: keys.get('AKIDEXAMPLE')?.access,
    })
    const credential = 'other/20150830/eu-west-1/dynamodb/aws4_request'
    const { caller } = await ask({ credential, secret: 'another secret' })
    expect(caller).toEqual({
      region: 'eu-west-1',
      accountId: '123456789012',
      accessKeyId: 'other',
      access: keys.get('other')?.access,
    })
  })

  test('allows nothing to a key that was created without policies', async () => {
    const db = new EchoDatabase()
    const { access, ...bare } = keys.get('AKIDEXAMPLE') ?? {}
    const auth = new Map([['AKIDEXAMPLE', bare]]) as unknown as AccessKeys
    await handleRequest(db, sign(), { auth, clock: () => now })
    expect(db.calls[0]?.caller.access?.statements).toEqual([])
  })

  test('accepts the same signature twice, and at the edges of the time allowed', async () => {
    for (const date of ['20150830T123100Z', '20150830T124100Z', '20150830T123600Z']) {
      expect((await ask({ date })).response.status).toBe(200)
    }
  })

  test('compares the declared hash of the body', async () => {
    const declared = (hash: string) => ({ extraHeaders: { 'x-amz-content-sha256': hash } })
    expect((await ask(declared(sha256(body)))).response.status).toBe(200)
    expect((await ask(declared('UNSIGNED-PAYLOAD'))).response.status).toBe(400)
  })

  const wrong =
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret ' +
    'Access Key and signing method. Consult the service documentation for details.'
  const unrecognized = 'The security token included in the request is invalid.'
  const scope = 'AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request'

  test.each<{ name: string; parts: SignedParts; type: string; message: string }>([
    { name: 'a wrong secret', parts: { secret: 'guess' }, type: 'InvalidSignatureException', message: wrong },
    {
      name: 'a changed body',
      parts: { sentBody: '{"Limit":6}' },
      type: 'InvalidSignatureException',
      message: wrong,
    },
    {
      name: 'a changed digit',
      parts: { tamper: (signature) => signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      type: 'InvalidSignatureException',
      message: wrong,
    },
    {
      name: 'a header that is signed twice',
      parts: { signedHeaders: 'host;host;x-amz-date;x-amz-target' },
      type: 'InvalidSignatureException',
      message: wrong,
    },
    {
      name: 'a header that is signed twice, once in capitals',
      parts: { signedHeaders: 'host;x-amz-date;x-amz-target;Host' },
      type: 'InvalidSignatureException',
      message: wrong,
    },
    {
      name: 'no hexadecimal',
      parts: { tamper: () => 'a' },
      type: 'InvalidSignatureException',
      message: wrong,
    },
    {
      name: 'a signature in capitals',
      parts: { tamper: (signature) => signature.toUpperCase() },
      type: 'InvalidSignatureException',
      message: wrong,
    },
    {
      name: 'an unknown key',
      parts: { credential: scope.replace('AKIDEXAMPLE', '__proto__') },
      type: 'UnrecognizedClientException',
      message: unrecognized,
    },
    {
      name: 'a session token',
      parts: { extraHeaders: { 'x-amz-security-token': 'token' } },
      type: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid',
    },
    {
      name: 'an old signature',
      parts: { date: '20150830T123059Z' },
      type: 'InvalidSignatureException',
      message:
        'Signature expired: 20150830T123059Z is now earlier than 20150830T123100Z (20150830T123600Z - 5 min.)',
    },
    {
      name: 'a signature from the future',
      parts: { date: '20150830T124101Z' },
      type: 'InvalidSignatureException',
      message:
        'Signature not yet current: 20150830T124101Z is still later than 20150830T124100Z (20150830T123600Z + 5 min.)',
    },
    {
      name: 'a date of another form',
      parts: { date: '2015-08-30' },
      type: 'IncompleteSignatureException',
      message:
        "Date must be in ISO-8601 'basic format'. Got '2015-08-30'. See http://en.wikipedia.org/wiki/ISO_8601",
    },
    {
      name: 'a date that does not exist',
      parts: { date: '20151330T123600Z' },
      type: 'IncompleteSignatureException',
      message:
        "Date must be in ISO-8601 'basic format'. Got '20151330T123600Z'. See http://en.wikipedia.org/wiki/ISO_8601",
    },
    {
      name: 'an unsigned Host',
      parts: { signedHeaders: 'x-amz-date' },
      type: 'InvalidSignatureException',
      message: "'Host' must be a 'SignedHeader' in the AWS Authorization.",
    },
    {
      name: 'an unsigned operation, which could be another with the same body',
      parts: { signedHeaders: 'host;x-amz-date' },
      type: 'InvalidSignatureException',
      message: "'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.",
    },
    {
      name: 'another algorithm',
      parts: { algorithm: 'AWS4-HMAC-SHA25' },
      type: 'IncompleteSignatureException',
      message: "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). ",
    },
    {
      name: 'a short scope',
      parts: { credential: 'a/b/c/d' },
      type: 'IncompleteSignatureException',
      message:
        "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'a/b/c/d'",
    },
    {
      name: 'a scope in which all is wrong',
      parts: { credential: 'a/b/C/d/e' },
      type: 'InvalidSignatureException',
      message:
        'Credential should be scoped to a valid region. ' +
        "Credential should be scoped to correct service: 'dynamodb'. " +
        "Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. " +
        'Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: ' +
        "'b' != '20150830', from '20150830T123600Z'.",
    },
  ])('refuses $name', async ({ parts, type, message }) => {
    const { response, caller } = await ask(parts)
    expect(caller).toBeUndefined()
    expect(response.status).toBe(400)
    expect(JSON.parse(response.body)).toEqual({ __type: `com.amazon.coral.service#${type}`, message })
  })

  test('refuses a missing signature, and one in the query', async () => {
    const options = { auth: keys, clock: () => now }
    const { authorization, ...headers } = sign().headers
    const bare = await handleRequest(new EchoDatabase(), { ...sign(), headers }, options)
    expect(bare.body).toContain('MissingAuthenticationTokenException')
    const query =
      'X-Amz-Algorithm=a&X-Amz-Credential=a&X-Amz-Signature=a&X-Amz-SignedHeaders=host&X-Amz-Date=a'
    const inQuery = await handleRequest(
      new EchoDatabase(),
      { ...sign(), headers, path: `/?${query}` },
      options,
    )
    expect(inQuery.body).toContain('InvalidSignatureException')
  })

  test("agrees with AWS's own client", async () => {
    const db = new EchoDatabase()
    db.reply = () => '{"TableNames":[]}'
    const server = await createServer(db, { port: 0, auth: keys })
    const connect = (secretAccessKey: string) => {
      const credentials = { accessKeyId: 'other', secretAccessKey }
      return new DynamoDBClient({ endpoint: server.url, region: 'sa-east-1', credentials })
    }
    const good = connect('another secret')
    expect(await good.send(new ListTablesCommand({}))).toMatchObject({ TableNames: [] })
    expect(db.calls[0]?.caller).toEqual({
      region: 'sa-east-1',
      accountId: '123456789012',
      accessKeyId: 'other',
      access: keys.get('other')?.access,
    })
    const bad = connect('guess')
    await expect(bad.send(new ListTablesCommand({}))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    })
    good.destroy()
    bad.destroy()
    await server.close()
  })
})
