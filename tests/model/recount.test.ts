import { createPort, model, type Port, shape, table } from '@monotable/model'
import { evolution, planRecount, recountStatus, runMigration, runRecount } from '@monotable/model/evolution'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

/* Constraints and counts that are declared when items are already stored. */

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byCustomer: { pk: 'G1', sk: 'S1' } },
  ttl: 'ttl',
  relations,
})
type Account = { id: string; email?: string; orders?: number; reviews?: number; until?: Date }
const customerKey = { pk: 'CUSTOMER#{id}', sk: 'CUSTOMER' } as const
const orderKey = { pk: 'CUSTOMER#{id}', sk: 'ORDER#{number}' } as const
const reviewKey = { pk: 'REVIEW#{review}', sk: 'REVIEW' } as const

const OldCustomer = shop.entity('Customer', { schema: shape<Account>(), key: customerKey, ttl: 'until' })
const OldOrder = shop.entity('Order', { schema: shape<{ id: string; number: string }>(), key: orderKey })
const OldReview = shop.entity('Review', {
  schema: shape<{ review: string; author?: string }>(),
  key: reviewKey,
})

const Customer = shop.entity('Customer', {
  schema: shape<Account>(),
  key: customerKey,
  ttl: 'until',
  unique: { email: 'EMAIL#{email}' },
})
const Order = shop.entity('Order', {
  schema: shape<{ id: string; number: string }>(),
  key: orderKey,
  belongsTo: { customer: { entity: Customer, mustExist: true, count: 'orders' } },
})
/** Its key does not contain its parent. */
const Review = shop.entity('Review', {
  schema: shape<{ review: string; author?: string }>(),
  key: reviewKey,
  belongsTo: { author: { entity: Customer, by: { id: 'author' }, count: 'reviews' } },
})
const before = model({ entities: { OldCustomer, OldOrder, OldReview } })
const app = model({ entities: { Customer, Order, Review } })

describe.each(backends)('$name', ({ open }) => {
  let backend: OpenBackend
  beforeEach(async () => {
    backend = await open()
    await backend.createTable(shop)
  })
  afterEach(() => backend.close())

  const stored = async () =>
    (await backend.db.send('Scan', { TableName: 'Shop', ConsistentRead: true })).Items ?? []

  async function fill() {
    const db = before.connect(backend.client)
    await db.OldCustomer.create({ id: '1', email: 'a@example.com' })
    await db.OldCustomer.create({ id: '2', email: 'b@example.com' })
    await db.OldCustomer.create({ id: '3' })
    for (const number of ['1', '2', '3']) await db.OldOrder.create({ id: '1', number })
    await db.OldOrder.create({ id: '2', number: '1' })
    for (const review of ['1', '2']) await db.OldReview.create({ review, author: '2' })
    await db.OldReview.create({ review: '3' })
  }

  it('a plan reports what would be added, and writes nothing', async () => {
    await fill()
    const items = await stored()
    const [plan, ...more] = await planRecount(backend.client, app)
    expect(more).toEqual([])
    expect(plan).toMatchObject({ table: 'Shop', changed: 5, problems: 0, complete: true })
    expect(plan?.goal).toBe('Customer.email Order.customer Review.author')
    const counts = plan?.samples.filter(({ kind }) => kind === 'count')
    expect(
      counts
        ?.map(({ name, key, after }) => `${name} ${key['PK'] && Object.values(key['PK'])[0]} ${after}`)
        .sort(),
    ).toEqual(['Order.customer CUSTOMER#1 3', 'Order.customer CUSTOMER#2 1', 'Review.author CUSTOMER#2 2'])
    expect(await stored()).toEqual(items)
  })

  it('a run adds it, leaves nothing of its own in items, and finds nothing the next time', async () => {
    await fill()
    const [done] = await runRecount(backend.client, app)
    expect(done).toMatchObject({ changed: 5, problems: 0, complete: true })
    const db = app.connect(backend.client)
    expect(await db.Customer.get({ id: '1' })).toEqual({ id: '1', email: 'a@example.com', orders: 3 })
    expect(await db.Customer.get({ id: '2' })).toEqual({
      id: '2',
      email: 'b@example.com',
      orders: 1,
      reviews: 2,
    })
    expect(await db.Customer.get({ id: '3' })).toEqual({ id: '3' })
    expect(JSON.stringify(await stored())).not.toContain('_recount')
    expect(await db.Customer.create({ id: '4', email: 'a@example.com' }).outcome()).toMatchObject({
      reason: 'unique',
    })
    await db.Order.remove({ id: '2', number: '1' })
    await db.Review.update({ review: '3' }, { author: '1' })
    expect(await db.Customer.get({ id: '2' })).toMatchObject({ orders: 0 })
    const [again] = await runRecount(backend.client, app)
    expect(again).toMatchObject({ changed: 0, problems: 0 })
    const [status] = await recountStatus(backend.client, app)
    expect(status?.state).toMatchObject({
      status: 'done',
      goal: 'Customer.email Order.customer Review.author',
    })
  })

  it('two items with the same unique value are both named, in a plan and in a run, and neither is changed', async () => {
    await fill()
    const db = before.connect(backend.client)
    await db.OldCustomer.create({ id: '9', email: 'a@example.com' })
    for (const report of [
      ...(await planRecount(backend.client, app)),
      ...(await runRecount(backend.client, app)),
    ]) {
      expect(report).toMatchObject({ problems: 1, changed: 5 })
      const [problem] = report.problemList
      expect(problem).toMatchObject({
        name: 'Customer.email',
        kind: 'duplicate',
        values: { email: 'a@example.com' },
      })
      const both = [problem?.key, problem?.other].map((key) => JSON.stringify(key?.['PK'])).sort()
      expect(both).toEqual(['{"S":"CUSTOMER#1"}', '{"S":"CUSTOMER#9"}'])
      expect(problem?.message).toMatch(
        /^Customer: another item has the email a@example.com: CUSTOMER#\d \/ CUSTOMER$/,
      )
    }
    const now = app.connect(backend.client)
    // A third item is kept out, and when either of the two gives the value up, the other one owns it.
    expect(await now.Customer.create({ id: '5', email: 'a@example.com' }).outcome()).toMatchObject({
      reason: 'unique',
    })
    await now.Customer.update({ id: '1' }, { email: 'c@example.com' })
    const [again] = await runRecount(backend.client, app)
    expect(again).toMatchObject({ problems: 0 })
    expect(await now.Customer.create({ id: '5', email: 'a@example.com' }).outcome()).toMatchObject({
      reason: 'unique',
    })
  })

  it('only the named relations are examined', async () => {
    await fill()
    const [done] = await runRecount(backend.client, app, { relations: ['Review.author'] })
    expect(done).toMatchObject({ goal: 'Review.author', changed: 1 })
    await expect(runRecount(backend.client, app, { relations: ['Order.email'] })).rejects.toThrow(
      '"Order.email" is neither unique nor counted; the model has Customer.email, Order.customer, Review.author',
    )
  })
})

