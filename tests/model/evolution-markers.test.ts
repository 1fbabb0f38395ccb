import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { evolution, planMigration, runMigration } from '@monotable/model/evolution'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* What a migration has to take along, and what it must leave alone. */

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
type Account = { id: string; email?: string; note?: string }
const unique = { email: 'EMAIL#{email}' } as const
const Old = app.entity('Account', {
  schema: shape<Account>(),
  key: { pk: 'ACC#{id}', sk: 'A' },
  unique,
})
/** The entity with another key. */
const Moved = app.entity('Account', {
  schema: shape<Account>(),
  key: { pk: 'ACCOUNT#{id}', sk: 'A' },
  unique,
})
/** The entity with changed emails. */
const Changed = app.entity('Account', {
  schema: shape<Account>(),
  key: { pk: 'ACC#{id}', sk: 'A' },
  unique,
  evolution: evolution({
    2: { up: ({ email, ...rest }: Account) => ({ ...rest, ...(email && { email: email.toLowerCase() }) }) },
  }),
})

let engine: Database
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
})
afterEach(() => engine.close())

async function markers(): Promise<string[]> {
  const { Items = [] } = await engine.send('Scan', {
    TableName: 'App',
    FilterExpression: 'attribute_exists(#owner)',
    ExpressionAttributeNames: { '#owner': '_owner' },
  })
  return Items.map((item) => `${item['PK']?.S} of ${item['_owner']?.M?.['PK']?.S}`).sort()
}

