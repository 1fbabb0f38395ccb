import { shape, table } from '@monotable/model'
import { within } from '@monotable/model/collections'
import { shards } from '@monotable/model/distribution'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

/* Rows 41 and 42: a hot partition is spread over shards, and read by scatter and ordered merge. */

const app = table('Logs', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    byDay: { pk: 'GSI1PK', sk: 'GSI1SK' },
    byTotal: { pk: 'GSI2PK', sk: { name: 'total', type: 'N' }, projection: 'KEYS_ONLY' },
  },
})
// The layout of the seed: the shard is calculated from the order.
const Log = app.entity('Log', {
  schema: shape<{ day: string; at: string; orderId: string; text: string }>(),
  key: { pk: '{day}_{shard}', sk: '{at}#{orderId}' },
  shard: shards({ by: 'hash(orderId)', count: 4 }),
})
const Order = app.entity('Order', {
  schema: shape<{ id: string; day: string; total: number; status?: 'open' | 'done' }>(),
  key: { pk: 'ORDER#{id}', sk: 'ORDER' },
  index: {
    byDay: { pk: 'ORDERS#{day}#{shard:pad2}', sk: '{id}', when: { status: 'open' } },
    byTotal: { pk: 'TOTALS#{shard}', sk: '{total}' },
  },
  shard: shards({ by: 'random', count: 8 }),
})
const Note = app.entity('Note', {
  schema: shape<{ day: string; note: string }>(),
  key: { pk: 'NOTES#{day}#{shard}', sk: '{note}' },
  shard: shards({ by: 'random', count: 3 }),
})
const Head = app.entity('Head', {
  schema: shape<{ when: string; id: string }>(),
  key: { pk: 'NOTES#{when}#{shard}', sk: '#HEAD#{id}' },
  shard: shards({ by: 'hash(id)', count: 3 }),
})

describe.each(backends)('shards, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () =>
    app.connect(backend.client, {
      entities: { Log, Order, Note, Head },
      patterns: {
        logs: Log.query('primary', { page: 5 }),
        newestLogs: Log.query('primary', { order: 'newest', page: 3 }),
        open: Order.query('byDay', { order: 'descending', page: 7 }),
        totals: Order.query('byTotal', { order: 'newest' }),
        whole: Order.query('byTotal', { hydrate: true, page: 4 }),
        notes: app.collect('primary', { heads: Head.many(), notes: Note.many() }),
      },
    })
  let db: ReturnType<typeof connect>
  const day = '2020-10-19'
  const ids = Array.from({ length: 40 }, (_, at) => `o${String(at).padStart(2, '0')}`)

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
    for (const [at, orderId] of ids.entries()) {
      await db.Log.create({ day, at: `${day}T09:${at + 10}:00`, orderId, text: 'placed' })
      await db.Order.create({ id: orderId, day, total: (at * 7) % 40, status: 'open' })
    }
  })
  afterAll(() => backend.close())

  it('a calculated shard is part of the key as declared, and every shard is used', async () => {
    const { Items = [] } = await backend.db.send('Scan', {
      TableName: 'Logs',
      FilterExpression: '#t = :log',
      ExpressionAttributeNames: { '#t': '_type' },
      ExpressionAttributeValues: { ':log': { S: 'Log' } },
    })
    const partitions = new Set(Items.map(({ PK }) => PK?.S))
    expect([...partitions].sort()).toEqual([`${day}_1`, `${day}_2`, `${day}_3`, `${day}_4`])
    expect(Items[0]).not.toHaveProperty('shard')
  })

  it('get, update and remove find a calculated shard by its source attributes', async () => {
    const key = { day, at: `${day}T09:10:00`, orderId: 'o00' }
    expect(await db.Log.get(key)).toEqual({ ...key, text: 'placed' })
    expect(await db.Log.update(key, { text: 'shipped' })).toEqual({ ...key, text: 'shipped' })
    await db.Log.update(key, { text: 'placed' })
  })

  it('a read goes to all shards and returns pages of exactly the requested size, in order', async () => {
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const { items, next } = await db.q.logs({ day }, { cursor })
      seen.push(...items.map(({ orderId }) => orderId))
      sizes.push(items.length)
      cursor = next
    } while (cursor !== undefined)
    expect(seen).toEqual(ids)
    expect(sizes.slice(0, 8)).toEqual(Array(8).fill(5))
  })

  it('pages are just as full when a call filters items', async () => {
    const filter = { text: 'placed', orderId: 'o07' }
    const found = await db.q.logs({ day }, { filter })
    expect(found.items.map(({ orderId }) => orderId)).toEqual(['o07'])
    const some = await db.q.logs({ day }, { filter: (log, { gt }) => gt(log.orderId, 'o20') })
    expect(some.items.map(({ orderId }) => orderId)).toEqual(['o21', 'o22', 'o23', 'o24', 'o25'])
  })

  it('descending reads and item-by-item reads work, too', async () => {
    const newest: string[] = []
    for await (const { orderId } of db.q.newestLogs({ day }).all()) newest.push(orderId)
    expect(newest).toEqual([...ids].reverse())
    const { items } = await db.q.newestLogs({ day, at: { lt: `${day}T09:20` } })
    expect(items.map(({ orderId }) => orderId)).toEqual(['o09', 'o08', 'o07'])
  })

  it('with the source of the shard given, only that shard is read, and only matching items are returned', async () => {
    const request = db.q.logs({ day, orderId: 'o07' })
    expect(request.params()).toMatchObject({ operation: 'Query' })
    expect((await request).items.map(({ orderId }) => orderId)).toEqual(['o07'])
  })

  it('one shard can be read by its number', async () => {
    const shards = await Promise.all([1, 2, 3, 4].map((shard) => db.q.logs({ day, shard }, { limit: 100 })))
    const all = shards.flatMap(({ items }) => items.map(({ orderId }) => orderId))
    expect(all.sort()).toEqual(ids)
    await expect(db.q.logs({ day, shard: 5 }).send()).rejects.toThrow('whole number from 1 to 4')
  })

  it('a random shard is kept: index keys stay right after an update', async () => {
    const before = await db.Order.get({ id: 'o03' })
    expect(before?.shard).toBeGreaterThanOrEqual(1)
    await db.Order.update({ id: 'o03' }, { status: 'done' })
    const open: string[] = []
    for await (const { id } of db.q.open({ day }).all()) open.push(id)
    expect(open).toEqual(ids.filter((id) => id !== 'o03').reverse())
    await db.Order.update({ id: 'o03' }, { status: 'open' })
    const after = await db.Order.get({ id: 'o03' })
    expect(after).toEqual(before)
    const { Item } = await backend.db.send('GetItem', {
      TableName: 'Logs',
      Key: { PK: { S: 'ORDER#o03' }, SK: { S: 'ORDER' } },
    })
    expect(Item?.['GSI1PK']).toEqual({ S: `ORDERS#${day}#0${before?.shard}` })
    expect(Item?.['GSI2PK']).toEqual({ S: `TOTALS#${before?.shard}` })
  })

  it('numbers are merged by value, and hydrated items come in the same order', async () => {
    const { items } = await db.q.totals({})
    expect(items.map(({ total }) => total)).toEqual(Array.from({ length: 40 }, (_, at) => 39 - at))
    const { items: first, next } = await db.q.whole({ total: { gte: 10 } })
    expect(first.map(({ total }) => total)).toEqual([10, 11, 12, 13])
    expect(first[0]).toMatchObject({ day, status: 'open' })
    const { items: second } = await db.q.whole({ total: { gte: 10 } }, { cursor: next })
    expect(second.map(({ total }) => total)).toEqual([14, 15, 16, 17])
    await expect(db.q.whole({ total: { gte: 11 } }, { cursor: next }).send()).rejects.toThrow('cursor')
  })

  it('with a random shard in the primary key, the shard is part of the key', async () => {
    const note = await db.Note.create({ day, note: 'a' })
    expect(await db.Note.get({ day, note: 'a', shard: note.shard })).toEqual(note)
    await db.Note.put(note)
    await db.Note.create({ day, note: 'b' })
    await db.Head.create({ when: day, id: '1' })
    const { heads, notes } = await db.q.notes({ day })
    expect(heads).toEqual([{ when: day, id: '1' }])
    expect(notes.map((one) => one.note)).toEqual(['a', 'b'])
  })

  it('the units of all shards are added up', async () => {
    const { units } = await db.q.logs({ day }).measured()
    expect(units.requests.length).toBeGreaterThanOrEqual(4)
    expect(units.read).toBeGreaterThan(0)
  })
})

