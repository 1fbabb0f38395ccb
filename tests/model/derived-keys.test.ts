import { createDatabase } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { periods } from '@monotable/model/distribution'
import { relations } from '@monotable/model/relations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

interface TaskShape {
  readonly id: string
  readonly project: string
  readonly status: 'open' | 'done'
  readonly due?: string
  readonly priority: number
  readonly title?: string
}

const app = table('Tasks', {
  key: { pk: 'PK' },
  indexes: {
    byRead: { pk: 'R_PK', sk: 'R_SK' },
    byRequire: { pk: 'Q_PK', sk: 'Q_SK' },
    byPreserve: { pk: 'P_PK', sk: 'P_SK' },
    byDrop: { pk: 'D_PK', sk: 'D_SK' },
    openOnly: { pk: 'O_PK', sk: 'O_SK' },
  },
})
const Task = app.entity('Task', {
  schema: shape<TaskShape>(),
  key: { pk: 'TASK#{id}' },
  index: {
    byRead: { pk: 'PROJECT#{project}', sk: '{status}#{due}' },
    byRequire: { pk: 'Q#{project}', sk: '{priority:num}', partial: 'require' },
    byPreserve: { pk: 'P#{status}', sk: '{due}', partial: 'preserve' },
    byDrop: { pk: 'D#{status}', sk: '{due}', partial: 'drop' },
    openOnly: { pk: 'OPEN#{project}', sk: 'TASK#{id}', when: { status: 'open' } },
  },
})
const model = {
  entities: { Task },
  patterns: { open: Task.query('openOnly'), allOpen: Task.scan('openOnly') },
} as const

