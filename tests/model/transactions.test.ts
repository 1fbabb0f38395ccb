import { createTableInput, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('Accounts', {
  key: { pk: 'PK' },
  indexes: { byNote: { pk: 'NotePK', sk: 'NoteSK' } },
  relations,
})
const Account = app.entity('Account', {
  schema: shape<{
    id: string
    balance: number
    shares?: bigint
    note?: string
    former?: string
    tags?: Set<string>
    log?: string[]
    address?: { city?: string; street?: string }
    parts?: Record<string, { count: number }>
  }>(),
  key: { pk: 'ACCOUNT#{id}' },
  index: { byNote: { pk: 'NOTE#{note}', sk: '{former}' } },
  stored: { shares: 'bigint' },
  limit: { log: 2, parts: 2 },
})

describe.each(backends)('transactions, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () =>
    app.connect(backend.client, {
      entities: { Account },
      patterns: { byNote: Account.query('byNote') },
      sleep: async () => {},
    })
  let db: ReturnType<typeof connect>
  beforeEach(async () => {
    backend = await open()
    await backend.db.send('CreateTable', createTableInput(app))
    db = connect()
    await db.Account.create({ id: '1', balance: 0 })
  })
  afterEach(() => backend.close())

  it('of one verb are applied once if they have a token', async () => {
    const pay = () =>
      db.transact([db.Account.update({ id: '1' }, (one, { add }) => add(one.balance, 5))], {
        token: 'payment-17',
      })
    expect(pay().params().operation).toBe('TransactWriteItems')
    expect(await pay()).toEqual([{ id: '1', balance: 5 }])
    expect(await pay()).toEqual([{ id: '1', balance: 5 }])
    expect(await db.Account.get({ id: '1' }, { consistent: true })).toEqual({ id: '1', balance: 5 })
  })

  it('of several verbs on one item return the result of each', async () => {
    const results = await db.transact([
      db.Account.update({ id: '1' }, (one, { add }) => add(one.balance, 5)),
      db.Account.update({ id: '1' }, { note: 'paid' }),
    ])
    const account = { id: '1', balance: 5, note: 'paid' }
    expect(results).toEqual([account, account])
  })

  const key = { id: '1' }

  it('add up increments of one number exactly', async () => {
    await db.transact([
      db.Account.update(key, (one, { add }) => [add(one.balance, 0.1), add(one.shares, 2n ** 53n + 1n)]),
      db.Account.update(key, (one, { add }) => [add(one.balance, 0.2), add(one.shares, 1n)]),
    ])
    expect(await db.Account.get(key)).toEqual({ id: '1', balance: 0.3, shares: 2n ** 53n + 2n })
  })

  it('apply several updates of one item one after the other', async () => {
    await db.transact([
      db.Account.update(key, (one, { include, append, setIfMissing, set }) => [
        include(one.tags, 'a'),
        append(one.log, 'a'),
        setIfMissing(one.note, 'first'),
        set(one.former, 'x'),
      ]),
      db.Account.update(key, (one, { include, append, setIfMissing, remove }) => [
        include(one.tags, 'b'),
        append(one.log, 'b'),
        setIfMissing(one.note, 'second'),
        remove(one.former),
      ]),
    ])
    expect(await db.Account.get(key)).toEqual({
      id: '1',
      balance: 0,
      tags: new Set(['a', 'b']),
      log: ['a', 'b'],
      note: 'first',
    })
    await db.transact([
      db.Account.update(key, (one, { discard, remove }) => [discard(one.tags, 'a'), remove(one.note)]),
      db.Account.update(key, (one, { discard, setIfMissing }) => [
        discard(one.tags, 'b'),
        setIfMissing(one.note, 'third'),
      ]),
    ])
    expect(await db.Account.get(key)).toEqual({ id: '1', balance: 0, log: ['a', 'b'], note: 'third' })
  })

  it('build an index key from the combined result of several updates', async () => {
    await db.Account.update(key, { note: 'old', former: 'older' })
    await db.transact([db.Account.update(key, { note: 'new' }), db.Account.update(key, { former: 'old' })])
    expect((await db.q.byNote({ note: 'new', former: 'old' })).items).toEqual([
      { id: '1', balance: 0, note: 'new', former: 'old' },
    ])
    await db.transact([
      db.Account.update(key, (one, { remove }) => remove(one.note)),
      db.Account.update(key, { former: 'last' }),
    ])
    expect((await db.q.byNote({ note: 'new' })).items).toEqual([])
  })

  it('set a missing attribute after an empty set was set', async () => {
    const empty = new Set<string>()
    const fill = db.Account.update(key, (one, { setIfMissing }) => setIfMissing(one.tags, new Set(['b'])))
    await db.Account.update(key, { tags: new Set(['a']) })
    await db.transact([
      db.Account.update(key, (one, { setIfMissing }) => setIfMissing(one.tags, empty)),
      fill,
    ])
    expect(await db.Account.get(key)).toMatchObject({ tags: new Set(['a']) })
    await db.transact([db.Account.update(key, { tags: empty }), fill])
    expect(await db.Account.get(key)).toMatchObject({ tags: new Set(['b']) })
  })

  it('refuse combinations that a single write cannot express', async () => {
    const { update } = db.Account
    const set = update(key, { balance: 5, note: 'new', tags: new Set(['a']) })
    const refused = [
      [set, update(key, (one, { add }) => add(one.balance, 1))],
      [set, update(key, (one, { include }) => include(one.tags, 'b'))],
      [set, update(key, (one, { set }) => set(one.former, one.note))],
      [update(key, { address: {} }), update(key, (one, { set }) => set(one.address.city, 'Rome'))],
      [update(key, (one, { set }) => set(one.address.city, 'Rome')), update(key, { address: {} })],
      [
        update(key, (one, { discard }) => discard(one.tags, 'a')),
        update(key, (one, { include }) => include(one.tags, 'a')),
      ],
      [db.Account.put({ id: '1', balance: 9 }), update(key, { note: 'x' }, { if: { balance: 0 } })],
      [update(key, { balance: 9 }), update(key, { note: 'x' }, { if: { balance: 0 } })],
      [update(key, { balance: 9 }), db.Account.check(key, { if: (one, { lt }) => lt(one.balance, 1) })],
      [db.Account.create({ id: '2', balance: 9 }), db.Account.check({ id: '2' }, { if: { balance: 0 } })],
    ]
    for (const requests of refused) {
      await expect(async () => await db.transact(requests)).rejects.toMatchObject({ code: 'CONTRADICTION' })
    }
    expect(await db.Account.get(key)).toEqual({ id: '1', balance: 0 })
  })

  it('enforce a limit that only several verbs on one item together exceed', async () => {
    const { create, update } = db.Account
    const append = (id: string, ...texts: string[]) =>
      update({ id }, (one, { append }) => append(one.log, ...texts))
    const tooMany = { ok: false, reason: 'limit', attribute: 'log', limit: 2 }
    await db.Account.put({ ...key, balance: 0, log: ['a'] })
    expect(await db.transact([append('1', 'b'), append('1', 'c')]).outcome()).toMatchObject(tooMany)
    const long = create({ id: '2', balance: 0, log: ['a', 'b'] })
    expect(await db.transact([long, append('2', 'c')]).outcome()).toMatchObject(tooMany)
    expect(await db.Account.get({ id: '2' })).toBeUndefined()
    await db.transact([create({ id: '2', balance: 0, log: ['a'] }), append('2', 'b')])
    await db.Account.put({ ...key, balance: 0 })
    await db.transact([append('1', 'a'), append('1', 'b')])
    for (const id of ['1', '2']) expect(await db.Account.get({ id })).toMatchObject({ log: ['a', 'b'] })
  })

  it('enforce a limit of a map that a nested update extends', async () => {
    const grow = (name: string) =>
      db.Account.update(key, (one, { add, at }) => add(at(one.parts, name).count, 1)).outcome()
    for (const name of ['a', 'b', 'a']) expect(await grow(name)).toMatchObject({ ok: true })
    expect(await grow('c')).toMatchObject({ ok: false, reason: 'limit', attribute: 'parts', limit: 2 })
    expect(await db.Account.get(key)).toMatchObject({ parts: { a: { count: 2 }, b: { count: 1 } } })
  })

  it('require both a check of an item and the condition of its write', async () => {
    const { check, create, put } = db.Account
    const taken = await db.transact([check(key), create({ id: '1', balance: 9 })]).outcome()
    expect(taken).toMatchObject({ ok: false, item: { balance: 0 } })
    const other = await db
      .transact([check(key), put({ id: '1', balance: 9 }, { if: { balance: 5 } })])
      .outcome()
    expect(other).toMatchObject({ ok: false, item: { balance: 0 } })
    expect(await db.Account.get(key)).toEqual({ id: '1', balance: 0 })
    await db.transact([check(key, { if: { balance: 0 } }), put({ id: '1', balance: 9 })])
    expect(await db.Account.get(key)).toEqual({ id: '1', balance: 9 })
  })

  it('change an item that one of their own verbs creates', async () => {
    const [, , account] = await db.transact([
      db.Account.check({ id: '2' }, { exists: false }),
      db.Account.upsert({ id: '2', balance: 1 }),
      db.Account.update({ id: '2' }, (one, { append }) => append(one.log, 'a'), { if: { note: undefined } }),
      db.Account.check({ id: '2' }),
    ])
    expect(account).toEqual({ id: '2', balance: 1, log: ['a'] })
    const late = await db
      .transact([db.Account.update({ id: '3' }, { balance: 2 }), db.Account.upsert({ id: '3', balance: 1 })])
      .outcome()
    expect(late).toMatchObject({ ok: false, reason: 'missing', member: 0 })
  })

  it('change inside a map that an item is stored without', async () => {
    const [, account] = await db.transact([
      db.Account.create({ id: '2', balance: 1 }),
      db.Account.update({ id: '2' }, (one, { set }) => [
        set(one.address.city, 'Rome'),
        set(one.address.street, 'Via Appia'),
      ]),
    ])
    expect(account).toEqual({ id: '2', balance: 1, address: { city: 'Rome', street: 'Via Appia' } })
  })

  it('treat an update that changes nothing as a condition', async () => {
    await db.transact([db.Account.update(key, {}), db.Account.create({ id: '2', balance: 0 })])
    await db.transact([
      db.Account.update(key, (one, { remove }) => remove(one.address.city)),
      db.Account.create({ id: '3', balance: 0 }),
    ])
    const refused = await db
      .transact([db.Account.update({ id: '9' }, {}), db.Account.create({ id: '4', balance: 0 })])
      .outcome()
    expect(refused).toMatchObject({ ok: false, reason: 'missing', member: 0 })
    expect(await db.Account.get({ id: '4' })).toBeUndefined()
  })
})