it('a collection whose members calculate their shards from different attributes is read in all shards', async () => {
  let sent = 0
  const send = async () => {
    sent++
    return {}
  }
  const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
  const Head = app.entity('Head', {
    schema: shape<{ day: string }>(),
    key: { pk: '{day}#{shard}', sk: 'HEAD' },
    shard: shards({ by: 'hash(day)', count: 3 }),
  })
  const Line = app.entity('Line', {
    schema: shape<{ day: string; line: string }>(),
    key: { pk: '{day}#{shard}', sk: 'LINE#{line}' },
    shard: shards({ by: 'hash(line)', count: 3 }),
  })
  const db = app.connect(
    { send },
    {
      entities: { Head, Line },
      patterns: {
        day: app.collect('primary', { head: Head.one(), lines: Line.many() }),
        heads: app.collect('primary', { head: Head.one() }),
      },
    },
  )
  await db.q.day({ day: '1' })
  expect(sent).toBe(3)
  await db.q.heads({ day: '1' })
  expect(sent).toBe(4)
})

it('a collection within a common prefix is read in one shard if the prefix determines it for all members', async () => {
  let sent = 0
  const send = async () => {
    sent++
    return {}
  }
  const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
  const schema = shape<{ day: string; at: string; id: string }>()
  const byTime = shards({ by: 'hash(at)', count: 3 })
  const One = app.entity('One', { schema, key: { pk: '{day}#{shard}', sk: '{at}#ONE#{id}' }, shard: byTime })
  const Two = app.entity('Two', { schema, key: { pk: '{day}#{shard}', sk: '{at}#TWO#{id}' }, shard: byTime })
  const Other = app.entity('Other', {
    schema,
    key: { pk: '{day}#{shard}', sk: '{at}#OTHER#{id}' },
    shard: shards({ by: 'hash(id)', count: 3 }),
  })
  const options = { within: within('at') }
  const db = app.connect(
    { send },
    {
      entities: { One, Two, Other },
      patterns: {
        alike: app.collect('primary', { ones: One.many(), twos: Two.many() }, options),
        unlike: app.collect('primary', { ones: One.many(), others: Other.many() }, options),
      },
    },
  )
  await db.q.alike({ day: '1', at: '9' })
  expect(sent).toBe(1)
  await db.q.alike({ day: '1', at: { gte: '9' } })
  expect(sent).toBe(4)
  await db.q.unlike({ day: '1', at: '9' })
  expect(sent).toBe(7)
})
