import { createTableInput, shape, table } from '@monotable/model'
import { periods, replicas, shards } from '@monotable/model/distribution'
import { snapshots } from '@monotable/model/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byTotal: { pk: 'owner', sk: { name: 'total', type: 'N' }, projection: 'KEYS_ONLY' } },
  ttl: 'ttl',
})
const Task = app.entity('Task', {
  schema: shape<{ owner: string; id: string; total: number; until?: Date }>(),
  key: { pk: 'OWNER#{owner}', sk: 'TASK#{id}' },
  index: { byTotal: {} },
  ttl: 'until',
})
const Note = app.entity('Note', {
  schema: shape<{ owner: string; id: string; total?: number }>(),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{id}' },
  index: { byTotal: {} },
})
const Event = app.entity('Event', {
  schema: shape<{ day: string; id: string }>(),
  key: { pk: 'DAY#{day}#{shard}', sk: '{id}' },
  shard: shards({ by: 'hash(id)', count: 3 }),
})
const Flag = app.entity('Flag', {
  schema: shape<{ name: string }>(),
  key: { pk: 'FLAG#{name}#{replica}', sk: 'FLAG' },
  replicas: replicas(3),
})
const Doc = app.entity('Doc', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'DOC#{id}', sk: 'DOC' },
  history: snapshots(),
})
const untyped = table('Untyped', { key: { pk: 'PK', sk: 'SK' }, type: false })
const Left = untyped.entity('Left', {
  schema: shape<{ id: string; n: string }>(),
  key: { pk: '{id}', sk: 'LEFT#{n}' },
})
const Right = untyped.entity('Right', {
  schema: shape<{ id: string; n: string }>(),
  key: { pk: '{id}', sk: 'RIGHT#{n}' },
})
const monthly = table('Monthly', {
  key: { pk: 'PK', sk: 'SK' },
  periods: periods('month', { since: '2026-01' }),
})
const Reading = monthly.entity('Reading', {
  schema: shape<{ device: string; at: Date }>(),
  key: { pk: 'DEVICE#{device}', sk: '{at:iso}' },
  stored: { at: 'date' },
  period: 'at',
})
const patterns = {
  tasks: Task.query('primary', { page: 2, select: ['id'] }),
  large: Task.query('primary', { filter: (task, { gte }) => gte(task.total, 3) }),
  byTotal: Task.query('byTotal', { hydrate: true }),
  allTasks: Task.scan('primary'),
  owned: app.collect('primary', { tasks: Task.many({ select: ['id'] }), notes: Note.many() }),
  events: Event.query('primary'),
  flags: Flag.query('primary'),
}

