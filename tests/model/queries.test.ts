import { createDatabase } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('Queries', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    inverted: { pk: 'SK', sk: 'PK' },
    byRegion: { pk: ['country', 'region'], sk: ['status', { name: 'total', type: 'N' }] },
    names: { pk: 'N_PK', sk: 'N_SK', projection: { include: ['name'] } },
    byScore: { pk: 'S_PK', sk: { name: 'score', type: 'N' } },
  },
})

const Sale = app.entity('Sale', {
  schema: shape<{ country: string; city: string; store: string; date: string; total?: number }>(),
  key: { pk: 'SALE#{country}', sk: '{city}#{store}#{date}' },
})
const Customer = app.entity('Customer', {
  schema: shape<{ customerId: string; name: string }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'CUSTOMER#{customerId}' },
  index: { names: { pk: 'CUSTOMERS', sk: '{name}' } },
})
const Order = app.entity('Order', {
  schema: shape<{ customerId: string; orderId: number }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'ORDER#{orderId:pad5}' },
})
const Question = app.entity('Question', {
  schema: shape<{ customer: string; questionId: number }>(),
  key: { pk: 'CUSTOMER#{customer}', sk: '#QUESTION#{questionId:pad5:desc}' },
})
const Student = app.entity('Student', {
  schema: shape<{ studentId: string; sport: string; since: Date }>(),
  key: { pk: 'STUDENT#{studentId}', sk: 'SPORT#{sport}' },
  index: { inverted: {} },
  stored: { since: 'epoch' },
})
const Shipment = app.entity('Shipment', {
  schema: shape<{ id: string; country: string; region: string; status: string; total: number }>(),
  key: { pk: 'SHIPMENT#{id}', sk: 'SHIPMENT' },
  index: { byRegion: {} },
})
const Player = app.entity('Player', {
  schema: shape<{ id: string; game: string; score: number }>(),
  key: { pk: 'PLAYER#{id}', sk: 'GAME#{game}' },
  index: { byScore: { pk: 'GAME#{game}' } },
})

const model = {
  entities: { Sale, Customer, Order, Question, Student, Shipment, Player },
  patterns: {
    sales: Sale.query('primary'),
    bigSales: Sale.query('primary', { filter: (sale, { gt }) => gt(sale.total, 10) }),
    withOrders: app.collect('primary', { customer: Customer.one(), orders: Order.many() }, { page: 2 }),
    withQuestions: app.collect(
      'primary',
      { customer: Customer.one(), questions: Question.many() },
      { order: 'oldest', page: 2 },
    ),
    newestQuestions: Question.query('primary', { order: 'newest' }),
    newestOrders: Order.query('primary', { order: 'newest' }),
    everything: app.collect('primary', {
      customer: Customer.one(),
      orders: Order.many(),
      questions: Question.many(),
    }),
    playersOf: Student.query('inverted'),
    shipments: Shipment.query('byRegion'),
    names: Customer.query('names'),
    everySale: Sale.scan('primary', { page: 1 }),
    best: Player.query('byScore', { order: 'newest' }),
  },
} as const