it('a transaction of writes that begins with a read is refused, not left undone', async () => {
  const sent: unknown[] = []
  const send = async (...request: unknown[]) => sent.push(request)
  const { Account: accounts, transact } = app.connect({ send }, { entities: { Account } })
  const read = accounts.get({ id: '1' }) as never
  const refusal = 'Expected a list of requests such as db.User.put(item)'
  expect(() => transact([read, accounts.create({ id: '2', balance: 0 })])).toThrow(refusal)
  expect(await transact([])).toEqual([])
  expect(sent).toEqual([])
})

it('a condition on an item that a transaction creates is sent, including one about its expiry', () => {
  const locks = table('Locks', { key: { pk: 'PK' }, ttl: 'until', relations })
  const Lock = locks.entity('Lock', {
    schema: shape<{ id: string; owner?: string; until?: Date }>(),
    key: { pk: 'LOCK#{id}' },
    ttl: 'until',
  })
  const { Lock: lock, transact } = locks.connect({ send: async () => ({}) }, { entities: { Lock } })
  const { input } = transact([
    lock.upsert({ id: '1' }),
    lock.update(
      { id: '1' },
      { owner: 'a' },
      { if: (one, { or, missing, eq }) => or(missing(one.until), eq(one.owner, 'b')) },
    ),
  ]).params()
  expect(JSON.stringify(input)).toContain('{"S":"b"}')
})
