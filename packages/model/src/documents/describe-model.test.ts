import { model, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { describeModel } from './describe-model.ts'

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' },
    byTotal: { pk: 'country', sk: { name: 'total', type: 'N' }, projection: { include: ['status'] } },
  },
  ttl: 'expires',
})
const Customer = shop.entity('Customer', {
  schema: shape<{ username: string; name: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})
const Order = shop.entity('Order', {
  schema: z.object({
    username: z.string(),
    orderId: z.string(),
    status: z.enum(['placed', 'sent']),
    country: z.string().optional(),
    total: z.number().optional(),
    due: z.date(),
    tags: z.set(z.string()).optional(),
    ratings: z.set(z.number()),
  }),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: {
    GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}', when: { status: 'placed' } },
    byTotal: {},
  },
  stored: { due: 'date' },
  version: true,
})
const Line = shop.entity('Line', {
  schema: shape<{ order: string; line: number }>(),
  key: { pk: 'ORDER#{order}', sk: 'LINE#{line:pad3}' },
  index: { GSI1: { pk: 'ORDER#{order}', sk: 'ITEM#{line:pad3}' } },
})
const app = model({
  entities: { Customer, orders: Order, Line },
  patterns: {
    account: shop.collect(
      'primary',
      { customer: Customer.one(), orders: Order.many() },
      { order: 'newest', page: 10 },
    ),
    detail: shop.collect('GSI1', { order: Order.one(), lines: Line.many() }),
    orders: Order.query('primary', { filter: (order, { eq }) => eq(order.status, 'sent') }),
    byTotal: Order.query('byTotal', { hydrate: true }),
    customer: Customer.query('primary'),
    all: Order.scan('primary'),
  },
})

const [described] = describeModel(app).tables
const patterns = new Map(described?.patterns.map((pattern) => [pattern.name, pattern]))

describe('describeModel', () => {
  it('returns plain JSON values', () => {
    const description = describeModel(app)
    expect(JSON.parse(JSON.stringify(description))).toEqual(description)
  })

  it('returns the parts of templates, with their encodings', () => {
    expect(described?.entities[2]?.key.sk).toEqual([
      {
        name: 'SK',
        type: 'S',
        template: 'LINE#{line:pad3}',
        parts: [{ text: 'LINE#' }, { slot: 'line', encoding: 'pad3' }],
        plain: false,
      },
    ])
  })

  it('names entities as in their items, and as in the model', () => {
    expect(described?.entities.map(({ name, verb }) => [name, verb])).toEqual([
      ['Customer', 'Customer'],
      ['Order', 'orders'],
      ['Line', 'Line'],
    ])
  })

  it('takes attributes from keys, and from schemas that expose them', () => {
    expect(described?.entities[0]?.attributes).toEqual([{ name: 'username', required: true }])
    expect(described?.entities[1]?.attributes).toEqual([
      { name: 'username', type: 'S', required: true },
      { name: 'orderId', type: 'S', required: true },
      { name: 'status', type: 'S', required: true },
      { name: 'country', type: 'S', required: false },
      { name: 'total', type: 'N', required: false },
      { name: 'due', type: 'S', required: true },
      { name: 'tags', type: 'SS', required: false },
      { name: 'ratings', type: 'NS', required: true },
      { name: 'version', type: 'N', required: true },
    ])
  })

  it.each([
    ['account', 'PK = CUSTOMER#{username} and SK between #ORDER# and CUSTOMER#{username}'],
    ['detail', 'GSI1PK = ORDER#{orderId} and GSI1SK between ITEM# and ORDER#{orderId}'],
    ['orders', 'PK = CUSTOMER#{username} and SK begins #ORDER#'],
    ['byTotal', 'country = {country}'],
    ['customer', 'PK = CUSTOMER#{username} and SK = CUSTOMER#{username}'],
    ['all', ''],
  ])('gives the key condition of %s', (name, condition) => {
    expect(patterns.get(name)?.condition).toBe(condition)
  })

  it('tells required arguments from optional ones, and from ranges', () => {
    expect(patterns.get('orders')?.arguments).toEqual([
      { name: 'username', required: true, range: false },
      { name: 'orderId', required: false, range: true },
    ])
    expect(patterns.get('detail')?.arguments).toEqual([{ name: 'orderId', required: true, range: false }])
  })

  it('gives options and filters', () => {
    expect(patterns.get('orders')?.filter).toBe('status = "sent"')
    expect(patterns.get('account')).toMatchObject({ order: 'newest', page: 10 })
    expect(patterns.get('byTotal')).toMatchObject({ hydrate: true, members: [{ count: 'many' }] })
  })

  it('infers relations from keys', () => {
    expect(described?.relations).toEqual([
      { from: 'Customer', to: 'Order', count: 'many', label: 'primary', declared: false },
      { from: 'Order', to: 'Line', count: 'many', label: 'GSI1', declared: false },
    ])
  })

  it('infers nothing for an item with a declared parent, and tells one from many', () => {
    const social = table('Social', { key: { pk: 'PK', sk: 'SK' }, relations })
    const User = social.entity('User', {
      schema: shape<{ id: string }>(),
      key: { pk: 'USER#{id}', sk: 'USER' },
    })
    const user = { entity: User, mustExist: true } as const
    const Game = social.entity('Game', {
      schema: shape<{ id: string }>(),
      key: { pk: 'USER#{id}', sk: 'GAME' },
      belongsTo: { user },
    })
    const Login = social.entity('Login', {
      schema: shape<{ id: string; method: string }>(),
      key: { pk: 'USER#{id}', sk: 'LOGIN#{method}' },
      belongsTo: { user },
    })
    const [one] = describeModel(model({ entities: { User, Game, Login } })).tables
    expect(one?.relations).toEqual([
      { from: 'User', to: 'Game', count: 'one', label: 'user', declared: true },
      { from: 'User', to: 'Login', count: 'many', label: 'user', declared: true },
    ])
  })
})

it('a table expires by the attribute of its entities, unless it declares one', () => {
  const plain = table('Plain', { key: { pk: 'PK' } })
  const entity = (name: string, ttl: 'until' | 'ends') =>
    plain.entity(name, {
      schema: shape<{ id: string; until?: Date; ends?: Date }>(),
      key: { pk: `${name}#{id}` },
      ttl,
      stored: { until: 'epoch', ends: 'epoch' },
    })
  const [Pass, Ticket, Offer] = [entity('Pass', 'until'), entity('Ticket', 'until'), entity('Offer', 'ends')]
  const ttlOf = (entities: Parameters<typeof model>[0]['entities']) =>
    describeModel(model({ entities })).tables[0]?.ttlAttribute
  expect(ttlOf({ Pass, Ticket })).toBe('until')
  expect(ttlOf({ Pass, Offer })).toBeUndefined()
})