describe.each(backends)('queries, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, model)
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
    const sales = [
      ['SAN_FRANCISCO', '00235', '2020-09-22', 5],
      ['SAN_FRANCISCO', '00235', '2020-10-01', 20],
      ['SAN_FRANCISCO', '00236', '2020-09-01', 30],
      ['SAN', '00001', '2020-09-09', 40],
      ['SEATTLE', '00110', '2020-08-04', 50],
    ] as const
    await db.batch.write([
      ...sales.map(([city, store, date, total]) => db.Sale.put({ country: 'USA', city, store, date, total })),
      db.Customer.put({ customerId: 'XYQ', name: 'Tom' }),
      ...[1, 2, 3, 10].map((orderId) => db.Order.put({ customerId: 'XYQ', orderId })),
      ...[1, 2, 3].map((questionId) => db.Question.put({ customer: 'XYQ', questionId })),
      ...['a', 'b'].map((studentId) => db.Student.put({ studentId, sport: 'TENNIS', since: new Date(5000) })),
      ...[5, -3, 12].map((total) =>
        db.Shipment.put({ id: String(total), country: 'DE', region: 'north', status: 'sent', total }),
      ),
      ...[10, 9, 100].map((score) => db.Player.put({ id: String(score), game: 'go', score })),
    ])
  })
  afterAll(() => backend.close())

  type SaleArgs = Parameters<typeof db.q.sales>[0]
  it.each<[SaleArgs, number[]]>([
    [{ country: 'USA' }, [40, 5, 20, 30, 50]],
    [{ country: 'USA', city: 'SAN_FRANCISCO' }, [5, 20, 30]],
    [{ country: 'USA', city: 'SAN' }, [40]],
    [{ country: 'USA', city: { begins: 'SAN' } }, [40, 5, 20, 30]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: '00235' }, [5, 20]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: '00235', date: { begins: '2020-09' } }, [5]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: '00235', date: '2020-10-01' }, [20]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: '00235', date: { gt: '2020-09-22' } }, [20]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: '00235', date: { lt: '2020-10-01' } }, [5]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: { between: ['00235', '00235'] } }, [5, 20]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: { gt: '00235' } }, [30]],
    [{ country: 'USA', city: 'SAN_FRANCISCO', store: { lt: '00236' } }, [5, 20]],
    [{ country: 'USA', city: { gt: 'SAN' } }, [5, 20, 30, 50]],
    [{ country: 'USA', city: { lte: 'SAN_FRANCISCO' } }, [40, 5, 20, 30]],
    [{ country: 'USA', city: { gte: 'SAN_FRANCISCO', lt: 'SEATTLE' } }, [5, 20, 30]],
  ])('a hierarchy is read at any level: %j', async (args, totals) => {
    expect((await db.q.sales(args)).items.map(({ total }) => total)).toEqual(totals)
  })

  it('a level cannot be skipped', () => {
    // @ts-expect-error: the city is missing
    expect(() => db.q.sales({ country: 'USA', store: '00235' }).params()).toThrow(
      'cannot be read by "store" without one value for "city" before it',
    )
  })

  it('a filter leaves items out', async () => {
    const { items } = await db.q.bigSales({ country: 'USA', city: 'SAN_FRANCISCO' })
    expect(items.map(({ total }) => total)).toEqual([20, 30])
  })

  it('a call may filter further than its pattern', async () => {
    const where = { country: 'USA', city: 'SAN_FRANCISCO' }
    const totals = async (most: number) => {
      const { items } = await db.q.bigSales(where, { filter: (sale, { lte }) => lte(sale.total, most) })
      return items.map(({ total }) => total)
    }
    expect(await totals(20)).toEqual([20])
    expect(await totals(99)).toEqual([20, 30])
    const { items } = await db.q.sales(where, { filter: { total: 30 } })
    expect(items.map(({ total }) => total)).toEqual([30])
    const found: (number | undefined)[] = []
    const filter = { country: 'USA', total: 20 }
    for await (const { total } of db.q.everySale({}, { filter }).all()) found.push(total)
    expect(found).toEqual([20])
  })

  it('a list of more than a hundred values, as many as DynamoDB takes, is compared with', async () => {
    const totals = Array.from({ length: 240 }, (_, at) => at + 30)
    const { items } = await db.q.sales(
      { country: 'USA' },
      { filter: (sale, { and, oneOf, ne }) => and(oneOf(sale.total, totals), ne(sale.total, 40)) },
    )
    expect(items.map(({ total }) => total)).toEqual([30, 50])
  })

  it('null stands for the first page, as a URL and JSON say it', async () => {
    const { searchParams } = new URL('https://example.com/')
    const cursor = searchParams.get('cursor')
    const where = { customerId: 'XYQ' }
    expect(await db.q.newestOrders(where, { cursor })).toEqual(await db.q.newestOrders(where))
    expect(await db.q.withOrders(where, { cursor })).toEqual(await db.q.withOrders(where))
    expect(await db.q.everySale({}, { cursor }).list()).toHaveLength(5)
  })

  it('two relations around one parent are read from their own sides of it', async () => {
    const orders = await db.q.withOrders({ customerId: 'XYQ' })
    expect([orders.customer?.name, orders.orders.map(({ orderId }) => orderId)]).toEqual(['Tom', [1, 2]])
    const more = await db.q.withOrders({ customerId: 'XYQ' }, { cursor: orders.next })
    expect([more.customer, more.orders.map(({ orderId }) => orderId)]).toEqual([undefined, [3, 10]])
    const asked = await db.q.withQuestions({ customer: 'XYQ' })
    expect([asked.customer?.name, asked.questions.map(({ questionId }) => questionId)]).toEqual([
      'Tom',
      [1, 2],
    ])
    const all = await db.q.everything({ customerId: 'XYQ' })
    expect([all.orders.length, all.questions.length, all.customer?.name]).toEqual([4, 3, 'Tom'])
  })

  it('the newest items come first, however keys are encoded', async () => {
    expect(
      (await db.q.newestQuestions({ customer: 'XYQ' })).items.map(({ questionId }) => questionId),
    ).toEqual([3, 2, 1])
    expect((await db.q.newestOrders({ customerId: 'XYQ' })).items.map(({ orderId }) => orderId)).toEqual([
      10, 3, 2, 1,
    ])
    const between = await db.q.newestQuestions({ customer: 'XYQ', questionId: { between: [2, 3] } })
    expect(between.items.map(({ questionId }) => questionId)).toEqual([3, 2])
    const below = await db.q.newestQuestions({ customer: 'XYQ', questionId: { lt: 3 } })
    expect(below.items.map(({ questionId }) => questionId)).toEqual([2, 1])
  })

  it('an index with the keys of the table swapped needs no templates', async () => {
    const { items } = await db.q.playersOf({ sport: 'TENNIS' })
    expect(items.map(({ studentId }) => studentId)).toEqual(['a', 'b'])
    expect(items[0]?.since).toEqual(new Date(5000))
    expect((await db.q.playersOf({ sport: 'TENNIS', studentId: { gt: 'a' } })).items.length).toBe(1)
  })

  it('a range may leave an end open with undefined, too', async () => {
    const cities = async (city: object) =>
      (await db.q.sales({ country: 'USA', city } as never)).items.map((sale) => sale.city)
    expect(await cities({ begins: undefined, gte: 'A' })).toEqual(await cities({ gte: 'A' }))
  })

  it('an index of several attributes is read by the first ones and a range of the next', async () => {
    const where = { country: 'DE', region: 'north' }
    const totals = async (args: Parameters<typeof db.q.shipments>[0]) =>
      (await db.q.shipments(args)).items.map(({ total }) => total)
    expect(await totals(where)).toEqual([-3, 5, 12])
    expect(await totals({ ...where, status: 'sent', total: { gte: 5 } })).toEqual([5, 12])
    expect(await totals({ ...where, status: 'sent', total: { between: [-3, 5] } })).toEqual([-3, 5])
    expect(await totals({ ...where, status: { begins: 'op' } })).toEqual([])
    // @ts-expect-error: the status is missing
    expect(() => db.q.shipments({ ...where, total: { gte: 5 } }).params()).toThrow(
      'cannot be read by "total" without one value for "status" before it',
    )
    expect(() => db.q.shipments({ ...where, satus: 'sent' } as never).params()).toThrow(
      '"satus" is not part of the key',
    )
  })

  it('numbers sort as numbers in a numeric key', async () => {
    expect((await db.q.best({ game: 'go' })).items.map(({ score }) => score)).toEqual([100, 10, 9])
  })

  it('a list of a given length reads no more, unless a filter leaves items out', () => {
    const sales = db.q.sales({ country: 'USA' })
    expect(sales.list(2).params().input).toMatchObject({ Limit: 2 })
    expect(sales.list().params().input).not.toHaveProperty('Limit')
    expect(db.q.sales({ country: 'USA' }, { limit: 5 }).list(2).params().input).toMatchObject({ Limit: 5 })
    expect(db.q.bigSales({ country: 'USA' }).list(2).params().input).not.toHaveProperty('Limit')
  })

  it('a scan is read in concurrent segments', async () => {
    const totals: (number | undefined)[] = []
    for await (const { total } of db.q.everySale().all({ segments: 3 })) totals.push(total)
    expect(totals.sort()).toEqual([20, 30, 40, 5, 50])
    await expect(db.q.sales({ country: 'USA' }).all({ segments: 2 }).next()).rejects.toThrow('is not a scan')
  })

  it('an index returns the attributes that it holds', async () => {
    expect((await db.q.names({})).items).toEqual([{ name: 'Tom' }])
  })
})

