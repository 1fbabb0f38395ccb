import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createServer, type Server, type ServerOptions } from './create-server.ts'
import { EchoDatabase } from './testing/echo-database.ts'
import { RawClient } from './testing/raw-client.ts'
import { rawRequest } from './testing/raw-request.ts'
import { testCertificate } from './testing/test-certificate.ts'

// An eighth of this is room for one of the requests below, but not for two.
vi.mock('node:v8', () => ({ getHeapStatistics: () => ({ heap_size_limit: 8 * 15_000_000 }) }))

/** Awaited before anything is compressed. */
const compressing = vi.hoisted(() => ({ begins: Promise.resolve() }))

vi.mock('./messages/compress-answer.ts', async (importOriginal) => {
  const { compressAnswer } = await importOriginal<typeof import('./messages/compress-answer.ts')>()
  const compressLater: typeof compressAnswer = async (answer, encodings) => {
    await compressing.begins
    return compressAnswer(answer, encodings)
  }
  return { compressAnswer: compressLater }
})

const largeLength = 10_000_000

let db: EchoDatabase
let server: Server
let clients: RawClient[]

async function start(options: ServerOptions = {}): Promise<void> {
  db = new EchoDatabase()
  db.reply = () => '{}'
  clients = []
  server = await createServer(db, { port: 0, ...options })
}

afterEach(async () => {
  for (const client of clients) client.close()
  await server.close({ limitMs: 0 })
})

async function open(): Promise<RawClient> {
  const client = await RawClient.open(server.url)
  clients.push(client)
  return client
}

async function send(bytes: Buffer): Promise<RawClient> {
  const client = await open()
  client.send(bytes)
  return client
}

const large = (name: string, line?: string) =>
  rawRequest({ body: JSON.stringify({ name, text: 'x'.repeat(largeLength) }), ...(line && { line }) })

const begun = () => db.calls.map(({ input }) => (input as { readonly name: string }).name)

/** Whether some of what a client has sent is still on its side or in transit. */
const isStuck = (client: RawClient) => client.socket.writableLength > 0

