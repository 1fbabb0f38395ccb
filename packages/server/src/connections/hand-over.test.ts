import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createServer, type Server } from '../create-server.ts'
import { EchoDatabase } from '../testing/echo-database.ts'
import { RawClient } from '../testing/raw-client.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { testCertificate } from '../testing/test-certificate.ts'

let server: Server
let client: RawClient

afterEach(async () => {
  client.close()
  await server.close({ limitMs: 0 })
})

const doors = [
  { over: 'HTTP', options: {} },
  { over: 'HTTPS', options: { tls: testCertificate } },
]

/** A request that only the full parser understands. */
const unusual = (body: string) => rawRequest({ body, line: 'POST /?full HTTP/1.1' })

test.each(doors)(
  'requests received behind one that is handed over are read in their order, over $over',
  async ({ options }) => {
    const db = new EchoDatabase()
    let letGo = () => {}
    db.before = () => new Promise((resolve) => (letGo = resolve))
    server = await createServer(db, { port: 0, ...options })
    client = await RawClient.open(server.url)
    const bodies = Array.from({ length: 20 }, (_, index) =>
      JSON.stringify({ name: index, text: `${index % 10}`.repeat(index % 5 === 4 ? 300_000 : 10) }),
    )
    client.send(rawRequest({ body: '{"name":"first"}' }))
    await expect.poll(() => db.calls.length === 1).toBe(true)
    // More than is read ahead: some of it is still in the socket's own memory when the rest is handed over.
    client.send(Buffer.concat([unusual('{"name":"unusual"}'), ...bodies.map(unusual)]))
    await delay(50)
    db.before = async () => {}
    letGo()
    const answers = await client.readAll(2 + bodies.length)
    const expected = ['{"name":"first"}', '{"name":"unusual"}', ...bodies]
    expect(answers.map((answer) => answer?.status)).toEqual(expected.map(() => 200))
    expect(answers.map((answer) => answer?.body === expected.shift())).not.toContain(false)
  },
)

test.each(doors)(
  'requests that arrive while a long answer is unread are read in order by the full parser, over $over',
  async ({ options }) => {
    const db = new EchoDatabase()
    const text = 'x'.repeat(700_000)
    db.reply = (input) => JSON.stringify({ ...(input as { name: number }), text, padding: undefined })
    server = await createServer(db, { port: 0, ...options })
    client = await RawClient.open(server.url)
    client.send(unusual('{}'))
    await client.read()
    const names = Array.from({ length: 60 }, (_, index) => index)
    for (const name of names) {
      client.send(unusual(JSON.stringify({ name, padding: 'y'.repeat(name % 7 === 0 ? 150_000 : 10) })))
    }
    const answers = await client.readAll(names.length)
    expect(answers.map((answer) => answer?.status)).toEqual(names.map(() => 200))
    expect(db.calls.slice(1).map(({ input }) => (input as { name: number }).name)).toEqual(names)
  },
)

describe.each(doors)(
  'a client that has ended its own side before its requests are looked at, over $over',
  ({ options }) => {
    /** Sends a plain request and, while that is being answered, more bytes and the end. */
    async function sendBehind(bytes: Buffer): Promise<() => void> {
      const db = new EchoDatabase()
      let letGo = () => {}
      db.before = () => new Promise((resolve) => (letGo = resolve))
      server = await createServer(db, { port: 0, ...options })
      client = await RawClient.open(server.url)
      client.send(rawRequest({ body: '{"name":"first"}' }))
      await expect.poll(() => db.calls.length === 1).toBe(true)
      client.socket.end(bytes)
      await delay(50)
      db.before = async () => {}
      return letGo
    }

    test('gets its request answered even if only the full parser understands it', async () => {
      const long = JSON.stringify({ name: 'x'.repeat(50_000) })
      const letGo = await sendBehind(
        Buffer.concat([unusual('{"name":"unusual"}'), unusual(long), rawRequest()]),
      )
      letGo()
      const answers = await client.readAll(4)
      expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 200])
      expect(answers[2]?.body).toBe(long)
      await client.ended()
    })

    test('is told about an improper request', async () => {
      const letGo = await sendBehind(Buffer.from('GET nowhere\r\n\r\n'))
      letGo()
      const answers = await client.readAll(2)
      expect(answers.map((answer) => answer?.status)).toEqual([200, 400])
      await client.ended()
    })

    test('may be gone altogether', async () => {
      const letGo = await sendBehind(unusual('{}'))
      client.close()
      letGo()
      const next = await RawClient.open(server.url)
      next.send(rawRequest({ body: '{"name":"next"}' }))
      expect((await next.read())?.body).toBe('{"name":"next"}')
      next.close()
    })
  },
)
