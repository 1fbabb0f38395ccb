import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { periods, shards } from '@monotable/model/distribution'
import {
  evolution,
  inPeriod,
  migrationStatus,
  planMigration,
  planRecount,
  resumeMigration,
  runMigration,
  runRecount,
} from '@monotable/model/evolution'
import { snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* A migration, and a recount, of the table of one period: the others stay as they are. */

const events = table('Events', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byKind: { pk: 'G1', sk: 'S1' } },
  periods: periods('month', { since: '2026-01' }),
  relations,
})
const people = table('People', { key: { pk: 'PK' } })
const key = { pk: 'DEVICE#{device}#{shard}', sk: '{at}#{id}' } as const
const noteKey = { pk: 'NOTE#{id}', sk: 'NOTE' } as const
const Before = events.entity('Reading', {
  schema: shape<{ device: string; at: string; id: string; value: string }>(),
  key,
  period: 'at',
  shard: shards({ by: 'hash(id)', count: 2 }),
})
const NoteBefore = events.entity('Note', {
  schema: shape<{ id: string; on: string; text: string }>(),
  key: noteKey,
  period: 'on',
  history: snapshots(),
})
const Reading = events.entity('Reading', {
  schema: shape<{ device: string; at: string; id: string; kind: string; amount: number }>(),
  key,
  index: { byKind: { pk: 'KIND#{kind}', sk: '{at}' } },
  period: 'at',
  shard: shards({ by: 'hash(id)', count: 2 }),
  unique: { id: { pk: 'ID#{id}', sk: 'ID' } },
  evolution: evolution({
    2: {
      up: ({ value, ...item }: { value: string; id: string }) => {
        const moved = item.id === 'moved' ? { at: '2026-02-01' } : {}
        return { ...item, ...moved, kind: 'new', amount: Number(value) }
      },
    },
  }),
})
const Note = events.entity('Note', {
  schema: shape<{ id: string; on: string; text: string }>(),
  key: noteKey,
  period: 'on',
  history: snapshots(),
  evolution: evolution({ 2: { up: (item: { text: string }) => ({ ...item, text: `${item.text}!` }) } }),
})
const Person = people.entity('Person', { schema: shape<{ id: string }>(), key: { pk: 'PERSON#{id}' } })
const before = model({ entities: { Before, NoteBefore, Person } })
const app = model({
  entities: { Reading, Note, Person },
  patterns: { byKind: Reading.query('byKind'), all: Reading.query('primary') },
})

describe('the table of one period', () => {
  let engine: Database
  const options = { clock: { now: () => Date.parse('2026-02-20') } }

  beforeEach(async () => {
    engine = await createDatabase()
    for (const period of ['2026-01', '2026-02']) {
      await engine.send('CreateTable', createTableInput(events, { period }))
    }
    await engine.send('CreateTable', createTableInput(people))
    const old = before.connect(engine, options)
    for (const at of ['2026-01-05', '2026-01-06', '2026-02-05']) {
      await old.Before.create({ device: 'd', at, id: at, value: '7' })
      await old.NoteBefore.create({ id: at, on: at, text: 'one' })
    }
    await old.NoteBefore.update({ id: '2026-01-05', on: '2026-01-05' }, { text: 'two' })
  })
  afterEach(() => engine.close())

  it('is migrated by itself, with the versions of its items', async () => {
    const january = inPeriod(app, '2026-01')
    const [plan] = await planMigration(engine, january)
    // Two readings, two notes, and the three versions of these.
    expect(plan).toMatchObject({ table: 'Events-2026-01', changed: 7, problems: 0 })
    expect(await runMigration(engine, january)).toMatchObject([{ table: 'Events-2026-01', changed: 7 }])
    expect(await planMigration(engine, january)).toMatchObject([{ changed: 0 }])
    expect(await planMigration(engine, inPeriod(app, new Date('2026-02-20')))).toMatchObject([{ changed: 3 }])
    expect(await migrationStatus(engine, january)).toMatchObject([
      { table: 'Events-2026-01', state: { status: 'done' } },
    ])
    expect(await resumeMigration(engine, january)).toEqual([])
    const db = app.connect(engine, options)
    const { items } = await db.q.byKind({ kind: 'new' })
    expect(items.map(({ at, amount }) => [at, amount])).toEqual([
      ['2026-01-05', 7],
      ['2026-01-06', 7],
    ])
    // An item that was not migrated is read in the new shape, too.
    expect(await db.q.all({ device: 'd' }).count()).toMatchObject({ matched: 3 })
    expect(await db.Note.version({ id: '2026-01-05', on: '2026-01-05' }, 1)).toMatchObject({ text: 'one!' })
  })

  it('keeps an item that would belong into another, and says so', async () => {
    await before
      .connect(engine, options)
      .Before.create({ device: 'd', at: '2026-01-07', id: 'moved', value: '1' })
    const [report] = await runMigration(engine, inPeriod(app, '2026-01'))
    expect(report).toMatchObject({ changed: 7, problems: 1 })
    expect(report?.problemList[0]?.message).toContain('by its "at", the item belongs into Events-2026-02')
  })

  it('is recounted by itself', async () => {
    const january = inPeriod(app, '2026-01')
    await runMigration(engine, january)
    expect(await planRecount(engine, january)).toMatchObject([{ table: 'Events-2026-01', changed: 2 }])
    await runRecount(engine, january)
    expect(await planRecount(engine, january)).toMatchObject([{ changed: 0 }])
    const again = { device: 'e', at: '2026-01-09', id: '2026-01-05', kind: 'a', amount: 1 }
    expect(await app.connect(engine, options).Reading.create(again).outcome()).toMatchObject({
      reason: 'unique',
    })
  })

  it('is refused of a model without any, and has to exist', async () => {
    expect(() => inPeriod(model({ entities: { Person } }), '2026-01')).toThrow('no table for each period')
    await expect(runMigration(engine, inPeriod(app, '2027-01'))).rejects.toThrow('resource')
  })
})
