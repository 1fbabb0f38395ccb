import { createDatabase } from '@monotable/engine'
import { createTableInput, isModelError, model, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { runMigration } from '@monotable/model/evolution'
import { describeModel, schemaLock } from '@monotable/model/outputs'
import { relations } from '@monotable/model/relations'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { draws } from '../draws.ts'
import { backends, type OpenBackend } from './backends.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byFull: { pk: 'G1', sk: 'S1' } },
  relations,
})
type Names = { first: string; last: string; middle?: string | undefined }
const full = ({ first, middle, last }: Names) => [first, middle, last].filter(Boolean).join(' ')
const lower = ({ email }: { email: string }) => email.toLowerCase()
const count = ({ tags }: { tags: readonly string[] }) => tags.length
const home = ({ address }: { address: { city: string } }) => address.city
type Row = {
  id: string
  first?: string
  middle?: string
  last?: string
  email?: string
  emailKey?: string
  full?: string
  initial?: string
  tags?: string[]
  tagCount?: number
  address?: { city: string; street?: string }
  city?: string
  note?: string
}
const person = { schema: shape<Row>(), key: { pk: 'PERSON#{id}', sk: 'PERSON' } } as const
const Plain = app.entity('Person', person)
const Person = app.entity('Person', {
  ...person,
  index: { byFull: { pk: 'PEOPLE', sk: '{full}#{id}' } },
  unique: { email: 'EMAIL#{emailKey}' },
  computed: computed({
    full: { from: ['first', 'last'], also: ['middle'], by: full },
    initial: { from: ['full'], by: ({ full }: { full: string }) => full[0] },
    emailKey: { from: ['email'], by: lower },
    tagCount: { from: ['tags'], by: count },
    city: { from: ['address'], by: home },
  }),
})
const people = { byFull: Person.query('byFull') }

describe.each(backends)('$name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, { entities: { Person }, patterns: people })
  beforeEach(async () => {
    backend = await open()
    await backend.createTable(app)
  })
  afterEach(() => backend.close())

  it('a computed key attribute leaves its item out of an index while its rule returns nothing', async () => {
    const Ticket = app.entity('Ticket', {
      schema: shape<{ id: string; owner: string; votes: number; hot?: string }>(),
      key: { pk: 'TICKET#{id}', sk: 'TICKET' },
      index: { byFull: { pk: 'HOT', sk: '{hot}' } },
      computed: computed({
        hot: {
          from: ['owner', 'votes'],
          by: ({ owner, votes }: { owner: string; votes: number }) => (votes > 9 ? owner : undefined),
        },
      }),
    })
    const db = app.connect(backend.client, {
      entities: { Ticket },
      patterns: { hot: Ticket.query('byFull') },
    })
    const hot = async () => (await db.q.hot()).items.map(({ id }) => id)
    await db.Ticket.create({ id: '1', owner: 'ann', votes: 9 })
    expect(await hot()).toEqual([])
    await db.Ticket.update({ id: '1' }, (one, { add }) => add(one.votes, 1))
    expect(await hot()).toEqual(['1'])
    await db.Ticket.update({ id: '1' }, { votes: 3 })
    expect(await hot()).toEqual([])
  })

  it('computed attributes follow every verb, and so do their indexes and unique constraints', async () => {
    const db = connect()
    const made = await db.Person.create({ id: '1', first: 'Ada', last: 'Lovelace', email: 'Ada@example.com' })
    expect(made).toMatchObject({ full: 'Ada Lovelace', initial: 'A', emailKey: 'ada@example.com' })
    // All required sources are known, but an optional one is not, so the item is read.
    expect(await db.Person.update({ id: '1' }, { first: 'Augusta' })).toMatchObject({
      full: 'Augusta Lovelace',
      initial: 'A',
    })
    expect((await db.q.byFull({ full: 'Augusta Lovelace' })).items).toHaveLength(1)
    expect(await db.Person.create({ id: '2', email: 'ADA@example.com' }).outcome()).toMatchObject({
      reason: 'unique',
    })
    await db.Person.update({ id: '1' }, { email: 'Countess@example.com' })
    await db.Person.create({ id: '2', email: 'ADA@example.com' })
    const taken = await db.Person.update({ id: '2' }, { email: 'COUNTESS@example.com' }).outcome()
    expect(taken).toMatchObject({ reason: 'unique', values: { emailKey: 'countess@example.com' } })
    expect(await db.Person.upsert({ id: '1', middle: 'B.' })).toMatchObject({ full: 'Augusta B. Lovelace' })
    expect(await db.Person.upsert({ id: '3', first: 'Alan', last: 'T' })).toMatchObject({ full: 'Alan T' })
    const removed = await db.Person.update({ id: '1' }, (one, { remove }) => remove(one.last))
    expect(removed).not.toHaveProperty('full')
    expect(removed).not.toHaveProperty('initial')
    expect((await db.q.byFull()).items.map(({ id }) => id)).toEqual(['3'])
    // A put of an item that was read contains computed values, which are computed again.
    expect(await db.Person.put({ ...removed, last: 'King', full: 'nonsense' })).toMatchObject({
      full: 'Augusta B. King',
    })
  })

  it('computed attributes follow changes of lists and inside maps', async () => {
    const db = connect()
    await db.Person.create({ id: '1', tags: ['a'] })
    const more = await db.Person.update({ id: '1' }, (one, { append }) => append(one.tags, 'b', 'c'))
    expect(more.tagCount).toBe(3)
    const moved = await db.Person.update({ id: '1' }, (one, { set, at }) =>
      set(at(one.address, 'city'), 'Rome'),
    )
    expect(moved.city).toBe('Rome')
  })

  it('a computed attribute reflects both of two concurrent writers of its sources', async () => {
    const db = connect()
    await db.Person.create({ id: '1', first: 'a', last: 'b' })
    await Promise.all([
      db.Person.update({ id: '1' }, { first: 'x' }),
      db.Person.update({ id: '1' }, { last: 'y' }),
      db.Person.update({ id: '1' }, { middle: 'm' }),
    ])
    expect(await db.Person.get({ id: '1' }, { consistent: true })).toMatchObject({ full: 'x m y' })
  })
})