describe.each(backends)('keys of indexes after an update, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, model)
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
  })
  afterAll(() => backend.close())

  const task: TaskShape = { id: '1', project: 'a', status: 'open', due: '2020-01-01', priority: 2 }

  async function keys() {
    const { Item = {} } = await backend.db.send('GetItem', {
      TableName: 'Tasks',
      Key: { PK: { S: 'TASK#1' } },
    })
    const text = (name: string) => Item[name]?.S
    return Object.fromEntries(
      Object.keys(Item)
        .filter((name) => name.includes('_') && name !== '_type')
        .map((name) => [name, text(name)]),
    )
  }

  it('are all right after a put', async () => {
    await db.Task.put(task)
    expect(await keys()).toEqual({
      R_PK: 'PROJECT#a',
      R_SK: 'open#2020-01-01',
      Q_PK: 'Q#a',
      Q_SK: 'p5012.',
      P_PK: 'P#open',
      P_SK: '2020-01-01',
      D_PK: 'D#open',
      D_SK: '2020-01-01',
      O_PK: 'OPEN#a',
      O_SK: 'TASK#1',
    })
  })

  it('are left alone, in one request, by an update that does not affect them', async () => {
    const before = await keys()
    expect(db.Task.update({ id: '1' }, { title: 'x' }).params()).toMatchObject({
      operation: 'UpdateItem',
      input: { UpdateExpression: 'SET #title = :v0' },
    })
    await db.Task.update({ id: '1' }, { title: 'x' })
    expect(await keys()).toEqual(before)
  })

  it('follow a partial update by reading the rest; preserved ones stay, dropped ones go', async () => {
    const update = db.Task.update({ id: '1' }, { status: 'done' })
    expect(update.params()).toMatchObject({ operation: 'GetItem', input: { ConsistentRead: true } })
    await update
    expect(await keys()).toEqual({
      R_PK: 'PROJECT#a',
      R_SK: 'done#2020-01-01',
      Q_PK: 'Q#a',
      Q_SK: 'p5012.',
      P_PK: 'P#open',
      P_SK: '2020-01-01',
    })
  })

  it('follow a value copied from another attribute', async () => {
    const title = (await db.Task.update({ id: '1' }, { title: 'soon' })).title
    await db.Task.update({ id: '1' }, (one, { set }) => set(one.due, one.title))
    expect(await keys()).toMatchObject({ R_SK: `done#${title}` })
    await db.Task.update({ id: '1' }, (one, { setIfMissing }) => setIfMissing(one.due, one.project))
    expect(await keys()).toMatchObject({ R_SK: `done#${title}` })
    await db.Task.update({ id: '1' }, { due: '2020-01-01' })
  })

  it('come back when the values do', async () => {
    await db.Task.update({ id: '1' }, { status: 'open', due: '2020-02-02' }, { given: { project: 'a' } })
    expect(await keys()).toMatchObject({
      R_SK: 'open#2020-02-02',
      P_PK: 'P#open',
      P_SK: '2020-02-02',
      D_PK: 'D#open',
      O_PK: 'OPEN#a',
    })
  })

  it('a given value must be true', async () => {
    const outcome = await db.Task.update(
      { id: '1' },
      { status: 'done', due: '2020-03-03' },
      { given: { project: 'b' } },
    ).outcome()
    expect(outcome).toMatchObject({ ok: false, reason: 'condition', item: { project: 'a' } })
  })

  it('a missing value that is required is refused before anything is sent', () => {
    const update = db.Task.update({ id: '1' }, (item, { set }) => set(item.priority, 5))
    expect(() => update.params()).toThrow('the key of byRequire changes, but "project" is not known')
  })

  it('follow an increment if all values are known', async () => {
    await db.Task.update({ id: '1' }, { priority: 40, project: 'a' })
    expect(await keys()).toMatchObject({ Q_SK: 'p5024.' })
  })

  it('an item leaves an index with an attribute of its key', async () => {
    await db.Task.update({ id: '1' }, (item, { remove }) => remove(item.due))
    const left = await keys()
    expect(left).not.toHaveProperty('R_PK')
    expect(left).not.toHaveProperty('R_SK')
    expect(left).toHaveProperty('O_PK')
  })

  it('concurrent updates of the same item leave the right key', async () => {
    await db.Task.put({ ...task, due: '2020-01-01' })
    await Promise.all([
      db.Task.update({ id: '1' }, { status: 'done' }),
      db.Task.update({ id: '1' }, { due: '2021-01-01' }),
      db.Task.update({ id: '1' }, { due: '2022-01-01' }),
      db.Task.update({ id: '1' }, { project: 'z', priority: 1 }),
    ])
    const item = await db.Task.get({ id: '1' })
    expect(await keys()).toMatchObject({ R_PK: 'PROJECT#z', R_SK: `done#${item?.due}` })
  })

  it('a sparse index holds only items that meet its condition', async () => {
    await db.Task.put({ ...task, id: '2', status: 'open' })
    await db.Task.put({ ...task, id: '3', status: 'done' })
    expect((await db.q.open({ project: 'a' })).items.map(({ id }) => id)).toEqual(['2'])
    expect((await db.q.allOpen({})).items.map(({ id }) => id)).toEqual(['2'])
  })
})

it.each([
  [{}, 'UpdateItem'],
  // Whether the item is in the index depends on an existing item, so it is read.
  [{ when: { title: undefined } }, 'GetItem'],
])('an upsert that creates an item sets an index key without attributes: %j', (more, operation) => {
  const all = table('All', { key: { pk: 'PK' }, indexes: { all: { pk: 'A_PK' } } })
  const Each = all.entity('Each', {
    schema: shape<{ id: string; title?: string }>(),
    key: { pk: 'EACH#{id}' },
    index: { all: { pk: 'ALL', ...more } },
  })
  const idle = all.connect({ send: async () => ({}) }, { entities: { Each } })
  const upsert = idle.Each.upsert({ id: '1' }).params()
  expect(upsert.operation).toBe(operation)
  if (operation === 'UpdateItem') expect(JSON.stringify(upsert.input)).toContain('A_PK')
})

