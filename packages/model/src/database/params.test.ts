import { describe, expect, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { table } from '../table.ts'

/* What each verb and pattern would send: the whole request, so that any change in it shows. */

interface Order {
  readonly user: string
  readonly id: string
  readonly status: 'open' | 'done'
  readonly total: number
  readonly at?: Date
  readonly tags?: ReadonlySet<string>
  readonly lines?: readonly { readonly price: number }[]
  readonly notes?: { readonly [name: string]: string }
  readonly 'odd name'?: string
}

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } } })
const User = app.entity('User', {
  schema: shape<{ user: string }>(),
  key: { pk: 'USER#{user}', sk: 'USER#{user}' },
})
const OrderEntity = app.entity('Order', {
  schema: shape<Order>(),
  key: { pk: 'USER#{user}', sk: '#ORDER#{id}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{total:num}', partial: 'drop' } },
  stored: { at: 'epoch' },
})
const db = app.connect(
  { send: async () => ({}) },
  {
    entities: { Order: OrderEntity },
    patterns: {
      account: app.collect(
        'primary',
        { user: User.one(), orders: OrderEntity.many() },
        { order: 'newest', page: 10 },
      ),
      byStatus: OrderEntity.query('GSI1', { filter: { user: 'a' }, consistent: true }),
      all: OrderEntity.scan('GSI1', { page: 5 }),
    },
    clock: { now: () => 0 },
  },
)
const key = { user: 'u', id: '1' }
const Key = { PK: { S: 'USER#u' }, SK: { S: '#ORDER#1' } }
const TableName = 'App'

