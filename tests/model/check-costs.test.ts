import { createDatabase } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { check } from '@monotable/model/check'
import { replicas } from '@monotable/model/distribution'
import { relations } from '@monotable/model/relations'
import { expect, it } from 'vitest'

const app = table('Costs', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byName: { pk: 'G1', sk: 'S1' } },
  relations,
})
const expected = { itemBytes: 500, items: 1000 }
const index = { byName: { pk: 'NAME#{name}', sk: '{id}' } } as const
const schema = shape<{ id: string; name: string }>()
const Plain = app.entity('Plain', {
  schema,
  key: { pk: 'PLAIN#{id}', sk: 'PLAIN' },
  index,
  expect: expected,
})
const Unique = app.entity('Unique', {
  schema,
  key: { pk: 'UNIQUE#{id}', sk: 'UNIQUE' },
  index,
  unique: { name: 'TAKEN#{name}' },
})
const Copied = app.entity('Copied', {
  schema,
  key: { pk: 'COPIED#{id}#{replica}', sk: 'COPIED' },
  index,
  replicas: replicas(3),
  expect: expected,
})
const Post = app.entity('Post', {
  schema: shape<{ id: string; likes?: number }>(),
  key: { pk: 'POST#{id}', sk: 'POST' },
})
const Like = app.entity('Like', {
  schema: shape<{ id: string; who: string }>(),
  key: { pk: 'POST#{id}', sk: 'LIKE#{who}' },
  belongsTo: { post: { entity: Post, mustExist: true, count: 'likes', via: 'stream' } },
})
const entities = { Plain, Unique, Copied, Post, Like }
const reports = new Map(check(model({ entities })).entities.map((report) => [report.name, report]))

it('check predicts the actual cost of a new item', async () => {
  const client = await createDatabase()
  await client.send('CreateTable', createTableInput(app))
  const db = app.connect(client, { entities })
  const named = { id: '1', name: 'x' }
  await db.Post.create({ id: '1' })
  const written = {
    Plain: await db.Plain.create(named).measured(),
    Unique: await db.Unique.create(named).measured(),
    Copied: await db.Copied.create(named).measured(),
    Like: await db.Like.create({ id: '1', who: 'ann' }).measured(),
  }
  for (const [name, { units }] of Object.entries(written)) {
    expect([name, reports.get(name)?.createUnits]).toEqual([name, units.write])
  }
  await client.close()
})

it('the storage of replicas is charged for each replica, but only once per index', () => {
  const entry = 1000 * (500 + 100)
  expect(reports.get('Plain')?.storedBytes).toBe(2 * entry)
  expect(reports.get('Copied')?.storedBytes).toBe(4 * entry)
})
