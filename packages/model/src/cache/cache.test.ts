import { describe, expect, it, vi } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { WireItem } from '../port/wire.ts'
import { table } from '../table.ts'
import { cache } from './cache.ts'

const app = table('T', { key: { pk: 'PK' } })
const Thing = app.entity('Thing', {
  schema: shape<{ id: string; text?: string; bytes?: Uint8Array; until?: Date }>(),
  key: { pk: 'THING#{id}' },
  ttl: 'until',
})
const Other = app.entity('Other', { schema: shape<{ id: string }>(), key: { pk: 'OTHER#{id}' } })

interface Sent {
  readonly operation: string
  readonly input: { readonly [name: string]: unknown }
  readonly answer: (answer: object) => void
  readonly fail: (error: Error) => void
}

/** Creates a database whose answers the test gives, in any order. */
function createDesk() {
  const sent: Sent[] = []
  const port = {
    send: (operation: string, input: Sent['input']) =>
      new Promise<object>((answer, fail) => sent.push({ operation, input, answer, fail })),
  }
  const clock = { ms: 0, now: () => clock.ms }
  const limits = { size: 2, lifetime: { seconds: 10 } }
  const db = app.connect(port, { entities: { Thing, Other }, clock, cache: [cache(Thing, limits)] })
  return { db, sent, clock }
}

