import { shape, table } from '@monotable/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('Documents', { key: { pk: 'PK' } })
const Document = app.entity('Document', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'DOCUMENT#{id}' },
  version: true,
})

describe.each(backends)('optimistic locking, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, { entities: { Document } })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
  })
  afterAll(() => backend.close())

  it('counts every write, and refuses one based on an older version', async () => {
    const created = await db.Document.create({ id: 'a', text: 'one' })
    expect(created).toEqual({ id: 'a', text: 'one', version: 1 })
    const updated = await db.Document.update({ id: 'a' }, { text: 'two' }, { ifVersion: created.version })
    expect(updated.version).toBe(2)
    const late = await db.Document.update(
      { id: 'a' },
      { text: 'late' },
      { ifVersion: created.version },
    ).outcome()
    expect(late).toMatchObject({ ok: false, reason: 'version', item: { id: 'a', text: 'two', version: 2 } })
    const put = await db.Document.put({ ...updated, text: 'three' }, { ifVersion: updated.version })
    expect(put.version).toBe(3)
    expect((await db.Document.upsert({ id: 'a', text: 'four' })).version).toBe(4)
    const removed = await db.Document.remove({ id: 'a' }, { ifVersion: 3 }).outcome()
    expect(removed).toMatchObject({ ok: false, reason: 'version' })
    await db.Document.remove({ id: 'a' }, { ifVersion: 4 })
    expect(await db.Document.get({ id: 'a' })).toBeUndefined()
  })

  it('a put that does not say which version it replaces is refused', () => {
    // @ts-expect-error: it needs ifVersion
    expect(() => db.Document.put({ id: 'a', text: 'x' }).params()).toThrow('put needs ifVersion')
  })

  it('a version condition on an entity without versions is refused, not ignored', () => {
    const Note = app.entity('Note', { schema: shape<{ id: string }>(), key: { pk: 'NOTE#{id}' } })
    const { put, update, remove } = app.connect(backend.client, { entities: { Note } }).Note
    const ifVersion = { ifVersion: 1 }
    for (const write of [
      put({ id: 'a' }, ifVersion),
      update({ id: 'a' }, {}, ifVersion),
      remove({ id: 'a' }, ifVersion),
    ]) {
      expect(() => write.params()).toThrow('Note has no versions')
    }
  })
})
