import { createTableInput, type ModelClient, model, shape, table } from '@monotable/model'
import { check } from '@monotable/model/check'
import { openDatabase } from 'monotable'
import { describe, expect, it } from 'vitest'

/*
 * Mistakes that people make with DynamoDB again and again, even in teaching material: each one is reported, or cannot
 * be expressed.
 */

const nowhere: ModelClient = { send: async () => ({}) }
const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
interface Order {
  readonly user: string
  readonly id: string
  readonly count?: number
}

function codes(patterns: object, entities: object): string[] {
  return check(model({ entities, patterns } as never)).findings.map(({ code }) => code)
}

describe('inverted ids that are read backwards give the oldest first', () => {
  const Question = app.entity('Question', {
    schema: shape<Order>(),
    key: { pk: 'USER#{user}', sk: 'QUESTION#{id:desc}' },
  })
  const Plain = app.entity('Plain', {
    schema: shape<Order>(),
    key: { pk: 'USER#{user}', sk: 'ORDER#{id}' },
  })

  it('"newest" cannot be wrong: it reads in the direction that the key needs', () => {
    const patterns = {
      questions: Question.query('primary', { order: 'newest' }),
      orders: Plain.query('primary', { order: 'newest' }),
    }
    const { q } = app.connect(nowhere, { entities: { Question, Plain }, patterns })
    expect(q.questions({ user: 'a' }).params().input).not.toHaveProperty('ScanIndexForward')
    expect(q.orders({ user: 'a' }).params().input).toHaveProperty('ScanIndexForward', false)
  })

  it('"descending" over an inverted key is reported, and so is a name that promises the other end', () => {
    const backwards = Question.query('primary', { order: 'descending', page: 5 })
    expect(codes({ backwards }, { Question })).toEqual(['order-reversed'])
    const latestOrders = Plain.query('primary', { page: 5 })
    expect(codes({ latestOrders }, { Plain })).toEqual(['order-reversed'])
  })
})

describe('a range from one entity that can never return the other', () => {
  const User = app.entity('User', {
    schema: shape<{ user: string }>(),
    key: { pk: 'USER#{user}', sk: 'PROFILE' },
  })
  const Order = app.entity('Order', { schema: shape<Order>(), key: { pk: 'USER#{user}', sk: 'ORDER#{id}' } })
  const both = app.collect(
    'primary',
    { profile: User.one(), orders: Order.many() },
    { expect: { items: 20 } },
  )

  it('cannot be expressed: the range of a collection contains all its members', async () => {
    expect(codes({ both }, { User, Order })).toEqual([])
    const client = await openDatabase()
    await client.send('CreateTable', createTableInput(app))
    const db = app.connect(client, { entities: { User, Order }, patterns: { both } })
    await db.User.create({ user: 'a' })
    await db.Order.create({ user: 'a', id: '1' })
    expect(await db.q.both({ user: 'a' })).toEqual({
      profile: { user: 'a' },
      orders: [{ user: 'a', id: '1' }],
    })
    await client.close()
  })
})

describe('adding to a missing number', () => {
  it('cannot be expressed as SET n = n + 1: add is ADD, which starts from nothing', async () => {
    const Order = app.entity('Order', {
      schema: shape<Order>(),
      key: { pk: 'USER#{user}', sk: 'ORDER#{id}' },
    })
    const client = await openDatabase()
    await client.send('CreateTable', createTableInput(app))
    const db = app.connect(client, { entities: { Order } })
    await db.Order.create({ user: 'a', id: '1' })
    const { count } = await db.Order.update({ user: 'a', id: '1' }, (order, { add }) => add(order.count, 2))
    expect(count).toBe(2)
    await client.close()
  })
})

describe('contains and in are not key conditions', () => {
  const Order = app.entity('Order', { schema: shape<Order>(), key: { pk: 'USER#{user}', sk: 'ORDER#{id}' } })
  const db = app.connect(nowhere, { entities: { Order }, patterns: { orders: Order.query('primary') } })

  it('cannot be expressed: neither with types nor without them', () => {
    // @ts-expect-error: there is no such range
    const contains = () => db.q.orders({ user: 'a', id: { contains: '1' } }).params()
    expect(contains).toThrow('A key takes gt or gte, lt or lte, between or begins, not contains')
    // @ts-expect-error: one value or a range
    const list = () => db.q.orders({ user: 'a', id: ['1', '2'] }).params()
    expect(list).toThrow('not 0 and 1')
    // @ts-expect-error: the application has to find the higher of two lower bounds
    const bounds = () => db.q.orders({ user: 'a', id: { gt: '1', gte: '2' } }).params()
    expect(bounds).toThrow('not gt and gte')
    // @ts-expect-error: begins cannot be combined with bounds
    const begins = () => db.q.orders({ user: 'a', id: { begins: '1', lt: '2' } }).params()
    expect(begins).toThrow('not begins and lt')
  })
})

describe('a range that is open at one end includes other entities', () => {
  const Order = app.entity('Order', { schema: shape<Order>(), key: { pk: 'USER#{user}', sk: 'ORDER#{id}' } })
  const Address = app.entity('Address', {
    schema: shape<{ user: string; name: string }>(),
    key: { pk: 'USER#{user}', sk: 'ADDRESS#{name}' },
  })

  it('cannot be expressed: every range of a slot ends where the entity ends', () => {
    const db = app.connect(nowhere, {
      entities: { Order, Address },
      patterns: { orders: Order.query('primary') },
    })
    const { input } = db.q.orders({ user: 'a', id: { lt: '5' } }).params()
    expect(input).toMatchObject({
      KeyConditionExpression: '#PK = :v0 AND #SK BETWEEN :v1 AND :v2',
      ExpressionAttributeValues: { ':v1': { S: 'ORDER#' } },
    })
  })

  it('is reported where an entity has no text of its own to end at', () => {
    const Bare = app.entity('Bare', { schema: shape<Order>(), key: { pk: 'USER#{user}', sk: '{id}' } })
    expect(codes({ list: Bare.query('primary', { page: 5 }) }, { Bare, Address })).toEqual([
      'others-in-range',
    ])
  })
})

describe('an index that shows other values than the rows', () => {
  const indexed = table('Indexed', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: { byValue: { pk: 'byValuePK', sk: 'byValueSK' } },
  })

  it("cannot be expressed: its keys are built from the item's attributes on every write", async () => {
    const Row = indexed.entity('Row', {
      schema: shape<{ table: string; row: string; value: string }>(),
      key: { pk: 'TABLE#{table}', sk: 'ROW#{row}' },
      index: { byValue: { pk: 'TABLE#{table}', sk: '{value}' } },
    })
    const client = await openDatabase()
    await client.send('CreateTable', createTableInput(indexed))
    const db = indexed.connect(client, { entities: { Row } })
    await db.Row.create({ table: 't', row: '1', value: 'xattrib-3812' })
    await db.Row.update({ table: 't', row: '1' }, { value: 'xvalue-3812' })
    const { Items } = await client.send('Scan', { TableName: 'Indexed', IndexName: 'byValue' })
    expect(Items?.[0]).toMatchObject({ value: { S: 'xvalue-3812' }, byValueSK: { S: 'xvalue-3812' } })
    await client.close()
  })

  it('nor can it name an attribute that does not exist', () => {
    indexed.entity('Row', {
      schema: shape<{ table: string; row: string; value: string }>(),
      key: { pk: 'TABLE#{table}', sk: 'ROW#{row}' },
      // @ts-expect-error: { 'no attribute': 'xvalue' }
      index: { byValue: { pk: 'TABLE#{table}', sk: '{xvalue}' } },
    })
  })
})
