import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createServer, type Server } from '../create-server.ts'
import { EchoDatabase } from '../testing/echo-database.ts'
import { RawClient } from '../testing/raw-client.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { testCertificate } from '../testing/test-certificate.ts'
import { type Arrival, ConnectionLimit, type Endable } from './connection-limit.ts'

describe('when all connections are in use', () => {
  /** A connection that is served, or waits for that. */
  class Fake implements Endable {
    deadline = Number.POSITIVE_INFINITY
    since = 0
    isIdle = true
    state: 'new' | 'served' | 'told' | 'ended' = 'new'
    readonly cut: () => void

    constructor(cut: () => void) {
      this.cut = cut
    }
  }

  function limited(options: {
    readonly most: number
    readonly mostWaiting?: number
    readonly mostTold?: number
  }) {
    let time = 0
    let told = 0
    const reports: string[] = []
    const all: Fake[] = []
    const limit = new ConnectionLimit({
      mostWaiting: 100,
      patienceMs: 1_000,
      ...options,
      connections: () => all.filter(({ state }) => state === 'served'),
      report: (text) => reports.push(text),
      now: () => time,
    })
    const arrive = (): Fake => {
      const fake = new Fake(() => {
        fake.state = 'ended'
        fake.deadline = Number.POSITIVE_INFINITY
        limit.leave(arrival)
      })
      const arrival: Arrival = {
        serve: () => {
          fake.state = 'served'
          fake.since = time
          fake.deadline = time + 1e6
        },
        turnAway: () => {
          if (told >= (options.mostTold ?? 0)) return false
          told++
          fake.state = 'told'
          return true
        },
        drop: () => fake.cut(),
      }
      all.push(fake)
      limit.arrive(arrival)
      return fake
    }
    const pass = (ms: number) => {
      time += ms
    }
    const states = () => all.map(({ state }) => state)
    return {
      limit,
      arrive,
      pass,
      states,
      reports,
      times: (count: number) => Array.from({ length: count }, arrive),
    }
  }

  test('those that have been idle for longest make room, and then the slowest senders', async () => {
    const { times, pass, states } = limited({ most: 4 })
    const [one, two, three, four] = times(4) as [Fake, Fake, Fake, Fake]
    pass(5_000)
    for (const fake of [two, four]) fake.isIdle = false
    Object.assign(one, { deadline: 4e5 })
    Object.assign(three, { deadline: 3e5 })
    Object.assign(two, { deadline: 2e5 })
    Object.assign(four, { deadline: 1e5 })
    const order: string[][] = []
    for (let more = 0; more < 4; more++) {
      const [fresh] = times(1)
      await expect.poll(() => fresh?.state).toBe('served')
      order.push(states().slice(0, 4))
    }
    expect(order).toEqual([
      ['served', 'served', 'ended', 'served'],
      ['ended', 'served', 'ended', 'served'],
      ['ended', 'served', 'ended', 'ended'],
      ['ended', 'ended', 'ended', 'ended'],
    ])
  })

  test('new ones wait while all others wait for an answer, and are served in their order', async () => {
    const { times, limit, states } = limited({ most: 2 })
    const [one, two] = times(2) as [Fake, Fake]
    for (const busy of [one, two]) busy.deadline = Number.POSITIVE_INFINITY
    times(2)
    expect(states()).toEqual(['served', 'served', 'new', 'new'])
    expect(limit.open).toBe(4)
    one.cut()
    expect(states()).toEqual(['ended', 'served', 'served', 'new'])
  })

  test('those that had their turn end with their answers, as many as others wait', () => {
    const { times, limit, pass } = limited({ most: 2 })
    times(2)
    expect(limit.takesPlace(0)).toBe(false)
    times(1)
    expect(limit.takesPlace(0)).toBe(false)
    pass(100)
    expect(limit.takesPlace(50)).toBe(false)
    expect([limit.takesPlace(0), limit.takesPlace(0)]).toEqual([true, false])
  })

  test('one that does something after it was found stays', async () => {
    const { times, pass, states } = limited({ most: 2 })
    const [one] = times(2) as [Fake]
    pass(5_000)
    times(1)
    one.deadline += 1
    await expect.poll(states).toEqual(['served', 'ended', 'served'])
  })

  test('and too many wait, new ones are turned away; if these are too many, idle ones are ended at once', async () => {
    const { times, states } = limited({ most: 2, mostWaiting: 1, mostTold: 1 })
    const [one, two] = times(2) as [Fake, Fake]
    times(2)
    expect(states()).toEqual(['served', 'served', 'new', 'told'])
    two.deadline = Number.POSITIVE_INFINITY
    times(1)
    await expect.poll(states).toEqual(['ended', 'served', 'served', 'told', 'new'])
    one.cut()
  })

  test('of idle ones that are ended at once, each makes room for another one', async () => {
    const { times, states } = limited({ most: 3, mostWaiting: 1 })
    times(4)
    times(3)
    // Only one turn is needed for all three: more and more would wait otherwise.
    await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))))
    expect(states()).toEqual(['ended', 'ended', 'ended', 'served', 'served', 'served', 'new'])
  })

  test('it is reported at most once a minute', () => {
    const { times, reports, pass } = limited({ most: 10 })
    times(12)
    expect(reports).toEqual([expect.stringMatching(/^All 10 allowed connections.*--max-connections\.$/)])
    pass(60_000)
    times(1)
    expect(reports).toHaveLength(2)
  })
})

