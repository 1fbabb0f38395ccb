import { afterEach, describe, expect, test } from 'vitest'
import { createServer, type Server } from '../create-server.ts'
import { EchoDatabase } from '../testing/echo-database.ts'
import { RawClient } from '../testing/raw-client.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { testCertificate } from '../testing/test-certificate.ts'
import { ConnectionLimit, type Endable } from './connection-limit.ts'

describe('the connection that is ended for another', () => {
  interface Fake extends Endable {
    deadline: number
    isIdle: boolean
    isCut: boolean
  }
  const fake = (deadline: number, isIdle: boolean): Fake => ({
    deadline,
    isIdle,
    isCut: false,
    cut() {
      this.isCut = true
      this.deadline = Number.POSITIVE_INFINITY
    },
  })

  function limited(most: number, connections: readonly Fake[]) {
    let time = 0
    const told: string[] = []
    const limit = new ConnectionLimit({
      most,
      connections: () => connections,
      report: (text) => told.push(text),
      now: () => time,
    })
    for (let index = 0; index < most; index++) expect(limit.admit()).toBe(true)
    const pass = (ms: number) => {
      time += ms
    }
    return { limit, told, pass }
  }

  test('is the one that has been idle for longest, and then the slowest sender', () => {
    const connections = [fake(40, true), fake(5, false), fake(30, true), fake(8, false)]
    const { limit } = limited(4, connections)
    const cut = () => connections.flatMap(({ isCut }, index) => (isCut ? [index] : []))
    const after: number[][] = []
    for (let more = 0; more < 4; more++) {
      expect(limit.admit()).toBe(true)
      after.push(cut())
    }
    expect(after).toEqual([[2], [0, 2], [0, 1, 2], [0, 1, 2, 3]])
  })

  test('is never one that waits for an answer: then the new one is ended', () => {
    const busy = fake(Number.POSITIVE_INFINITY, false)
    const { limit, pass } = limited(1, [busy])
    expect(limit.admit()).toBe(false)
    limit.release()
    // Answered meanwhile, but looked for only after a while.
    busy.deadline = 7
    expect(limit.admit()).toBe(false)
    limit.release()
    pass(1_000)
    expect(limit.admit()).toBe(true)
    expect(busy.isCut).toBe(true)
  })

  test('is not one that was active after it was found', () => {
    const connections = Array.from({ length: 300 }, (_, index) => fake(index, true))
    const { limit } = limited(300, connections)
    limit.admit()
    const [, second, third] = connections
    if (second !== undefined) second.deadline = 1_000
    limit.admit()
    expect([second?.isCut, third?.isCut]).toEqual([false, true])
  })

  test('its ending is reported at most once a minute', () => {
    const connections = Array.from({ length: 10 }, (_, index) => fake(index, true))
    const { limit, told, pass } = limited(10, connections)
    limit.admit()
    limit.admit()
    expect(told).toEqual([expect.stringMatching(/^All 10 allowed connections.*--max-connections\.$/)])
    pass(60_000)
    limit.admit()
    expect(told).toHaveLength(2)
  })
})

describe.each([
  { over: 'HTTP', options: {} },
  { over: 'HTTPS', options: { tls: testCertificate } },
])('a server that is full, over $over', ({ options }) => {
  let server: Server | undefined
  const clients: RawClient[] = []

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    await server?.close({ limitMs: 0 })
  })

  async function open(): Promise<RawClient> {
    const client = await RawClient.open(server?.url ?? '')
    clients.push(client)
    return client
  }

  async function ask(client: RawClient, line = 'POST / HTTP/1.1'): Promise<number | undefined> {
    client.send(rawRequest({ line }))
    return (await client.read())?.status
  }

  test('ends idle connections for new ones, the longest idle first', async () => {
    server = await createServer(new EchoDatabase(), { port: 0, maxConnections: 3, ...options })
    const [first, second, third] = [await open(), await open(), await open()]
    for (const client of [second, third, first]) expect(await ask(client)).toBe(200)
    expect(await ask(await open())).toBe(200)
    await second.ended()
    expect(await ask(await open())).toBe(200)
    await third.ended()
    expect(await ask(first)).toBe(200)
  })

  test("also ends connections that Node's own server has", async () => {
    server = await createServer(new EchoDatabase(), { port: 0, maxConnections: 2, ...options })
    const [first, second] = [await open(), await open()]
    for (const client of [second, first]) {
      client.send(rawRequest({ line: 'POST / HTTP/1.0', headers: { Connection: 'Keep-Alive' } }))
      expect((await client.read())?.status).toBe(200)
    }
    expect(await ask(await open())).toBe(200)
    await second.ended()
    expect(await ask(first)).toBe(200)
  })

  test('is not blocked by clients that never finish their requests', async () => {
    server = await createServer(new EchoDatabase(), { port: 0, maxConnections: 4, ...options })
    for (let index = 0; index < 12; index++) (await open()).send('POST / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    expect(await ask(await open())).toBe(200)
  })

  test('ends no connection that waits for an answer', async () => {
    const db = new EchoDatabase()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    db.before = () => released
    server = await createServer(db, { port: 0, maxConnections: 2, ...options })
    const waiting = [await open(), await open()]
    for (const client of waiting) client.send(rawRequest())
    await expect.poll(() => db.calls.length).toBe(2)
    const refused = await open().then(
      (client) => client.ended(),
      () => {},
    )
    expect(refused).toBeUndefined()
    release()
    const answers = await Promise.all(waiting.map((client) => client.read()))
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200])
  })
})