/** Stops the process, as a signal or a suspended machine does. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

describe.each([
  { path: 'the fast path', line: 'POST / HTTP/1.1', options: {} },
  { path: 'the full parser', line: 'POST /?full HTTP/1.1', options: {} },
  { path: 'the fast path over TLS', line: 'POST / HTTP/1.1', options: { tls: testCertificate } },
])('large bodies on $path', ({ line, options }) => {
  const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

  test('are not read while others have all the room; small ones are, and in the end all are answered', async () => {
    await start(options)
    const bytes = large('first', line)
    const first = await send(halfOf(bytes))
    await expect.poll(() => !isStuck(first)).toBe(true)
    const second = await send(large('second', line))
    const third = await send(large('third', line))
    const small = await send(rawRequest({ body: '{"name":"small"}', line }))
    expect(await small.read()).toMatchObject({ status: 200 })
    await delay(50)
    expect([second, third].map(isStuck)).toEqual([true, true])
    expect(begun()).toEqual(['small'])
    first.send(bytes.subarray(bytes.length / 2))
    for (const client of [first, second, third]) expect(await client.read()).toMatchObject({ status: 200 })
    expect(begun()).toEqual(['small', 'first', 'second', 'third'])
  })

  test('free their room when their client goes away', async () => {
    await start(options)
    const first = await send(halfOf(large('first', line)))
    await expect.poll(() => !isStuck(first)).toBe(true)
    const second = await send(large('second', line))
    await delay(50)
    expect(isStuck(second)).toBe(true)
    first.close()
    expect(await second.read()).toMatchObject({ status: 200 })
  })

  test('are cut off with 408 when they make no progress while others wait', async () => {
    await start({ ...options, timeouts: { standstillMs: 60 } })
    const first = await send(halfOf(large('first', line)))
    await expect.poll(() => !isStuck(first)).toBe(true)
    await delay(150)
    const second = await send(large('second', line))
    expect(await first.read()).toMatchObject({ status: 408 })
    expect(await second.read()).toMatchObject({ status: 200 })
    expect(begun()).toEqual(['second'])
  })

  test('are not cut off if it was the server that stood still', async () => {
    await start({ ...options, timeouts: { standstillMs: 1_000 } })
    const bytes = large('first', line)
    const first = await send(halfOf(bytes))
    await expect.poll(() => !isStuck(first)).toBe(true)
    const second = await send(large('second', line))
    await delay(50)
    standStill(2_000)
    await delay(50)
    first.send(bytes.subarray(bytes.length / 2))
    for (const client of [first, second]) expect(await client.read()).toMatchObject({ status: 200 })
  })
})

test('chunked bodies without an announced length wait, too, once they are large', async () => {
  await start()
  const first = await send(large('first').subarray(0, 5_000_000))
  await expect.poll(() => !isStuck(first)).toBe(true)
  const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
  const chunk = `${largeLength.toString(16)}\r\n{"name":"chunked"}${' '.repeat(largeLength - 18)}\r\n0\r\n\r\n`
  const chunked = await send(Buffer.concat([rawRequest({ headers, body: '' }), Buffer.from(chunk)]))
  await delay(50)
  expect(isStuck(chunked)).toBe(true)
  first.close()
  expect(await chunked.read()).toMatchObject({ status: 200 })
})

test('compressed bodies are unfolded only while there is room for the most that they may unfold to', async () => {
  await start()
  let letGo = () => {}
  db.before = () => new Promise((resolve) => (letGo = resolve))
  const packed = (name: string) => {
    const bytes = gzipSync(JSON.stringify({ name }))
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': String(bytes.length) }
    return Buffer.concat([rawRequest({ headers, body: '' }), bytes])
  }
  const first = await send(packed('first'))
  await expect.poll(() => begun().length === 1).toBe(true)
  const second = await send(packed('second'))
  await delay(50)
  expect(begun()).toEqual(['first'])
  letGo()
  expect(await first.read()).toMatchObject({ status: 200 })
  await expect.poll(() => begun().length === 2).toBe(true)
  letGo()
  expect(await second.read()).toMatchObject({ status: 200 })
})

test('a large request sent behind another, along with the end of the connection, is answered', async () => {
  await start()
  let letGo = () => {}
  db.before = () => new Promise((resolve) => (letGo = resolve))
  const body = (name: string) => JSON.stringify({ name, text: 'x'.repeat(70_000) })
  const client = await open()
  client.socket.end(Buffer.concat([rawRequest({ body: '{"name":"a"}' }), rawRequest({ body: body('b') })]))
  await expect.poll(() => begun().length === 1).toBe(true)
  const holder = await send(large('holder').subarray(0, 1_000_000))
  await expect.poll(() => !isStuck(holder)).toBe(true)
  letGo()
  db.before = async () => {}
  expect(await client.read()).toMatchObject({ status: 200 })
  expect(await client.read()).toMatchObject({ status: 200 })
  expect(begun()).toEqual(['a', 'b'])
})

describe.each([
  { path: 'the fast path', line: 'POST / HTTP/1.1' },
  { path: 'the full parser', line: 'POST /?full HTTP/1.1' },
])('unread long answers on $path', ({ line }) => {
  const ask = (name: string, operation = 'Query') =>
    rawRequest({
      line,
      body: JSON.stringify({ name }),
      headers: { 'X-Amz-Target': `DynamoDB_20120810.${operation}` },
    })

  async function startLong(standstillMs: number): Promise<void> {
    // More than the systems of both sides buffer for a connection that is not read.
    const text = 'x'.repeat(20_000_000)
    await start({ timeouts: { standstillMs } })
    db.reply = (input) => {
      const { name } = input as { name: string }
      return JSON.stringify(name.startsWith('long') ? { name, text } : { name })
    }
  }

  /** Asks for more than there is room for, and reads none of it. */
  async function sleep(): Promise<RawClient> {
    const client = await open()
    client.socket.pause()
    client.send(ask('long'))
    await expect.poll(() => begun().includes('long')).toBe(true)
    return client
  }

  test('keep other long requests from starting, but not requests for single items', async () => {
    await startLong(60_000)
    const asleep = await sleep()
    const query = await send(ask('query'))
    const item = await send(ask('item', 'GetItem'))
    expect((await item.read())?.body).toContain('"item"')
    expect(begun()).not.toContain('query')
    asleep.close()
    expect((await query.read())?.body).toContain('"query"')
  })

  test('keep one waiting that is not started any more once its client has gone', async () => {
    await startLong(60_000)
    const asleep = await sleep()
    const gone = await send(ask('gone'))
    const query = await send(ask('query'))
    await delay(50)
    gone.socket.resetAndDestroy()
    await delay(50)
    asleep.close()
    expect((await query.read())?.body).toContain('"query"')
    expect(begun()).toEqual(['long', 'query'])
  })

  test('are dropped in favour of clients that read', async () => {
    await startLong(40)
    await sleep()
    const query = await send(ask('query'))
    expect((await query.read())?.body).toContain('"query"')
  })

  test('are not made before the previous one on their connection was read', async () => {
    await startLong(60_000)
    const client = await open()
    client.socket.pause()
    const names = ['long', 'b', 'c', 'd']
    client.send(Buffer.concat(names.map((name) => ask(name))))
    await expect.poll(() => begun().includes('long')).toBe(true)
    await delay(50)
    expect(begun()).toEqual(['long'])
    client.socket.resume()
    for (const name of names) expect((await client.read())?.body).toContain(`"${name}"`)
  })
})

test('long answers that are being compressed keep others from starting', async () => {
  await start()
  const text = 'x'.repeat(20_000_000)
  db.reply = () => text
  let letGo = () => {}
  compressing.begins = new Promise((resolve) => (letGo = resolve))
  const headers = { 'X-Amz-Target': 'DynamoDB_20120810.Query', 'Accept-Encoding': 'gzip' }
  const asked = ['first', 'second'].map((name) => rawRequest({ body: JSON.stringify({ name }), headers }))
  const first = await send(asked[0] as Buffer)
  await expect.poll(() => begun().length === 1).toBe(true)
  const second = await send(asked[1] as Buffer)
  await delay(50)
  expect(begun()).toEqual(['first'])
  letGo()
  for (const client of [first, second]) expect(await client.read()).toMatchObject({ status: 200 })
})

test('a connection answered as fast as it reads does not keep others waiting', async () => {
  await start()
  const text = 'x'.repeat(70_000)
  db.reply = () => JSON.stringify({ text })
  const [greedy, other] = [await open(), await open()]
  const many = Array.from({ length: 30 }, () => rawRequest({ body: '{"name":"greedy"}' }))
  greedy.send(Buffer.concat(many))
  other.send(rawRequest({ body: '{"name":"other"}' }))
  await other.read()
  await greedy.readAll(30)
  expect(begun().indexOf('other')).toBeLessThan(10)
})

test('more unusual requests at once than anybody sends end their own connection, and nothing else', async () => {
  await start()
  let letGo = () => {}
  db.before = () => new Promise((resolve) => (letGo = resolve))
  const client = await send(rawRequest({ line: 'POST /?full HTTP/1.1' }))
  await expect.poll(() => db.calls.length === 1).toBe(true)
  client.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
  await client.ended()
  letGo()
  db.before = async () => {}
  expect(await (await send(rawRequest())).read()).toMatchObject({ status: 200 })
})
