import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createTableInput, type ModelClient, type Port, shape, table } from '@monotable/model'
import { cache } from '@monotable/model/cache'
import { measure } from '@monotable/model/cost'
import { abortable, type SentRequest, watched } from '@monotable/model/requests'
import { createTestClock, openDatabase } from 'monotable'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
const Note = app.entity('Note', {
  schema: shape<{ box: string; id: string; text: string }>(),
  key: { pk: 'BOX#{box}', sk: 'NOTE#{id}' },
})
const client = await openDatabase()
await client.send('CreateTable', createTableInput(app))
const empty = await client.snapshot()
beforeEach(() => client.restore(empty))
afterAll(() => client.close())

const clock = createTestClock(Date.UTC(2026, 0, 1))
const connect = (to: ModelClient = client) =>
  app.connect(to, { entities: { Note }, patterns: { box: Note.query('primary', { page: 2 }) } })
const note = (id: string) => ({ box: 'a', id, text: 'hello' })

/** A client that holds its requests back until it is released. */
function waiting() {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const sent: string[] = []
  const port: Port = {
    send: async (operation, input) => {
      sent.push(operation)
      await gate
      return client.send(operation, input as never) as never
    },
  }
  return { port, sent, letGo: () => letGo() }
}

describe('a listener', () => {
  it('gets every request of every kind, with its answer or refusal, its time and its units', async () => {
    const seen: SentRequest[] = []
    const slow: Port = {
      send: async (operation, input) => {
        await clock.advance(5)
        return client.send(operation, input as never) as never
      },
    }
    const db = watched(connect(slow), (request) => seen.push(request), { units: true, clock })
    await db.Note.create(note('1'))
    await db.Note.create(note('1')).outcome()
    await db.batch.write([db.Note.put(note('2')), db.Note.put(note('3'))])
    await db.transact([db.Note.remove({ box: 'a', id: '2' }), db.Note.check({ box: 'a', id: '1' })])
    await db.q.box({ box: 'a' }).list()
    expect(
      seen.map(({ operation, cost, elapsedMs }) => [operation, cost?.read, cost?.write, elapsedMs]),
    ).toEqual([
      ['PutItem', 0, 1, 5],
      ['PutItem', 0, 0, 5],
      ['BatchWriteItem', 0, 2, 5],
      ['TransactWriteItems', 0, 4, 5],
      ['Query', 0.5, 0, 5],
      ['Query', 0.5, 0, 5],
    ])
    expect(seen[0]).toMatchObject({ startedAt: Date.UTC(2026, 0, 1), input: { TableName: 'App' } })
    expect(seen[1]).toMatchObject({ error: { name: 'ConditionalCheckFailedException' } })
    const [query] = seen.flatMap((request) => (request.operation === 'Query' ? [request.output?.Items] : []))
    expect(query).toHaveLength(2)
  })

  it('requests no units unless asked to', async () => {
    const seen: SentRequest[] = []
    const db = watched(connect(), (request) => seen.push(request))
    await db.Note.get({ box: 'a', id: '1' })
    expect(seen).toMatchObject([{ operation: 'GetItem', output: {} }])
    expect(seen[0]?.input).not.toHaveProperty('ReturnConsumedCapacity')
    expect(seen[0]).not.toHaveProperty('cost')
  })

  it('that throws or rejects does not affect the request, and the failure is reported on request', async () => {
    const failed: unknown[] = []
    const mistake = new Error('a mistake in the log')
    const told = { failed: (error: unknown) => failed.push(error) }
    const throwing = watched(connect(), () => {
      throw mistake
    })
    expect(await throwing.Note.create(note('1'))).toEqual(note('1'))
    const rejecting = watched(connect(), async () => Promise.reject(mistake), told)
    expect(await rejecting.Note.get({ box: 'a', id: '1' })).toEqual(note('1'))
    await expect.poll(() => failed).toEqual([mistake])
    // A failing failure handler has no effect either; an unhandled rejection would fail the test.
    const failing = watched(connect(), async () => Promise.reject(mistake), {
      failed: (error) => {
        failed.push(error)
        throw error
      },
    })
    await failing.Note.get({ box: 'a', id: '1' })
    await expect.poll(() => failed).toHaveLength(2)
  })

  it('also gets measured requests, and two listeners both get all requests', async () => {
    const seen: string[] = []
    const first = watched(connect(), ({ operation }) => seen.push(`1 ${operation}`))
    const both = watched(first, ({ operation }) => seen.push(`2 ${operation}`))
    const { units } = await measure(both, (db) => db.Note.create(note('1')))
    expect(units.write).toBe(1)
    expect(seen).toEqual(['1 PutItem', '2 PutItem'])
  })
})