describe('markers of unique constraints', () => {
  it('are built from the values that are computed now', async () => {
    const accountOf = (by: (item: { readonly email: string }) => string) =>
      app.entity('Account', {
        schema: shape<Account & { folded?: string }>(),
        key: { pk: 'ACC#{id}', sk: 'A' },
        computed: computed({ folded: { from: ['email'], by } }),
        unique: { folded: 'FOLDED#{folded}' },
      })
    const before = app.connect(engine, { entities: { Account: accountOf(({ email }) => email) } })
    await before.Account.create({ id: '1', email: 'A@example.com' })
    await runMigration(
      engine,
      model({ entities: { Account: accountOf(({ email }) => email.toLowerCase()) } }),
    )
    expect(await markers()).toEqual(['FOLDED#a@example.com of ACC#1'])
  })

  it("do not block an item that has had another's value since before the constraint", async () => {
    const Free = app.entity('Account', { schema: shape<Account>(), key: { pk: 'ACC#{id}', sk: 'A' } })
    const before = app.connect(engine, { entities: { Free } })
    for (const id of ['1', '2', '3']) await before.Free.create({ id, email: 'a@example.com' })
    const db = app.connect(engine, { entities: { Old } })
    // No marker exists yet, so one more item is let in, which then owns the marker.
    await db.Old.create({ id: '4', email: 'a@example.com' })
    expect(await db.Old.update({ id: '1' }, { email: 'b@example.com' })).toMatchObject({
      email: 'b@example.com',
    })
    expect(await db.Old.update({ id: '2' }, { email: 'b@example.com' }).outcome()).toEqual({
      ok: false,
      reason: 'unique',
      entity: 'Account',
      constraint: 'email',
      values: { email: 'b@example.com' },
    })
    await db.Old.remove({ id: '3' })
    expect(await db.Old.get({ id: '3' })).toBeUndefined()
    expect(await markers()).toEqual(['EMAIL#a@example.com of ACC#4', 'EMAIL#b@example.com of ACC#1'])
    await db.transact([
      db.Old.update({ id: '2' }, { email: 'c@example.com' }),
      db.Old.update({ id: '4' }, { email: 'd@example.com' }),
      db.Old.create({ id: '5', email: 'a@example.com' }),
    ])
    expect(await markers()).toEqual([
      'EMAIL#a@example.com of ACC#5',
      'EMAIL#b@example.com of ACC#1',
      'EMAIL#c@example.com of ACC#2',
      'EMAIL#d@example.com of ACC#4',
    ])
  })

  it('move with an item, which can be changed and removed as before', async () => {
    const before = app.connect(engine, { entities: { Old } })
    await before.Old.create({ id: '1', email: 'a@example.com' })
    await before.Old.create({ id: '2' })
    const [report] = await runMigration(engine, model({ entities: { Moved } }))
    expect(report?.changed).toBe(2)
    expect(await markers()).toEqual(['EMAIL#a@example.com of ACCOUNT#1'])
    const db = app.connect(engine, { entities: { Moved } })
    const again = await db.Moved.create({ id: '3', email: 'a@example.com' }).outcome()
    expect(again).toMatchObject({ ok: false, reason: 'unique' })
    await db.Moved.update({ id: '1' }, { email: 'b@example.com' })
    await db.Moved.remove({ id: '1' })
    expect(await markers()).toEqual([])
  })

  it('stay with an item whose new key is taken, and the conflict is reported', async () => {
    const before = app.connect(engine, { entities: { Old } })
    await before.Old.create({ id: '1', email: 'a@example.com' })
    await app.connect(engine, { entities: { Moved } }).Moved.create({ id: '1' })
    const [report] = await runMigration(engine, model({ entities: { Moved } }))
    expect(report?.problemList[0]?.message).toMatch(/^another item has its new key: ACCOUNT#1/)
    expect(await markers()).toEqual(['EMAIL#a@example.com of ACC#1'])
  })

  it('follow the values of a version; of two items that become equal, one is left and named', async () => {
    const before = app.connect(engine, { entities: { Old } })
    await before.Old.create({ id: '1', email: 'A@example.com' })
    await before.Old.create({ id: '2', email: 'B@example.com' })
    await before.Old.create({ id: '3', email: 'b@Example.com' })
    const [report] = await runMigration(engine, model({ entities: { Changed } }), { segments: 1 })
    expect(report).toMatchObject({ changed: 2, problems: 1, complete: true })
    expect(report?.problemList[0]?.message).toMatch(
      /^another item has the same unique value: EMAIL#b@example.com/,
    )
    const [first, second, third] = await markers()
    expect(first).toBe('EMAIL#a@example.com of ACC#1')
    expect([second, third].filter((one) => one?.startsWith('EMAIL#b@example.com of '))).toHaveLength(1)
  })

  it('of other items do not block an item that a version gives a different value', async () => {
    const Free = app.entity('Account', { schema: shape<Account>(), key: { pk: 'ACC#{id}', sk: 'A' } })
    const before = app.connect(engine, { entities: { Free } })
    for (const id of ['1', '2']) await before.Free.create({ id, email: 'A@example.com' })
    await app.connect(engine, { entities: { Old } }).Old.create({ id: '3', email: 'A@example.com' })
    const Numbered = app.entity('Account', {
      schema: shape<Account>(),
      key: { pk: 'ACC#{id}', sk: 'A' },
      unique,
      evolution: evolution({
        2: { up: ({ id, email }: Account) => ({ id, email: id === '3' ? email : `${id}${email}` }) },
      }),
    })
    const [report] = await runMigration(engine, model({ entities: { Numbered } }), { segments: 1 })
    expect(report).toMatchObject({ changed: 3, problemList: [] })
    expect(await markers()).toEqual([
      'EMAIL#1A@example.com of ACC#1',
      'EMAIL#2A@example.com of ACC#2',
      'EMAIL#A@example.com of ACC#3',
    ])
  })

  it('also follow when a verb meets an item of an older shape before any migration', async () => {
    const before = app.connect(engine, { entities: { Old } })
    for (const id of ['1', '2', '3', '4', '5']) await before.Old.create({ id, email: `${id}@EXAMPLE.com` })
    const db = app.connect(engine, { entities: { Changed } })
    await db.Changed.update({ id: '1' }, { note: 'nothing that is unique' })
    await db.Changed.update({ id: '2' }, { email: 'new@example.com' })
    await db.Changed.remove({ id: '3' })
    await db.Changed.put({ id: '4', email: '4@example.com' })
    expect(await markers()).toEqual([
      'EMAIL#1@example.com of ACC#1',
      'EMAIL#4@example.com of ACC#4',
      'EMAIL#5@EXAMPLE.com of ACC#5',
      'EMAIL#new@example.com of ACC#2',
    ])
    const twice = await db.Changed.create({ id: '9', email: '1@example.com' }).outcome()
    expect(twice).toMatchObject({ ok: false, reason: 'unique', constraint: 'email' })
    await db.Changed.create({ id: '9', email: '5@example.com' })
    const taken = await db.Changed.update({ id: '5' }, { note: 'its email is taken now' }).outcome()
    expect(taken).toMatchObject({ ok: false, reason: 'unique', constraint: 'email' })
  })

  it('stay where a version only renames a unique attribute or changes its type', async () => {
    type Before = { id: string; mail: string; phone: string[] }
    const Earlier = app.entity('Account', {
      schema: shape<Before>(),
      key: { pk: 'ACC#{id}', sk: 'A' },
      unique: { email: 'EMAIL#{mail}' },
    })
    const Later = app.entity('Account', {
      schema: shape<{ id: string; email: string; phone: string; note?: string }>(),
      key: { pk: 'ACC#{id}', sk: 'A' },
      unique: { email: 'EMAIL#{email}', phone: 'PHONE#{phone}' },
      evolution: evolution({
        2: { up: ({ mail, phone, ...rest }: Before) => ({ ...rest, email: mail, phone: phone[0] ?? '' }) },
      }),
    })
    const earlier = app.connect(engine, { entities: { Earlier } })
    for (const id of ['1', '2']) await earlier.Earlier.create({ id, mail: `${id}@example.com`, phone: [id] })
    const db = app.connect(engine, { entities: { Later } })
    await db.Later.update({ id: '1' }, { email: 'new@example.com' })
    await db.Later.update({ id: '2' }, { note: 'as it was' })
    expect((await markers()).filter((one) => one.startsWith('EMAIL'))).toEqual([
      'EMAIL#2@example.com of ACC#2',
      'EMAIL#new@example.com of ACC#1',
    ])
    await db.Later.remove({ id: '2' })
    expect((await markers()).filter((one) => one.endsWith('ACC#2'))).toEqual([])
  })
})

it.each([
  [140, 5],
  [100, 100],
  [60, 250],
])('an item of %i attributes with names of %i characters is migrated', async (count, length) => {
  await putWide(count, length)
  const [report] = await runMigration(engine, model({ entities: { Moved } }))
  expect(report).toMatchObject({ changed: 1, problems: 0 })
})

it('an item with more attributes than a condition can compare is left as it is and named', async () => {
  await putWide(200, 5)
  const app = model({ entities: { Moved } })
  const [plan] = await planMigration(engine, app)
  expect(plan).toMatchObject({ changed: 0, problems: 1 })
  const [report] = await runMigration(engine, app)
  expect(report).toMatchObject({ changed: 0, problems: 1, complete: true })
  expect(report?.problemList[0]?.message).toContain('more attributes than a condition can compare')
})

async function putWide(count: number, length: number): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `a${at}`.padEnd(length, 'x'))
  const wide = Object.fromEntries(names.map((name) => [name, 1]))
  const db = app.connect(engine, { entities: { Old } })
  await db.Old.create({ id: '1', ...wide })
}
