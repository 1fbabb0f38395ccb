import { createDatabase, createTestClock } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { evolution, runMigration } from '@monotable/model/evolution'
import { pointer, snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { backends, type OpenBackend } from './backends.ts'

/* Row 51: version history with a pointer to the current version; staged, then committed. */

const app = table('Docs', {
  relations,
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byAuthor: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
interface Document {
  readonly id: string
  readonly text: string
  readonly author: string
  readonly edits?: number
  readonly tags?: ReadonlySet<string>
}
const Doc = app.entity('Doc', {
  schema: shape<Document>(),
  key: { pk: 'DOC#{id}', sk: 'DOC' },
  index: { byAuthor: { pk: 'AUTHOR#{author}', sk: 'DOC#{id}' } },
  history: snapshots(),
})
// The layout of the seed: V000 is the current version.
const Plan = app.entity('Plan', {
  schema: shape<{ id: string; text: string; author: string; at?: Date }>(),
  key: { pk: '{id}', sk: 'V000' },
  index: { byAuthor: { pk: 'PLANS#{author}', sk: 'PLAN#{id}' } },
  stored: { at: 'date' },
  history: pointer({ key: { pk: '{id}', sk: 'V{version:pad3}' } }),
})
const Page = app.entity('Page', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'PAGE#{id}', sk: 'PAGE' },
  unique: { text: 'PAGETEXT#{text}' },
  history: pointer({ key: { pk: 'PAGE#{id}', sk: 'V#{version:pad6}' } }),
})

describe.each(backends)('history, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () =>
    app.connect(backend.client, {
      entities: { Doc, Plan, Page },
      patterns: { byAuthor: Doc.query('byAuthor'), plans: Plan.query('byAuthor') },
    })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
  })
  afterAll(() => backend.close())

  it('keeps every version, and the item is the newest one', async () => {
    const first = await db.Doc.create({ id: 'a', text: 'one', author: 'tom' })
    expect(first).toEqual({ id: 'a', text: 'one', author: 'tom', version: 1 })
    const second = await db.Doc.update({ id: 'a' }, (doc, { set, add, include }) => [
      set(doc.text, 'two'),
      add(doc.edits, 1),
      include(doc.tags, 'new'),
    ])
    expect(second).toMatchObject({ text: 'two', edits: 1, version: 2 })
    const third = await db.Doc.put({ ...second, text: 'three' }, { ifVersion: 2 })
    await db.Doc.upsert({ id: 'a', text: 'four', author: 'simon' })
    expect(await db.Doc.get({ id: 'a' })).toMatchObject({ text: 'four', author: 'simon', version: 4 })
    // The item can serve as its own key, whatever its version.
    const { items } = await db.Doc.versions(first)
    expect(items.map(({ version, text }) => [version, text])).toEqual([
      [4, 'four'],
      [3, 'three'],
      [2, 'two'],
      [1, 'one'],
    ])
    expect(await db.Doc.version({ id: 'a' }, 3)).toEqual(third)
    expect(await db.Doc.version({ id: 'a' }, 9)).toBeUndefined()
  })

  it('an update returns what it has changed', async () => {
    await db.Doc.create({ id: 'changed', text: 'one', author: 'ann' })
    const changed = await db.Doc.update({ id: 'changed' }, { text: 'two' }, { returning: 'changed' })
    expect(changed).toEqual({ text: 'two', version: 2 })
  })

  it('versions are in no index and are not items of an entity', async () => {
    expect((await db.q.byAuthor({ author: 'tom' })).items).toEqual([])
    expect((await db.q.byAuthor({ author: 'simon' })).items).toHaveLength(1)
    const { Item } = await backend.db.send('GetItem', {
      TableName: 'Docs',
      Key: { PK: { S: 'DOC#a#VERSIONS' }, SK: { S: 'DOC#000000001' } },
    })
    expect(Item).toMatchObject({ _type: { S: 'Doc.version' }, text: { S: 'one' } })
    expect(Item).not.toHaveProperty('GSI1PK')
  })

  it('versions come in pages', async () => {
    const first = await db.Doc.versions({ id: 'a' }, { limit: 3 })
    expect(first.items.map(({ version }) => version)).toEqual([4, 3, 2])
    // @ts-expect-error: misspelt
    await expect(async () => await db.Doc.versions({ id: 'a' }, { limt: 3 })).rejects.toThrow('option "limt"')
    const second = await db.Doc.versions({ id: 'a' }, { limit: 3, cursor: first.next })
    expect(second.items.map(({ version }) => version)).toEqual([1])
  })

  it('a refused write adds no version', async () => {
    expect(await db.Doc.create({ id: 'a', text: 'x', author: 'x' }).outcome()).toMatchObject({
      reason: 'exists',
    })
    expect(await db.Doc.update({ id: 'none' }, { text: 'x' }).outcome()).toMatchObject({ reason: 'missing' })
    const late = await db.Doc.update({ id: 'a' }, { text: 'x' }, { ifVersion: 2 }).outcome()
    expect(late).toMatchObject({ ok: false, reason: 'version', item: { version: 4 } })
    const other = await db.Doc.update({ id: 'a' }, { text: 'x' }, { if: { author: 'tom' } }).outcome()
    expect(other).toMatchObject({ ok: false, reason: 'condition' })
    expect((await db.Doc.versions({ id: 'a' })).items).toHaveLength(4)
    expect((await db.Doc.versions({ id: 'none' })).items).toEqual([])
  })

  it('a version is restored as a new one, also after the item was removed', async () => {
    expect(await db.Doc.restore({ id: 'a' }, 1)).toEqual({ id: 'a', text: 'one', author: 'tom', version: 5 })
    expect((await db.q.byAuthor({ author: 'tom' })).items).toHaveLength(1)
    await db.Doc.remove({ id: 'a' })
    expect(await db.Doc.get({ id: 'a' })).toBeUndefined()
    expect(await db.Doc.restore({ id: 'a' }, 2)).toMatchObject({ text: 'two', version: 6 })
    await db.Doc.remove({ id: 'a' })
    expect(await db.Doc.create({ id: 'a', text: 'again', author: 'tom' })).toMatchObject({ version: 7 })
    expect(await db.Doc.restore({ id: 'a' }, 99).outcome()).toMatchObject({ ok: false, reason: 'missing' })
  })

  it('concurrent writers lose nothing and repeat no version number', async () => {
    await db.Doc.create({ id: 'c', text: '', author: 'all', edits: 0 })
    await Promise.all(
      Array.from({ length: 5 }, () => db.Doc.update({ id: 'c' }, (doc, { add }) => add(doc.edits, 1)).send()),
    )
    const { items } = await db.Doc.versions({ id: 'c' })
    expect(items.map(({ version, edits }) => [version, edits])).toEqual(
      [6, 5, 4, 3, 2, 1].map((version) => [version, version - 1]),
    )
  })

  it('a version is staged, then committed; the current version takes one request to read', async () => {
    const day = new Date('2020-10-19')
    expect(await db.Plan.stage({ id: '1', text: 'one', author: 'Tom', at: day })).toMatchObject({
      version: 1,
    })
    expect(await db.Plan.get({ id: '1' })).toBeUndefined()
    const first = await db.Plan.commit({ id: '1' }, { version: 1, ifVersion: 0 })
    expect(first).toEqual({ id: '1', text: 'one', author: 'Tom', at: day, version: 1 })
    await db.Plan.update({ id: '1' }, { text: 'two', author: 'Simon' })
    const staged = await db.Plan.stage({ id: '1', text: 'three', author: 'John' })
    expect(staged.version).toBe(3)
    const { value, units } = await db.Plan.get({ id: '1' }).measured()
    expect(value).toMatchObject({ text: 'two', version: 2 })
    expect(units.requests).toHaveLength(1)
    const { Items = [] } = await backend.db.send('Query', {
      TableName: 'Docs',
      KeyConditionExpression: 'PK = :id',
      ExpressionAttributeValues: { ':id': { S: '1' } },
    })
    expect(Items.map(({ SK, version }) => [SK?.S, version?.N])).toEqual([
      ['V000', '2'],
      ['V001', '1'],
      ['V002', '2'],
      ['V003', '3'],
    ])
    expect(await db.Plan.commit({ id: '1' }, { version: 3, ifVersion: 2 })).toMatchObject({
      text: 'three',
      version: 3,
    })
    expect((await db.q.plans({ author: 'John' })).items).toHaveLength(1)
    expect((await db.q.plans({ author: 'Simon' })).items).toHaveLength(0)
  })

  it('of two versions staged from the same version, only one is committed', async () => {
    const one = await db.Plan.stage({ id: '1', text: 'mine', author: 'a' })
    const other = await db.Plan.stage({ id: '1', text: 'theirs', author: 'b' })
    expect([one.version, other.version]).toEqual([4, 5])
    await db.Plan.commit({ id: '1' }, { version: other.version, ifVersion: 3 })
    const late = await db.Plan.commit({ id: '1' }, { version: one.version, ifVersion: 3 }).outcome()
    expect(late).toMatchObject({ ok: false, reason: 'version', item: { version: 5 } })
    // The pointer can go back, and the next version still gets a new number.
    await db.Plan.commit({ id: '1' }, { version: 2, ifVersion: 5 })
    expect(await db.Plan.get({ id: '1' })).toMatchObject({ text: 'two', version: 2 })
    expect(await db.Plan.update({ id: '1' }, { text: 'six' })).toMatchObject({ version: 6 })
  })

  it('a commit has the same side effects as a write', async () => {
    await db.Page.create({ id: 'a', text: 'taken' })
    const staged = await db.Page.stage({ id: 'b', text: 'taken' })
    await expect(
      db.Page.commit({ id: 'b' }, { version: staged.version, ifVersion: 0 }).send(),
    ).rejects.toThrow('another item has the text')
    const free = await db.Page.stage({ id: 'b', text: 'free' })
    await db.Page.commit({ id: 'b' }, { version: free.version, ifVersion: 0 })
    expect(await db.Page.get({ id: 'b' })).toEqual({ id: 'b', text: 'free', version: 2 })
  })
})

