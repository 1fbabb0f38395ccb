import { get } from 'node:http'
import { createDatabase, type Database } from '@monotable/engine'
import { model, shape, table } from '@monotable/model'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HeatSample, ObservedRequest, WorkbenchEvent } from '../shared/api.ts'
import { embeddedConnection } from './embedded-connection.ts'
import { embeddedObservations } from './embedded-observations.ts'
import { type ServedPage, servePage } from './testing/serve-page.ts'

const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' } })
const Customer = shop.entity('Customer', {
  schema: shape<{ username: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})
const Order = shop.entity('Order', {
  schema: shape<{ username: string; orderId: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
})
const shopModel = model({
  entities: { Customer, Order },
  patterns: {
    account: shop.collect('primary', { customer: Customer.one(), orders: Order.many() }, { order: 'newest' }),
    orders: Order.query('primary', { order: 'newest' }),
  },
})

let db: Database
let page: ServedPage
let changed: () => void
let stopListening: () => void

beforeEach(async () => {
  db = await createDatabase({ metrics: true })
  await db.send('CreateTable', {
    TableName: 'Shop',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  })
  const observations = embeddedObservations(db, Date.now)
  page = await servePage({
    connections: [embeddedConnection(db, { name: 'Here', address: 'in memory', observations })],
    modelSource: {
      file: 'model.ts',
      current: () => loaded,
      watch: (listener) => {
        changed = listener
        return () => {}
      },
    },
  })
})
const loaded = { model: shopModel }

afterEach(async () => {
  stopListening()
  await page.served.close()
  await db.close()
})

/** Listens to events; `until` resolves when one matches. */
function listen(path: string) {
  const events: WorkbenchEvent[] = []
  let check = () => {}
  const request = get(
    { port: page.served.port, host: '127.0.0.1', path, headers: { cookie: page.cookie } },
    (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)))
        check()
      })
      response.on('error', () => {})
    },
  )
  stopListening = () => request.destroy()
  return {
    events,
    until: <Found>(find: (events: readonly WorkbenchEvent[]) => Found | undefined) =>
      new Promise<Found>((resolve) => {
        check = () => {
          const found = find(events)
          if (found !== undefined) resolve(found)
        }
        check()
      }),
  }
}

const requestsIn = (events: readonly WorkbenchEvent[]): ObservedRequest[] =>
  events.flatMap((event) => (event.type === 'requests' ? event.requests : []))

it('requests are sent as they happen, with their key, their units, and the pattern that they match', async () => {
  const app = shopModel.connect(db)
  await app.Customer.put({ username: 'ann' })
  const { until } = listen('/api/connections/embedded/events?table=Shop')
  // Earlier requests are sent first.
  await until((events) => requestsIn(events).find(({ operation }) => operation === 'PutItem'))
  await app.q.account({ username: 'ann' })
  await app.q.orders({ username: 'ann' })
  await app.Customer.get({ username: 'ann' })
  await db.send('Query', {
    TableName: 'Shop',
    KeyConditionExpression: 'PK = :pk and begins_with(SK, :sk)',
    ExpressionAttributeValues: { ':pk': { S: 'CUSTOMER#ann' }, ':sk': { S: 'INVOICE#' } },
  })
  await db.send('Scan', { TableName: 'Shop' })
  const quiet = { operation: 'DescribeTable', input: { TableName: 'Shop' }, quiet: true }
  await page.json('/api/connections/embedded/send', { body: quiet })
  await page.json('/api/connections/embedded/send', {
    body: { operation: 'Scan', input: { TableName: 'Shop' } },
  })
  const told = await until((events) => {
    const requests = requestsIn(events)
    return requests.some(({ own }) => own) ? requests : undefined
  })
  const shown = told.map(({ operation, pattern, undocumented, key, own }) => ({
    operation,
    pattern,
    undocumented,
    key,
    own,
  }))
  const unknown = { pattern: undefined, undocumented: undefined, key: undefined, own: undefined }
  expect(shown.slice(-6)).toEqual([
    { ...unknown, operation: 'Query', pattern: 'account', key: 'CUSTOMER#ann' },
    { ...unknown, operation: 'Query', pattern: 'orders', key: 'CUSTOMER#ann' },
    { ...unknown, operation: 'GetItem', pattern: 'Customer.get', key: 'CUSTOMER#ann' },
    { ...unknown, operation: 'Query', undocumented: true, key: 'CUSTOMER#ann' },
    { ...unknown, operation: 'Scan', undocumented: true },
    { ...unknown, operation: 'Scan', undocumented: true, own: true },
  ])
  expect(told.map(({ id }) => id)).toEqual([...told.map(({ id }) => id)].sort((one, other) => one - other))
  expect(told.at(-4)).toMatchObject({
    units: 0.5,
    items: 1,
    request: expect.stringContaining('CUSTOMER#ann'),
  })
})