describe.each(backends)('counting, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, { entities: { Task, Note, Event, Flag, Doc }, patterns })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
    const tasks = Array.from({ length: 5 }, (_, at) =>
      db.Task.put({ owner: 'ada', id: String(at), total: at }),
    )
    await db.batch.write([
      ...tasks,
      db.Task.put({ owner: 'ada', id: 'old', total: 9, until: new Date(1000) }),
      db.Note.put({ owner: 'ada', id: '1', total: 3 }),
    ])
    for (let at = 0; at < 7; at++) await db.Event.put({ day: 'd', id: String(at) })
    await db.Flag.put({ name: 'f' })
    await db.Doc.create({ id: 'a', text: 'one' })
    await db.Doc.update({ id: 'a' }, { text: 'two' })
  })
  afterAll(() => backend.close())

  it('returns the matches and the items read for them, whatever the size of a page', async () => {
    const count = db.q.tasks({ owner: 'ada' }).count()
    expect(await count).toEqual({ matched: 5, scanned: 6 })
    expect(count.params().input).toMatchObject({ Select: 'COUNT' })
    expect(count.params().input).not.toHaveProperty('Limit')
    expect(count.params().input).not.toHaveProperty('ProjectionExpression')
    expect(await db.q.large({ owner: 'ada' }).count()).toEqual({ matched: 2, scanned: 6 })
    const narrow = db.q.large({ owner: 'ada' }, { filter: { total: 4 }, limit: 1 })
    expect(await narrow.count()).toEqual({ matched: 1, scanned: 6 })
    expect(await db.q.tasks({ owner: 'nobody' }).count()).toEqual({ matched: 0, scanned: 0 })
    expect((await count.measured()).units.read).toBeGreaterThan(0)
  })

  it('follows pages', async () => {
    const text = 'x'.repeat(300_000)
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        db.Task.put({ owner: 'much', id: String(at), total: at, text } as never),
      ),
    )
    const { units, value } = await db.q.tasks({ owner: 'much' }).count().measured()
    expect(value).toEqual({ matched: 8, scanned: 8 })
    expect(units.requests.length).toBeGreaterThan(1)
    await db.batch.write(
      Array.from({ length: 8 }, (_, at) => db.Task.remove({ owner: 'much', id: String(at) })),
    )
  })

  it('leaves out items of other entities, also where their type is not visible', async () => {
    expect(await db.q.byTotal({ owner: 'ada' }).count()).toEqual({ matched: 6, scanned: 7 })
    expect(await db.q.allTasks().count()).toMatchObject({ matched: 5 })
    expect(await db.q.allTasks().count({ segments: 3 })).toMatchObject({ matched: 5 })
    const parts = db.q.tasks({ owner: 'ada' }).count({ segments: 2 })
    await expect(parts.send()).rejects.toThrow('tasks is not a scan and has no segments')
    await backend.createTable(untyped)
    const store = untyped.connect(backend.client, {
      entities: { Left, Right },
      patterns: {
        lefts: Left.scan('primary'),
        left: Left.query('primary'),
        both: untyped.collect('primary', { left: Left.many(), right: Right.many() }),
      },
    })
    await store.batch.write([
      store.Left.put({ id: 'x', n: '1' }),
      store.Left.put({ id: 'x', n: '2' }),
      store.Right.put({ id: 'x', n: '1' }),
    ])
    expect(await store.q.lefts().count()).toEqual({ matched: 2, scanned: 3 })
    expect(await store.q.left({ id: 'x' }).count()).toEqual({ matched: 2, scanned: 2 })
    expect(await store.q.both({ id: 'x' }).count()).toEqual({ matched: 3, scanned: 3 })
  })

  it('counts by the type itself where it is the key', async () => {
    const typed = table('Typed', { key: { pk: 'PK' }, indexes: { byType: { pk: '_type', sk: 'at' } } })
    const One = typed.entity('One', {
      schema: shape<{ id: string; at: string }>(),
      key: { pk: 'ONE#{id}' },
      index: { byType: { pk: 'One' } },
    })
    await backend.createTable(typed)
    const store = typed.connect(backend.client, {
      entities: { One },
      patterns: { ones: One.query('byType'), all: One.scan('byType') },
    })
    await store.batch.write([store.One.put({ id: '1', at: 'a' }), store.One.put({ id: '2', at: 'b' })])
    expect(await store.q.ones({}).count()).toEqual({ matched: 2, scanned: 2 })
    expect(await store.q.all().count()).toEqual({ matched: 2, scanned: 2 })
  })

  it('counts the members of a collection together', async () => {
    expect(await db.q.owned({ owner: 'ada' }).count()).toEqual({ matched: 6, scanned: 7 })
  })

  it('counts in all shards, in one replica, in all periods, and versions', async () => {
    expect(await db.q.events({ day: 'd' }).count()).toEqual({ matched: 7, scanned: 7 })
    expect(await db.q.flags({ name: 'f' }).count()).toEqual({ matched: 1, scanned: 1 })
    expect(await db.Doc.versions({ id: 'a' }).count()).toEqual({ matched: 2, scanned: 2 })
    const clock = { now: () => Date.parse('2026-03-15') }
    const series = monthly.connect(backend.client, {
      entities: { Reading },
      patterns: { readings: Reading.query('primary') },
      clock,
    })
    for (const period of ['2026-01', '2026-03']) {
      await backend.db.send('CreateTable', createTableInput(monthly, { period }))
      await series.Reading.put({ device: 'a', at: new Date(`${period}-05`) })
      await series.Reading.put({ device: 'a', at: new Date(`${period}-07`) })
    }
    // There is no table for February.
    expect(await series.q.readings({ device: 'a' }).count()).toEqual({ matched: 4, scanned: 4 })
  })
})