describe('a recount', () => {
  let backend: OpenBackend
  beforeEach(async () => {
    backend = await (backends[0] as (typeof backends)[number]).open()
    await backend.createTable(shop)
  })
  afterEach(() => backend.close())

  it('sees items that come and go while it counts, even if the count is the same afterwards', async () => {
    const old = before.connect(backend.client)
    await old.OldCustomer.create({ id: '1' })
    for (const number of ['1', '2', '3']) await old.OldOrder.create({ id: '1', number })
    const db = app.connect(backend.client)
    const port = createPort(backend.client)
    let pages = 0
    const slow: Port = {
      send: async (operation, input) => {
        if (operation !== 'Query') return port.send(operation, input)
        const page = await port.send(operation, { ...input, Limit: 2 })
        // Adds an item where it has already counted, and removes one where it has not.
        if (++pages === 1) {
          await db.Order.create({ id: '1', number: '0' })
          await db.Order.remove({ id: '1', number: '3' })
        }
        return page
      },
    }
    await runRecount(slow, app, { relations: ['Order.customer'] })
    expect(await db.Customer.get({ id: '1' })).toEqual({ id: '1', orders: 3 })
  })

  it('removes markers that belong to nobody, and hands markers over to their rightful owners', async () => {
    const db = app.connect(backend.client)
    await db.Customer.create({ id: '1', email: 'a@example.com' })
    await db.Customer.create({ id: '2', email: 'b@example.com' })
    await db.Customer.create({ id: '3', email: 'c@example.com' })
    // Written by a program that knows no constraint.
    const old = before.connect(backend.client)
    await old.OldCustomer.remove({ id: '1' })
    await old.OldCustomer.update({ id: '2' }, { email: 'c@example.com' })
    await old.OldCustomer.update({ id: '3' }, { email: 'd@example.com' })
    const [done] = await runRecount(backend.client, app, { segments: 1 })
    expect(done).toMatchObject({ problems: 0 })
    const { Items = [] } = await backend.db.send('Scan', {
      TableName: 'Shop',
      FilterExpression: 'attribute_exists(#o)',
      ExpressionAttributeNames: { '#o': '_owner' },
    })
    expect(Items.map((item) => `${item['PK']?.S} ${item['_owner']?.M?.['PK']?.S}`).sort()).toEqual([
      'EMAIL#c@example.com CUSTOMER#2',
      'EMAIL#d@example.com CUSTOMER#3',
    ])
  })

  it('creates markers that expire with their items, and none for items that have expired', async () => {
    const db = before.connect(backend.client)
    await db.OldCustomer.create({ id: '1', email: 'a@example.com', until: new Date('2099-01-01') })
    await db.OldCustomer.create({ id: '2', email: 'b@example.com', until: new Date('2001-01-01') })
    const [done] = await runRecount(backend.client, app)
    expect(done).toMatchObject({ changed: 1 })
    const key = { PK: { S: 'EMAIL#a@example.com' }, SK: { S: 'EMAIL#a@example.com' } }
    const { Item } = await backend.db.send('GetItem', { TableName: 'Shop', Key: key })
    expect(Item?.['ttl']).toEqual({ N: String(Date.parse('2099-01-01') / 1000) })
  })

  it('names keys in the order of the table, whatever the order in a marker', async () => {
    const old = before.connect(backend.client)
    for (const id of ['1', '2']) await old.OldCustomer.create({ id, email: 'a@example.com' })
    const key = { PK: { S: 'EMAIL#a@example.com' }, SK: { S: 'EMAIL#a@example.com' } }
    const owner = { M: { SK: { S: 'CUSTOMER' }, PK: { S: 'CUSTOMER#1' } } }
    const marker = { ...key, _type: { S: 'unique:Customer.email' }, _owner: owner }
    await backend.db.send('PutItem', { TableName: 'Shop', Item: marker })
    const [plan] = await planRecount(backend.client, app)
    expect(plan?.problemList[0]?.message).toContain('CUSTOMER#1 / CUSTOMER')
  })

  it('names an item that is stored where a marker should be', async () => {
    await before.connect(backend.client).OldCustomer.create({ id: '1', email: 'a@example.com' })
    await backend.db.send('PutItem', {
      TableName: 'Shop',
      Item: { PK: { S: 'EMAIL#a@example.com' }, SK: { S: 'EMAIL#a@example.com' } },
    })
    const [done] = await runRecount(backend.client, app)
    expect(done?.problemList).toMatchObject([
      { kind: 'taken', message: expect.stringContaining('is in the place of its marker') },
    ])
  })

  it('reserves the values of older items in the form that verbs will release', async () => {
    const Later = shop.entity('Customer', {
      schema: shape<Account>(),
      key: customerKey,
      ttl: 'until',
      unique: { email: 'EMAIL#{email}' },
      evolution: evolution({
        2: {
          up: ({ email, ...rest }: Account) => ({ ...rest, ...(email && { email: email.toLowerCase() }) }),
        },
      }),
    })
    const later = model({ entities: { Later } })
    const old = before.connect(backend.client)
    await old.OldCustomer.create({ id: '1', email: 'A@example.com' })
    await old.OldCustomer.create({ id: '2', email: 'B@example.com' })
    await runRecount(backend.client, later)
    await later.connect(backend.client).Later.remove({ id: '1' })
    await runMigration(backend.client, later)
    const { Items = [] } = await backend.db.send('Scan', {
      TableName: 'Shop',
      FilterExpression: 'attribute_exists(#o)',
      ExpressionAttributeNames: { '#o': '_owner' },
    })
    expect(Items.map((item) => item['PK']?.S)).toEqual(['EMAIL#b@example.com'])
  })

  it('continues where it was cut short', async () => {
    const old = before.connect(backend.client)
    for (let id = 0; id < 40; id++) {
      await old.OldCustomer.create({ id: String(id), email: `${id}@example.com` })
      if (id % 10 === 0) await old.OldReview.create({ review: String(id), author: String(id) })
    }
    const stop = new AbortController()
    // Pages are small when writes are slow.
    const slow = { writesPerSecond: 2, sleep: async () => undefined }
    const options = { ...slow, segments: 1, signal: stop.signal, onProgress: () => stop.abort() }
    const [first] = await runRecount(backend.client, app, options)
    expect(first).toMatchObject({ complete: false })
    const [status] = await recountStatus(backend.client, app)
    expect(status?.state).toMatchObject({ status: 'running' })
    const [second] = await runRecount(backend.client, app)
    expect(second).toMatchObject({ complete: true, changed: 44, problems: 0 })
    expect(second?.segments).toBe(1)
  })

  it('that fails anywhere is completed by another, and leaves no token behind', async () => {
    for (let failsAt = 1; failsAt < 30; failsAt += 3) {
      const place = await (backends[0] as (typeof backends)[number]).open()
      await place.createTable(shop)
      const old = before.connect(place.client)
      for (const id of ['1', '2', '3']) await old.OldCustomer.create({ id, email: `${id}@example.com` })
      for (const number of ['1', '2']) await old.OldOrder.create({ id: '1', number })
      for (const review of ['1', '2']) await old.OldReview.create({ review, author: '2' })
      const port = createPort(place.client)
      let writes = 0
      const failing: Port = {
        send: (operation, input) => {
          if (!/Get|Query|Scan/.test(operation) && ++writes > failsAt) throw new Error('the machine is gone')
          return port.send(operation, input)
        },
      }
      const failure = await runRecount(failing, app, { segments: 1 }).catch((reason: Error) => reason)
      const later = { now: () => Date.now() + 60_000 }
      const [again] = await runRecount(place.client, app, { clock: later })
      expect(again, String(failure)).toMatchObject({ complete: true, problems: 0 })
      const db = app.connect(place.client)
      expect(await db.Customer.get({ id: '1' })).toEqual({ id: '1', email: '1@example.com', orders: 2 })
      expect(await db.Customer.get({ id: '2' })).toEqual({ id: '2', email: '2@example.com', reviews: 2 })
      const { Items = [] } = await place.db.send('Scan', { TableName: 'Shop' })
      expect(Items.filter((item) => item['_recount'] !== undefined)).toEqual([])
      expect(Items.filter((item) => item['_owner'] !== undefined)).toHaveLength(3)
      await place.close()
    }
  })

  it('names items that cannot be read, and counts the others', async () => {
    const old = before.connect(backend.client)
    await old.OldCustomer.create({ id: '1' })
    await old.OldOrder.create({ id: '1', number: '1' })
    await old.OldReview.create({ review: '1', author: '1' })
    const wrong = (PK: string, SK: string, item: object) =>
      backend.db.send('PutItem', { TableName: 'Shop', Item: { PK: { S: PK }, SK: { S: SK }, ...item } })
    await wrong('CUSTOMER#1', 'ORDER#2', { _type: { S: 'Order' }, id: { M: {} }, number: { S: '2' } })
    await wrong('REVIEW#2', 'REVIEW', { _type: { S: 'Review' }, review: { S: '2' }, author: { L: [] } })
    const [done] = await runRecount(backend.client, app)
    expect(
      done?.problemList.map(({ name, kind, key }) => `${name} ${kind} ${JSON.stringify(key['SK'])}`),
    ).toEqual(['Order.customer unreadable {"S":"ORDER#2"}', 'Review.author unreadable {"S":"REVIEW"}'])
    expect(done).toMatchObject({ changed: 2, problems: 2, complete: true })
    const found = await app.connect(backend.client).Customer.get({ id: '1' })
    expect(found).toEqual({ id: '1', orders: 1, reviews: 1 })
  })

  it('does not begin while another recount or a migration is running', async () => {
    const now = Date.now()
    const clock = { now: () => now }
    const state = {
      status: { S: 'running' },
      untilMs: { N: String(now + 10_000) },
      owner: { S: 'x' },
      goal: { S: 'g' },
    }
    for (const kind of ['MIGRATION', 'RECOUNT']) {
      const key = { PK: { S: `MONOTABLE#${kind}` }, SK: { S: `MONOTABLE#${kind}` } }
      await backend.db.send('PutItem', { TableName: 'Shop', Item: { ...key, ...state } })
      const error = await runRecount(backend.client, app, { clock }).catch((reason: Error) => reason)
      expect((error as Error).message).toContain(`A ${kind.toLowerCase()} of Shop is under way: "g"`)
      await expect(runMigration(backend.client, app, { clock })).rejects.toMatchObject({
        code: 'MIGRATION_BUSY',
      })
      await backend.db.send('DeleteItem', { TableName: 'Shop', Key: key })
    }
  })

  it('leaves counts of the stream to the stream', async () => {
    const Streamed = shop.entity('Review', {
      schema: shape<{ review: string; author?: string }>(),
      key: reviewKey,
      belongsTo: { author: { entity: Customer, by: { id: 'author' }, count: 'reviews', via: 'stream' } },
    })
    const streamed = model({ entities: { Customer, Streamed } })
    const [plan] = await planRecount(backend.client, streamed)
    expect(plan?.goal).toBe('Customer.email')
    const named = planRecount(backend.client, streamed, { relations: ['Review.author'] })
    await expect(named).rejects.toThrow('"Review.author" is counted by the stream')
  })
})