/** Short, so that the tests are. */
const timeouts = { placeMs: 500 }

describe.each([
  { over: 'HTTP', options: { timeouts } },
  { over: 'HTTPS', options: { tls: testCertificate, timeouts } },
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

  test('gives no place to clients that have left while they waited', async () => {
    const patient = { ...options, timeouts: { placeMs: 600_000 } }
    server = await createServer(new EchoDatabase(), { port: 0, maxConnections: 1, ...patient })
    const first = await open()
    const { port } = server
    for (let i = 0; i < 5; i++) {
      const waiting = connect(port, '127.0.0.1')
      await once(waiting, 'connect')
      waiting.destroy()
    }
    const next = open()
    setImmediate(() => first.close())
    expect(await ask(await next)).toBe(200)
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

  test('ends no connection that waits for an answer, and lets new ones wait', async () => {
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
    // Over TLS, the handshake waits as well.
    const third = open()
    void third.then((client) => client.send(rawRequest()))
    release()
    const answers = await Promise.all(waiting.map((client) => client.read()))
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200])
    expect((await (await third).read())?.status).toBe(200)
  })

  test('lets many more clients than it has connections take turns: no request is lost', async () => {
    server = await createServer(new EchoDatabase(), { port: 0, maxConnections: 2, ...options })
    const results = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const statuses: (number | undefined)[] = []
        let client = await open()
        for (let request = 0; request < 20; request++) {
          client.send(rawRequest())
          const answer = await client.read()
          statuses.push(answer?.status)
          if (answer?.headers.get('connection') !== 'close') continue
          client.close()
          client = await open()
        }
        client.close()
        return statuses
      }),
    )
    expect(results).toEqual(Array.from({ length: 9 }, () => Array.from({ length: 20 }, () => 200)))
  })

  test('answers 503 to clients for which there is no room to wait, without losing that answer', async () => {
    const db = new EchoDatabase()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    db.before = () => released
    server = await createServer(db, { port: 0, maxConnections: 1, maxWaiting: 1, ...options })
    const busy = await open()
    busy.send(rawRequest())
    await expect.poll(() => db.calls.length).toBe(1)
    const waiting = open()
    const turnedAway = await open()
    // It is still sending while it is answered.
    turnedAway.send(rawRequest({ body: 'x'.repeat(500_000) }))
    const answer = await turnedAway.read()
    expect(answer?.status).toBe(503)
    expect(answer?.headers.get('connection')).toBe('close')
    expect(JSON.parse(answer?.body ?? '')).toEqual({
      __type: 'com.amazon.coral.availability#ServiceUnavailable',
      message: 'The server has too many connections. Try again later.',
    })
    await turnedAway.ended()
    release()
    expect((await busy.read())?.status).toBe(200)
    ;(await waiting).close()
  })
})
