import { model, shape, table } from '@monotable/model'
import { check } from '@monotable/model/check'
import { evolution, runMigration } from '@monotable/model/evolution'
import { pointer } from '@monotable/model/history'
import { describeModel, modelSource } from '@monotable/model/outputs'
import { relations } from '@monotable/model/relations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backends, type OpenBackend } from './backends.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})
const Task = app.entity('Task', {
  schema: z.strictObject({ id: z.string(), text: z.string(), done: z.boolean().optional() }),
  key: { pk: 'TASK#{id}', sk: 'TASK' },
  index: { GSI1: { pk: 'TASKS', sk: '{updatedAt:iso}' } },
  timestamps: true,
})
const Log = app.entity('Log', {
  schema: shape<{ id: string; text: string; level?: number }>(),
  key: { pk: 'LOG#{id}', sk: 'LOG' },
  index: { GSI1: { pk: 'LOGS', sk: '{born:iso}#{id}' } },
  timestamps: { created: 'born', updated: 'changed' },
  stored: { changed: 'epochMs' },
  version: true,
})
const Once = app.entity('Once', {
  schema: shape<{ owner: string; text: string }>(),
  key: { pk: 'ONCE#{owner}', sk: '{at:iso}' },
  timestamps: { created: 'at' },
})
const Doc = app.entity('Doc', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'DOC#{id}', sk: 'DOC' },
  index: { GSI1: { pk: 'DOCS', sk: '{createdAt:iso}' } },
  timestamps: true,
  history: pointer(),
})
const Grown = app.entity('Grown', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'GROWN#{id}', sk: 'GROWN' },
  timestamps: true,
  evolution: evolution({
    2: {
      up: (item: { id: string; text: string }) => ({
        ...item,
        createdAt: new Date(0),
        updatedAt: new Date(0),
      }),
    },
  }),
})
const patterns = {
  newest: Task.query('GSI1', { order: 'newest' }),
  logs: Log.query('GSI1'),
  docs: Doc.query('GSI1'),
}
const entities = { Task, Log, Once, Doc, Grown }