it('unique constraints on computed attributes and their sources follow them', async () => {
  const Both = app.entity('Both', {
    ...person,
    unique: { full: 'FULL#{full}', note: 'NOTE#{note}', last: 'LAST#{last}#{note}' },
    computed: computed({ full: { from: ['first', 'last'], by: full } }),
  })
  const client = await createDatabase()
  await client.send('CreateTable', createTableInput(app))
  const { Both: people } = app.connect(client, { entities: { Both } })
  await people.create({ id: '1', first: 'Ada', last: 'L' })
  await people.update({ id: '1' }, { first: 'Bo' })
  expect(await people.create({ id: '2', first: 'Bo', last: 'L' }).outcome()).toMatchObject({
    reason: 'unique',
  })
  expect(await people.create({ id: '2', first: 'Ada', last: 'L' })).toMatchObject({ full: 'Ada L' })
  await client.close()
})

it('an upsert that creates an item stores an attribute that is computed from nothing', () => {
  const Any = app.entity('Any', {
    ...person,
    computed: computed({ full: { from: [], by: () => 'nobody' } }),
  })
  const db = app.connect({ send: async () => ({}) }, { entities: { Any } })
  expect(JSON.stringify(db.Any.upsert({ id: '1' }).params().input)).toContain('nobody')
})

