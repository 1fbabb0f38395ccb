import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, Server as NetServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createServer, type Server, type ServerOptions } from './create-server.ts'
import { EchoDatabase } from './testing/echo-database.ts'
import { RawClient, type RawResponse } from './testing/raw-client.ts'
import { rawRequest, someAuthorization } from './testing/raw-request.ts'
import { testCertificate } from './testing/test-certificate.ts'

let db: EchoDatabase
let server: Server
let clients: RawClient[]

async function start(options: ServerOptions = {}): Promise<void> {
  db = new EchoDatabase()
  server = await createServer(db, { port: 0, ...options })
}

async function open(): Promise<RawClient> {
  const client = await RawClient.open(server.url)
  clients.push(client)
  return client
}

async function exchange(bytes: Buffer | string): Promise<RawResponse | undefined> {
  const client = await open()
  client.send(bytes)
  const response = await client.read()
  client.close()
  return response
}

function refusesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(true))
    socket.on('connect', () => resolve(socket.destroy() === undefined))
  })
}

beforeEach(() => {
  clients = []
})

afterEach(async () => {
  for (const client of clients) client.close()
  await server.close({ limitMs: 0 })
})

describe('a good request', () => {
  beforeEach(() => start())

  test('is answered completely and in its turn if its client is to be answered later', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(100_000) })
    db.reply = (input) => (JSON.stringify(input).includes('long') ? long : '{}')
    const client = await open()
    const headers = { 'User-Agent': 'aws-sdk-go-v2/1.36.0' }
    const bodies = ['{"TableName":"long"}', '{"TableName":"short"}', '{"TableName":"long"}']
    client.send(Buffer.concat(bodies.map((body) => rawRequest({ headers, body }))))
    const answers = await client.readAll(3)
    expect(answers.map((answer) => answer?.body)).toEqual([long, '{}', long])
  })

  test('is answered with the body, its checksum and an id', async () => {
    const response = await exchange(rawRequest())
    expect(response).toMatchObject({ status: 200, body: '{"TableName":"Täble"}' })
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      server: 'Server',
      date: expect.stringMatching(/ GMT$/),
      'content-type': 'application/x-amz-json-1.0',
      'content-length': '22',
      connection: 'keep-alive',
      'x-amzn-requestid': expect.stringMatching(/^[0-9A-Z]{52}$/),
      'x-amz-crc32': '3911316688',
    })
    expect(db.calls).toEqual([
      {
        operation: 'DescribeTable',
        input: { TableName: 'Täble' },
        caller: { region: 'eu-west-1', accountId: '000000000000', accessKeyId: 'key' },
      },
    ])
  })

  test('may arrive in two parts, split at any byte', async () => {
    const bytes = rawRequest()
    for (let at = 1; at < bytes.length; at++) {
      const client = await open()
      client.send(bytes.subarray(0, at))
      await delay(1)
      client.send(bytes.subarray(at))
      expect((await client.read())?.body, `split at ${at}`).toBe('{"TableName":"Täble"}')
      client.close()
    }
  })

  test('may arrive byte by byte', async () => {
    const client = await open()
    for (const byte of rawRequest()) {
      client.send(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    expect((await client.read())?.status).toBe(200)
  })

  test('may be followed by others without waiting, and the answers keep their order', async () => {
    db.before = () => delay(Math.random() * 5)
    const client = await open()
    const bodies = Array.from({ length: 50 }, (_, index) => JSON.stringify({ index }))
    const plain = bodies.map((body) => rawRequest({ body }))
    client.send(Buffer.concat(plain))
    const responses = await client.readAll(50)
    expect(responses.map((response) => response?.body)).toEqual(bodies)
  })

  test('may be followed by one that only the full parser understands, and then by plain ones', async () => {
    const client = await open()
    const chunked = Buffer.from(
      rawRequest({ headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, body: '' })
        .toString()
        .concat('9\r\n{"n":"b"}\r\n0\r\n\r\n'),
    )
    client.send(
      Buffer.concat([
        rawRequest({ body: '{"n":"a"}' }),
        chunked,
        rawRequest({ body: '{"n":"c"}' }),
        Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      ]),
    )
    const responses = await client.readAll(4)
    expect(responses.map((response) => response?.body)).toEqual([
      '{"n":"a"}',
      '{"n":"b"}',
      '{"n":"c"}',
      'healthy: dynamodb.us-east-1.amazonaws.com ',
    ])
  })

  test('may be 16 MiB long, and not a byte more', async () => {
    db.reply = (input) => JSON.stringify({ length: JSON.stringify(input).length })
    const limit = 16 * 1024 * 1024
    const body = JSON.stringify({ a: 'x'.repeat(limit - 8) })
    expect((await exchange(rawRequest({ body })))?.body).toBe(`{"length":${limit}}`)
    const refused = await exchange(rawRequest({ body: `${body} ` }))
    expect(refused).toMatchObject({ status: 413, body: '' })
    expect(refused?.headers.get('transfer-encoding')).toBe('chunked')
  })

  test('gets a long answer completely', async () => {
    const text = 'ä'.repeat(3_000_000)
    db.reply = () => JSON.stringify({ text })
    const response = await exchange(rawRequest())
    expect(JSON.parse(response?.body ?? '')).toEqual({ text })
  })
})