const stored = (id: string, text: string): WireItem => {
  return { PK: { S: `THING#${id}` }, id: { S: id }, text: { S: text }, _type: { S: 'Thing' } }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads an item, answering with the given text; returns `undefined` when it came from memory. */
async function fill({ db, sent }: ReturnType<typeof createDesk>, id: string, text: string) {
  const before = sent.length
  const read = db.Thing.get({ id }).send()
  await turn()
  sent[before]?.answer({ Item: stored(id, text) })
  return { value: (await read)?.text, asked: sent.length > before }
}

describe('a cache', () => {
  it('answers with what it has read, for a limited time', async () => {
    const desk = createDesk()
    expect(await fill(desk, '1', 'a')).toEqual({ value: 'a', asked: true })
    desk.clock.ms = 9_999
    expect(await fill(desk, '1', 'b')).toEqual({ value: 'a', asked: false })
    desk.clock.ms = 10_000
    expect(await fill(desk, '1', 'b')).toEqual({ value: 'b', asked: true })
  })

  it('keeps a limited number of items, those used last', async () => {
    const desk = createDesk()
    await fill(desk, '1', 'a')
    await fill(desk, '2', 'a')
    await fill(desk, '1', 'b')
    await fill(desk, '3', 'a')
    expect(await fill(desk, '1', 'b')).toEqual({ value: 'a', asked: false })
    expect(await fill(desk, '2', 'b')).toEqual({ value: 'b', asked: true })
  })

  it('does not cache that an item is missing', async () => {
    const desk = createDesk()
    const read = desk.db.Thing.get({ id: '1' }).send()
    desk.sent[0]?.answer({})
    expect(await read).toBeUndefined()
    expect(await fill(desk, '1', 'new')).toEqual({ value: 'new', asked: true })
  })

  it('leaves other entities and partial reads alone', async () => {
    const { db, sent } = createDesk()
    void db.Other.get({ id: '1' }).send()
    void db.Other.get({ id: '1' }).send()
    void db.Thing.get({ id: '1' }, { select: ['text'] }).send()
    void db.Thing.get({ id: '1' }, { select: ['text'] }).send()
    await turn()
    expect(sent).toHaveLength(4)
  })

  it('sends one read for several callers at the same time', async () => {
    const { db, sent } = createDesk()
    const reads = [db.Thing.get({ id: '1' }).send(), db.Thing.get({ id: '1' }).send()]
    await turn()
    expect(sent).toHaveLength(1)
    sent[0]?.answer({ Item: stored('1', 'a') })
    expect(await Promise.all(reads)).toEqual([
      { id: '1', text: 'a' },
      { id: '1', text: 'a' },
    ])
  })

  it('is filled by writes, and by the results of updates', async () => {
    const desk = createDesk()
    const { db, sent } = desk
    const put = db.Thing.put({ id: '1', text: 'put' }).send()
    sent[0]?.answer({})
    await put
    expect(await fill(desk, '1', 'old')).toEqual({ value: 'put', asked: false })
    const update = db.Thing.update({ id: '1' }, { text: 'updated' }).send()
    sent[1]?.answer({ Attributes: stored('1', 'updated') })
    await update
    expect(await fill(desk, '1', 'old')).toEqual({ value: 'updated', asked: false })
  })

  it('reads consistently when an item was written and is not cached', async () => {
    const desk = createDesk()
    await fill(desk, '1', 'a')
    const update = desk.db.Thing.update({ id: '1' }, { text: 'b' }, { returning: 'none' }).send()
    desk.sent[1]?.answer({})
    await update
    expect(await fill(desk, '1', 'b')).toEqual({ value: 'b', asked: true })
    expect(desk.sent[2]?.input).toMatchObject({ ConsistentRead: true })
    expect(await fill(desk, '1', 'c')).toEqual({ value: 'b', asked: false })
  })

  it('does not cache what was read before a write', async () => {
    const desk = createDesk()
    const { db, sent } = desk
    const read = db.Thing.get({ id: '1' }).send()
    await turn()
    const put = db.Thing.put({ id: '1', text: 'new' }).send()
    await turn()
    sent[1]?.answer({})
    await put
    sent[0]?.answer({ Item: stored('1', 'old') })
    expect((await read)?.text).toBe('old')
    expect(await fill(desk, '1', 'old')).toEqual({ value: 'new', asked: false })
  })

  it('caches neither of two writes that were in flight at the same time', async () => {
    const desk = createDesk()
    const { db, sent } = desk
    const writes = [
      db.Thing.put({ id: '1', text: 'one' }).send(),
      db.Thing.put({ id: '1', text: 'two' }).send(),
    ]
    await turn()
    sent[1]?.answer({})
    sent[0]?.answer({})
    await Promise.all(writes)
    expect(await fill(desk, '1', 'two')).toEqual({ value: 'two', asked: true })
  })

  it('drops what a failed write may have changed', async () => {
    const desk = createDesk()
    await fill(desk, '1', 'a')
    const put = desk.db.Thing.put({ id: '1', text: 'b' }).send()
    await turn()
    desk.sent[1]?.fail(new Error('the line is dead'))
    await expect(put).rejects.toThrow('the line is dead')
    expect(await fill(desk, '1', 'b')).toEqual({ value: 'b', asked: true })
  })

  it('does not answer consistent reads, but is filled by them', async () => {
    const desk = createDesk()
    await fill(desk, '1', 'a')
    const read = desk.db.Thing.get({ id: '1' }, { consistent: true }).send()
    await turn()
    desk.sent[1]?.answer({ Item: stored('1', 'b') })
    expect((await read)?.text).toBe('b')
    expect(await fill(desk, '1', 'c')).toEqual({ value: 'b', asked: false })
  })

  it('drops an item that a consistent read does not find, and reads it consistently from then on', async () => {
    const desk = createDesk()
    await fill(desk, '1', 'a')
    const read = desk.db.Thing.get({ id: '1' }, { consistent: true }).send()
    await turn()
    desk.sent[1]?.answer({})
    expect(await read).toBeUndefined()
    expect(await fill(desk, '1', 'b')).toEqual({ value: 'b', asked: true })
    expect(desk.sent[2]?.input).toMatchObject({ ConsistentRead: true })
  })

  it('does not return expired items', async () => {
    const desk = createDesk()
    const put = desk.db.Thing.put({ id: '1', until: { seconds: 5 } }).send()
    desk.sent[0]?.answer({})
    await put
    expect(await desk.db.Thing.get({ id: '1' })).toMatchObject({ id: '1' })
    desk.clock.ms = 5_000
    expect(await desk.db.Thing.get({ id: '1' })).toBeUndefined()
  })

  it('is not affected by a caller that changes a result', async () => {
    const desk = createDesk()
    const bytes = new Uint8Array([1, 2])
    const put = desk.db.Thing.put({ id: '1', bytes }).send()
    desk.sent[0]?.answer({})
    await put
    bytes[0] = 9
    const read = await desk.db.Thing.get({ id: '1' })
    expect(read?.bytes).toEqual(new Uint8Array([1, 2]))
    read?.bytes?.fill(7)
    expect((await desk.db.Thing.get({ id: '1' }))?.bytes).toEqual(new Uint8Array([1, 2]))
  })

  it('answers a part of a batch, and caches the rest except for unprocessed keys', async () => {
    const desk = createDesk()
    const { db, sent } = desk
    await fill(desk, '1', 'a')
    const batch = db.batch.get([db.Thing.get({ id: '1' }), db.Thing.get({ id: '2' })]).send()
    // The first batch loads code.
    await vi.waitUntil(() => sent.length === 2)
    expect(sent[1]?.input).toEqual({ RequestItems: { T: { Keys: [{ PK: { S: 'THING#2' } }] } } })
    sent[1]?.answer({ Responses: { T: [stored('2', 'b')] } })
    expect((await batch).map((item) => item?.text)).toEqual(['a', 'b'])
    const again = db.batch.get([db.Thing.get({ id: '1' }), db.Thing.get({ id: '2' })])
    expect((await again).map((item) => item?.text)).toEqual(['a', 'b'])
    expect(sent).toHaveLength(2)
  })

  it('is filled by batch writes', async () => {
    const desk = createDesk()
    const { db, sent } = desk
    await fill(desk, '1', 'a')
    const write = db.batch.write([db.Thing.remove({ id: '1' }), db.Thing.put({ id: '2', text: 'b' })]).send()
    await vi.waitUntil(() => sent.length === 2)
    sent[1]?.answer({})
    await write
    expect(await fill(desk, '2', 'c')).toEqual({ value: 'b', asked: false })
    expect(await fill(desk, '1', 'c')).toEqual({ value: 'c', asked: true })
  })
})