describe('a history', () => {
  it('keeps each version after a transaction, with the values copied from the parent', async () => {
    const [{ open }] = backends as [(typeof backends)[number]]
    const backend = await open()
    await backend.createTable(app)
    const House = app.entity('House', {
      schema: shape<{ id: string; name: string; rooms?: number }>(),
      key: { pk: 'HOUSE#{id}', sk: 'HOUSE' },
    })
    const Room = app.entity('Room', {
      schema: shape<{ id: string; at: string; house?: string; note: string }>(),
      key: { pk: 'HOUSE#{id}', sk: 'ROOM#{at}' },
      index: { byAuthor: { pk: 'ROOMS#{house}', sk: '{note}' } },
      belongsTo: { house: { entity: House, count: 'rooms', copy: { house: 'name' } } },
      history: snapshots(),
    })
    const db = app.connect(backend.client, { entities: { House, Room }, sleep: async () => {} })
    const key = { id: '1', at: '1' }
    await db.House.create({ id: '1', name: 'Rose' })
    await db.Room.create({ ...key, note: 'a' })
    const rename = (name: string) => db.House.update({ id: '1' }, { name })
    await db.transact([rename('Tulip'), db.Room.update(key, { note: 'b' })])
    await db.transact([rename('Lily'), db.Room.put({ ...key, note: 'c' }, { ifVersion: 2 })])
    const { items } = await db.Room.versions(key)
    expect(items.map(({ version, house, note }) => [version, house, note])).toEqual([
      [3, 'Lily', 'c'],
      [2, 'Tulip', 'b'],
      [1, 'Rose', 'a'],
    ])
    expect(await db.Room.get(key)).toEqual(items[0])
    await backend.close()
  })

  it('restores an item with the counts that it has, not with those of the version', async () => {
    const [{ open }] = backends as [(typeof backends)[number]]
    const backend = await open()
    await backend.createTable(app)
    const Ship = app.entity('Ship', {
      schema: shape<{ id: string; name: string; decks?: number }>(),
      key: { pk: 'SHIP#{id}', sk: 'SHIP' },
      history: snapshots(),
    })
    const Deck = app.entity('Deck', {
      schema: shape<{ id: string; at: string }>(),
      key: { pk: 'SHIP#{id}', sk: 'DECK#{at}' },
      belongsTo: { ship: { entity: Ship, mustExist: true, count: 'decks' } },
    })
    const { Ship: ships, Deck: decks } = app.connect(backend.client, { entities: { Ship, Deck } })
    await ships.create({ id: '1', name: 'Rose' })
    await decks.create({ id: '1', at: '1' })
    await ships.update({ id: '1' }, { name: 'Lily' })
    expect(await ships.version({ id: '1' }, 2)).toMatchObject({ decks: 1 })
    await decks.remove({ id: '1', at: '1' })
    await ships.remove({ id: '1' })
    expect(await ships.restore({ id: '1' }, 2)).toMatchObject({ name: 'Lily', decks: 0 })
    await ships.remove({ id: '1' })
    await ships.create({ id: '1', name: 'Tulip' })
    expect(await ships.restore({ id: '1' }, 2)).toEqual({ id: '1', name: 'Lily', version: 5 })
    await ships.remove({ id: '1' })
    await backend.close()
  })

  it.each([undefined, 'ttl', 'until'])('outlives its item, in a table that expires by %s', async (ttl) => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    const client = await createDatabase({ clock })
    const passes = table('Passes', { key: { pk: 'PK', sk: 'SK' }, ...(ttl && { ttl }) })
    const Pass = passes.entity('Pass', {
      schema: shape<{ id: string; until: Date }>(),
      key: { pk: 'PASS#{id}', sk: 'PASS' },
      ttl: 'until',
      history: snapshots(),
    })
    await client.send('CreateTable', createTableInput(passes))
    await client.send('UpdateTimeToLive', {
      TableName: 'Passes',
      TimeToLiveSpecification: { Enabled: true, AttributeName: ttl ?? 'until' },
    })
    const app = model({ entities: { Pass } })
    const db = app.connect(client, { clock })
    const until = new Date(Date.UTC(2026, 0, 2))
    await db.Pass.create({ id: '1', until })
    expect(await runMigration(client, app)).toMatchObject([{ changed: 0 }])
    await clock.advance(172_800_000)
    await client.settled()
    const { Items } = await client.send('Scan', { TableName: 'Passes' })
    expect(Items?.filter((item) => item['_type']?.S === 'Pass')).toEqual([])
    expect((await db.Pass.versions({ id: '1' })).items).toEqual([{ id: '1', until, version: 1 }])
    await db.Pass.restore({ id: '1' }, 1)
    expect(await db.Pass.get({ id: '1' }, { expired: true })).toEqual({ id: '1', until, version: 2 })
    await client.close()
  })

  it('holds the state of the item after every write', async () => {
    const [embedded] = backends
    const backend = await (embedded as (typeof backends)[number]).open()
    await backend.createTable(app)
    const db = app.connect(backend.client, { entities: { Doc } })
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('update' as const),
        text: fc.string(),
        edits: fc.integer({ min: -5, max: 5 }),
      }),
      fc.record({ kind: fc.constant('upsert' as const), text: fc.string() }),
      fc.record({ kind: fc.constant('remove' as const) }),
      fc.record({ kind: fc.constant('restore' as const), back: fc.integer({ min: 1, max: 12 }) }),
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const key = { id: `run${run++}` }
        const seen = [await db.Doc.create({ ...key, text: '', author: 'a', edits: 0 })]
        for (const one of steps) {
          if (one.kind === 'remove') await db.Doc.remove(key)
          const request =
            one.kind === 'update'
              ? db.Doc.update(key, (doc, { set, add }) => [
                  set(doc.text, one.text),
                  add(doc.edits, one.edits),
                ])
              : one.kind === 'upsert'
                ? db.Doc.upsert({ ...key, text: one.text, author: 'b' })
                : one.kind === 'restore'
                  ? db.Doc.restore(key, one.back)
                  : undefined
          const outcome = await request?.outcome()
          if (outcome?.ok === true) {
            seen.push(outcome.value)
            expect(await db.Doc.get(key)).toEqual(outcome.value)
          }
        }
        const { items } = await db.Doc.versions(key)
        expect([...items].reverse()).toEqual(seen)
        expect(seen.map(({ version }) => version)).toEqual(seen.map((_, at) => at + 1))
      }),
      { numRuns: draws(15) },
    )
    await backend.close()
  })

  describe('of an entity whose shape and key change', () => {
    const config = { history: snapshots() } as const
    const Old = app.entity('Person', {
      ...config,
      schema: shape<{ id: string; name: string }>(),
      key: { pk: 'PERSON#{id}', sk: 'PERSON' },
    })
    const up = ({ id, name }: { id: string; name: string }) => {
      const [first = '', last = ''] = name.split(' ')
      return { id, first, last }
    }
    const down = ({ id, first, last }: { id: string; first: string; last: string }) => {
      return { id, name: `${first} ${last}` }
    }
    const today = {
      ...config,
      schema: shape<{ id: string; first: string; last: string }>(),
      evolution: evolution({ 2: { up, down } }),
    } as const
    const Here = app.entity('Person', { ...today, key: { pk: 'PERSON#{id}', sk: 'PERSON' } })
    const Moved = app.entity('Person', { ...today, key: { pk: 'P#{id}', sk: 'PROFILE' } })

    let backend: OpenBackend
    const old = () => model({ entities: { Old } }).connect(backend.client).Old
    beforeEach(async () => {
      backend = await (backends[0] as (typeof backends)[number]).open()
      await backend.createTable(app)
      await old().create({ id: '1', name: 'Ada Byron' })
      await old().update({ id: '1' }, { name: 'Ada King' })
    })
    afterEach(() => backend.close())

    const ada = (last: string, version: number) => ({ id: '1', first: 'Ada', last, version })

    it('reads each version in today’s shape, whichever it was stored in', async () => {
      const { Person } = model({ entities: { Person: Here } }).connect(backend.client)
      await Person.update({ id: '1' }, { last: 'Lovelace' })
      expect((await Person.versions({ id: '1' })).items).toEqual([
        ada('Lovelace', 3),
        ada('King', 2),
        ada('Byron', 1),
      ])
      expect(await Person.restore({ id: '1' }, 3)).toEqual(ada('Lovelace', 4))
    })

    it('moves with a migration', async () => {
      await old().create({ id: '2', name: 'Alan Turing' })
      await old().remove({ id: '2' })
      const moved = model({ entities: { Person: Moved } })
      const [report] = await runMigration(backend.client, moved)
      expect(report).toMatchObject({ changed: 4, problems: 0 })
      const { Person } = moved.connect(backend.client)
      expect((await Person.versions({ id: '1' })).items).toEqual([ada('King', 2), ada('Byron', 1)])
      expect(await Person.restore({ id: '2' }, 1)).toMatchObject({ last: 'Turing', version: 2 })
      expect(await Person.update({ id: '1' }, { last: 'Lovelace' })).toEqual(ada('Lovelace', 3))
      expect(await runMigration(backend.client, moved)).toMatchObject([{ changed: 0 }])
    })

    it('goes back to the older shape with a rollback', async () => {
      const here = model({ entities: { Person: Here } })
      await here.connect(backend.client).Person.update({ id: '1' }, { last: 'Lovelace' })
      await runMigration(backend.client, here, { version: 1 })
      const { items } = await old().versions({ id: '1' })
      expect(items.map(({ name, version }) => [name, version])).toEqual([
        ['Ada Lovelace', 3],
        ['Ada King', 2],
        ['Ada Byron', 1],
      ])
    })
  })

  it('refuses a table without a sort key, and a key without the version', () => {
    const plain = table('Plain', { key: { pk: 'PK' } })
    const One = plain.entity('One', {
      schema: shape<{ id: string }>(),
      key: { pk: '{id}' },
      history: snapshots(),
    })
    expect(() => plain.connect({ send: async () => ({}) }, { entities: { One } })).toThrow(
      'a table with a sort key',
    )
    const Two = app.entity('Two', {
      schema: shape<{ id: string }>(),
      key: { pk: 'TWO#{id}', sk: 'TWO' },
      history: snapshots({ key: { pk: 'TWO#{id}', sk: 'VERSION' } }),
    })
    expect(() => app.connect({ send: async () => ({}) }, { entities: { Two } })).toThrow(
      'has to end with {version:pad6}',
    )
  })
})