describe('an update', () => {
  const idle = app.connect({ send: async () => ({}) }, { entities: { Person } })

  it('is one request if all sources are known, and reads first otherwise', () => {
    expect(idle.Person.update({ id: '1' }, { note: 'x' }).params().operation).toBe('UpdateItem')
    const Simple = app.entity('Simple', {
      ...person,
      computed: computed({
        emailKey: { from: ['email'], by: lower },
        full: { from: ['first', 'last'], by: full },
      }),
    })
    const db = app.connect({ send: async () => ({}) }, { entities: { Simple } })
    expect(db.Simple.update({ id: '1' }, { email: 'E' }).params().input).toMatchObject({
      UpdateExpression: 'SET #email = :v0, #emailKey = :v1',
    })
    expect(db.Simple.update({ id: '1' }, { first: 'F' }).params().operation).toBe('GetItem')
    expect(db.Simple.update({ id: '1' }, { first: 'F', last: 'L' }).params().operation).toBe('UpdateItem')
    const given = db.Simple.update({ id: '1' }, { first: 'F' }, { given: { last: 'L' } }).params()
    expect(given.operation).toBe('UpdateItem')
    expect(JSON.stringify(given.input)).toContain('F L')
  })

  it('computes from the state it leaves, not from given values that it removes', async () => {
    const client = await createDatabase()
    await client.send('CreateTable', createTableInput(app))
    const { Person: people } = app.connect(client, { entities: { Person } })
    await people.create({ id: '1', first: 'Ada', middle: 'K', last: 'L', address: { city: 'Rome' } })
    const change = people.update(
      { id: '1' },
      (one, { remove, set }) => [remove(one.middle), set(one.address.city, 'Oslo'), set(one.first, 'Bo')],
      { given: { middle: 'K' } },
    )
    expect(await change).toMatchObject({ full: 'Bo L', city: 'Oslo' })
    await client.close()
  })

  it('without all sources is refused where all are required', () => {
    const Strict = app.entity('Strict', {
      ...person,
      computed: computed({ full: { from: ['first', 'last'], by: full, partial: 'require' } }),
    })
    const db = app.connect({ send: async () => ({}) }, { entities: { Strict } })
    const update = db.Strict.update({ id: '1' }, { first: 'F' })
    expect(() => update.params()).toThrow('"full" is computed again, but "last" is not known')
    try {
      update.params()
    } catch (error) {
      expect(isModelError(error, 'UNKNOWN_PARTS') && error.details.missing).toEqual(['last'])
    }
  })

  it('of a computed attribute is refused', () => {
    const update = idle.Person.update({ id: '1' }, { full: 'x' } as never)
    expect(() => update.params()).toThrow('"full" is kept by the model')
  })

  it('of the source of a computed key is refused', () => {
    const Keyed = app.entity('Keyed', {
      schema: shape<{ email: string; emailKey: string }>(),
      key: { pk: 'K#{emailKey}', sk: 'K' },
      computed: computed({ emailKey: { from: ['email'], by: lower } }),
    })
    const db = app.connect({ send: async () => ({}) }, { entities: { Keyed } })
    expect(JSON.stringify(db.Keyed.create({ email: 'A' }).params().input)).toContain('K#a')
    expect(() => db.Keyed.update({ emailKey: 'a' }, { email: 'B' }).params()).toThrow('part of the key')
    // Both values give the same key.
    expect(db.Keyed.update({ emailKey: 'a' }, { email: 'a' }).params().operation).toBe('UpdateItem')
    expect(db.Keyed.upsert({ email: 'A' }).params()).toMatchObject({
      operation: 'UpdateItem',
      input: { Key: { PK: { S: 'K#a' } } },
    })
  })
})

it('a schema may contain a computed attribute, which is computed from values that the schema filled in', async () => {
  const engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
  const Checked = app.entity('Checked', {
    schema: z.object({
      id: z.string(),
      name: z.string().trim().default('nobody'),
      upper: z.string().optional(),
    }),
    key: { pk: 'C#{id}', sk: 'C' },
    computed: computed({ upper: { from: ['name'], by: ({ name }: { name: string }) => name.toUpperCase() } }),
  })
  const db = app.connect(engine, { entities: { Checked } })
  expect(await db.Checked.create({ id: '1', name: ' ada ' })).toMatchObject({ name: 'ada', upper: 'ADA' })
  expect(await db.Checked.create({ id: '2' })).toMatchObject({ upper: 'NOBODY' })
  await expect(db.Checked.create({ id: '3', name: 7 as never }).send()).rejects.toThrow(
    'Checked is invalid: name',
  )
  await engine.close()
})