describe('kinds of request that go to the full parser', () => {
  beforeEach(() => start())

  const body = '{"TableName":"Table"}'
  const withoutLength = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
  const cases: { name: string; bytes: Buffer }[] = [
    {
      name: 'a chunked body',
      bytes: Buffer.concat([
        rawRequest({ headers: withoutLength, body: '' }),
        Buffer.from(
          `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
        ),
      ]),
    },
    { name: 'HTTP/1.0', bytes: rawRequest({ line: 'POST / HTTP/1.0', body }) },
    { name: 'an absolute target', bytes: rawRequest({ line: 'POST http://localhost/ HTTP/1.1', body }) },
    { name: 'a query', bytes: rawRequest({ line: 'POST /?a=b HTTP/1.1', body }) },
    { name: 'a repeated header', bytes: rawRequest({ headers: { 'X-A': 'a\r\nX-A: b' }, body }) },
    {
      name: 'bytes beyond ASCII in a header',
      bytes: rawRequest({ headers: { 'User-Agent': 'Zürich' }, body }),
    },
  ]

  test.each(cases)('$name is answered', async ({ bytes }) => {
    expect(await exchange(bytes)).toMatchObject({ status: 200, body })
  })

  test('may be split at any byte', async () => {
    const bytes = cases[0]?.bytes ?? Buffer.alloc(0)
    for (let at = 1; at < bytes.length; at++) {
      const client = await open()
      client.send(bytes.subarray(0, at))
      await delay(1)
      client.send(bytes.subarray(at))
      expect((await client.read())?.body, `split at ${at}`).toBe(body)
      client.close()
    }
  })

  test('Expect: 100-continue gets its interim answer, then the answer', async () => {
    const client = await open()
    const bytes = rawRequest({ headers: { Expect: '100-continue' }, body })
    client.send(bytes.subarray(0, bytes.length - body.length))
    expect((await client.read())?.status).toBe(100)
    client.send(body)
    expect(await client.read()).toMatchObject({ status: 200, body })
  })

  test('Expect: 100-continue for a body that is too large is refused before the body is sent', async () => {
    const client = await open()
    client.send(rawRequest({ headers: { Expect: '100-continue', 'Content-Length': '16777217' }, body: '' }))
    expect((await client.read())?.status).toBe(413)
    await client.ended()
  })

  test('a chunked body over the limit is refused', async () => {
    const client = await open()
    client.send(rawRequest({ headers: withoutLength, body: '' }))
    const chunk = Buffer.from(`100000\r\n${' '.repeat(0x100000)}\r\n`)
    for (let count = 0; count < 17; count++) client.send(chunk)
    client.send('0\r\n\r\n')
    expect((await client.read())?.status).toBe(413)
  })

  test('a gzip body is read, and its unfolding is limited', async () => {
    const small = gzipSync(body)
    const large = gzipSync(Buffer.alloc(17 * 1024 * 1024, ' '))
    const send = async (bytes: Buffer, encoding = 'gzip') => {
      const headers = { 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) }
      return exchange(Buffer.concat([rawRequest({ headers, body: '' }), bytes]))
    }
    expect(await send(small)).toMatchObject({ status: 200, body })
    expect(await send(Buffer.concat([gzipSync(body.slice(0, 4)), gzipSync(body.slice(4))]))).toMatchObject({
      body,
    })
    expect(await send(large)).toMatchObject({ status: 413 })
    // Both are AWS's answers, according to Alternator's tests.
    expect(await send(small.subarray(0, 20))).toMatchObject({ status: 500 })
    expect(await send(Buffer.from(body), 'garbage')).toMatchObject({ status: 500 })
  })
})

describe('improper HTTP', () => {
  beforeEach(() => start())

  test.each([
    { name: 'two lengths', headers: { 'Content-Length': '2\r\nContent-Length: 3' } },
    { name: 'a length and chunks', headers: { 'Transfer-Encoding': 'chunked' } },
    { name: 'a signed length', headers: { 'Content-Length': '+21' } },
    { name: 'a length in hex', headers: { 'Content-Length': '0x15' } },
    { name: 'a folded header', headers: { 'X-A': 'a\r\n b' } },
    { name: 'a NUL in a header', headers: { 'X-A': 'a\0b' } },
    { name: 'a bare line feed', headers: { 'X-A': 'a\nX-B: b' } },
    { name: 'a space before the colon', headers: { 'X-A ': 'a' } },
    { name: 'no Host', headers: { Host: undefined } },
    { name: 'two Hosts', headers: { Host: 'a\r\nHost: b' } },
    { name: 'two Hosts of one that waits', headers: { Host: 'a\r\nHost: b', Expect: '100-continue' } },
    { name: 'a header over 16 KB', headers: { 'X-A': 'a'.repeat(17_000) }, status: 431 },
  ])('$name is refused, and the database never sees it', async ({ headers, status = 400 }) => {
    const response = await exchange(
      rawRequest({ headers: headers as { [name: string]: string | undefined } }),
    )
    expect(response?.status).toBe(status)
    expect(db.calls).toEqual([])
  })

  test.each([
    { name: 'the fast path', line: 'POST / HTTP/1.1' },
    { name: 'the full parser', line: 'POST /?full HTTP/1.1' },
  ])('earlier requests are answered, on $name', async ({ line }) => {
    db.before = () => delay(5)
    const good = rawRequest({ line })
    const last = rawRequest({ line, headers: { Connection: 'close' } })
    const statuses = async (...parts: (Buffer | string)[]) => {
      const client = await open()
      client.send(Buffer.concat(parts.map((part) => Buffer.from(part))))
      return (await client.readAll(3)).map((response) => response?.status)
    }
    expect(await statuses(good, good, 'nonsense\r\n\r\n')).toEqual([200, 200, 400])
    expect(await statuses(good, last, good)).toEqual([200, 200, undefined])
  })

  test.each([
    'nonsense\r\n\r\n',
    '\r\n\r\nnonsense\r\n\r\n',
    'POST / HTTP/3.7\r\n\r\n',
    '\x16\x03\x01\x02\x00',
  ])('%j is refused', async (bytes) => {
    expect((await exchange(bytes))?.status ?? 400).toBe(400)
  })

  test('HTTP/2 without asking is refused as such', async () => {
    expect((await exchange('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))?.status).toBe(505)
  })
})

describe('clients that misbehave', () => {
  test('one that goes away during its request harms nobody', async () => {
    await start()
    let release = () => {}
    db.before = () => new Promise((resolve) => (release = resolve))
    const gone = await open()
    gone.send(rawRequest())
    while (db.calls.length === 0) await delay(1)
    gone.socket.resetAndDestroy()
    await delay(5)
    release()
    db.before = async () => {}
    expect((await exchange(rawRequest()))?.status).toBe(200)
  })

  test('one that goes away in the middle of a body harms nobody', async () => {
    await start()
    const gone = await open()
    gone.send(rawRequest().subarray(0, -3))
    await delay(5)
    gone.socket.end()
    await gone.ended()
    expect(db.calls).toEqual([])
    expect((await exchange(rawRequest()))?.status).toBe(200)
  })

  test('one that half-closes after its request still gets the answer', async () => {
    await start()
    db.before = () => delay(5)
    const client = await open()
    client.socket.end(Buffer.concat([rawRequest({ body: '{"n":1}' }), rawRequest({ body: '{"n":2}' })]))
    const responses = await client.readAll(2)
    expect(responses.map((response) => response?.body)).toEqual(['{"n":1}', '{"n":2}'])
    await client.ended()
  })

  test("so does one whose request Node's own server answers", async () => {
    await start()
    db.before = () => delay(5)
    const client = await open()
    client.socket.end(rawRequest({ line: 'POST /?a HTTP/1.1', body: '{"n":1}' }))
    expect((await client.read())?.body).toBe('{"n":1}')
    await client.ended()
  })

  test.each([
    { name: 'that is no chunk', rest: 'no chunk\r\n', end: false },
    { name: 'that ends too early', rest: '10\r\n{', end: true },
  ])(
    'one that sends a body $name behind a good request is told so after its answer',
    async ({ rest, end }) => {
      await start()
      db.before = () => delay(5)
      const client = await open()
      const line = 'POST /?a HTTP/1.1'
      const headers = { 'Transfer-Encoding': 'chunked', 'Content-Length': undefined }
      client.send(
        Buffer.concat([rawRequest({ line, body: '{"n":1}' }), rawRequest({ line, headers, body: rest })]),
      )
      if (end) client.socket.end()
      const responses = await client.readAll(2)
      expect(responses.map((response) => response?.status)).toEqual([200, 400])
      expect(db.calls).toHaveLength(1)
      await client.ended()
    },
  )

  test('requests behind one whose answer ends the connection are not executed', async () => {
    await start()
    const client = await open()
    const several = rawRequest({ line: 'POST /?a HTTP/1.1', headers: { host: 'another' } })
    client.send(Buffer.concat([several, rawRequest(), rawRequest()]))
    expect((await client.read())?.status).toBe(400)
    await client.ended()
    expect(db.calls).toEqual([])
  })

  test.each([
    { name: 'at once', before: [] },
    { name: 'after what it asked before', before: [rawRequest({ body: '{"n":1}' })] },
  ])('one that takes the server for a proxy is told so $name', async ({ before }) => {
    await start()
    db.before = () => delay(5)
    const client = await open()
    client.send(Buffer.concat([...before, Buffer.from('CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n')]))
    const responses = await client.readAll(before.length + 1)
    expect(responses.map((response) => response?.status)).toEqual([...before.map(() => 200), 405])
    await client.ended()
  })

  test('one that is still sending when it gets its last answer receives that answer', async () => {
    await start()
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    const received = text(socket)
    socket.write(rawRequest({ headers: { Connection: 'close' }, body: '{"n":1}' }))
    for (let count = 0; count < 64; count++) {
      socket.write(Buffer.alloc(64 * 1024, 'x'))
      await delay(0)
    }
    socket.end()
    expect(await received).toMatch(/\{"n":1\}$/)
  })

  test('one that reads its last answer slowly gets all of it', async () => {
    await start({ timeouts: { standstillMs: 40 } })
    const answer = JSON.stringify({ text: 'x'.repeat(20_000_000) })
    db.reply = () => answer
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    socket.pause().write(rawRequest({ headers: { Connection: 'close' } }))
    await delay(300)
    expect((await text(socket)).endsWith(answer)).toBe(true)
  })

  test('one that keeps sending after its last answer is cut off', async () => {
    await start({ timeouts: { standstillMs: 40 } })
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    const failed = once(socket, 'error')
    socket.resume().write(rawRequest({ headers: { Connection: 'close' } }))
    const writing = setInterval(() => socket.write('x'), 5)
    await failed
    clearInterval(writing)
  })

  test.each([
    { name: 'half a head', bytes: rawRequest().subarray(0, 60) },
    { name: 'half a body', bytes: rawRequest().subarray(0, -5) },
  ])('one that sends $name and stops is told so and cut off', async ({ bytes }) => {
    await start({ timeouts: { headersMs: 40, requestMs: 40 } })
    const client = await open()
    client.send(bytes)
    expect((await client.read())?.status).toBe(408)
    await client.ended()
  })

  test('one that stays silent is cut off', async () => {
    await start({ timeouts: { idleMs: 40 } })
    const client = await open()
    await client.ended()
  })

  test('one that does not read is not read from either, and is cut off in the end', async () => {
    await start({ timeouts: { requestMs: 300 } })
    const answer = JSON.stringify({ text: 'x'.repeat(1_000_000) })
    db.reply = () => answer
    const client = await open()
    client.socket.pause()
    const count = 200
    for (let index = 0; index < count; index++) client.send(rawRequest())
    // A socket that does not read notices its end only by writing.
    while (!client.socket.destroyed) {
      client.send(' ')
      await delay(20)
    }
    expect(db.calls.length).toBeLessThan(count)
  })

  test('one that does not read is cut off by the full parser, too', async () => {
    await start({ timeouts: { requestMs: 300 } })
    const answer = JSON.stringify({ text: 'x'.repeat(10_000_000) })
    db.reply = () => answer
    const client = await open()
    client.socket.pause()
    client.send(rawRequest({ line: 'POST /?full HTTP/1.1' }))
    while (!client.socket.destroyed) {
      client.send(' ')
      await delay(20)
    }
  })

  test('one that reads late gets everything', async () => {
    await start()
    const answer = JSON.stringify({ text: 'x'.repeat(1_000_000) })
    db.reply = () => answer
    const client = await open()
    client.socket.pause()
    for (let index = 0; index < 30; index++) client.send(rawRequest())
    await delay(50)
    expect(db.calls.length).toBeLessThan(30)
    client.socket.resume()
    const responses = await client.readAll(30)
    expect(responses.every((response) => response?.body === answer)).toBe(true)
  })
})

describe('close()', () => {
  test('finishes requests in flight, on both paths, and ends idle connections', async () => {
    await start()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    db.before = () => released
    const idle = await open()
    const fast = await open()
    const full = await open()
    fast.send(rawRequest())
    full.send(rawRequest({ line: 'POST /?full HTTP/1.1' }))
    while (db.calls.length < 2) await delay(1)
    const closed = server.close()
    await idle.ended()
    release()
    for (const client of [fast, full]) {
      const response = await client.read()
      expect(response?.status).toBe(200)
      expect(response?.headers.get('connection')).toBe('close')
      await client.ended()
    }
    await closed
    await expect(open()).rejects.toThrow('ECONNREFUSED')
  })

  test.each([
    { protocol: 'HTTP', path: 'fast', options: {} },
    { protocol: 'HTTPS', path: 'fast', options: { tls: testCertificate } },
    { protocol: 'HTTP', path: 'full', options: {} },
    { protocol: 'HTTPS', path: 'full', options: { tls: testCertificate } },
  ])(
    'answers a request that has arrived and was not read yet, over $protocol on the $path path',
    async ({ path, options }) => {
      await start(options)
      const client = await open()
      const request = rawRequest(path === 'full' ? { line: 'POST /?full HTTP/1.1' } : {})
      client.send(request)
      expect((await client.read())?.headers.get('connection')).not.toBe('close')
      // The system has it at once; the server sees it in its next turn.
      client.send(request)
      const closed = server.close()
      const response = await client.read()
      expect(response?.status).toBe(200)
      expect(response?.headers.get('connection')).toBe('close')
      await client.ended()
      await closed
    },
  )

  test.each([
    { protocol: 'HTTP', path: 'fast', options: {} },
    { protocol: 'HTTPS', path: 'fast', options: { tls: testCertificate } },
    { protocol: 'HTTP', path: 'full', options: {} },
    { protocol: 'HTTPS', path: 'full', options: { tls: testCertificate } },
  ])(
    'answers requests that were on their way when it stopped listening, over $protocol on the $path path',
    async ({ path, options }) => {
      await start(options)
      const busy = [await open(), await open()]
      const request = rawRequest(path === 'full' ? { line: 'POST /?full HTTP/1.1' } : {})
      for (const client of busy) {
        client.send(request)
        expect((await client.read())?.status).toBe(200)
      }
      const closed = server.close()
      await expect.poll(() => refusesConnections(server.port)).toBe(true)
      for (const client of busy) client.send(request)
      for (const client of busy) {
        const response = await client.read()
        expect(response?.status).toBe(200)
        expect(response?.headers.get('connection')).toBe('close')
        await client.ended()
      }
      await closed
    },
  )

  test('a client that connected before it stopped listening is answered', async () => {
    await start()
    // The system has accepted all of them; the server accepts one in each turn.
    const opening = Array.from({ length: 20 }, () => RawClient.open(server.url))
    const firsts = await Promise.all(opening)
    clients.push(...firsts)
    for (const client of firsts) client.send(rawRequest())
    const closed = server.close()
    for (const client of firsts) expect((await client.read())?.status).toBe(200)
    await closed
  })

  test('a request that crosses the end of an idle connection sees that end, and is not executed', async () => {
    await start()
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    await once(socket, 'connect')
    const closed = server.close()
    await once(socket.resume(), 'end')
    const failures: unknown[] = []
    socket.on('error', (error) => failures.push(error))
    socket.write(rawRequest())
    await closed
    expect(db.calls).toEqual([])
    expect(failures).toEqual([])
    socket.destroy()
  })

  test('waits no longer than its limit', async () => {
    await start()
    db.before = () => new Promise(() => {})
    const stuck = await open()
    stuck.send(rawRequest())
    while (db.calls.length === 0) await delay(1)
    await server.close({ limitMs: 20 })
    await stuck.ended()
  })

  test('ends a connection whose client asked for it', async () => {
    await start()
    const client = await open()
    client.send(rawRequest({ headers: { Connection: 'close' } }))
    expect((await client.read())?.headers.get('connection')).toBe('close')
    await client.ended()
  })
})

test('a port that is taken is reported as EADDRINUSE', async () => {
  await start()
  await expect(createServer(db, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a server whose port is taken leaves nothing running behind', async () => {
  await start()
  const begun = vi.spyOn(globalThis, 'setInterval')
  try {
    await expect(createServer(db, { port: server.port })).rejects.toThrow('EADDRINUSE')
    expect(begun).not.toHaveBeenCalled()
  } finally {
    begun.mockRestore()
  }
})

test('thousands may connect at once, since the system is asked to queue them until they are accepted', async () => {
  const listen = vi.spyOn(NetServer.prototype, 'listen')
  await start()
  expect(listen.mock.calls[0]?.[0]).toMatchObject({ backlog: 4_096 })
  listen.mockRestore()
})

test('a connection that the system refuses is reported, and does not end the server', async () => {
  const reported: unknown[] = []
  await start({ onError: (error) => reported.push(error) })
  let httpServer: HttpServer | undefined
  const listener = (message: unknown) => {
    httpServer = (message as { server: HttpServer }).server
  }
  subscribe('http.server.request.start', listener)
  await exchange(rawRequest({ line: 'POST /?full HTTP/1.1' }))
  unsubscribe('http.server.request.start', listener)
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  httpServer?.emit('error', error)
  expect(reported).toEqual([error])
  expect((await exchange(rawRequest()))?.status).toBe(200)
})

test('an Authorization header without spaces after its commas is read', async () => {
  await start()
  await exchange(rawRequest({ headers: { Authorization: someAuthorization.replaceAll(', ', ',') } }))
  expect(db.calls[0]?.caller.region).toBe('eu-west-1')
})

describe('HTTPS', () => {
  beforeEach(() => start({ tls: testCertificate }))

  test('answers on both paths of one connection, split anywhere', async () => {
    expect(server.url).toMatch(/^https:/)
    const plain = rawRequest()
    const full = rawRequest({ line: 'POST /?full HTTP/1.1' })
    for (let at = 1; at < plain.length; at += 7) {
      const client = await open()
      const bytes = Buffer.concat([plain, full, plain])
      client.send(bytes.subarray(0, plain.length + at))
      await delay(1)
      client.send(bytes.subarray(plain.length + at))
      const responses = await client.readAll(3)
      expect(responses.map((response) => response?.status)).toEqual([200, 200, 200])
      client.close()
    }
  })

  test('finishes requests in flight when it closes', async () => {
    let release = () => {}
    db.before = () => new Promise((resolve) => (release = resolve))
    const idle = await open()
    const client = await open()
    client.send(rawRequest())
    while (db.calls.length === 0) await delay(1)
    const closed = server.close()
    await idle.ended()
    release()
    expect((await client.read())?.status).toBe(200)
    await closed
  })

  test('a client that never begins its handshake is cut off', async () => {
    await server.close()
    await start({ tls: testCertificate, timeouts: { headersMs: 40 } })
    const socket = connect(server.port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => {}))
  })

  test('plain HTTP on its port is refused and harms nothing', async () => {
    const { port } = server
    const client = await RawClient.open(`http://127.0.0.1:${port}`)
    clients.push(client)
    client.send(rawRequest())
    await client.ended()
    expect((await exchange(rawRequest()))?.status).toBe(200)
  })
})

test('a certificate that does not fit its key is refused at once', async () => {
  await start()
  await expect(
    createServer(db, { port: 0, tls: { cert: testCertificate.cert, key: 'none' } }),
  ).rejects.toThrow()
})