it('hydrated items are read with the same consistency as the index', async () => {
  const logs = table('Logs', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: { byTime: { pk: 'PK', sk: 'at', local: true, projection: 'KEYS_ONLY' } },
  })
  const Log = logs.entity('Log', {
    schema: shape<{ box: string; id: string; at: string; text: string }>(),
    key: { pk: 'BOX#{box}', sk: '{id}' },
    index: { byTime: { sk: '{at}' } },
  })
  const db = await createDatabase()
  await db.send('CreateTable', createTableInput(logs))
  const sent: { readonly RequestItems?: object }[] = []
  const client = {
    send: (operation: string, input: object) => {
      sent.push(input)
      return db.send(operation as 'Query', input as never)
    },
  }
  const { Log: verbs, q } = logs.connect(client, {
    entities: { Log },
    patterns: { byTime: Log.query('byTime', { hydrate: true }) },
  })
  const log = { box: 'a', id: '1', at: '2', text: 'hello' }
  await verbs.create(log)
  expect((await q.byTime({ box: 'a' }, { consistent: true })).items).toEqual([log])
  expect(sent.at(-1)?.RequestItems).toMatchObject({ Logs: { ConsistentRead: true } })
  await q.byTime({ box: 'a' })
  expect(sent.at(-1)?.RequestItems).not.toMatchObject({ Logs: { ConsistentRead: true } })
  await db.close()
})