it('a hot key appears during a load, with its position among the partitions', async () => {
  const { until } = listen('/api/connections/embedded/events?table=Shop')
  await until((events) => events.find(({ type }) => type === 'heat'))
  let isDone = false
  const load = (async () => {
    while (!isDone) {
      const Item = { PK: { S: 'CUSTOMER#hot' }, SK: { S: 'CUSTOMER#hot' } }
      await Promise.all(Array.from({ length: 20 }, () => db.send('PutItem', { TableName: 'Shop', Item })))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const heat = await until<HeatSample>((events) => {
    const samples = events.flatMap((event) => (event.type === 'heat' ? [event.heat] : []))
    return samples.find(
      ({ topKeys, partitions }) => topKeys.length > 0 && partitions.some(({ write }) => write > 0),
    )
  })
  isDone = true
  await load
  expect(heat.topKeys[0]).toMatchObject({ key: 'CUSTOMER#hot' })
  const hottest = heat.partitions.find(({ write }) => write > 0)
  expect(heat.topKeys[0]?.place).toBeGreaterThanOrEqual(hottest?.from ?? 1)
  expect(heat.topKeys[0]?.place).toBeLessThan(hottest?.to ?? 0)
  expect(hottest).toMatchObject({ writeLimit: 1_000, readLimit: 3_000 })
})

it('under load some requests are sent, and the others are counted', async () => {
  const { until } = listen('/api/connections/embedded/events')
  await until((events) => events.find(({ type }) => type === 'requests'))
  await Promise.all(Array.from({ length: 1_000 }, () => db.send('ListTables', {})))
  const told = await until((events) =>
    events.find((event) => event.type === 'requests' && (event.dropped ?? 0) > 0),
  )
  expect(told.type === 'requests' && told.requests.length).toBeLessThanOrEqual(700)
})

it('a change of the model is sent', async () => {
  const { until } = listen('/api/connections/embedded/events?table=Shop')
  await until((events) => events[0])
  changed()
  expect(await until((events) => events.find(({ type }) => type === 'model'))).toEqual({ type: 'model' })
})

it('without a fitting declared model, keys of requests are sent once the table has been viewed', async () => {
  const createTable = (TableName: string, AttributeName: string) =>
    db.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName, AttributeType: 'S' }],
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    })
  await db.send('DeleteTable', { TableName: 'Shop' })
  await createTable('Shop', 'sku')
  await createTable('Plain', 'id')
  for (const table of ['Shop', 'Plain']) await page.json(`/api/connections/embedded/model?table=${table}`)
  const { until } = listen('/api/connections/embedded/events')
  await until((events) => events[0])
  await db.send('PutItem', { TableName: 'Plain', Item: { id: { S: 'a' } } })
  await db.send('GetItem', { TableName: 'Shop', Key: { sku: { S: 'b' } } })
  const told = await until((events) => {
    const found = requestsIn(events).filter(({ key }) => key !== undefined)
    return found.length === 2 ? found : undefined
  })
  expect(told).toMatchObject([{ key: 'a' }, { key: 'b' }])
  expect(told.map(({ undocumented }) => undocumented)).toEqual([undefined, undefined])
})
