import { createTableInput } from '@monotable/model'
import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop, type Shop, type Wanted } from '../../examples/shop/create-shop.ts'
import { goods } from '../../examples/shop/goods.ts'
import { shop as table } from '../../examples/shop/model.ts'
import { sample, shopData } from '../../examples/shop/sample.ts'
import { type WatchedRequest, watchRequests } from '../../examples/watch-requests.ts'
import { backends, type OpenBackend } from '../model/backends.ts'

/** The entity charts of the design as printed: of the table and of its index. */
const chart = {
  Customers: ['CUSTOMER#<Username>', 'CUSTOMER#<Username>'],
  CustomerEmails: ['CUSTOMEREMAIL#<Email>', 'CUSTOMEREMAIL#<Email>'],
  Orders: ['CUSTOMER#<Username>', '#ORDER#<OrderId>'],
  OrderItems: ['ORDER#<OrderId>#ITEM#<ItemId>', 'ORDER#<OrderId>#ITEM#<ItemId>'],
} as const
const indexChart = {
  Customers: undefined,
  CustomerEmails: undefined,
  Orders: ['ORDER#<OrderId>', 'ORDER#<OrderId>'],
  OrderItems: ['ORDER#<OrderId>', 'ITEM#<ItemId>'],
} as const

/** Returns the keys that the charts give an item. */
function keysOf(entity: keyof typeof chart, values: { readonly [name: string]: string }) {
  const put = (text: string) => ({ S: text.replaceAll(/<(\w+)>/g, (_, name: string) => values[name] ?? '') })
  const [PK, SK] = chart[entity]
  const [GSI1PK, GSI1SK] = indexChart[entity] ?? []
  return {
    PK: put(PK),
    SK: put(SK),
    ...(GSI1PK !== undefined && GSI1SK !== undefined && { GSI1PK: put(GSI1PK), GSI1SK: put(GSI1SK) }),
  }
}

function pickKeys(item: object): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => /^(GSI1)?[PS]K$/.test(name)))
}

const home = { street: 'Mill Street 2', city: 'Cork', country: 'IE' }
const wanted: readonly Wanted[] = goods.slice(0, 3).map((good, at) => ({ ...good, quantity: at + 1 }))

