import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServer, type Server } from './create-server.ts'
import { EchoDatabase } from './testing/echo-database.ts'
import { RawClient } from './testing/raw-client.ts'
import { rawRequest } from './testing/raw-request.ts'
import { testCertificate } from './testing/test-certificate.ts'

const named = (name: string, target = 'GetItem', headers: object = {}) =>
  rawRequest({
    body: JSON.stringify({ name }),
    headers: { 'X-Amz-Target': `DynamoDB_20120810.${target}`, ...headers },
  })

/** A header that only the full parser understands. */
const unusual = { TE: 'trailers' }

describe.each([
  { over: 'HTTP', options: {} },
  { over: 'HTTPS', options: { tls: testCertificate } },
])('while many send requests at once over $over', ({ over, options }) => {
  let db: EchoDatabase
  let server: Server
  let clients: RawClient[]

  beforeEach(async () => {
    db = new EchoDatabase()
    server = await createServer(db, { port: 0, ...options })
    clients = await Promise.all(Array.from({ length: 40 }, () => RawClient.open(server.url)))
    await askAll()
  })

  afterEach(async () => {
    for (const client of clients) client.close()
    await server.close({ limitMs: 0 })
  })

  /** Sends a request on all connections, so that the server treats the next ones as those of many. */
  async function askAll(): Promise<void> {
    for (const [index, one] of clients.entries()) one.send(named(`${index}`))
    await Promise.all(clients.map((client) => client.read()))
  }

  const client = (index: number): RawClient => clients[index] as RawClient

  test('each gets the answer to its own requests, over and over', async () => {
    for (let round = 0; round < 10; round++) {
      const targets = ['GetItem', 'Query', 'PutItem', 'Scan']
      for (const [index, one] of clients.entries()) {
        one.send(named(`${index}, ${round}`, targets[(index + round) % 4]))
      }
      const answers = await Promise.all(clients.map((one) => one.read()))
      const bodies = clients.map((_, index) => JSON.stringify({ name: `${index}, ${round}` }))
      expect(answers.map((answer) => answer?.body)).toEqual(bodies)
    }
  })

  test('those that arrive in pieces, without waiting for answers, are answered in their order', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}`)
    const bytes = Buffer.concat(
      names.map((name, index) => named(name, index % 3 === 0 ? 'Query' : 'GetItem')),
    )
    for (let start = 0, step = 0; start < bytes.length; step++) {
      const end = start + 1 + ((step * 977) % 1_500)
      for (const one of clients) one.send(bytes.subarray(start, end))
      start = end
      if (step % 3 === 0) await delay(1)
    }
    for (const one of clients) {
      const answers = await one.readAll(names.length)
      expect(answers.map((answer) => answer?.body)).toEqual(names.map((name) => JSON.stringify({ name })))
    }
  })

  // Node ends both sides of an encrypted connection when the client ends one, and a client cannot reset it.
  if (over === 'HTTP') {
    test('one that has closed its side behind its request is answered, and then the connection ends', async () => {
      for (const [index, one] of clients.entries()) {
        one.send(named(`${index}`))
        one.socket.end()
      }
      const answers = await Promise.all(clients.map((one) => one.read()))
      expect(answers.map((answer) => answer?.status)).toEqual(clients.map(() => 200))
      await Promise.all(clients.map((one) => one.ended()))
    })

    test('no long answers are made for clients that left before their turn', async () => {
      let made = 0
      db.reply = () => {
        if (made++ === 0) for (const one of clients.slice(1)) one.socket.resetAndDestroy()
        return JSON.stringify('x'.repeat(100_000))
      }
      for (const one of clients) one.send(named('page', 'Scan'))
      expect((await client(0).read())?.body.length).toBe(100_002)
      // Clients that are still there are answered after all those before them.
      const late = await RawClient.open(server.url)
      clients.push(late)
      late.send(named('page', 'Scan'))
      expect((await late.read())?.body.length).toBe(100_002)
      expect(made).toBeLessThan(10)
    })
  }

  test('one that ends in the middle of a request is let go, and so is one that is gone', async () => {
    for (const [index, one] of clients.entries()) {
      if (index % 4 === 0) one.socket.end(named('cut').subarray(0, 100))
      else one.send(named('whole'))
      if (index % 4 === 1) one.socket.destroy()
    }
    await Promise.all(clients.filter((_, index) => index % 4 === 0).map((one) => one.ended()))
    const others = clients.filter((_, index) => index % 4 > 1)
    const answers = await Promise.all(others.map((one) => one.read()))
    expect(answers.map((answer) => answer?.body)).toEqual(others.map(() => '{"name":"whole"}'))
  })

  test('requests that only the full parser understands are handed over, with everything behind them', async () => {
    for (const one of clients) {
      one.send(
        Buffer.concat([named('a'), Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), named('b')]),
      )
    }
    for (const one of clients) {
      const answers = await one.readAll(3)
      const healthy = 'healthy: dynamodb.us-east-1.amazonaws.com '
      expect(answers.map((answer) => answer?.body)).toEqual(['{"name":"a"}', healthy, '{"name":"b"}'])
    }
  })

  /**
   * Counts how many requests are answered at the same time, by a store that waits only for promises, not for another
   * turn.
   */
  function countRunning(): { now: number; most: number } {
    const running = { now: 0, most: 0 }
    db.before = async () => {
      running.now++
      running.most = Math.max(running.most, running.now)
      for (let step = 0; step < 20; step++) await Promise.resolve()
      running.now--
    }
    return running
  }

  test('possibly long answers are made one at a time, even the first of a connection', async () => {
    const running = countRunning()
    for (const one of clients) one.send(named('page', 'BatchGetItem'))
    const answers = await Promise.all(clients.map((one) => one.read()))
    expect(answers.every((answer) => answer?.body === '{"name":"page"}')).toBe(true)
    expect(running.most).toBe(1)
  })

  test.each([
    ['', {}],
    [', nor of requests that only the full parser understands', unusual],
  ])(
    'long answers are not made one after another in a turn, not even those of quiet connections%s',
    async (_, headers) => {
      // A request that follows many is treated as one of them; after a single one, no longer.
      for (let round = 0; round < 2; round++) {
        client(0).send(named('single'))
        await client(0).read()
      }
      const madeIn: number[] = []
      let turn = 0
      let next = setImmediate(function count() {
        turn++
        next = setImmediate(count)
      })
      db.reply = () => {
        madeIn[turn] = (madeIn[turn] ?? 0) + 1
        return JSON.stringify('x'.repeat(100_000))
      }
      for (const one of clients) one.send(named('page', 'BatchGetItem', headers))
      const answers = await Promise.all(clients.map((one) => one.read()))
      clearImmediate(next)
      expect(answers.map((answer) => answer?.body.length)).toEqual(clients.map(() => 100_002))
      // One when it was heard, and one of those that wait.
      expect(Math.max(...madeIn.filter((made) => made !== undefined))).toBeLessThanOrEqual(2)
    },
  )

  test('large requests and long answers begin one at a time, with short ones between them', async () => {
    const running = countRunning()
    const body = JSON.stringify({ text: 'x'.repeat(200_000) })
    for (let round = 0; round < 2; round++) {
      for (const one of clients) one.send(rawRequest({ body }))
      const answers = await Promise.all(clients.map((one) => one.read()))
      expect(answers.every((answer) => answer?.body === body)).toBe(true)
    }
    expect(running.most).toBe(1)
    // The first time, the server may still treat them as the requests of few.
    await askAll()
    await askAll()
    expect(running.most).toBeGreaterThan(1)
  })

  test('the server closes when every request is answered', async () => {
    for (const one of clients) one.send(named('last'))
    await expect.poll(() => db.calls.length).toBeGreaterThan(clients.length)
    const closed = server.close()
    const answers = await Promise.all(clients.map((one) => one.read()))
    expect(answers.filter((answer) => answer?.body === '{"name":"last"}').length).toBe(
      db.calls.length - clients.length,
    )
    await closed
  })

  test('one that is still unanswered does not keep others from being answered', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    db.before = () => (JSON.stringify(db.calls.at(-1)?.input).includes('slow') ? held : Promise.resolve())
    client(0).send(named('slow', 'Query'))
    for (const one of clients.slice(1)) one.send(named('quick', 'Query'))
    const answers = await Promise.all(clients.slice(1).map((one) => one.read()))
    expect(answers.every((answer) => answer?.body === '{"name":"quick"}')).toBe(true)
    release()
    expect((await client(0).read())?.body).toBe('{"name":"slow"}')
  })
})
