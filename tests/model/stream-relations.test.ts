import { createDatabase, type Database, type DynamoDBStreamEvent } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { streamHandler } from '@monotable/model/streams'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draws } from '../draws.ts'

/* Relations that the stream maintains: counts, copies of a parent's attributes, copies under another key. */

const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl', relations })
const Customer = shop.entity('Customer', {
  schema: shape<{ username: string; name: string; orders?: number }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER' },
})
const Order = shop.entity('Order', {
  schema: shape<{ username: string; id: string; total: number; customerName?: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'ORDER#{id}' },
  belongsTo: {
    customer: { entity: Customer, count: 'orders', copy: { customerName: 'name' }, via: 'stream' },
  },
})
const Login = shop.entity('Login', {
  schema: shape<{ email: string; id: string }>(),
  key: { pk: 'LOGIN#{email}', sk: 'LOGIN' },
})
const User = shop.entity('User', {
  schema: shape<{ id: string; email?: string }>(),
  key: { pk: 'USER#{id}', sk: 'USER' },
  copies: { login: { to: Login, attributes: ['email', 'id'], via: 'stream' } },
})
const app = model({ entities: { Customer, Order, Login, User } })

let engine: Database
const connect = () => app.connect(engine, { sleep: async () => {} })
let db: ReturnType<typeof connect>
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', {
    ...createTableInput(shop),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  db = connect()
})
afterEach(() => engine.close())

const handler = () => streamHandler(app, { client: engine, sleep: async () => {} })

it('counts and copies follow, also for children added later, and for more than fit into a transaction', async () => {
  const trigger = await engine.on('Shop', handler())
  await db.Customer.create({ username: 'ann', name: 'Ann' })
  for (let i = 0; i < 150; i++) await db.Order.create({ username: 'ann', id: `${i}`, total: i })
  await trigger.idle()
  expect(await db.Customer.get({ username: 'ann' })).toMatchObject({ orders: 150 })
  await db.Customer.update({ username: 'ann' }, { name: 'Ann Archer' })
  await db.Order.remove({ username: 'ann', id: '3' })
  await trigger.idle()
  expect(await db.Customer.get({ username: 'ann' })).toMatchObject({ orders: 149 })
  await db.Order.create({ username: 'ann', id: 'late', total: 1 })
  // A put replaces the whole item, including the copy.
  await db.Order.put({ username: 'ann', id: '5', total: 7 })
  await trigger.idle()
  const { Items = [] } = await engine.send('Scan', { TableName: 'Shop' })
  const names = Items.filter((item) => item['_type']?.S === 'Order').map((item) => item['customerName']?.S)
  expect(names.length).toBe(150)
  expect(new Set(names)).toEqual(new Set(['Ann Archer']))
})

it('a child without a parent is not counted, and creates no parent', async () => {
  const trigger = await engine.on('Shop', handler())
  await db.Order.create({ username: 'nobody', id: '1', total: 1 })
  await trigger.idle()
  expect(await db.Customer.get({ username: 'nobody' })).toBeUndefined()
})