describe.each(backends)('the shop, $name', ({ open }) => {
  let backend: OpenBackend
  let shop: Shop
  let nowMs = Date.UTC(2026, 0, 5, 9)
  let sent: WatchedRequest[] = []
  const scan = async () => (await backend.db.send('Scan', { TableName: 'EcommerceTable' })).Items ?? []
  /** Returns the requests that some work takes. */
  const requestsOf = async (work: () => Promise<unknown>) => {
    sent = []
    await work()
    return sent.map(({ operation, index, keys }) => [operation, index, ...keys])
  }

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(table)
    const client = watchRequests(backend.client, (request) => sent.push(request))
    let drawn = 0
    const chance = () => (drawn++ % 251) / 256
    shop = createShop(client, { now: () => nowMs, chance })
  })
  afterAll(() => backend.close())

  it('1: creates a customer and the marker of the e-mail address, in one transaction', async () => {
    const create = () => shop.createCustomer({ username: 'robin', email: 'robin@example.com', name: 'Robin' })
    expect(await requestsOf(create)).toEqual([
      [
        'TransactWriteItems',
        undefined,
        'Put CUSTOMER#robin  CUSTOMER#robin',
        'Put CUSTOMEREMAIL#robin@example.com  CUSTOMEREMAIL#robin@example.com',
      ],
    ])
    const keys = (await scan()).map(pickKeys)
    expect(keys).toHaveLength(2)
    expect(keys).toContainEqual(keysOf('Customers', { Username: 'robin' }))
    expect(keys).toContainEqual(keysOf('CustomerEmails', { Email: 'robin@example.com' }))
  })

  it('1: a username and an e-mail address can be taken only once, and a refusal leaves nothing behind', async () => {
    const sameName = shop.createCustomer({ username: 'robin', email: 'other@example.com', name: 'x' })
    await expect(sameName).rejects.toMatchObject({ code: 'username-taken' })
    const sameEmail = shop.createCustomer({ username: 'other', email: 'robin@example.com', name: 'x' })
    await expect(sameEmail).rejects.toMatchObject({ code: 'email-taken' })
    expect(await scan()).toHaveLength(2)
  })

  it('1: of several customers who sign up with one e-mail address at the same time, one gets it', async () => {
    const names = ['swift', 'swallow', 'martin', 'nightjar']
    const results = await Promise.allSettled(
      names.map((username) => shop.createCustomer({ username, email: 'air@example.com', name: username })),
    )
    const refused = results.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown)
    expect(refused).toHaveLength(3)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'email-taken' })
    expect(await scan()).toHaveLength(4)
  })

  it('2: saves, replaces and removes an address with one update, including the first', async () => {
    const save = () => shop.saveAddress('robin', 'home', home)
    const requests = await requestsOf(save)
    expect(requests.at(-1)).toEqual(['UpdateItem', undefined, 'CUSTOMER#robin  CUSTOMER#robin'])
    const moved = { ...home, street: 'Mill Street 3' }
    expect(await requestsOf(() => shop.saveAddress('robin', 'home', moved))).toEqual([
      ['UpdateItem', undefined, 'CUSTOMER#robin  CUSTOMER#robin'],
    ])
    expect((await shop.viewAccount('robin')).customer?.addresses).toEqual({ home: moved })
    await shop.saveAddress('robin', 'work', home)
    expect((await shop.removeAddress('robin', 'work')).addresses).toEqual({ home: moved })
    await expect(shop.removeAddress('robin', 'work')).rejects.toMatchObject({ code: 'no-address' })
    await expect(shop.removeAddress('nobody', 'work')).rejects.toMatchObject({ code: 'no-customer' })
    await expect(shop.saveAddress('nobody', 'home', home)).rejects.toMatchObject({ code: 'no-customer' })
  })

  it('2: a customer has at most 20 addresses, even when two are added at the same time', async () => {
    await shop.createCustomer({ username: 'stork', email: 'stork@example.com', name: 'Stork' })
    for (let at = 1; at < 20; at++) await shop.saveAddress('stork', `nest ${at}`, home)
    const results = await Promise.allSettled(
      ['nest 20', 'nest 21'].map((name) => shop.saveAddress('stork', name, home)),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'too-many-addresses' } },
    ])
    const more = shop.saveAddress('stork', 'nest 22', home)
    await expect(more).rejects.toThrow('There is room for 20 addresses.')
    await shop.saveAddress('stork', 'nest 1', { ...home, city: 'Graz' })
    await shop.removeAddress('stork', 'nest 1')
    const { addresses = {} } = await shop.saveAddress('stork', 'nest 22', home)
    expect(Object.keys(addresses)).toHaveLength(20)
  })

  it('2: an address can have any name', async () => {
    const { addresses } = await shop.saveAddress('robin', '__proto__', home)
    expect(Object.keys(addresses ?? {})).toContain('__proto__')
  })

  it('3: places an order with its items, all or nothing, if the customer exists', async () => {
    let orderId = ''
    const requests = await requestsOf(async () => {
      const { order, items } = await shop.placeOrder({ username: 'robin', address: 'home', wanted })
      orderId = order.orderId
      expect(order).toMatchObject({ status: 'PLACED', amount: 220.35, numberItems: 3 })
      expect(items.map(({ quantity }) => quantity)).toEqual([1, 2, 3])
    })
    expect(requests).toEqual([
      ['GetItem', undefined, 'CUSTOMER#robin  CUSTOMER#robin'],
      [
        'TransactWriteItems',
        undefined,
        `Put CUSTOMER#robin  #ORDER#${orderId}`,
        ...wanted.map(({ itemId }) => {
          const key = `ORDER#${orderId}#ITEM#${itemId}`
          return `Put ${key}  ${key}`
        }),
        'ConditionCheck CUSTOMER#robin  CUSTOMER#robin',
      ],
    ])
    const keys = (await scan()).map(pickKeys)
    expect(keys).toContainEqual(keysOf('Orders', { Username: 'robin', OrderId: orderId }))
    for (const { itemId } of wanted) {
      expect(keys).toContainEqual(keysOf('OrderItems', { OrderId: orderId, ItemId: itemId }))
    }
  })

  it("3: an order needs a customer and one of the customer's addresses", async () => {
    const before = (await scan()).length
    const nobody = shop.placeOrder({ username: 'nobody', address: 'home', wanted })
    await expect(nobody).rejects.toMatchObject({ code: 'no-customer' })
    const nowhere = shop.placeOrder({ username: 'robin', address: 'constructor', wanted })
    await expect(nowhere).rejects.toMatchObject({ code: 'no-address' })
    expect(await scan()).toHaveLength(before)
  })

  it('3: an order keeps the address that it was placed with', async () => {
    const { order } = await shop.placeOrder({ username: 'stork', address: 'nest 2', wanted })
    await shop.saveAddress('stork', 'nest 2', { ...home, city: 'Porto' })
    expect((await shop.viewOrder(order.orderId)).order.shipTo).toEqual(home)
  })

  it('4: changes the status of an order with one update, in one direction only', async () => {
    const { order } = await shop.placeOrder({ username: 'stork', address: 'nest 2', wanted })
    const key = { username: 'stork', orderId: order.orderId }
    await expect(shop.changeStatus(key, 'DELIVERED')).rejects.toThrow('The order is placed')
    expect(await requestsOf(() => shop.changeStatus(key, 'SHIPPED'))).toEqual([
      ['UpdateItem', undefined, `CUSTOMER#stork  #ORDER#${order.orderId}`],
    ])
    await expect(shop.changeStatus(key, 'CANCELLED')).rejects.toMatchObject({ code: 'wrong-status' })
    expect(await shop.changeStatus(key, 'DELIVERED')).toMatchObject({ status: 'DELIVERED', amount: 220.35 })
    const none = shop.changeStatus({ ...key, orderId: '0'.repeat(27) }, 'SHIPPED')
    await expect(none).rejects.toMatchObject({ code: 'no-order' })
  })

  it('4: an order cannot be both cancelled and shipped', async () => {
    const { order } = await shop.placeOrder({ username: 'stork', address: 'nest 2', wanted })
    const key = { username: 'stork', orderId: order.orderId }
    const results = await Promise.allSettled([
      shop.changeStatus(key, 'CANCELLED'),
      shop.changeStatus(key, 'SHIPPED'),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('5: views a customer and the latest orders with one query, the newest first, page by page', async () => {
    await shop.createCustomer({ username: 'crane', email: 'crane@example.com', name: 'Crane' })
    await shop.saveAddress('crane', 'home', home)
    const placed: string[] = []
    for (let at = 0; at < 23; at++) {
      nowMs += at % 2 === 0 ? 1 : 60_000
      const { order } = await shop.placeOrder({ username: 'crane', address: 'home', wanted })
      placed.unshift(order.orderId)
    }
    expect(await requestsOf(() => shop.viewAccount('crane'))).toEqual([
      ['Query', undefined, 'PK = CUSTOMER#crane AND SK BETWEEN #ORDER# AND CUSTOMER#crane'],
    ])
    const first = await shop.viewAccount('crane')
    const second = await shop.viewAccount('crane', first.next)
    const third = await shop.viewAccount('crane', second.next)
    expect([first, second, third].map(({ customer }) => customer?.name)).toEqual([
      'Crane',
      undefined,
      undefined,
    ])
    expect(first.orders).toHaveLength(10)
    const seen = [first, second, third].flatMap(({ orders }) => orders.map(({ orderId }) => orderId))
    expect(seen).toEqual(placed)
    expect(third.next).toBeUndefined()
    await expect(shop.viewAccount('robin', first.next)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(shop.viewAccount('nobody')).rejects.toMatchObject({ code: 'no-customer' })
  })

  it('6: views an order and its items with one query of the index', async () => {
    const { order } = await shop.placeOrder({ username: 'crane', address: 'home', wanted })
    const { orderId } = order
    expect(await requestsOf(() => shop.viewOrder(orderId))).toEqual([
      ['Query', 'GSI1', `GSI1PK = ORDER#${orderId} AND GSI1SK BETWEEN ITEM# AND ORDER#${orderId}`],
    ])
    const found = await shop.viewOrder(orderId)
    expect(found.order).toEqual(order)
    expect(found.items.map(({ itemId }) => itemId)).toEqual(wanted.map(({ itemId }) => itemId).sort())
    await expect(shop.viewOrder('0'.repeat(27))).rejects.toMatchObject({ code: 'no-order' })
  })
})

describe('the sample data of the shop', () => {
  it('is stored under exactly the keys of the charts', async () => {
    const database = await openDatabase()
    await database.send('CreateTable', createTableInput(table))
    await sample.load(database, { nowMs: 0 })
    const { Items = [] } = await database.send('Scan', { TableName: 'EcommerceTable' })
    const { customers, orders, items } = shopData()
    const expected = [
      ...customers.map(({ username }) => keysOf('Customers', { Username: username })),
      ...customers.map(({ email }) => keysOf('CustomerEmails', { Email: email })),
      ...orders.map(({ username, orderId }) => keysOf('Orders', { Username: username, OrderId: orderId })),
      ...items.map(({ orderId, itemId }) => keysOf('OrderItems', { OrderId: orderId, ItemId: itemId })),
    ]
    const inOrder = (keys: readonly object[]) =>
      keys.map((key) => JSON.stringify(Object.entries(key).sort())).sort()
    expect(inOrder(Items.map(pickKeys))).toEqual(inOrder(expected))
    await database.close()
  })
})
