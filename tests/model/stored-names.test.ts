import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { check } from '@monotable/model/check'
import { shards } from '@monotable/model/distribution'
import { storedItem } from '@monotable/model/expressions'
import { storedAs } from '@monotable/model/names'
import { relations } from '@monotable/model/relations'
import { aggregate, rebuild, streamHandler } from '@monotable/model/streams'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

/* Attributes under other names in the table; naive-names.test.ts shows that every verb works the same with them. */

let engine: Database
beforeEach(async () => {
  engine = await createDatabase()
})
afterEach(() => engine.close())
const itemsIn = async (TableName: string) => (await engine.send('Scan', { TableName })).Items ?? []

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byName: { pk: 'cn', sk: 'SK', projection: { include: ['ph'] } } },
})
const Customer = shop.entity('Customer', {
  schema: shape<{
    id: string
    customerName?: string
    phone?: string
    address?: { street: string; city?: string }
    lines?: { price: number }[]
    homes?: { [name: string]: { street?: string } }
  }>(),
  key: { pk: 'CUSTOMER#{id}', sk: 'CUSTOMER' },
  index: { byName: { pk: '{customerName}' } },
  storedAs: storedAs({
    customerName: 'cn',
    phone: 'ph',
    'address.street': 's',
    'lines[].price': 'p',
    'homes.*.street': 's',
  }),
})
const shopModel = model({
  entities: { Customer },
  patterns: {
    byName: Customer.query('byName'),
    some: Customer.query('primary', { select: ['phone'], filter: { customerName: 'Ann' } }),
  },
})