it('a migration computes attributes that were declared later, and the lock and the documents mention them', async () => {
  const engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
  const old = app.connect(engine, { entities: { Plain } })
  for (const id of ['1', '2']) await old.Plain.create({ id, first: 'F', last: id })
  const later = model({ entities: { Person }, patterns: people })
  const [done] = await runMigration(engine, later)
  expect(done).toMatchObject({ changed: 2, problems: 0 })
  const { items } = await later.connect(engine).q.byFull()
  expect(items.map((item) => item.full)).toEqual(['F 1', 'F 2'])
  expect(schemaLock(later).entities['App/Person']).toMatchObject({
    'computed full': 'first, last, and of middle where it is there',
  })
  const rules = describeModel(later).tables[0]?.entities[0]?.rules
  expect(rules).toContain('full is computed from first, last, and of middle where it is there')
  await engine.close()
})

describe('after any verbs', () => {
  const text = fc.constantFrom('a', 'b', 'C')
  const maybe = fc.option(text, { nil: undefined })
  const names = fc.record({ first: maybe, middle: maybe, last: maybe, email: maybe }, { requiredKeys: [] })
  const step = fc.record({
    id: fc.constantFrom('1', '2'),
    kind: fc.constantFrom('put', 'upsert', 'update', 'remove', 'tag'),
    names,
  })
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

  it('every attribute is what its rule makes of the stored item', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 10 }), { minLength: 1, maxLength: 3 }),
        async (all) => {
          const engine = await createDatabase()
          try {
            await engine.send('CreateTable', createTableInput(app))
            const db = app.connect(engine, { entities: { Person }, sleep: async () => undefined })
            const work = async (steps: readonly Step[]) => {
              for (const { id, kind, names: given } of steps) {
                const some = Object.fromEntries(
                  Object.entries(given).filter(([, value]) => value !== undefined),
                )
                const gone = Object.keys(given).filter((name) => !Object.hasOwn(some, name)) as 'first'[]
                const request =
                  kind === 'put'
                    ? db.Person.put({ id, ...some })
                    : kind === 'upsert'
                      ? db.Person.upsert({ id, ...some })
                      : kind === 'tag'
                        ? db.Person.update({ id }, (one, { append }) => append(one.tags, 'x'))
                        : kind === 'update'
                          ? db.Person.update({ id }, (one, { set, remove }) => [
                              ...Object.entries(some).map(([name, value]) =>
                                set(one[name as 'first'], value as string),
                              ),
                              ...gone.map((name) => remove(one[name])),
                            ])
                          : db.Person.update({ id }, (one, { remove }) => [
                              remove(one.first),
                              remove(one.email),
                            ])
                await request.send().catch(requireRefusal)
              }
            }
            await Promise.all(all.map(work))
            const { Items = [] } = await engine.send('Scan', { TableName: 'App', ConsistentRead: true })
            for (const { first, middle, last, email, tags, ...item } of Items.filter(
              (one) => one['_type']?.S === 'Person',
            )) {
              const whole =
                first?.S && last?.S ? full({ first: first.S, last: last.S, middle: middle?.S }) : undefined
              expect(item['full']?.S).toBe(whole)
              expect(item['initial']?.S).toBe(whole?.[0])
              expect(item['emailKey']?.S).toBe(email?.S?.toLowerCase())
              expect(item['tagCount']?.N).toBe(tags?.L && String(tags.L.length))
              expect(item['S1']?.S).toBe(whole && `${whole.replaceAll(' ', '$20')}#${item['id']?.S}`)
            }
          } finally {
            await engine.close()
          }
        },
      ),
      { numRuns: draws(25) },
    )
  })

  function requireRefusal(error: unknown): void {
    const code = (error as { readonly code?: string }).code ?? ''
    const name = (error as Error).name
    // An update that changes nothing is not accepted.
    if (['CONDITION_FAILED', 'UNIQUE_VIOLATION', 'CONTENTION'].includes(code)) return
    if (!/Conflict|Canceled/.test(name)) throw error
  }
})