it('an item that moves to another parent, or to none, has the copies of its new parent', async () => {
  const shelves = table('Shop', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: { onShelf: { pk: 'G1', sk: 'S1' } },
    ttl: 'ttl',
    relations,
  })
  const Shelf = shelves.entity('Shelf', {
    schema: shape<{ shelf: string; labels?: Set<string>; books?: number }>(),
    key: { pk: 'SHELF#{shelf}', sk: 'SHELF' },
  })
  const Book = shelves.entity('Book', {
    schema: shape<{ isbn: string; shelf?: string; labels?: Set<string> }>(),
    key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
    index: { onShelf: { pk: 'SHELF#{shelf}', sk: '{isbn}' } },
    belongsTo: {
      shelf: { entity: Shelf, count: 'books', copy: { labels: 'labels' }, find: 'onShelf', via: 'stream' },
    },
  })
  const library = model({ entities: { Shelf, Book } })
  await engine.send('DeleteTable', { TableName: 'Shop' })
  await engine.send('CreateTable', {
    ...createTableInput(shelves),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  const books = library.connect(engine)
  const follow = streamHandler(library, { client: engine })
  const events: DynamoDBStreamEvent['Records'] = []
  const trigger = await engine.on('Shop', async (event: DynamoDBStreamEvent) => {
    events.push(...event.Records)
    await follow(event)
  })
  const labels = async () => (await books.Book.get({ isbn: '1' }))?.labels
  await books.Shelf.create({ shelf: 'a', labels: new Set(['A']) })
  await books.Shelf.create({ shelf: 'b', labels: new Set(['B']) })
  await books.Book.create({ isbn: '1', shelf: 'a' })
  await trigger.idle()
  expect(await labels()).toEqual(new Set(['A']))
  await books.Shelf.update({ shelf: 'a' }, { labels: new Set(['A', 'A2']) })
  await trigger.idle()
  expect(await labels()).toEqual(new Set(['A', 'A2']))
  await books.Book.update({ isbn: '1' }, { shelf: 'b' })
  await trigger.idle()
  expect(await labels()).toEqual(new Set(['B']))
  await books.Book.update({ isbn: '1' }, (one, { remove }) => remove(one.shelf))
  await trigger.idle()
  expect(await labels()).toBeUndefined()
  // A handler that is far behind gets the book when it still belonged to a shelf.
  await follow({ Records: events.slice(0, 4) })
  await trigger.idle()
  expect(await labels()).toBeUndefined()
  await trigger.remove()
})

it('a copy under another key is created, moved and removed with its original', async () => {
  const trigger = await engine.on('Shop', handler())
  await db.User.create({ id: '1', email: 'a@x' })
  await trigger.idle()
  expect(await db.Login.get({ email: 'a@x' })).toEqual({ email: 'a@x', id: '1' })
  await db.User.update({ id: '1' }, { email: 'b@x' })
  await trigger.idle()
  expect(await db.Login.get({ email: 'a@x' })).toBeUndefined()
  expect(await db.Login.get({ email: 'b@x' })).toEqual({ email: 'b@x', id: '1' })
  await db.User.remove({ id: '1' })
  await trigger.idle()
  expect(await db.Login.get({ email: 'b@x' })).toBeUndefined()
})

it('an index with several entries for an item is maintained by the transaction or by the stream, as declared', async () => {
  const declare = (via: 'transaction' | 'stream') => {
    const Tag = shop.entity('Tag', {
      schema: shape<{ tag: string; isbn: string }>(),
      key: { pk: 'TAG#{tag}', sk: 'BOOK#{isbn}' },
    })
    const Book = shop.entity('Book', {
      schema: shape<{ isbn: string; tags?: string[]; price?: number }>(),
      key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
      copies: {
        tags: {
          to: Tag,
          attributes: ['tags'],
          items: ({ isbn, tags = [] }: { isbn: string; tags?: string[] }) =>
            tags.map((tag) => ({ tag, isbn })),
          via,
        },
      },
    })
    return model({ entities: { Book, Tag }, patterns: { tagged: Tag.query('primary') } })
  }
  for (const via of ['transaction', 'stream'] as const) {
    const library = declare(via)
    const books = library.connect(engine)
    const follow = streamHandler(library, { client: engine })
    const trigger = await engine.on('Shop', follow, { name: via })
    const tagged = async (tag: string) => {
      if (via === 'stream') await trigger.idle()
      return (await books.q.tagged({ tag })).items.map(({ isbn }) => isbn)
    }
    await books.Book.create({ isbn: '1', tags: ['a', 'b'] })
    await books.Book.create({ isbn: '2', tags: ['b'] })
    expect(await tagged('b')).toEqual(['1', '2'])
    await books.Book.update({ isbn: '1' }, { tags: ['a', 'c'], price: 3 })
    expect([await tagged('a'), await tagged('b'), await tagged('c')]).toEqual([['1'], ['2'], ['1']])
    await books.Book.remove({ isbn: '1' })
    await books.Book.remove({ isbn: '2' })
    expect([await tagged('a'), await tagged('b'), await tagged('c')]).toEqual([[], [], []])
    await trigger.remove()
  }
})

it('the result is right even if records are repeated and handled concurrently', async () => {
  const username = fc.constantFrom('ann', 'bob')
  const id = fc.constantFrom('1', '2', '3')
  const step = fc.oneof(
    fc.record({ username, name: fc.constantFrom('A', 'B', 'C') }),
    fc.record({ username, id }),
    fc.record({ username, gone: id }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.nat(), async (steps, chance) => {
      await engine.send('DeleteTable', { TableName: 'Shop' })
      await engine.send('CreateTable', {
        ...createTableInput(shop),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      })
      for (const one of ['ann', 'bob']) await db.Customer.create({ username: one, name: 'A' })
      const events: DynamoDBStreamEvent['Records'] = []
      const trigger = await engine.on(
        'Shop',
        async ({ Records }: DynamoDBStreamEvent) => {
          events.push(...Records)
          await handler()({ Records })
          // At the same time another handler gets an older part of the stream.
          const from = chance % (events.length + 1)
          await Promise.all([handler()({ Records: events.slice(from) }), handler()({ Records })])
        },
        { batchSize: 1 + (chance % 5), startingPosition: 'TRIM_HORIZON' },
      )
      const names = new Map([
        ['ann', 'A'],
        ['bob', 'A'],
      ])
      const orders = new Map<string, string>()
      for (const one of steps) {
        if ('name' in one) {
          names.set(one.username, one.name)
          await db.Customer.update({ username: one.username }, { name: one.name })
        } else if ('id' in one) {
          orders.set(`${one.username}/${one.id}`, one.username)
          await db.Order.put({ username: one.username, id: one.id, total: 1 })
        } else {
          orders.delete(`${one.username}/${one.gone}`)
          await db.Order.remove({ username: one.username, id: one.gone })
        }
      }
      await trigger.idle()
      await trigger.remove()
      for (const [one, name] of names) {
        const own = [...orders.values()].filter((owner) => owner === one)
        const customer = await db.Customer.get({ username: one })
        expect(customer).toEqual({
          username: one,
          name,
          ...(customer?.orders !== undefined && { orders: own.length }),
        })
        expect(customer?.orders ?? 0).toBe(own.length)
      }
      for (const [key, owner] of orders) {
        const order = await db.Order.get({ username: owner, id: key.split('/')[1] ?? '' })
        expect(order?.customerName).toBe(names.get(owner))
      }
    }),
    { numRuns: draws(15) },
  )
})