describe.each(backends)('timestamps, $name', ({ open }) => {
  let backend: OpenBackend
  let now = 0
  const at = (second: number) => new Date(second * 1000)
  const connect = () => app.connect(backend.client, { entities, patterns, clock: { now: () => now } })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
  })
  beforeEach(() => {
    now = 1000
  })
  afterAll(() => backend.close())

  it('are set by create and put; update sets only the last of them', async () => {
    expect(await db.Task.create({ id: 'a', text: 'one' })).toEqual({
      id: 'a',
      text: 'one',
      createdAt: at(1),
      updatedAt: at(1),
    })
    now = 2000
    const updated = await db.Task.update({ id: 'a' }, { text: 'two' })
    expect(updated).toEqual({ id: 'a', text: 'two', createdAt: at(1), updatedAt: at(2) })
    expect(await db.Task.get({ id: 'a' })).toEqual(updated)
    now = 3000
    expect(await db.Task.put({ ...updated, text: 'three' })).toMatchObject({
      createdAt: at(3),
      updatedAt: at(3),
    })
    const { Item } = await backend.db.send('GetItem', {
      TableName: 'App',
      Key: { PK: { S: 'TASK#a' }, SK: { S: 'TASK' } },
    })
    expect(Item).toMatchObject({ createdAt: { S: '1970-01-01T00:00:03.000Z' } })
  })

  it('of an upsert are those of an update if the item exists, and those of a create otherwise', async () => {
    await db.Log.upsert({ id: 'u', text: 'one' })
    now = 5000
    expect(await db.Log.upsert({ id: 'u', text: 'two' })).toMatchObject({ born: at(1), changed: at(5) })
    const { items } = await db.q.logs({ id: 'u', born: at(1) })
    expect(items).toMatchObject([{ text: 'two', born: at(1) }])
  })

  it('index keys follow', async () => {
    await db.Task.create({ id: 'x', text: 'x' })
    now = 9000
    await db.Task.create({ id: 'y', text: 'y' })
    now = 10_000
    const update = db.Task.update({ id: 'x' }, (task, { set }) => [set(task.done, true)])
    // Every value in the key is known, so nothing has to be read.
    expect(update.params().operation).toBe('UpdateItem')
    await update
    const { items } = await db.q.newest({}, { limit: 2 })
    expect(items.map(({ id }) => id)).toEqual(['x', 'y'])
    expect((await db.q.newest({ updatedAt: { gte: at(10) } })).items).toHaveLength(1)
  })

  it('can be part of a primary key if they do not change', async () => {
    const { at: when } = await db.Once.create({ owner: 'o', text: 'a' })
    expect(when).toEqual(at(1))
    expect(await db.Once.update({ owner: 'o', at: when }, { text: 'b' })).toMatchObject({
      text: 'b',
      at: at(1),
    })
  })

  it('can be keys themselves, as text or as the stored number', async () => {
    const numbered = table('Numbered', {
      key: { pk: 'device', sk: { name: 'seen', type: 'N' } },
      indexes: { byChange: { pk: 'device', sk: 'changed' } },
    })
    const Signal = numbered.entity('Signal', {
      schema: shape<{ device: string; value: number }>(),
      index: { byChange: {} },
      timestamps: { created: 'seen', updated: 'changed' },
      stored: { seen: 'epoch' },
    })
    await backend.createTable(numbered)
    const signals = numbered.connect(backend.client, {
      entities: { Signal },
      patterns: { ofDevice: Signal.query('primary'), changed: Signal.query('byChange') },
      clock: { now: () => now },
    })
    for (now of [1000, 2000, 3000]) await signals.Signal.create({ device: 'd', value: now })
    expect(await signals.Signal.get({ device: 'd', seen: at(2) })).toMatchObject({ value: 2000, seen: at(2) })
    const late = await signals.q.ofDevice({ device: 'd', seen: { gte: at(2) } }).list()
    expect(late.map(({ value }) => value)).toEqual([2000, 3000])
    now = 9000
    await signals.Signal.update({ device: 'd', seen: at(1) }, { value: 7 })
    expect((await signals.q.changed({ device: 'd', changed: { gt: at(3) } })).items).toMatchObject([
      { value: 7 },
    ])
  })

  it('are set in transactions and batches', async () => {
    now = 20_000
    await db.batch.write([db.Task.put({ id: 'b1', text: 'x' }), db.Log.remove({ id: 'none' })])
    now = 21_000
    await db.transact([
      db.Task.update({ id: 'b1' }, { text: 'y' }),
      db.Task.create({ id: 'b2', text: 'z' }),
      db.Log.upsert({ id: 'b3', text: 'l' }),
    ])
    expect(await db.Task.get({ id: 'b1' })).toMatchObject({ createdAt: at(20), updatedAt: at(21) })
    expect(await db.Task.get({ id: 'b2' })).toMatchObject({ createdAt: at(21), updatedAt: at(21) })
    expect(await db.Log.get({ id: 'b3' })).toMatchObject({ born: at(21), changed: at(21), version: 1 })
  })

  it('of two verbs on one item in a transaction are those of the later one', async () => {
    await db.Log.create({ id: 'twice', text: 'x' })
    now = 30_000
    await db.transact([
      db.Log.update({ id: 'twice' }, { text: 'y' }),
      db.Log.update({ id: 'twice' }, { level: 2 }),
    ])
    expect(await db.Log.get({ id: 'twice' })).toMatchObject({
      text: 'y',
      level: 2,
      born: at(1),
      changed: at(30),
    })
  })

  it('are maintained by the model alone', async () => {
    await db.Task.create({ id: 'k', text: 'x' })
    expect(() => db.Task.update({ id: 'k' }, { createdAt: at(7) } as object).params()).toThrow(
      'Task: "createdAt" is kept by the model',
    )
    expect(() => db.Task.update({ id: 'k' }, (task, { set }) => set(task.updatedAt, at(7))).params()).toThrow(
      'Task: "updatedAt" is kept by the model',
    )
  })

  it('of versions stay as they were', async () => {
    await db.Doc.create({ id: 'd', text: 'one' })
    now = 2000
    await db.Doc.update({ id: 'd' }, { text: 'two' })
    now = 3000
    await db.Doc.stage({ id: 'd', text: 'three' })
    now = 4000
    const committed = await db.Doc.commit({ id: 'd' }, { version: 3, ifVersion: 2 })
    expect(committed).toMatchObject({ text: 'three', createdAt: at(1), updatedAt: at(3) })
    now = 5000
    expect(await db.Doc.restore({ id: 'd' }, 1)).toMatchObject({
      text: 'one',
      createdAt: at(1),
      updatedAt: at(5),
    })
    expect((await db.q.docs({ createdAt: at(1) })).items).toMatchObject([{ id: 'd', text: 'one' }])
    const { items } = await db.Doc.versions({ id: 'd' })
    expect(items.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
      [at(1), at(5)],
      [at(1), at(3)],
      [at(1), at(2)],
      [at(1), at(1)],
    ])
  })

  it('of items without any are what an evolution says', async () => {
    const Item = { PK: { S: 'GROWN#g' }, SK: { S: 'GROWN' }, _type: { S: 'Grown' } }
    await backend.db.send('PutItem', {
      TableName: 'App',
      Item: { ...Item, id: { S: 'g' }, text: { S: 'old' } },
    })
    expect(await db.Grown.get({ id: 'g' })).toMatchObject({ createdAt: at(0), updatedAt: at(0) })
    expect(await db.Grown.update({ id: 'g' }, { text: 'new' })).toEqual({
      id: 'g',
      text: 'new',
      createdAt: at(0),
      updatedAt: at(1),
    })
    // A migration stores them.
    await backend.db.send('PutItem', {
      TableName: 'App',
      Item: { ...Item, PK: { S: 'GROWN#h' }, id: { S: 'h' }, text: { S: 'old' } },
    })
    await runMigration(backend.client, model({ entities: { Grown } }))
    const Key = { PK: { S: 'GROWN#h' }, SK: { S: 'GROWN' } }
    const { Item: migrated } = await backend.db.send('GetItem', { TableName: 'App', Key })
    expect(migrated).toMatchObject({ createdAt: { S: '1970-01-01T00:00:00.000Z' } })
    // Without an evolution, an update stores its own time, and nothing else is known.
    await backend.db.send('PutItem', {
      TableName: 'App',
      Item: {
        PK: { S: 'TASK#old' },
        SK: { S: 'TASK' },
        _type: { S: 'Task' },
        id: { S: 'old' },
        text: { S: 'o' },
      },
    })
    expect(await db.Task.update({ id: 'old' }, { text: 'n' })).toEqual({
      id: 'old',
      text: 'n',
      updatedAt: at(1),
    })
  })
})

