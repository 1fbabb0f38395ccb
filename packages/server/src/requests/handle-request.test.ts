import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ServiceError } from '@monotable/protocol'
import { describe, expect, test, vi } from 'vitest'
import { EchoDatabase } from '../testing/echo-database.ts'
import { someAuthorization } from '../testing/raw-request.ts'
import { type HandlerOptions, handleRequest } from './handle-request.ts'

interface Parts {
  readonly method?: string
  readonly path?: string
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly body?: string | Uint8Array
  readonly options?: HandlerOptions
  readonly db?: EchoDatabase
}

async function ask(parts: Parts = {}) {
  const { method = 'POST', path = '/', body = '{}', options, db = new EchoDatabase() } = parts
  const headers = {
    Host: 'localhost',
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': 'DynamoDB_20120810.ListTables',
    'X-Amz-Date': '20260801T000000Z',
    Authorization: someAuthorization,
    ...parts.headers,
  }
  const response = await handleRequest(db, { method, path, headers, body: Buffer.from(body) }, options)
  return { ...response, calls: db.calls }
}

const coral = 'com.amazon.coral.service'
const unknownPage = '<UnknownOperationException/>\n'

describe('the checksums that AWS sends', () => {
  test.each([
    { parts: { method: 'GET' }, crc: '3128867991' },
    { parts: { method: 'PUT' }, crc: '3552371480' },
    { parts: { body: '{' }, crc: '3948637019' },
    { parts: { headers: { 'X-Amz-Target': undefined } }, crc: '1368724161' },
    { parts: { path: '/?X-Amz-Algorithm' }, crc: '2139606068' },
    { parts: { headers: { Authorization: undefined } }, crc: '2088342776' },
    { parts: { headers: { Authorization: 'AWS4-', 'X-Amz-Date': undefined } }, crc: '1828866742' },
  ])('$crc', async ({ parts, crc }) => {
    expect((await ask(parts)).headers['x-amz-crc32']).toBe(crc)
  })
})

test.each([
  { name: 'a short body is answered at once', length: 1, callsAtOnce: 1 },
  { name: 'after a body of a megabyte is parsed others have a turn', length: 1024 * 1024, callsAtOnce: 0 },
])('$name', async ({ length, callsAtOnce }) => {
  const db = new EchoDatabase()
  const body = JSON.stringify({ text: 'x'.repeat(length) })
  const answer = ask({ db, body })
  expect(db.calls).toHaveLength(callsAtOnce)
  expect(await answer).toMatchObject({ status: 200, body, calls: [{ input: JSON.parse(body) }] })
})

test('requests heard in the turn after a megabyte was parsed are answered before anything is done with the megabyte', async () => {
  const db = new EchoDatabase()
  const asked = ask({ body: JSON.stringify({ text: 'x'.repeat(1024 * 1024) }), db })
  await setImmediate()
  expect(db.calls).toHaveLength(0)
  await asked
  expect(db.calls).toHaveLength(1)
})