describe('requests use the names of the table', () => {
  const db = shopModel.connect({ send: async () => ({}) })
  const key = { id: '1' }
  const names = (request: { params(): { readonly input: object } }) => {
    const { ExpressionAttributeNames = {}, ...input } = request.params().input as {
      ExpressionAttributeNames?: { [placeholder: string]: string }
    }
    const text = Object.entries(input)
      .filter(([name]) => name.endsWith('Expression'))
      .map(([, expression]) => String(expression))
      .join('; ')
    return text.replaceAll(/#\w+/g, (placeholder) => ExpressionAttributeNames[placeholder] ?? '?')
  }
  it.each<[string, { params(): { readonly input: object } }, string]>([
    ['a change', db.Customer.update(key, { customerName: 'Ann' }), 'SET cn = :v0; attribute_exists(PK)'],
    [
      'a change within a map',
      db.Customer.update(key, ({ address }, { set }) => set(address.street, 'Elm')),
      'SET address.s = :v0; attribute_exists(PK)',
    ],
    [
      'a change within a list and a dictionary',
      db.Customer.update(key, ({ lines, homes }, { set, at, remove }) => [
        set(at(lines, 1).price, 2),
        remove(at(homes, 'summer').street),
      ]),
      'SET lines[1].p = :v0 REMOVE homes.summer.s; attribute_exists(PK)',
    ],
    [
      'a condition of values and of paths',
      db.Customer.remove(key, {
        if: ({ customerName, phone, address }, { and, eq, begins, gt, size }) =>
          and(eq(customerName, phone), begins(address.street, 'E'), gt(size(phone), 3)),
      }),
      'cn = ph AND begins_with(address.s, :v0) AND size(ph) > :v1',
    ],
    ['a selection', db.Customer.get(key, { select: ['phone', 'address'] }), 'ph, address, PK, SK, _type'],
    ['the key of an index', db.q.byName({ customerName: 'Ann' }), 'cn = :v0 AND SK = :v1'],
    ['a filter and a projection', db.q.some(key), 'PK = :v0 AND SK = :v1; cn = :v2; ph, PK, SK, _type'],
  ])('%s', (_, request, expected) => {
    expect(names(request)).toBe(expected)
  })

  it("a batch requests each member's attributes under the member's own names", () => {
    const Order = shop.entity('Order', {
      schema: shape<{ id: string; phone: string }>(),
      key: { pk: 'ORDER#{id}', sk: 'ORDER' },
    })
    const both = shop.connect({ send: async () => ({}) }, { entities: { Customer, Order } })
    const request = both.batch.get([
      both.Customer.get({ id: '1' }, { select: ['phone'] }),
      both.Order.get({ id: '1' }, { select: ['phone'] }),
    ])
    const { RequestItems } = request.params().input as unknown as {
      readonly RequestItems: { readonly Shop: { readonly ExpressionAttributeNames: object } }
    }
    expect(Object.values(RequestItems.Shop.ExpressionAttributeNames)).toEqual([
      'ph',
      'PK',
      'SK',
      '_type',
      'phone',
    ])
  })
})

it('items are stored under the names of the table, and attributes in an index are read by those of the application', async () => {
  await engine.send('CreateTable', createTableInput(shop))
  const db = shopModel.connect(engine)
  const customer = {
    id: '1',
    customerName: 'Ann',
    phone: '5',
    address: { street: 'Elm', city: 'Rome' },
    lines: [{ price: 1 }],
    homes: { summer: { street: 'Oak' } },
  }
  await db.Customer.create(customer)
  expect(await itemsIn('Shop')).toEqual([storedItem(Customer, customer)])
  expect(storedItem(Customer, customer)).toEqual({
    PK: { S: 'CUSTOMER#1' },
    SK: { S: 'CUSTOMER' },
    _type: { S: 'Customer' },
    id: { S: '1' },
    cn: { S: 'Ann' },
    ph: { S: '5' },
    address: { M: { s: { S: 'Elm' }, city: { S: 'Rome' } } },
    lines: { L: [{ M: { p: { N: '1' } } }] },
    homes: { M: { summer: { M: { s: { S: 'Oak' } } } } },
  })
  expect((await db.q.byName({ customerName: 'Ann' })).items).toEqual([{ customerName: 'Ann', phone: '5' }])
  expect(await db.Customer.update({ id: '1' }, { customerName: 'Bea' }, { returning: 'changed' })).toEqual({
    customerName: 'Bea',
  })
})

it('a table whose keys are plain attributes uses the names of the table', async () => {
  const visits = table('Visits', { key: { pk: 'u', sk: { name: 't', type: 'N' } } })
  const Visit = visits.entity('Visit', {
    schema: shape<{ user: string; at: Date; page: string }>(),
    stored: { at: 'epochMs' },
    storedAs: storedAs({ user: 'u', at: 't' }),
  })
  await engine.send('CreateTable', createTableInput(visits))
  const db = visits.connect(engine, { entities: { Visit }, patterns: { ofUser: Visit.query('primary') } })
  const at = new Date(5)
  await db.Visit.create({ user: 'ann', at, page: '/' })
  await db.Visit.update({ user: 'ann', at }, { page: '/home' })
  expect(await itemsIn('Visits')).toEqual([
    { u: { S: 'ann' }, t: { N: '5' }, page: { S: '/home' }, _type: { S: 'Visit' } },
  ])
  const found = { user: 'ann', at, page: '/home' }
  expect(await db.Visit.get({ user: 'ann', at })).toEqual(found)
  expect(await db.q.ofUser({ user: 'ann', at: { gte: new Date(1) } }).list()).toEqual([found])
})

it.each([
  ['the name of the table', 'ttl', { ttl: { N: '2000' } }],
  ['a name of its own', 'ex', { ex: { S: '1970-01-01T00:33:20.000Z' }, ttl: { N: '2000' } }],
])('the expiry of an item may have %s', async (_, name, stored) => {
  const sessions = table('Sessions', { key: { pk: 'PK' }, ttl: 'ttl' })
  const Session = sessions.entity('Session', {
    schema: shape<{ id: string; expiresAt: Date }>(),
    key: { pk: '{id}' },
    ttl: 'expiresAt',
    storedAs: storedAs({ expiresAt: name }),
  })
  await engine.send('CreateTable', createTableInput(sessions))
  let now = 1_000_000
  const db = sessions.connect(engine, { entities: { Session }, clock: { now: () => now } })
  await db.Session.create({ id: '1', expiresAt: { seconds: 1_000 } as never })
  expect(await itemsIn('Sessions')).toEqual([expect.objectContaining(stored)])
  expect(await db.Session.get({ id: '1' })).toEqual({ id: '1', expiresAt: new Date(2_000_000) })
  now = 2_000_000
  expect(await db.Session.get({ id: '1' })).toBeUndefined()
  await db.Session.create({ id: '1', expiresAt: new Date(3_000_000) })
})

it('a shard is calculated from attributes by the names of the application', async () => {
  const events = table('Events', { key: { pk: 'PK', sk: 'SK' } })
  const Event = events.entity('Event', {
    schema: shape<{ day: string; device: string; n: number }>(),
    key: { pk: 'DAY#{day}#{shard}', sk: '{device}' },
    shard: shards({ by: 'hash(device)', count: 3 }),
    storedAs: storedAs({ day: 'd', device: 'v' }),
  })
  await engine.send('CreateTable', createTableInput(events))
  const db = events.connect(engine, { entities: { Event }, patterns: { ofDay: Event.query('primary') } })
  for (let n = 0; n < 9; n++) await db.Event.create({ day: '1', device: `${n}`, n })
  await db.Event.update({ day: '1', device: '3' }, { n: 30 })
  const found = await db.q.ofDay({ day: '1' }).list()
  expect(found.map(({ device, n }) => [device, n])).toEqual(
    Array.from({ length: 9 }, (_, n) => [`${n}`, n === 3 ? 30 : n]),
  )
  expect(await db.q.ofDay({ day: '1', device: '4' }).list()).toHaveLength(1)
})

it('streams deliver items under the names of the application, and derived data is maintained', async () => {
  const app = table('App', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl', relations })
  // Some are called like attributes that the model adds to them.
  const Parent = app.entity('Parent', {
    schema: shape<{ id: string; name: string; children?: number; _pending?: string }>(),
    key: { pk: 'P#{id}', sk: 'P' },
    storedAs: storedAs({ name: 'n', children: 'c', _pending: 'x' }),
  })
  const Child = app.entity('Child', {
    schema: shape<{ id: string; of: string; parentName?: string; price: number }>(),
    key: { pk: 'P#{of}', sk: 'C#{id}' },
    belongsTo: {
      parent: {
        entity: Parent,
        by: { id: 'of' },
        count: 'children',
        copy: { parentName: 'name' },
        via: 'stream',
      },
    },
    storedAs: storedAs({ parentName: 'pn', price: 'p' }),
  })
  const Sum = app.entity('Sum', {
    schema: shape<{ of: string; total: number; _generation?: string; _sequence?: string }>(),
    key: { pk: 'SUM#{of}', sk: 'SUM' },
    storedAs: storedAs({ total: 't', _generation: 'g', _sequence: 's' }),
  })
  const sums = aggregate(Child, {
    into: Sum,
    key: ({ of }) => ({ of }),
    add: ({ price }) => ({ total: price }),
  })
  const all = model({ entities: { Parent, Child, Sum } })
  await engine.send('CreateTable', {
    ...createTableInput(app),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  const seen: unknown[] = []
  const handler = streamHandler(all, {
    client: engine,
    derive: { sums },
    on: { Child: ({ before, after }) => void seen.push([before?.price, after?.price]) },
  })
  const trigger = await engine.on('App', handler)
  const db = all.connect(engine)
  await db.Parent.create({ id: '1', name: 'Ann' })
  await db.Child.create({ id: 'a', of: '1', price: 2 })
  await db.Child.create({ id: 'b', of: '1', price: 3 })
  await trigger.idle()
  await db.Parent.update({ id: '1' }, { name: 'Bea' })
  await trigger.idle()
  const asItShouldBe = async () => {
    expect(await db.Parent.get({ id: '1' })).toEqual({ id: '1', name: 'Bea', children: 2 })
    expect(await db.Child.get({ of: '1', id: 'b' })).toEqual({
      id: 'b',
      of: '1',
      price: 3,
      parentName: 'Bea',
    })
    expect(await db.Sum.get({ of: '1' })).toEqual({ of: '1', total: 5 })
  }
  await asItShouldBe()
  expect(seen).toContainEqual([undefined, 2])
  expect(seen).toContainEqual([3, 3])
  await rebuild(engine, 'sums', sums, { settleMs: 0 })
  await trigger.idle()
  await asItShouldBe()
  const code = ['parentName', 'price', 'children', 'name', 'total']
  expect((await itemsIn('App')).flatMap(Object.keys).filter((name) => code.includes(name))).toEqual([])
})

describe('invalid names', () => {
  const declare = { schema: shape<{ id: string; a?: string; b?: string; m?: { x: string; y: string } }>() }
  const key = { pk: 'A#{id}', sk: 'A' }
  const refuse = (names: { [path: string]: string }) => () =>
    shop.entity('Wrong', { ...declare, key, storedAs: storedAs(names) as never })
  it.each<[string, { [path: string]: string }, RegExp]>([
    [
      'two attributes with one name',
      { a: 'x', b: 'x' },
      /"b" cannot be "x" in the table: "a" is called that/,
    ],
    ['the name of another', { a: 'b', b: 'c' }, /"a" cannot be "b" in the table: there is an attribute "b"/],
    [
      'two members with one name',
      { 'm.x': 'z', 'm.y': 'z' },
      /"m.y" cannot be "z" in the table: "m.x" is called/,
    ],
    ['the key of the table', { a: 'PK' }, /"PK" is an attribute of the model itself/],
    ['the type', { a: '_type' }, /"_type" is an attribute of the model itself/],
    ['the version of the shape', { a: '_v' }, /"_v" is an attribute of the model itself/],
    ['a key under another name', { PK: 'p' }, /"PK" is an attribute of the model itself/],
    ['no name', { a: '' }, /"a" needs a name/],
    ['any element', { 'm[]': 'x' }, /"m\[\]" names no attribute/],
    ['no path', { 'm..x': 'x' }, /"m\.\.x" names no attribute/],
  ])('%s is refused', (_, names, message) => {
    expect(refuse(names)).toThrow(message)
  })

  it('the name of an index key of the entity is refused', () => {
    const wrong = () =>
      shop.entity('Wrong', {
        ...declare,
        key,
        index: { byName: { pk: 'NAME#{a}' } },
        storedAs: storedAs({ b: 'cn' }),
      })
    expect(wrong).toThrow(/"cn" is an attribute of the model itself/)
  })

  it('an undeclared attribute that is called like the stored name of another is refused when it is written', async () => {
    const Loose = shop.entity('Loose', { ...declare, key, storedAs: storedAs({ a: 'z', 'm.x': 'q' }) })
    const db = shop.connect(engine, { entities: { Loose } })
    await expect(db.Loose.put({ id: '1', z: 'x' } as never)).rejects.toThrow(
      '"z" cannot be stored: it is what "a" is called in the table',
    )
    await expect(db.Loose.put({ id: '1', m: { q: 'x' } } as never)).rejects.toThrow('"q" cannot be stored')
  })

  it('check reports such a clash if the schema shows it, and says what to do', () => {
    const Seen = shop.entity('Seen', {
      schema: z.object({ id: z.string(), a: z.string(), z: z.string() }),
      key,
      storedAs: storedAs({ a: 'z' }) as never,
    })
    const { findings } = check(model({ entities: { Seen } }))
    expect(findings.filter(({ code }) => code === 'stored-name-taken')).toEqual([
      {
        code: 'stored-name-taken',
        severity: 'error',
        entity: 'Seen',
        message:
          '"a" of Seen is called "z" in the table, but there is also an attribute "z": an item with it cannot be written.',
        advice: 'Give one of the two another name in storedAs; you can also rename "z" there.',
      },
    ])
  })

  it('check knows, by the names of the table, what an index holds and which attributes are its keys', () => {
    const numbers = table('Numbers', {
      key: { pk: 'PK' },
      indexes: { byCode: { pk: { name: 'c', type: 'N' }, projection: 'KEYS_ONLY' } },
    })
    const Thing = numbers.entity('Thing', {
      schema: z.object({ id: z.string(), code: z.string(), c2: z.string() }),
      key: { pk: '{id}' },
      storedAs: storedAs({ code: 'c', c2: 'k' }),
    })
    const Found = shop.entity('Found', {
      schema: shape<{ id: string; name: string; phone: string; note: string }>(),
      key,
      index: { byName: { pk: '{name}' } },
      storedAs: storedAs({ name: 'cn', phone: 'ph', note: 'nt' }),
    })
    const found = check(
      model({
        entities: { Thing, Found },
        patterns: {
          held: Found.query('byName', { filter: { phone: '1' }, select: ['phone'] }),
          lost: Found.query('byName', { filter: { note: '1' } }),
        },
      }),
    ).findings
    const texts = found
      .filter(({ code }) => /projected|index-key/.test(code))
      .map(({ code, message }) => `${code}: ${message}`)
    expect(texts).toHaveLength(2)
    expect(texts.join('\n')).toMatch(/byCode has "c" of type N in its key, and Thing has an attribute/)
    expect(texts.join('\n')).toMatch(/lost filters by nt, which byName does not hold/)
  })
})