describe('declared timestamps', () => {
  it('cannot be part of the key if every write changes them', () => {
    expect(() =>
      app.entity('Moving', {
        schema: shape<{ id: string }>(),
        key: { pk: '{id}', sk: '{updatedAt:iso}' },
        timestamps: true,
      }),
    ).toThrow('Entity Moving: "updatedAt" changes with every write, and cannot be part of the key')
  })

  it('are attributes that documents, checks and generated sources know', () => {
    const shown = model({ entities: { Task, Log }, patterns })
    const [described] = describeModel(shown).tables
    const log = described?.entities.find(({ name }) => name === 'Log')
    expect(log?.timestamps).toEqual({ created: 'born', updated: 'changed' })
    expect(log?.attributes).toContainEqual({ name: 'changed', type: 'N', required: true })
    expect(log?.rules).toEqual([
      'version counts the writes',
      'born is the time it was created',
      'changed is the time it was last written',
    ])
    const codes = check(shown).findings.map(({ code }) => code)
    expect(codes).not.toContain('unknown-attribute')
    const source = modelSource(describeModel(shown))
    expect(source).toContain('timestamps: true')
    expect(source).toContain("timestamps: { created: 'born', updated: 'changed' }")
    expect(source).toContain("stored: { changed: 'epochMs' }")
  })
})