describe('methods, paths and content types', () => {
  test('GET is the health check, and HEAD is for those who wait for it', async () => {
    const body = 'healthy: dynamodb.us-east-1.amazonaws.com '
    expect(await ask({ method: 'GET', headers: {} })).toMatchObject({ status: 200, body })
    expect(await ask({ method: 'HEAD', headers: {} })).toMatchObject({ status: 200 })
    expect(await ask({ method: 'HEAD', path: '/ready', headers: {} })).toMatchObject({ status: 200 })
  })

  test('GET /ready tells whether the store answers', async () => {
    const asked = { method: 'GET', path: '/ready', headers: {} }
    expect(await ask(asked)).toMatchObject({ status: 200, body: 'ready\n', calls: [] })
    const ready = () => Promise.reject(new Error('out of reach'))
    const db = { execute: async () => '', messages: 'current' as const, ready }
    const request = { ...asked, body: new Uint8Array() }
    expect(await handleRequest(db, request, {})).toMatchObject({ status: 503 })
    const hangs = { ...db, ready: () => new Promise<void>(() => {}) }
    vi.useFakeTimers()
    const answer = handleRequest(hangs, request, {})
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await answer).toMatchObject({ status: 503 })
  })

  test.each([
    { name: 'PUT', parts: { method: 'PUT' } },
    { name: 'HEAD of another path', parts: { method: 'HEAD', path: '/abc' } },
    { name: 'OPTIONS', parts: { method: 'OPTIONS', headers: { Origin: 'https://example.com' } } },
    { name: 'GET of another path', parts: { method: 'GET', path: '/abc' } },
    { name: 'POST to another path', parts: { path: '/abc' } },
    { name: 'a body without a type', parts: { headers: { 'Content-Type': undefined } } },
    { name: 'a body of another type', parts: { headers: { 'Content-Type': 'text/plain' } } },
    { name: 'AWS JSON 1.1', parts: { headers: { 'Content-Type': 'application/x-amz-json-1.1' } } },
    { name: 'a type that starts like JSON', parts: { headers: { 'Content-Type': 'application/jsonasdf' } } },
  ])('$name is an unknown operation', async ({ parts }) => {
    const response = await ask(parts)
    expect(response).toMatchObject({ status: 404, body: unknownPage, calls: [] })
    expect(response.headers['Content-Type']).toBeUndefined()
    expect(response.headers['Access-Control-Allow-Origin']).toBeUndefined()
  })

  test.each([
    { sent: 'application/x-amz-json-1.0', answered: 'application/x-amz-json-1.0' },
    { sent: 'application/x-amz-json-1.0 ; charset=utf-8', answered: 'application/x-amz-json-1.0' },
    { sent: 'application/json; charset=utf-8', answered: 'application/json' },
  ])('$sent is answered as $answered', async ({ sent, answered }) => {
    const response = await ask({ headers: { 'Content-Type': sent } })
    expect(response.status).toBe(200)
    expect(response.headers['Content-Type']).toBe(answered)
  })
})

