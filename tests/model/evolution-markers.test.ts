import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { evolution, planMigration, runMigration } from '@monotable/model/evolution'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* What a migration has to take along, and what it must not touch. */

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
type Account = { id: string; email?: string; note?: string }
const unique = { email: 'EMAIL#{email}' } as const
const Old = app.entity('Account', {
  schema: shape<Account>(),
  key: { pk: 'ACC#{id}', sk: 'A' },
  unique,
})
/** Another key. */
const Moved = app.entity('Account', {
  schema: shape<Account>(),
  key: { pk: 'ACCOUNT#{id}', sk: 'A' },
  unique,
})
/** Another email. */
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

describe('markers of what is unique', () => {
  it('go with an item that is moved: it can be changed and removed as before', async () => {
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

  it('follow the values that a version brings; of two items that become the same, one is left and named', async () => {
    const before = app.connect(engine, { entities: { Old } })
    await before.Old.create({ id: '1', email: 'A@example.com' })
    await before.Old.create({ id: '2', email: 'B@example.com' })
    await before.Old.create({ id: '3', email: 'b@Example.com' })
    const [report] = await runMigration(engine, model({ entities: { Changed } }), { segments: 1 })
    expect(report).toMatchObject({ changed: 2, problems: 1, complete: true })
    expect(report?.problemList[0]?.message).toContain('has what must be unique')
    const [first, second, third] = await markers()
    expect(first).toBe('EMAIL#a@example.com of ACC#1')
    expect([second, third].filter((one) => one?.startsWith('EMAIL#b@example.com of '))).toHaveLength(1)
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

it('an item of more attributes than can be compared is left as it is, and named', async () => {
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
