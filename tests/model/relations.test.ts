import { isModelError, type ModelClient, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('Relations', {
  relations,
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  ttl: 'ttl',
})
const Customer = app.entity('Customer', {
  schema: shape<{
    username: string
    email?: string
    tenant?: string
    nick?: string
    name: string
    addresses?: Record<string, string>
    tags?: ReadonlySet<string>
    notes?: readonly string[]
    orderCount?: number
    lastOrder?: number
  }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: { email: 'CUSTOMEREMAIL#{email}', nick: { pk: 'TENANT#{tenant}', sk: 'NICK#{nick}' } },
  limit: { addresses: 2, tags: 3, notes: 2 },
})
const Order = app.entity('Order', {
  schema: shape<{ username: string; orderNumber: number; total: number; customerName?: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderNumber:pad6}' },
  index: { GSI1: { pk: 'NAME#{customerName}', sk: '{orderNumber:pad6}' } },
  sequence: { orderNumber: { of: Customer, counter: 'lastOrder' } },
  belongsTo: {
    customer: {
      entity: Customer,
      mustExist: true,
      count: 'orderCount',
      copy: { customerName: 'name' },
    },
  },
})
const Ticket = app.entity('Ticket', {
  schema: shape<{ number: number; title: string; owner?: string }>(),
  key: { pk: 'TICKET#{number:pad6}', sk: 'TICKET' },
  sequence: { number: { key: 'COUNTER#tickets' } },
  belongsTo: { owner: { entity: Customer, by: { username: 'owner' }, mustExist: true } },
})
const Product = app.entity('Product', {
  schema: shape<{ sku: string; stock: number }>(),
  key: { pk: 'PRODUCT#{sku}', sk: 'PRODUCT' },
})
const Login = app.entity('Login', {
  schema: shape<{ email: string; userId: string; name?: string }>(),
  key: { pk: 'LOGIN#{email}', sk: 'LOGIN' },
})
const User = app.entity('User', {
  schema: shape<{ userId: string; email?: string; name?: string; bio?: string }>(),
  key: { pk: 'USER#{userId}', sk: 'USER' },
  copies: { login: { to: Login, attributes: ['userId', 'name'] } },
})
const Session = app.entity('Session', {
  schema: shape<{ id: string; device?: string; pages?: readonly string[]; expires: Date }>(),
  key: { pk: 'SESSION#{id}', sk: 'SESSION' },
  unique: { device: 'DEVICE#{device}' },
  limit: { pages: 2 },
  ttl: 'expires',
})
/** A parent whose removal has no further effects. */
const Post = app.entity('Post', {
  schema: shape<{ postId: string; likes?: number }>(),
  key: { pk: 'POST#{postId}', sk: 'POST' },
})
const Like = app.entity('Like', {
  schema: shape<{ postId: string; who: string }>(),
  key: { pk: 'POST#{postId}', sk: 'LIKE#{who}' },
  belongsTo: { post: { entity: Post, mustExist: true, count: 'likes' } },
})
const Bill = app.entity('Bill', {
  schema: shape<{ id: string; number: number; text: string }>(),
  key: { pk: 'BILL#{id}', sk: 'BILL' },
  sequence: { number: { key: 'COUNTER#bills' } },
})
const entities = { Customer, Order, Ticket, Product, Login, User, Session, Post, Like, Bill }

describe.each(backends)('relations, $name', (backend) => {
  let open: OpenBackend
  let now = Date.UTC(2026, 0, 1)
  const connect = () =>
    app.connect(open.client, { entities, clock: { now: () => now }, sleep: async () => {} })
  let db: ReturnType<typeof connect>
  let run = 0
  let u = ''

  beforeAll(async () => {
    open = await backend.open()
    await open.createTable(app)
    db = connect()
  })
  afterAll(() => open.close())
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1)
    u = `u${run++}`
  })

  async function stored(pk: string, sk = pk) {
    const { Item } = await open.db.send('GetItem', {
      TableName: 'Relations',
      Key: { PK: { S: pk }, SK: { S: sk } },
      ConsistentRead: true,
    })
    return Item
  }
  const failure = (request: PromiseLike<unknown>) =>
    Promise.resolve(request).then(
      () => undefined,
      (error: unknown) => error,
    )

  describe('unique', () => {
    it('keeps a marker for each constraint whose attributes are all present', async () => {
      await db.Customer.create({ username: u, name: 'A', email: `${u}@x`, tenant: u })
      expect(await stored(`CUSTOMEREMAIL#${u}@x`)).toEqual({
        PK: { S: `CUSTOMEREMAIL#${u}@x` },
        SK: { S: `CUSTOMEREMAIL#${u}@x` },
        _type: { S: 'unique:Customer.email' },
        _owner: { M: { PK: { S: `CUSTOMER#${u}` }, SK: { S: `CUSTOMER#${u}` } } },
      })
      await db.Customer.update({ username: u }, { nick: 'n' })
      expect(await stored(`TENANT#${u}`, 'NICK#n')).toBeDefined()
    })

    it('refuses a value that another item has, and names the constraint', async () => {
      await db.Customer.create({ username: u, name: 'A', email: `${u}@x` })
      const error = await failure(db.Customer.create({ username: `${u}b`, name: 'B', email: `${u}@x` }))
      expect(isModelError(error, 'UNIQUE_VIOLATION') && error.details).toEqual({
        reason: 'unique',
        entity: 'Customer',
        constraint: 'email',
        values: { email: `${u}@x` },
      })
      expect(await db.Customer.get({ username: `${u}b` })).toBeUndefined()
      expect(await db.Customer.put({ username: `${u}b`, name: 'B', email: `${u}@x` }).outcome()).toEqual({
        ok: false,
        reason: 'unique',
        entity: 'Customer',
        constraint: 'email',
        values: { email: `${u}@x` },
      })
    })

    it('moves a marker when the value changes, and frees it when the item is removed', async () => {
      await db.Customer.create({ username: u, name: 'A', email: `${u}@x` })
      const updated = await db.Customer.update({ username: u }, { email: `${u}@y` })
      expect(updated.email).toBe(`${u}@y`)
      expect(await stored(`CUSTOMEREMAIL#${u}@x`)).toBeUndefined()
      await db.Customer.put({ username: u, name: 'A', email: `${u}@z` })
      expect(await stored(`CUSTOMEREMAIL#${u}@y`)).toBeUndefined()
      await db.Customer.upsert({ username: u, name: 'A', email: `${u}@w` })
      expect(await stored(`CUSTOMEREMAIL#${u}@z`)).toBeUndefined()
      await db.Customer.update({ username: u }, (one, { remove }) => remove(one.email))
      expect(await stored(`CUSTOMEREMAIL#${u}@w`)).toBeUndefined()
      await db.Customer.update({ username: u }, { email: `${u}@v` })
      expect(await db.Customer.remove({ username: u }, { returning: 'old' })).toMatchObject({
        email: `${u}@v`,
      })
      expect(await stored(`CUSTOMEREMAIL#${u}@v`)).toBeUndefined()
      await db.Customer.remove({ username: u })
    })

    it('needs no transaction if nothing unique changes', async () => {
      expect(db.Customer.update({ username: u }, { notes: [] }).params().operation).toBe('UpdateItem')
      expect(db.Customer.create({ username: u, name: 'B' }).params().operation).toBe('PutItem')
    })

    it('is free again when its owner has expired', async () => {
      await db.Session.create({ id: u, device: u, expires: new Date(now + 10_000) })
      await db.Session.update({ id: u }, { expires: new Date(now + 20_000) })
      now += 15_000
      expect((await db.Session.create({ id: `${u}b`, device: u, expires: { days: 1 } }).outcome()).ok).toBe(
        false,
      )
      now += 15_000
      await db.Session.create({ id: `${u}b`, device: u, expires: { days: 1 } })
      expect((await db.Session.create({ id: u, device: u, expires: { days: 1 } }).outcome()).ok).toBe(false)
      await db.Session.create({ id: u, device: `${u}-2`, expires: { days: 1 } })
    })
  })

  it('nothing of an expired item is returned', async () => {
    const session = { id: u, expires: new Date(now + 1000) }
    const key = { id: u }
    for (const write of [
      () => db.Session.put({ ...session, device: u }, { returning: 'old' }),
      () => db.Session.remove(key, { returning: 'old' }),
    ]) {
      await db.Session.put(session)
      expect(await write()).toEqual(session)
      await db.Session.put(session)
      now += 1000
      expect(await write()).toBeUndefined()
      now -= 1000
    }
  })

  describe('a parent', () => {
    it('has to exist', async () => {
      expect(await db.Ticket.create({ title: 't', owner: u }).outcome()).toMatchObject({
        ok: false,
        reason: 'parent',
        relation: 'owner',
        parent: 'Customer',
      })
      await db.Customer.create({ username: u, name: 'A' })
      const { number } = await db.Ticket.create({ title: 't', owner: u })
      await db.Ticket.create({ title: 'nobody' })
      expect((await db.Ticket.update({ number }, { owner: 'nobody' }).outcome()).ok).toBe(false)
    })

    it('counts its children, from zero', async () => {
      await db.Customer.create({ username: u, name: 'A' })
      const one = await db.Order.create({ username: u, total: 1 })
      const two = await db.Order.create({ username: u, total: 2 })
      expect(await db.Customer.get({ username: u })).toMatchObject({ orderCount: 2, lastOrder: 2 })
      await db.Order.put({ ...two, total: 3 })
      await db.Order.remove(one)
      await db.Order.remove(one)
      expect(await db.Customer.get({ username: u })).toMatchObject({ orderCount: 1, lastOrder: 2 })
      await db.Customer.put({ username: u, name: 'A' })
      await db.Customer.upsert({ username: u, name: 'A', orderCount: 17 })
      expect(await db.Customer.get({ username: u })).toMatchObject({ orderCount: 1, lastOrder: 2 })
      // @ts-expect-error: orders count it
      const counted = db.Customer.update({ username: u }, { orderCount: 5 }).send()
      await expect(counted).rejects.toThrow('kept by the model')
    })

    it('cannot be removed while it has children', async () => {
      await db.Customer.create({ username: u, name: 'A' })
      const one = await db.Order.create({ username: u, total: 1 })
      expect(await db.Customer.remove({ username: u }).outcome()).toEqual({
        ok: false,
        reason: 'children',
        entity: 'Customer',
        counter: 'orderCount',
      })
      const asked = db.transact([
        db.Customer.check({ username: u }, { if: { name: 'A' } }),
        db.Customer.remove({ username: u }),
      ])
      expect(await asked.outcome()).toMatchObject({ ok: false, reason: 'children', entity: 'Customer' })
      expect(await db.Customer.get({ username: u }, { consistent: true })).toBeDefined()
      await db.transact([db.Order.remove(one), db.Customer.remove({ username: u })])
      expect(await db.transactGet([db.Order.get(one), db.Customer.get({ username: u })])).toEqual([
        undefined,
        undefined,
      ])
    })
  })

  it('a parent whose removal has no further effects cannot be removed either while it has children', async () => {
    await db.Post.create({ postId: u })
    await db.Like.create({ postId: u, who: 'a' })
    expect(await db.Post.remove({ postId: u }).outcome()).toMatchObject({ ok: false, reason: 'children' })
    await db.Like.remove({ postId: u, who: 'a' })
    expect(await db.Post.remove({ postId: u }).outcome()).toMatchObject({ ok: true })
    expect(await db.Post.get({ postId: u })).toBeUndefined()
  })

  describe('sequences', () => {
    it('number from one without gaps, even if some writes are refused', async () => {
      await db.Customer.create({ username: u, name: 'A' })
      const first = await db.Order.create({ username: u, total: 1 })
      expect((await db.Order.create({ username: u, total: 1 }, { if: { total: 9 } }).outcome()).ok).toBe(
        false,
      )
      const second = await db.Order.create({ username: u, total: 1 })
      expect([first.orderNumber, second.orderNumber]).toEqual([1, 2])
    })

    it('keep the number of an item that is stored again, and give a new item a number', async () => {
      const first = await db.Bill.upsert({ id: u, text: 'a' })
      const again = await db.Bill.upsert({ id: u, text: 'b' })
      expect(again).toEqual({ id: u, text: 'b', number: first.number })
      await db.Bill.remove({ id: u })
      const next = await db.Bill.upsert({ id: u, text: 'c' })
      expect(next.number).toBe(first.number + 1)
    })

    it.each([true, false])(
      'keep the number that a concurrent writer of the item got (there before: %s)',
      async (isThere) => {
        if (isThere) await db.Bill.upsert({ id: u, text: 'a' })
        let told: number | undefined
        const late: ModelClient = {
          send: async (operation: string, input: object) => {
            const answer = await open.db.send(operation as 'GetItem', input as never)
            if (operation === 'GetItem' && told === undefined) {
              await db.Bill.remove({ id: u })
              told = (await db.Bill.create({ id: u, text: 'b' })).number
            }
            return answer
          },
        }
        const { Bill } = app.connect(late, { entities, clock: { now: () => now }, sleep: async () => {} })
        expect(await Bill.upsert({ id: u, text: 'c' })).toEqual({ id: u, text: 'c', number: told })
        expect(await db.Bill.get({ id: u })).toEqual({ id: u, text: 'c', number: told })
      },
    )

    it('give concurrent callers different numbers', async () => {
      await db.Customer.create({ username: u, name: 'A' })
      const orders = await Promise.all(
        Array.from({ length: 6 }, () => db.Order.create({ username: u, total: 1 })),
      )
      expect(orders.map(({ orderNumber }) => orderNumber).sort()).toEqual([1, 2, 3, 4, 5, 6])
      expect((await db.Customer.get({ username: u }))?.orderCount).toBe(6)
    })
  })

  describe('limits', () => {
    it('do not apply to an expired item, which counts as missing', async () => {
      await db.Session.create({ id: u, pages: ['1', '2'], expires: new Date('2020-01-01') })
      const late = await db.Session.update({ id: u }, (one, { append, set }) => [
        set(one.device, u),
        append(one.pages, '3'),
      ]).outcome()
      expect(late).toMatchObject({ ok: false, reason: 'missing' })
    })

    it('hold for maps, sets and lists, and allow members to be replaced', async () => {
      await db.Customer.create({ username: u, name: 'A' })
      const put = (name: string) =>
        db.Customer.update({ username: u }, (one, { set, at }) =>
          set(at(one.addresses, name), name),
        ).outcome()
      expect((await put('a')).ok).toBe(true)
      expect((await put('b')).ok).toBe(true)
      expect((await put('b')).ok).toBe(true)
      expect(await put('c')).toEqual({
        ok: false,
        reason: 'limit',
        entity: 'Customer',
        attribute: 'addresses',
        limit: 2,
      })
      const swap = await db.Customer.update({ username: u }, (one, { set, at, remove }) => [
        remove(at(one.addresses, 'a')),
        set(at(one.addresses, 'c'), 'c'),
      ])
      expect(swap.addresses).toEqual({ b: 'b', c: 'c' })
      const tag = (...tags: string[]) =>
        db.Customer.update({ username: u }, (one, { include }) => include(one.tags, ...tags)).outcome()
      expect((await tag('1', '2')).ok).toBe(true)
      expect((await tag('2', '3')).ok).toBe(true)
      expect((await tag('4')).ok).toBe(false)
      const note = () =>
        db.Customer.update({ username: u }, (one, { append }) => append(one.notes, 'n')).outcome()
      expect([(await note()).ok, (await note()).ok, (await note()).ok]).toEqual([true, true, false])
      expect((await db.Customer.put({ username: u, name: 'A', notes: ['1', '2', '3'] }).outcome()).ok).toBe(
        false,
      )
    })
  })

  describe('copies', () => {
    it("of a parent's attributes are stored with an item and follow the parent", async () => {
      await db.Customer.create({ username: u, name: 'Ann' })
      const order = await db.Order.create({ username: u, total: 1 })
      await db.Order.create({ username: u, total: 2 })
      expect(order.customerName).toBe('Ann')
      await db.Customer.update({ username: u }, { name: 'Bea' })
      const after = await db.Order.get(order)
      expect(after?.customerName).toBe('Bea')
      expect((await stored(`CUSTOMER#${u}`, '#ORDER#000001'))?.['GSI1PK']).toEqual({ S: 'NAME#Bea' })
      await db.Customer.put({ username: u, name: 'Cleo' })
      expect((await db.Order.get(order))?.customerName).toBe('Cleo')
      // @ts-expect-error: it is a copy
      const copied = db.Order.update(order, { customerName: 'x' }).send()
      await expect(copied).rejects.toThrow('kept by the model')
    })

    it('are refused if there are more than fit into a transaction', async () => {
      await db.Customer.create({ username: u, name: 'Ann' })
      for (let at = 0; at < 5; at++) {
        await db.transact(Array.from({ length: 20 }, () => db.Order.create({ username: u, total: 1 })))
      }
      expect((await db.Customer.get({ username: u }))?.orderCount).toBe(100)
      const error = await failure(db.Customer.update({ username: u }, { name: 'Bea' }))
      expect(isModelError(error, 'TOO_MANY_ACTIONS') && error.details).toEqual({
        entity: 'Customer',
        count: 101,
      })
    })

    it('under another key are always in step', async () => {
      await db.User.create({ userId: u, email: `${u}@x`, name: 'A', bio: 'b' })
      expect(await db.Login.get({ email: `${u}@x` })).toEqual({ email: `${u}@x`, userId: u, name: 'A' })
      await db.User.update({ userId: u }, { name: 'B' })
      expect((await db.Login.get({ email: `${u}@x` }))?.name).toBe('B')
      await db.User.update({ userId: u }, { email: `${u}@y` })
      expect(await db.Login.get({ email: `${u}@x` })).toBeUndefined()
      expect((await db.Login.get({ email: `${u}@y` }))?.name).toBe('B')
      expect(await db.User.create({ userId: `${u}b`, email: `${u}@y` }).outcome()).toMatchObject({
        reason: 'unique',
        constraint: 'login',
      })
      await db.User.remove({ userId: u })
      expect(await db.Login.get({ email: `${u}@y` })).toBeUndefined()
    })
  })

  describe('transactions', () => {
    it('do all or nothing, and name the member that failed', async () => {
      await db.Customer.create({ username: u, name: 'A' })
      await db.Product.create({ sku: u, stock: 1 })
      const buy = () =>
        db.transact([
          db.Product.update({ sku: u }, (one, { add }) => add(one.stock, -1), {
            if: (one, { gt }) => gt(one.stock, 0),
          }),
          db.Order.create({ username: u, total: 5 }),
        ])
      const [product, order] = await buy()
      expect([product.stock, order.orderNumber]).toEqual([0, 1])
      const error = await failure(buy())
      expect(isModelError(error, 'CONDITION_FAILED') && error.details).toEqual({
        entity: 'Product',
        reason: 'condition',
        item: { sku: u, stock: 0 },
        member: 0,
      })
      expect((await db.Customer.get({ username: u }))?.orderCount).toBe(1)
    })

    it('name the member that fails before anything is sent', async () => {
      const product = db.Product.put({ sku: u, stock: 1 })
      const order = db.Order.create({ username: `${u}-nobody`, total: 1 })
      expect(await db.transact([product, order]).outcome()).toMatchObject({ reason: 'parent', member: 1 })
      const customer = db.Customer.create({ username: u, name: 'A', notes: ['1', '2', '3'] })
      const error = await failure(db.transact([product, customer]))
      expect(isModelError(error, 'LIMIT_EXCEEDED') && error.details.member).toBe(1)
      expect(String(error)).toContain('Member 1: Customer: "notes" would have more than 2 members')
    })

    it('may be empty', async () => {
      expect(await db.transact([])).toEqual([])
      expect(await db.transactGet([])).toEqual([])
    })

    it('merge the changes of one item', async () => {
      const [customer, one, two] = await db.transact([
        db.Customer.create({ username: u, name: 'A' }),
        db.Order.create({ username: u, total: 1 }),
        db.Order.create({ username: u, total: 2 }),
      ])
      expect(customer).toEqual({ username: u, name: 'A', orderCount: 2, lastOrder: 2 })
      expect([one.orderNumber, two.orderNumber, two.customerName]).toEqual([1, 2, 'A'])
      expect(await db.Customer.get({ username: u })).toEqual(customer)
    })

    it('let two items swap unique values', async () => {
      await db.Customer.create({ username: u, name: 'A', email: `${u}@x` })
      await db.Customer.create({ username: `${u}b`, name: 'B', email: `${u}@y` })
      await db.transact([
        db.Customer.update({ username: u }, { email: `${u}@y` }),
        db.Customer.update({ username: `${u}b` }, { email: `${u}@x` }),
      ])
      const owner = await stored(`CUSTOMEREMAIL#${u}@x`)
      expect(owner?.['_owner']).toEqual({ M: { PK: { S: `CUSTOMER#${u}b` }, SK: { S: `CUSTOMER#${u}b` } } })
    })

    it('leave no marker of a value that an item has only between two of their verbs', async () => {
      const update = (email: string) => db.Customer.update({ username: u }, { email: `${u}@${email}` })
      await db.transact([db.Customer.create({ username: u, name: 'A', email: `${u}@a` }), update('b')])
      await db.transact([update('c'), update('d')])
      await db.transact([update('e'), update('d')])
      const emails = ['a', 'b', 'c', 'd', 'e']
      const markers = await Promise.all(emails.map((email) => stored(`CUSTOMEREMAIL#${u}@${email}`)))
      expect(emails.filter((_, at) => markers[at])).toEqual(['d'])
      await db.Customer.create({ username: `${u}b`, name: 'B', email: `${u}@c` })
      expect(await db.transact([update('c'), update('e')]).outcome()).toMatchObject({
        reason: 'unique',
        values: { email: `${u}@c` },
      })
      expect((await db.Customer.get({ username: u }))?.email).toBe(`${u}@d`)
    })

    it('change the copies of an item as often as they change the item', async () => {
      const { create, update } = db.User
      await db.transact([
        create({ userId: u, email: `${u}@a`, name: '1' }),
        update({ userId: u }, { name: '2' }),
      ])
      await db.transact([update({ userId: u }, { email: `${u}@b` }), update({ userId: u }, { name: '3' })])
      const logins = await Promise.all(['a', 'b'].map((email) => db.Login.get({ email: `${u}@${email}` })))
      expect(logins).toEqual([undefined, { email: `${u}@b`, userId: u, name: '3' }])
      await db.transact([
        update({ userId: u }, { email: `${u}@c` }),
        update({ userId: u }, { email: `${u}@b` }),
      ])
      expect(await db.Login.get({ email: `${u}@c` })).toBeUndefined()
    })

    it('refuse two items with the same unique value', async () => {
      const create = (username: string) => db.Customer.create({ username, name: 'A', email: `${u}@x` })
      expect(await db.transact([create(u), create(`${u}b`)]).outcome()).toMatchObject({
        reason: 'unique',
        values: { email: `${u}@x` },
      })
      expect(await db.Customer.get({ username: u })).toBeUndefined()
    })

    it('may contain checks of other items', async () => {
      await db.Product.create({ sku: u, stock: 1 })
      const write = () =>
        db.transact([
          db.Product.check({ sku: u }, { if: { stock: 1 } }),
          db.Product.check({ sku: `${u}-gone` }, { exists: false }),
          db.Customer.put({ username: u, name: 'A' }, { returning: 'old' }),
        ])
      expect(await write()).toEqual([undefined, undefined, undefined])
      expect((await write())[2]).toEqual({ username: u, name: 'A' })
      await db.Product.update({ sku: u }, { stock: 2 })
      expect(await write().outcome()).toEqual({
        ok: false,
        entity: 'Product',
        reason: 'condition',
        member: 0,
        item: { sku: u, stock: 2 },
      })
    })

    it('are applied once per token', async () => {
      await db.Product.create({ sku: u, stock: 5 })
      await db.Customer.create({ username: u, name: 'A' })
      const once = () =>
        db.transact(
          [
            db.Product.update({ sku: u }, (one, { add }) => add(one.stock, -1)),
            db.Customer.check({ username: u }),
          ],
          { token: `token-${u}` },
        )
      await once()
      await once()
      expect((await db.Product.get({ sku: u }, { consistent: true }))?.stock).toBe(4)
    })

    it('read several items at one point in time', async () => {
      await db.Product.create({ sku: u, stock: 5 })
      const found = await db.transactGet([
        db.Product.get({ sku: u }, { consistent: true }),
        db.Customer.get({ username: u }),
      ])
      expect(found).toEqual([{ sku: u, stock: 5 }, undefined])
    })

    it('refuse contradictory verbs', async () => {
      const error = await failure(
        db.transact([db.Product.put({ sku: u, stock: 1 }), db.Product.remove({ sku: u })]),
      )
      expect(isModelError(error, 'CONTRADICTION')).toBe(true)
    })
  })
})