describe('refusals before the database', () => {
  const credential = 'Credential=a'
  const missing = {
    credential: "Authorization header requires 'Credential' parameter. ",
    signature: "Authorization header requires 'Signature' parameter. ",
    headers: "Authorization header requires 'SignedHeaders' parameter. ",
    date: "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ",
  }
  const serialization = { __type: `${coral}#SerializationException` }
  const incomplete = (message: string) => ({ __type: `${coral}#IncompleteSignatureException`, message })
  const header = (Authorization: string | undefined) => ({ headers: { Authorization } })

  test('a long body is not parsed for unknown callers', async () => {
    const options = { auth: new Map() }
    const short = await ask({ body: '['.repeat(10), options })
    expect(short.body).toContain('#SerializationException')
    const long = await ask({ body: '['.repeat(100_000), options })
    expect(long.body).toContain('#InvalidSignatureException')
  })

  test.each([
    { name: 'gzip', body: gzipSync('['), encoding: 'gzip' },
    { name: 'what is not gzip', body: '{}', encoding: 'gzip' },
    { name: 'an unknown encoding', body: '{}', encoding: 'br' },
  ])('a body with an encoding is not decoded for unknown callers: $name', async ({ body, encoding }) => {
    const reported: unknown[] = []
    const onError = (failure: unknown) => reported.push(failure)
    const asked = { body, headers: { 'Content-Encoding': encoding }, options: { auth: new Map(), onError } }
    const response = await ask(asked)
    expect(response.body).toContain('#InvalidSignatureException')
    expect(reported).toEqual([])
  })

  test.each<{ name: string; parts: Parts; body: object }>([
    { name: 'a body that is no JSON', parts: { body: 'habababa' }, body: serialization },
    { name: 'JSON cut short', parts: { body: '{"a":' }, body: serialization },
    { name: 'JSON with a byte order mark', parts: { body: '\uFEFF{}' }, body: serialization },
    {
      name: 'bytes that are no UTF-8',
      parts: { body: Buffer.from('7b22ff223a317d', 'hex') },
      body: serialization,
    },
    { name: 'a number', parts: { body: '7' }, body: serialization },
    { name: 'a list', parts: { body: '[]' }, body: serialization },
    { name: 'null', parts: { body: 'null' }, body: serialization },
    { name: 'no body', parts: { body: '' }, body: serialization },
    { name: 'ten thousand lists', parts: { body: '['.repeat(10_000) }, body: serialization },
    {
      name: 'ten thousand nested maps',
      parts: { body: `${'{"M":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
      body: serialization,
    },
    {
      name: 'no target',
      parts: { headers: { 'X-Amz-Target': undefined } },
      body: { __type: `${coral}#UnknownOperationException` },
    },
    {
      name: 'an unknown operation, before its missing signature',
      parts: { headers: { 'X-Amz-Target': 'DynamoDB_20120810.Get', Authorization: undefined } },
      body: { __type: `${coral}#UnknownOperationException` },
    },
    {
      name: 'an operation of another interface',
      parts: { headers: { 'X-Amz-Target': 'DynamoDBStreams_20120810.GetItem' } },
      body: { __type: `${coral}#UnknownOperationException` },
    },
    {
      name: 'malformed JSON, before an unknown operation',
      parts: { body: '{', headers: { 'X-Amz-Target': '' } },
      body: serialization,
    },
    {
      name: 'no signature',
      parts: header(undefined),
      body: {
        __type: `${coral}#MissingAuthenticationTokenException`,
        message: 'Request is missing Authentication Token',
      },
    },
    {
      name: 'another kind of authorization',
      parts: header('Basic YTpi'),
      body: {
        __type: `${coral}#MissingAuthenticationTokenException`,
        message: 'Request is missing Authentication Token',
      },
    },
    {
      name: 'signatures in two places',
      parts: { path: '/?X-Amz-Algorithm=a' },
      body: {
        __type: `${coral}#InvalidSignatureException`,
        message: "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
      },
    },
    {
      name: 'nothing but the algorithm, and no date',
      parts: { headers: { Authorization: 'AWS4-', 'X-Amz-Date': undefined } },
      body: incomplete(
        `${missing.credential}${missing.signature}${missing.headers}${missing.date}Authorization=AWS4-`,
      ),
    },
    {
      name: 'a signature without a credential',
      parts: header('AWS4-HMAC-SHA256 SignedHeaders=host,Signature=b'),
      body: incomplete(`${missing.credential}Authorization=AWS4-HMAC-SHA256 SignedHeaders=host,Signature=b`),
    },
    {
      name: 'a credential alone',
      parts: header(`AWS4-HMAC-SHA256   ${credential}`),
      body: incomplete(
        `${missing.signature}${missing.headers}Authorization=AWS4-HMAC-SHA256   ${credential}`,
      ),
    },
    {
      name: 'a key without a value',
      parts: header('AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders'),
      body: incomplete(
        "'Credential' not a valid key=value pair (missing equal-sign) in Authorization header: " +
          "'AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders'.",
      ),
    },
    {
      name: 'half a signature in the query',
      parts: { path: '/?X-Amz-Algorithm=a&X-Amz-Signature', headers: { Authorization: undefined } },
      body: incomplete(
        "AWS query-string parameters must include 'X-Amz-Credential'. " +
          "AWS query-string parameters must include 'X-Amz-Signature'. " +
          "AWS query-string parameters must include 'X-Amz-SignedHeaders'. " +
          "AWS query-string parameters must include 'X-Amz-Date'. " +
          'Re-examine the query-string parameters.',
      ),
    },
  ])('$name', async ({ parts, body }) => {
    const response = await ask(parts)
    expect(JSON.parse(response.body)).toEqual(body)
    expect(response).toMatchObject({ status: 400, calls: [] })
  })
})

describe('callers', () => {
  const credential = (text: string) => ({
    Authorization: `AWS4-HMAC-SHA256 Credential=${text}, SignedHeaders=host, Signature=0`,
  })

  test.each([
    { text: 'key/20260801/ap-south-1/dynamodb/aws4_request', region: 'ap-south-1' },
    { text: 'key', region: 'us-east-1' },
    { text: 'key/20260801/../dynamodb/aws4_request', region: 'us-east-1' },
    { text: `key/20260801/${'a'.repeat(100)}/dynamodb/aws4_request`, region: 'us-east-1' },
  ])('a credential of $text means region $region', async ({ text, region }) => {
    const { calls } = await ask({ headers: credential(text) })
    expect(calls[0]?.caller).toEqual({ region, accountId: '000000000000', accessKeyId: 'key' })
  })

  test('a signature in the query names the caller too', async () => {
    const query = 'X-Amz-Credential=key%2F20260801%2Feu-north-1%2Fdynamodb%2Faws4_request&X-Amz-Date=a'
    const path = `/?X-Amz-Algorithm=a&${query}&X-Amz-SignedHeaders=host&X-Amz-Signature=0`
    const { calls } = await ask({ path, headers: { Authorization: undefined } })
    expect(calls[0]?.caller).toMatchObject({ region: 'eu-north-1', accessKeyId: 'key' })
  })

  test('a signature without a date is one too, unless it is verified', async () => {
    // DynamoDB Local takes it: requests that people write by hand have no date.
    const headers = { ...credential('key'), 'X-Amz-Date': undefined }
    const { calls } = await ask({ headers })
    expect(calls[0]?.caller).toMatchObject({ accessKeyId: 'key' })

    const verified = await ask({ headers, options: { auth: new Map() } })
    expect(verified).toMatchObject({ status: 400, calls: [] })
    expect(verified.body).toContain(
      "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. " +
        `Authorization=${headers.Authorization}`,
    )
  })

  test('all regions are one when shared', async () => {
    const options = { shared: true, region: 'eu-west-3' }
    const { calls } = await ask({ headers: credential('key/20260801/ap-south-1/dynamodb/x'), options })
    expect(calls[0]?.caller.region).toBe('eu-west-3')
  })
})

describe('answers of the database', () => {
  function failing(error: unknown): EchoDatabase {
    const db = new EchoDatabase()
    db.before = () => Promise.reject(error)
    return db
  }

  test('an empty text is an empty body', async () => {
    const db = new EchoDatabase()
    db.reply = () => ''
    expect(await ask({ db })).toMatchObject({ status: 200, body: '' })
  })

  test('streams have their own target prefix', async () => {
    const { calls } = await ask({ headers: { 'X-Amz-Target': 'DynamoDBStreams_20120810.ListStreams' } })
    expect(calls[0]?.operation).toBe('ListStreams')
  })

  test('a refusal has its type and its message', async () => {
    const db = failing(new ServiceError('ConditionalCheckFailedException', 'The conditional request failed'))
    expect(await ask({ db })).toMatchObject({
      status: 400,
      body:
        '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",' +
        '"message":"The conditional request failed"}',
    })
  })

  // Calls of the AWS CLI, recorded in the test data of stackd: the model's message is there or it is not.
  test.each([
    ['PutItem', 'message'],
    ['UpdateItem', 'message'],
    ['DeleteItem', 'message'],
    ['ExecuteStatement', 'Message'],
  ])('the failed condition of a %s returns its item, and a %s after it', async (operation, member) => {
    const fields = { Item: JSON.parse('{"__proto__":{"S":"a"}}') }
    const db = failing(
      new ServiceError('ConditionalCheckFailedException', 'The conditional request failed', { fields }),
    )
    expect(await ask({ db, headers: { 'X-Amz-Target': `DynamoDB_20120810.${operation}` } })).toMatchObject({
      status: 400,
      body:
        '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",' +
        `"Item":{"__proto__":{"S":"a"}},"${member}":"The conditional request failed"}`,
    })
  })

  // Signed calls, and calls of the AWS CLI, recorded in the test data of stackd.
  test.each([
    ['com.amazon.coral.availability', 'ThrottlingException', 'throttlingReasons'],
    ['com.amazonaws.dynamodb.v20120810', 'ProvisionedThroughputExceededException', 'ThrottlingReasons'],
  ] as const)('%s#%s has reasons, and a message after them', async (namespace, name, member) => {
    const fields = { [member]: [{ reason: 'IndexWriteMaxOnDemandThroughputExceeded', resource: 'arn' }] }
    const db = failing(new ServiceError(name, 'Throughput exceeds', { fields }))
    const headers = { 'X-Amz-Target': 'DynamoDB_20120810.ExecuteStatement' }
    expect((await ask({ db, headers })).body).toBe(
      `{"__type":"${namespace}#${name}","${member}":` +
        '[{"reason":"IndexWriteMaxOnDemandThroughputExceeded","resource":"arn"}],"message":"Throughput exceeds"}',
    )
  })

  // Seen on AWS, in the tests of moto and in signed calls recorded in the test data of stackd.
  test('a cancelled transaction spells Message with a capital', async () => {
    const fields = { CancellationReasons: [{ Code: 'None' }] }
    const db = failing(new ServiceError('TransactionCanceledException', 'Cancelled', { fields }))
    expect(await ask({ db })).toMatchObject({
      body:
        '{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",' +
        '"CancellationReasons":[{"Code":"None"}],"Message":"Cancelled"}',
    })
  })

  test.each(['SerializationException', 'AccessDeniedException'] as const)(
    '%s spells Message with a capital',
    async (name) => {
      const { body } = await ask({ db: failing(new ServiceError(name, 'no')) })
      expect(body).toBe(`{"__type":"${coral}#${name}","Message":"no"}`)
    },
  )

  test('any other failure is an InternalServerError, and is reported', async () => {
    const reported: unknown[] = []
    const error = new Error('a secret path')
    const options = { onError: (failure: unknown) => reported.push(failure) }
    const response = await ask({ db: failing(error), options })
    expect(response.status).toBe(500)
    expect(response.body).toContain('#InternalServerError')
    expect(response.body).not.toContain('secret')
    expect(reported).toEqual([error])
  })

  // According to Alternator's tests, AWS answers both with 500.
  test.each(['br', 'gzip', 'gzip, gzip'])(
    'a body that is not encoded as "%s" says is reported in words',
    async (encoding) => {
      const reported: unknown[] = []
      const options = { onError: (failure: unknown) => reported.push(failure) }
      const response = await ask({ headers: { 'Content-Encoding': encoding }, options })
      expect(response).toMatchObject({ status: 500, calls: [] })
      expect(response.body).toContain('#InternalServerError')
      expect(reported).toEqual([expect.stringContaining(`Content-Encoding is "${encoding}"`)])
    },
  )

  test('an encoding is reported as a terminal may have it', async () => {
    const reported: unknown[] = []
    const options = { onError: (failure: unknown) => reported.push(failure) }
    await ask({ headers: { 'Content-Encoding': '\u009b2J' }, options })
    expect(reported).toEqual([expect.stringContaining('Content-Encoding is "?2J"')])
  })
})

describe('pages of other origins', () => {
  const options = { cors: true }
  const Origin = 'https://example.com'

  test.each(['https://example.com', 'http://rebound.example:8000', 'http://127.0.0.1.example'])(
    'are refused by default: %s',
    async (origin) => {
      const response = await ask({ headers: { Origin: origin } })
      expect(response).toMatchObject({ status: 400, calls: [] })
      expect(response.body).toContain('#AccessDeniedException')
      expect(response.body).toContain('--cors')
    },
  )

  test.each([
    'http://localhost:5173',
    'http://app.localhost',
    'http://127.0.0.1:8000',
    'http://[::1]:8000',
    'null',
  ])('of this machine are accepted, as from a proxy, but get no CORS headers: %s', async (origin) => {
    const response = await ask({ headers: { Origin: origin } })
    expect(response.status).toBe(200)
    expect(response.headers['Access-Control-Allow-Origin']).toBeUndefined()
    expect((await ask({ method: 'OPTIONS', headers: { Origin: origin }, body: '' })).status).toBe(404)
  })

  // `fetch` with `mode: 'same-origin'` and `referrerPolicy: 'no-referrer'` sends this (Fetch Standard, "append a request
  // `Origin` header"; seen with Firefox 153).
  test.each([
    ['rebound.example:8000', 400],
    ['localhost.rebound.example', 400],
    ['127.0.0.1:8000', 200],
    ['[::1]:8000', 200],
    ['dynamodb:8000', 200],
  ])(
    'are judged by the host that they name if they hide their origin: %s is answered %i',
    async (Host, status) => {
      const response = await ask({ headers: { Origin: 'null', Host } })
      expect(response.status).toBe(status)
      if (status === 400) expect(response.body).toContain(`A page of ${Host} sent this request.`)
    },
  )

  test('are judged by their signature if signatures are verified', async () => {
    const response = await ask({ headers: { Origin }, options: { auth: new Map() } })
    expect(response.body).toContain('#InvalidSignatureException')
  })

  test('are allowed on request, on success and on failure', async () => {
    for (const body of ['{}', '{']) {
      const response = await ask({ headers: { Origin }, options, body })
      expect(response.headers['Access-Control-Allow-Origin']).toBe('*')
      expect(response.headers['Access-Control-Max-Age']).toBeUndefined()
    }
  })

  test('may send a preflight request', async () => {
    const headers = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-amz-target',
    }
    const response = await ask({ method: 'OPTIONS', headers, options, body: '' })
    expect(response).toMatchObject({ status: 200, body: '' })
    expect(response.headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'x-amz-target',
      'Access-Control-Max-Age': '172800',
    })
  })

  test('requests without an origin get no such headers', async () => {
    const { headers } = await ask({ options })
    expect(Object.keys(headers).filter((name) => name.startsWith('Access-'))).toEqual([])
  })
})
