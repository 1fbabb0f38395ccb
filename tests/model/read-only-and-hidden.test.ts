import { model, shape, table } from '@monotable/model'
import { snapshots } from '@monotable/model/history'
import { describeModel } from '@monotable/model/outputs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { bySource: { pk: 'G1', sk: 'S1' } },
})
const User = app.entity('User', {
  schema: shape<{ id: string; hash: string; source: string; note?: string }>(),
  key: { pk: 'USER#{id}', sk: 'USER' },
  index: { bySource: { pk: 'SOURCE#{source}', sk: '{note}' } },
  readOnly: ['source'],
  hidden: ['hash'],
})
const Kept = app.entity('Kept', {
  schema: shape<{ id: string; secret: string; text: string }>(),
  key: { pk: 'KEPT#{id}', sk: 'KEPT' },
  hidden: ['secret'],
  history: snapshots(),
})
const patterns = {
  bySource: User.query('bySource'),
  hashes: User.query('bySource', { select: ['hash'] }),
  withHash: User.scan('primary', { filter: (one, { eq }) => eq(one.hash, 'h1'), allow: ['scan', 'filter'] }),
  ofUser: app.collect('primary', { user: User.one(), hashed: User.many({ select: ['id', 'hash'] }) }),
  account: app.collect('primary', { user: User.one() }),
}
const entities = { User, Kept }

describe.each(backends)('$name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, { entities, patterns })
  beforeEach(async () => {
    backend = await open()
    await backend.createTable(app)
    await connect().User.create({ id: '1', hash: 'h1', source: 'web', note: 'n' })
  })
  afterEach(() => backend.close())

  const shown = { id: '1', source: 'web', note: 'n' }

  it('hidden attributes are stored, and in no answer', async () => {
    const db = connect()
    expect(await db.User.get({ id: '1' })).toEqual(shown)
    expect(await db.User.create({ id: '2', hash: 'h2', source: 'app' })).toEqual({ id: '2', source: 'app' })
    expect(await db.User.update({ id: '1' }, { hash: 'h1' })).toEqual(shown)
    expect(await db.User.update({ id: '1' }, { hash: 'h1', note: 'n' }, { returning: 'changed' })).toEqual({
      note: 'n',
    })
    expect(await db.User.upsert({ id: '1', hash: 'h1', source: 'web' })).toEqual(shown)
    expect((await db.q.bySource({ source: 'web' })).items).toEqual([shown])
    expect(await db.q.account({ id: '1' })).toEqual({ user: shown })
    expect(await db.batch.get([db.User.get({ id: '1' })])).toEqual([shown])
    expect(await db.transactGet([db.User.get({ id: '1' })])).toEqual([shown])
    expect(await db.transact([db.User.update({ id: '1' }, { hash: 'h1' }, { returning: 'old' })])).toEqual([
      shown,
    ])
    const refused = await db.User.create({ id: '1', hash: '', source: '' }).outcome()
    expect(refused).toEqual({ ok: false, entity: 'User', reason: 'exists', item: shown })
    const failed = await db.User.update({ id: '1' }, { note: 'x' }, { if: { hash: 'other' } }).outcome()
    expect(failed).toEqual({ ok: false, entity: 'User', reason: 'condition', item: shown })
    expect(await db.User.put({ id: '1', hash: 'h3', source: 'web' }, { returning: 'old' })).toEqual(shown)
    expect(await db.User.remove({ id: '1' }, { returning: 'old' })).toEqual({ id: '1', source: 'web' })
  })

  it('hidden attributes can be selected, and used in conditions and filters', async () => {
    const db = connect()
    expect(await db.User.get({ id: '1' }, { select: ['hash'] })).toEqual({ hash: 'h1' })
    expect((await db.q.hashes({ source: 'web' })).items).toEqual([{ hash: 'h1' }])
    expect((await db.q.withHash()).items).toEqual([shown])
    const changed = await db.User.update({ id: '1' }, { note: 'm' }, { if: { hash: 'h1' } })
    expect(changed).toEqual({ ...shown, note: 'm' })
    const { hashed } = await db.q.ofUser({ id: '1' })
    expect(hashed).toEqual([])
  })

  it('kept versions have hidden attributes, but do not show them', async () => {
    const db = connect()
    await db.Kept.create({ id: '1', secret: 's', text: 'one' })
    await db.Kept.update({ id: '1' }, { text: 'two' })
    expect(await db.Kept.version({ id: '1' }, 1)).toEqual({ id: '1', text: 'one', version: 1 })
    const { items } = await db.Kept.versions({ id: '1' })
    expect(items.map((item) => Object.keys(item).includes('secret'))).toEqual([false, false])
    await db.Kept.restore({ id: '1' }, 1)
    expect(await db.Kept.get({ id: '1' }, { select: ['secret', 'text'] })).toEqual({
      secret: 's',
      text: 'one',
    })
  })

  it('read-only attributes are set when an item is created, and by no update', async () => {
    const db = connect()
    const changes = [
      { source: 'app' },
      ((one: never, { set }: { set: (path: unknown, value: string) => never }) =>
        set((one as { source: unknown }).source, 'app')) as never,
      ((one: never, { remove }: { remove: (path: unknown) => never }) =>
        remove((one as { source: unknown }).source)) as never,
    ]
    for (const change of changes) {
      const failure = await db.User.update({ id: '1' }, change as never)
        .send()
        .catch((reason: Error) => reason)
      expect((failure as Error).message).toBe('User: "source" is read-only')
    }
    // An upsert sets the attribute only if it is missing, and the index follows the stored value.
    expect(await db.User.upsert({ id: '1', hash: 'h', source: 'app', note: 'z' })).toEqual({
      ...shown,
      note: 'z',
    })
    expect((await db.q.bySource({ source: 'web' })).items).toHaveLength(1)
    expect((await db.q.bySource({ source: 'app' })).items).toHaveLength(0)
    expect(await db.User.upsert({ id: '3', hash: 'h', source: 'app' })).toEqual({ id: '3', source: 'app' })
    // A put stores a new item.
    expect(await db.User.put({ id: '1', hash: 'h', source: 'app' })).toEqual({ id: '1', source: 'app' })
  })
})

it('documents mention both', () => {
  const [described] = describeModel(model({ entities })).tables[0]?.entities ?? []
  expect(described).toMatchObject({ readOnly: ['source'], hidden: ['hash'] })
  expect(described?.rules).toEqual([
    'source is set when an item is created, and never changes',
    'hash is returned only when selected',
  ])
})