describe('a signal', () => {
  it('ends waiting calls with its reason, and nothing is sent afterwards', async () => {
    const { port, sent, letGo } = waiting()
    const controller = new AbortController()
    const db = abortable(connect(port), controller.signal)
    const calls = [db.Note.get({ box: 'a', id: '1' }).send(), db.q.box({ box: 'a' }).send()]
    const ended = Promise.allSettled(calls)
    controller.abort(new Error('the reader has gone'))
    expect(await ended).toMatchObject([
      { status: 'rejected', reason: { message: 'the reader has gone' } },
      { status: 'rejected', reason: { message: 'the reader has gone' } },
    ])
    await expect(db.Note.create(note('1')).send()).rejects.toThrow('the reader has gone')
    expect(sent).toEqual(['GetItem', 'Query'])
    letGo()
  })

  it('stops pages and chunks between two requests', async () => {
    const plain = connect()
    await plain.batch.write(Array.from({ length: 9 }, (_, id) => plain.Note.put(note(`${id}`))))
    const controller = new AbortController()
    const db = abortable(plain, controller.signal)
    const found: string[] = []
    const all = async () => {
      for await (const { id } of db.q.box({ box: 'a' }).all()) {
        found.push(id)
        if (found.length === 3) controller.abort()
      }
    }
    await expect(all()).rejects.toMatchObject({ name: 'AbortError' })
    expect(found).toEqual(['0', '1', '2', '3'])
    expect(await plain.q.box({ box: 'a' }).list()).toHaveLength(9)
  })

  it('ends a call even if it is one of two signals', async () => {
    for (const at of [0, 1]) {
      const { port, letGo } = waiting()
      const controllers = [new AbortController(), new AbortController()]
      const db = controllers.reduce((one, { signal }) => abortable(one, signal), connect(port))
      const call = db.Note.get({ box: 'a', id: '1' }).send()
      controllers[at]?.abort(`number ${at}`)
      await expect(call).rejects.toBe(`number ${at}`)
      letGo()
    }
  })

  it('closes the socket, through the AWS SDK and through a URL', async () => {
    let asked = () => {}
    let closed = () => {}
    const silent = createHttpServer((request, response) => {
      request.resume()
      response.on('close', () => closed())
      asked()
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
    for (const to of [new DynamoDBClient({ endpoint, credentials, region: 'us-east-1' }), endpoint]) {
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve
      })
      const isClosed = new Promise<void>((resolve) => {
        closed = resolve
      })
      const controller = new AbortController()
      const call = abortable(connect(to), controller.signal).Note.get({ box: 'a', id: '1' }).send()
      const ended = expect(call).rejects.toMatchObject({ name: 'AbortError' })
      await isAsked
      controller.abort()
      await ended
      await isClosed
    }
    await new Promise((resolve) => silent.close(resolve))
  })

  it('stops the retries of throttled requests', async () => {
    const controller = new AbortController()
    let attempts = 0
    const busy: Port = {
      send: async () => {
        attempts++
        controller.abort()
        throw Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
      },
    }
    const db = abortable(connect(busy), controller.signal)
    await expect(db.Note.get({ box: 'a', id: '1' }).send()).rejects.toMatchObject({ name: 'AbortError' })
    expect(attempts).toBe(1)
  })

  it('of one reader does not affect another that waits for the same item in a cache', async () => {
    await connect().Note.create(note('1'))
    const { port, sent, letGo } = waiting()
    const db = app.connect(port, {
      entities: { Note },
      cache: [cache(Note, { size: 10, lifetime: { minutes: 1 } })],
    })
    const controller = new AbortController()
    const first = abortable(db, controller.signal).Note.get({ box: 'a', id: '1' }).send()
    const second = db.Note.get({ box: 'a', id: '1' }).send()
    const ended = expect(first).rejects.toMatchObject({ name: 'AbortError' })
    controller.abort()
    await ended
    letGo()
    expect(await second).toEqual(note('1'))
    expect(sent).toEqual(['GetItem', 'GetItem'])
  })
})

it('anything but a connected database is refused', () => {
  expect(() => watched(client, () => {})).toThrow('needs a database that "connect" returned')
})

it('a list of a given length reads whole pages when items are left out', async () => {
  const Rare = app.entity('Rare', { schema: shape<{ id: string }>(), key: { pk: 'RARE#{id}', sk: 'RARE' } })
  const db = app.connect(client, { entities: { Note, Rare }, patterns: { rare: Rare.scan('primary') } })
  const others = Array.from({ length: 20 }, (_, box) => db.Note.put({ ...note('1'), box: `${box}` }))
  await db.batch.write([...others, db.Rare.put({ id: 'r' })])
  const seen: SentRequest[] = []
  const scan = watched(db, (request) => seen.push(request)).q.rare({})
  expect(await scan.list(1)).toEqual([{ id: 'r' }])
  expect(seen.length).toBeLessThan(3)
})
