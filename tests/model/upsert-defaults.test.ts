import { createTableInput, shape, table } from '@monotable/model'
import { snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import { openDatabase } from 'monotable'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const app = table('App', {
  key: { pk: 'PK' },
  indexes: { byState: { pk: 'G1', sk: 'S1' } },
  ttl: 'ttl',
  relations,
})
const Usage = app.entity('Usage', {
  schema: z.object({
    id: z.string(),
    calls: z.number().default(0),
    state: z.enum(['open', 'shut']).default('open'),
    note: z.string().optional(),
  }),
  key: { pk: 'USAGE#{id}' },
  index: { byState: { pk: 'STATE#{state}', sk: '{id}' } },
})
const Plain = app.entity('Plain', {
  schema: v.object({ id: v.string(), calls: v.optional(v.number(), 7), note: v.optional(v.string()) }),
  key: { pk: 'PLAIN#{id}' },
})
const docs = table('Docs', { key: { pk: 'PK', sk: 'SK' } })
const Doc = docs.entity('Doc', {
  schema: z.object({ id: z.string(), calls: z.number().default(0), note: z.string().optional() }),
  key: { pk: 'DOC#{id}', sk: 'DOC' },
  history: snapshots(),
})
const Person = app.entity('Person', {
  schema: z
    .object({ id: z.string(), first: z.string(), last: z.string() })
    .transform((one) => ({ ...one, name: `${one.first} ${one.last}` })),
  key: { pk: 'PERSON#{id}' },
})
const Login = app.entity('Login', {
  schema: z.object({ id: z.string(), nick: z.string().default('nobody'), note: z.string().optional() }),
  key: { pk: 'LOGIN#{id}' },
  unique: { nick: 'NICK#{nick}' },
})
const Pass = app.entity('Pass', {
  schema: z.object({ id: z.string(), until: z.date(), note: z.string().optional() }),
  key: { pk: 'PASS#{id}' },
  ttl: { attribute: 'until', after: { hours: 1 } },
})

let now = Date.parse('2026-01-01')
const connect = async () => {
  const client = await openDatabase()
  await client.send('CreateTable', createTableInput(app))
  return app.connect(client, {
    entities: { Usage, Plain, Person, Login, Pass },
    patterns: { byState: Usage.query('byState') },
    clock: { now: () => now },
  })
}

describe('defaults of a schema in an upsert', () => {
  let db: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    db = await connect()
  })

  it('are stored with a new item', async () => {
    expect(await db.Usage.upsert({ id: 'new' })).toEqual({ id: 'new', calls: 0, state: 'open' })
    expect((await db.q.byState({ state: 'open', id: 'new' })).items).toHaveLength(1)
    expect(await db.Plain.upsert({ id: 'new' })).toEqual({ id: 'new', calls: 7 })
  })

  it('leave alone existing values and the keys built from them', async () => {
    await db.Usage.create({ id: 'a', calls: 5, state: 'shut' })
    expect(await db.Usage.upsert({ id: 'a', note: 'seen' })).toEqual({
      id: 'a',
      calls: 5,
      state: 'shut',
      note: 'seen',
    })
    expect((await db.q.byState({ state: 'shut' })).items.map(({ id }) => id)).toEqual(['a'])
    expect(await db.Usage.upsert({ id: 'a', calls: undefined })).toMatchObject({ calls: 5 })

    await db.Plain.create({ id: 'a', calls: 5 })
    expect(await db.Plain.upsert({ id: 'a', note: 'seen' })).toEqual({ id: 'a', calls: 5, note: 'seen' })
  })

  it('give way to given values, even to equal ones', async () => {
    await db.Usage.create({ id: 'b', calls: 5, state: 'shut' })
    expect(await db.Usage.upsert({ id: 'b', calls: 0, state: 'open' })).toEqual({
      id: 'b',
      calls: 0,
      state: 'open',
    })
    expect((await db.q.byState({ state: 'open', id: 'b' })).items).toHaveLength(1)
  })

  it('fill in what an item lacks that was stored before the default was declared', async () => {
    await db.Usage.create({ id: 'c', calls: 5 })
    await db.Usage.update({ id: 'c' }, (one, { remove }) => remove(one.calls as never))
    expect(await db.Usage.upsert({ id: 'c' })).toMatchObject({ calls: 0 })
  })

  it('do not overwrite a unique value', async () => {
    await db.Login.create({ id: 'a', nick: 'ada' })
    await db.Login.create({ id: 'b' })
    expect(await db.Login.upsert({ id: 'a', note: 'seen' })).toEqual({ id: 'a', nick: 'ada', note: 'seen' })
    expect(await db.Login.create({ id: 'c', nick: 'ada' }).outcome()).toMatchObject({ reason: 'unique' })
  })

  it('are distinguished from values that the schema calculates, which follow the given ones', async () => {
    await db.Person.upsert({ id: 'a', first: 'Ada', last: 'Byron' })
    expect(await db.Person.upsert({ id: 'a', first: 'Ada', last: 'Lovelace' })).toMatchObject({
      name: 'Ada Lovelace',
    })
  })

  it('are distinguished from the time to live, which starts anew', async () => {
    await db.Pass.upsert({ id: 'a' })
    now += 60_000
    expect(await db.Pass.upsert({ id: 'a', note: 'seen' })).toMatchObject({
      until: new Date(now + 3_600_000),
    })
  })

  it('leave alone existing values in a transaction and in an entity with a history', async () => {
    await db.Usage.create({ id: 'd', calls: 5, state: 'shut' })
    const [one] = await db.transact([
      db.Usage.upsert({ id: 'd', note: 'seen' }),
      db.Plain.upsert({ id: 'd' }),
    ])
    expect(one).toEqual({ id: 'd', calls: 5, state: 'shut', note: 'seen' })

    const client = await openDatabase()
    await client.send('CreateTable', createTableInput(docs))
    const store = docs.connect(client, { entities: { Doc } })
    await store.Doc.create({ id: 'a', calls: 5 })
    expect(await store.Doc.upsert({ id: 'a', note: 'seen' })).toEqual({
      id: 'a',
      calls: 5,
      note: 'seen',
      version: 2,
    })
  })
})

it('a given empty set replaces the stored one', async () => {
  const Tagged = app.entity('Tagged', {
    schema: shape<{ id: string; tags?: Set<string>; note?: string }>(),
    key: { pk: 'TAGGED#{id}' },
    stored: { tags: 'set' },
  })
  const client = await openDatabase()
  await client.send('CreateTable', createTableInput(app))
  const db = app.connect(client, { entities: { Tagged } })
  await db.Tagged.create({ id: '1', tags: new Set(['a']) })
  expect(await db.Tagged.upsert({ id: '1', note: 'x' })).toEqual({ id: '1', note: 'x', tags: new Set(['a']) })
  expect(await db.Tagged.upsert({ id: '1', tags: new Set() })).toEqual({
    id: '1',
    note: 'x',
    tags: new Set(),
  })
  await client.close()
})