describe('the request', () => {
  it('of create: all attributes and keys, if there is no item', () => {
    expect(db.Order.create({ ...key, status: 'open', total: 5 }).params()).toEqual({
      operation: 'PutItem',
      input: {
        TableName,
        Item: {
          user: { S: 'u' },
          id: { S: '1' },
          status: { S: 'open' },
          total: { N: '5' },
          _type: { S: 'Order' },
          ...Key,
          GSI1PK: { S: 'STATUS#open' },
          GSI1SK: { S: 'p5015.' },
        },
        ConditionExpression: 'attribute_not_exists(#PK)',
        ExpressionAttributeNames: { '#PK': 'PK' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    })
  })

  it('of remove: the key', () => {
    expect(db.Order.remove(key, { returning: 'old' }).params()).toEqual({
      operation: 'DeleteItem',
      input: { TableName, Key, ReturnValues: 'ALL_OLD' },
    })
  })

  it('of get: the key, the selected attributes, and those by which the item is recognized', () => {
    expect(db.Order.get(key, { consistent: true, select: ['status', 'odd name'] }).params()).toEqual({
      operation: 'GetItem',
      input: {
        TableName,
        Key,
        ConsistentRead: true,
        ProjectionExpression: '#status, #_0, #PK, #SK, #_type',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#_0': 'odd name',
          '#PK': 'PK',
          '#SK': 'SK',
          '#_type': '_type',
        },
      },
    })
  })

  it('of update: every change and what is derived from it, if there is an item', () => {
    const update = db.Order.update(
      key,
      (order, { set, setIfMissing, add, include, discard, append, prepend, remove, at }) => [
        set(order.status, 'done'),
        set(order.total, 7),
        setIfMissing(order.at, new Date(5000)),
        set(at(order.notes, '__proto__'), 'x'),
        add(at(order.lines, 0).price, 2),
        include(order.tags, 'a'),
        discard(order.tags, 'b'),
        append(order.lines, { price: 1 }),
        prepend(order.lines, { price: 2 }),
        remove(order['odd name']),
      ],
    )
    expect(update.params()).toEqual({
      operation: 'UpdateItem',
      input: {
        TableName,
        Key,
        UpdateExpression:
          'SET #status = :v0, #total = :v1, #at = if_not_exists(#at, :v2), #notes.#__proto__ = :v3, ' +
          '#lines[0].#price = if_not_exists(#lines[0].#price, :v5) + :v4, ' +
          '#lines = list_append(if_not_exists(#lines, :v9), :v8), #lines = list_append(:v10, if_not_exists(#lines, :v11)), ' +
          '#GSI1PK = :v12, #GSI1SK = :v13 REMOVE #_0 ADD #tags :v6 DELETE #tags :v7',
        ConditionExpression: 'attribute_exists(#PK)',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#total': 'total',
          '#at': 'at',
          '#notes': 'notes',
          '#__proto__': '__proto__',
          '#lines': 'lines',
          '#price': 'price',
          '#tags': 'tags',
          '#_0': 'odd name',
          '#GSI1PK': 'GSI1PK',
          '#GSI1SK': 'GSI1SK',
          '#PK': 'PK',
        },
        ExpressionAttributeValues: expect.objectContaining({
          ':v2': { N: '5' },
          ':v10': { L: [{ M: { price: { N: '2' } } }] },
          ':v12': { S: 'STATUS#done' },
          ':v13': { S: 'p5017.' },
        }),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    })
  })

  it('with a condition: every operator', () => {
    const { input } = db.Order.remove(key, {
      if: (order, op) =>
        op.and(
          op.or(
            op.eq(order.status, 'open'),
            op.not(op.ne(order.total, 5)),
            op.gte(order.total, op.size(order.tags)),
          ),
          op.between(order.total, 1, 9),
          op.oneOf(order.status, ['open', 'done']),
          op.exists(order.at),
          op.missing(op.at(order.notes, 'x')),
          op.begins(order.id, 'a'),
          op.contains(order.tags, 'vip'),
          op.lt(order.at, new Date(9000)),
          op.gt(op.size(order.lines), 2),
        ),
    }).params()
    expect(input).toMatchObject({
      ConditionExpression:
        '(#status = :v0 OR NOT (#total <> :v1) OR #total >= size(#tags)) AND #total BETWEEN :v2 AND :v3 AND ' +
        '#status IN (:v4, :v5) AND attribute_exists(#at) AND attribute_not_exists(#notes.#x) AND begins_with(#id, :v6) AND ' +
        'contains(#tags, :v7) AND #at < :v8 AND size(#lines) > :v9',
      ExpressionAttributeValues: { ':v7': { S: 'vip' }, ':v8': { N: '9' }, ':v9': { N: '2' } },
    })
  })

  it('of a collection: the range from its lowest to its highest member, backwards for the newest', () => {
    expect(db.q.account({ user: 'u' }).params()).toEqual({
      operation: 'Query',
      input: {
        TableName,
        KeyConditionExpression: '#PK = :v0 AND #SK BETWEEN :v1 AND :v2',
        ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
        ExpressionAttributeValues: {
          ':v0': { S: 'USER#u' },
          ':v1': { S: '#ORDER#' },
          ':v2': { S: 'USER#u' },
        },
        ScanIndexForward: false,
        Limit: 11,
      },
    })
  })

  it('of a query of an index: its key, and the filter', () => {
    expect(db.q.byStatus({ status: 'open', total: { gt: 5 } }, { limit: 3 }).params()).toEqual({
      operation: 'Query',
      input: {
        TableName,
        IndexName: 'GSI1',
        KeyConditionExpression: '#GSI1PK = :v0 AND #GSI1SK >= :v1',
        FilterExpression: '#user = :v2',
        ExpressionAttributeNames: { '#GSI1PK': 'GSI1PK', '#GSI1SK': 'GSI1SK', '#user': 'user' },
        ExpressionAttributeValues: {
          ':v0': { S: 'STATUS#open' },
          ':v1': { S: 'p5015.\u0000' },
          ':v2': { S: 'a' },
        },
        ConsistentRead: true,
        Limit: 3,
      },
    })
  })

  it('of a scan: the index', () => {
    expect(db.q.all().params()).toEqual({
      operation: 'Scan',
      input: { TableName, IndexName: 'GSI1', Limit: 5 },
    })
  })
})

describe('refused before anything is sent', () => {
  it.each<[name: string, request: () => unknown, message: string]>([
    [
      'a change of the key',
      () => db.Order.update(key, { user: 'x' } as never).params(),
      '"user" is part of the key',
    ],
    [
      'a change of a stored key',
      () => db.Order.update(key, { GSI1PK: 'x' } as never).params(),
      'is kept by the model',
    ],
    [
      'a stored key in an item',
      () => db.Order.put({ ...key, PK: 'x' } as never).params(),
      '"PK" is kept by the model',
    ],
    [
      'a missing part of the key',
      () => db.Order.get({ user: 'u' } as never).params(),
      'Order needs "id" for its key SK',
    ],
    [
      'a missing partition',
      () => db.q.byStatus({} as never).params(),
      '"status" is needed to find the partition',
    ],
    [
      'ifVersion without versions',
      () => db.Order.remove(key, { ifVersion: 1 }).params(),
      'Order has no versions',
    ],
    [
      'one of no values',
      () => db.Order.remove(key, { if: (order, { oneOf }) => oneOf(order.status, []) }).params(),
      'oneOf is empty',
    ],
    [
      'all of no conditions',
      () => db.Order.remove(key, { if: (_, { and }) => and() }).params(),
      'and is empty',
    ],
    ['no attributes to read', () => db.Order.get(key, { select: [] }).params(), 'select is empty'],
    ['an entity that is not in an index', () => User.query('GSI1' as never), 'User is not in GSI1'],
    [
      'an index that is not there',
      () => User.query('GSI9' as never),
      'App has no index "GSI9"; it has primary, GSI1',
    ],
    [
      'members that share no partition',
      () => app.collect('GSI1', { a: OrderEntity.many(), b: Other.many() }),
      '"b" (OTHER#{}) and "a" (STATUS#{}) share no partition of GSI1',
    ],
    [
      'two entities of one name',
      () => app.connect({ send: async () => ({}) }, { entities: { a: User, b: Twin } }),
      'Two entities of App are called "User"',
    ],
  ])('%s', (_, request, message) => {
    expect(request).toThrow(message)
  })
})

const Other = app.entity('Other', {
  schema: shape<{ id: string }>(),
  key: { pk: 'OTHER#{id}', sk: 'OTHER' },
  index: { GSI1: { pk: 'OTHER#{id}', sk: 'OTHER' } },
})
const Twin = app.entity('User', { schema: shape<{ id: string }>(), key: { pk: 'TWIN#{id}', sk: 'TWIN' } })

it('a failed request can be caught like a promise', async () => {
  const things = table('Things', { key: { pk: 'id' } })
  const Thing = things.entity('Thing', { schema: shape<{ id: string }>() })
  const refusing = { send: () => Promise.reject(new Error('not today')) }
  const connected = things.connect(refusing as never, { entities: { Thing } })
  expect(await connected.Thing.get({ id: '1' }).catch((error) => (error as Error).message)).toBe('not today')
})

it('an upsert of a singleton puts it into an index whose key has no attributes', () => {
  const Settings = app.entity('Settings', {
    schema: shape<{ theme: string }>(),
    key: { pk: 'SETTINGS', sk: 'SETTINGS' },
    index: { GSI1: { pk: 'START', sk: 'SETTINGS' } },
  })
  const { Settings: verbs } = app.connect({ send: async () => ({}) }, { entities: { Settings } })
  const { input } = verbs.upsert({ theme: 'dark' }).params()
  expect(Object.values((input as { ExpressionAttributeNames: object }).ExpressionAttributeNames)).toEqual(
    expect.arrayContaining(['GSI1PK', 'GSI1SK']),
  )
})