it('what a key does not determine, a letter case or a time within a period, is read from the item', async () => {
  const engine = await createDatabase()
  try {
    const people = table('People', { key: { pk: 'PK' }, indexes: { byName: { pk: 'N_PK', sk: 'N_SK' } } })
    const Person = people.entity('Person', {
      schema: shape<{ name: string; score?: number }>(),
      key: { pk: '{name:lower}' },
      index: { byName: { pk: '{name}', sk: '{score:pad3}' } },
    })
    const events = table('Events', {
      key: { pk: 'PK' },
      indexes: { byKind: { pk: 'K_PK', sk: 'K_SK' } },
      periods: periods('month', { since: '2026-01' }),
    })
    const Event = events.entity('Event', {
      schema: shape<{ id: string; at: Date; kind?: string }>(),
      key: { pk: '{id}' },
      index: { byKind: { pk: '{kind}', sk: '{at:iso}' } },
      period: 'at',
      stored: { at: 'date' },
    })
    await engine.send('CreateTable', createTableInput(people))
    await engine.send('CreateTable', createTableInput(events, { period: '2026-01' }))
    const db = people.connect(engine, {
      entities: { Person, Event },
      patterns: { byName: Person.query('byName'), byKind: Event.query('byKind') },
      clock: { now: () => Date.parse('2026-01-31') },
    })
    await db.Person.create({ name: 'Ada' })
    await db.Person.update({ name: 'ADA' }, { score: 7 })
    expect(await db.q.byName({ name: 'Ada' }).list()).toEqual([{ name: 'Ada', score: 7 }])
    // With the value given, no read is needed.
    const knowing = db.Person.update({ name: 'ADA' }, { score: 8 }, { given: { name: 'Ada' } })
    expect(knowing.params().operation).toBe('UpdateItem')
    await knowing
    expect(await db.q.byName({ name: 'Ada' }).list()).toEqual([{ name: 'Ada', score: 8 }])

    const at = new Date('2026-01-05')
    await db.Event.create({ id: '1', at })
    await db.Event.update({ id: '1', at: new Date('2026-01-20') }, { kind: 'b' })
    expect(await db.q.byKind({ kind: 'b', at }).list()).toEqual([{ id: '1', at, kind: 'b' }])
  } finally {
    await engine.close()
  }
})

it.each(['read', 'require', 'drop', 'preserve'] as const)(
  'what a key does not determine is taken from the given key, on condition: %s',
  async (partial) => {
    const engine = await createDatabase()
    try {
      const indexes = { byName: { pk: 'N_PK', sk: 'N_SK' } }
      const people = table('People', { key: { pk: 'PK' }, indexes, relations })
      const Person = people.entity('Person', {
        schema: shape<{ name: string; score: number; title?: string }>(),
        key: { pk: '{name:lower}' },
        index: { byName: { pk: '{name}', sk: '{score:pad3}', partial } },
        computed: computed({
          title: {
            from: ['name', 'score'],
            partial: 'require',
            by: ({ name, score }: { name: string; score: number }) => `${name} ${score}`,
          },
        }),
      })
      await engine.send('CreateTable', createTableInput(people))
      const asked: string[] = []
      const send = (operation: string, input: object) => {
        asked.push(operation)
        return engine.send(operation as 'GetItem', input as never)
      }
      const entities = { Person }
      const db = people.connect({ send } as never, { entities, patterns: { byName: Person.query('byName') } })
      await db.Person.create({ name: 'Ada', score: 1 })
      asked.splice(0)
      await db.Person.update({ name: 'Ada' }, { score: 2 })
      expect(asked).toEqual(['UpdateItem'])
      await db.Person.update({ name: 'ADA' }, { score: 3 })
      expect(asked.slice(1)).toEqual(['UpdateItem', 'GetItem', 'UpdateItem'])
      const found = { name: 'Ada', score: 3, title: 'Ada 3' }
      expect(await db.q.byName({ name: 'Ada' }).list()).toEqual([found])
      // An item that is stored in the same transaction cannot be read.
      const stored = db.Person.put({ name: 'Ada', score: 1 })
      const other = db.transact([stored, db.Person.update({ name: 'ADA' }, { score: 4 })])
      await expect(other).rejects.toThrow('cannot change "name"')
      await db.transact([stored, db.Person.update({ name: 'Ada' }, { score: 4 })])
      expect(await db.q.byName({ name: 'Ada' }).list()).toEqual([{ ...found, score: 4, title: 'Ada 4' }])
    } finally {
      await engine.close()
    }
  },
)
