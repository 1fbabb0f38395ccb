import { createTableInput, shape, table } from '@monotable/model'
import { periods, replicas, shards } from '@monotable/model/distribution'
import { snapshots } from '@monotable/model/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

/* Shards, replicas, periods and histories combined, in batches and in transactions. */

const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
const Counter = app.entity('Counter', {
  schema: shape<{ name: string; count?: number }>(),
  key: { pk: 'COUNTER#{replica}', sk: '{name}' },
  replicas: replicas(2),
})
const Vote = app.entity('Vote', {
  schema: shape<{ poll: string; voter: string; choice: string }>(),
  key: { pk: 'VOTES#{poll}#{shard}', sk: '{voter}' },
  shard: shards({ by: 'hash(voter)', count: 3 }),
  history: snapshots(),
})
const diary = table('Diary', { key: { pk: 'PK', sk: 'SK' }, periods: periods('year', { since: '2025' }) })
const Entry = diary.entity('Entry', {
  schema: shape<{ author: string; day: string; text: string }>(),
  key: { pk: 'ENTRIES#{author}#{shard}', sk: '{day}' },
  shard: shards({ by: 'random', count: 2 }),
  period: 'day',
  history: snapshots(),
})

describe.each(backends)('places together, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () =>
    app.connect(backend.client, {
      entities: { Counter, Vote, Entry },
      patterns: {
        votes: Vote.query('primary', { page: 2 }),
        entries: Entry.query('primary', { order: 'newest', page: 3 }),
        allVotes: Vote.scan('primary'),
      },
      clock: { now: () => Date.parse('2026-06-01') },
    })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    for (const period of ['2025', '2026']) {
      await backend.db.send('CreateTable', createTableInput(diary, { period }))
    }
    db = connect()
  })
  afterAll(() => backend.close())

  it('one transaction writes a shard, its version, all replicas and the table of a period', async () => {
    await db.Counter.create({ name: 'votes', count: 0 })
    const vote = { poll: 'p', voter: 'ada', choice: 'yes' }
    await db.transact([
      db.Vote.create(vote),
      db.Counter.update({ name: 'votes' }, (counter, { add }) => add(counter.count, 1)),
      db.Entry.create({ author: 'ada', day: '2025-12-31', text: 'voted' }),
    ])
    expect(await db.Vote.get({ poll: 'p', voter: 'ada' })).toEqual({ ...vote, version: 1 })
    const counts = await Promise.all([1, 2, 3, 4].map(() => db.Counter.get({ name: 'votes' }).send()))
    expect(counts.map((counter) => counter?.count)).toEqual([1, 1, 1, 1])
    const { Count } = await backend.db.send('Scan', { TableName: 'Diary-2025' })
    expect(Count).toBe(2)
    const again = db.transact([
      db.Counter.update({ name: 'votes' }, (counter, { add }) => add(counter.count, 1)),
      db.Vote.create(vote),
    ])
    await expect(again.send()).rejects.toThrow('Vote: there is already an item with this key')
    expect((await db.Counter.get({ name: 'votes' }))?.count).toBe(1)
  })

  it('a batch reads from all places', async () => {
    const [vote, counter] = await db.batch.get([
      db.Vote.get({ poll: 'p', voter: 'ada' }),
      db.Counter.get({ name: 'votes' }),
    ])
    expect([vote?.choice, counter?.count]).toEqual(['yes', 1])
  })

  it('versions are found in the shard and in the table of the period', async () => {
    await db.Vote.update({ poll: 'p', voter: 'ada' }, { choice: 'no' })
    const { items } = await db.Vote.versions({ poll: 'p', voter: 'ada' })
    expect(items.map(({ choice }) => choice)).toEqual(['no', 'yes'])
    const entry = await db.Entry.create({ author: 'bo', day: '2026-01-01', text: 'one' })
    const key = { author: 'bo', day: '2026-01-01', shard: entry.shard }
    await db.Entry.update(key, { text: 'two' })
    expect((await db.Entry.versions(key)).items.map(({ text }) => text)).toEqual(['two', 'one'])
    expect(await db.Entry.version(key, 1)).toEqual(entry)
    expect(await db.Entry.restore(key, 1)).toEqual({ ...entry, version: 3 })
  })

  it('shards of several periods are read in order', async () => {
    const days = ['2025-02-01', '2025-07-01', '2026-02-01', '2026-03-01', '2026-04-01']
    for (const day of days) await db.Entry.create({ author: 'cy', day, text: '' })
    const first = await db.q.entries({ author: 'cy' }, { cursor: null })
    expect(first.items.map(({ day }) => day)).toEqual([...days].reverse().slice(0, 3))
    const second = await db.q.entries({ author: 'cy' }, { cursor: first.next })
    expect(second.items.map(({ day }) => day)).toEqual([...days].reverse().slice(3))
    const late = await db.q.entries({ author: 'cy', day: { begins: '2026' } })
    expect(late.items.map(({ day }) => day)).toEqual(['2026-04-01', '2026-03-01', '2026-02-01'])
  })
})
