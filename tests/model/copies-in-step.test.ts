import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, expect, it } from 'vitest'

/*
 * Copies of a parent's attributes are right, whichever verb writes the item and whoever changes the parent meanwhile.
 */

const app = table('Houses', {
  key: { pk: 'PK', sk: 'SK' },
  relations,
  indexes: { byHouse: { pk: 'HPK', sk: 'HSK' }, byNote: { pk: 'NPK' } },
})
const House = app.entity('House', {
  schema: shape<{ street: string; number: string; name?: string; guests?: number }>(),
  key: { pk: 'HOUSE#{street}', sk: '{number}' },
})
const Guest = app.entity('Guest', {
  schema: shape<{ id: string; street?: string | null; number?: string; house?: string; note?: string }>(),
  key: { pk: 'GUEST#{id}', sk: 'GUEST' },
  index: { byHouse: { pk: 'HOUSE#{street}#{number}', sk: '{id}' }, byNote: { pk: '{house}#{note}' } },
  belongsTo: { house: { entity: House, count: 'guests', copy: { house: 'name' }, find: 'byHouse' } },
})

let engine: Database
const connect = (beforeWrite = async () => {}) => {
  const send = async (operation: never, input: never) => {
    if (!/Get|Query/.test(operation)) await beforeWrite()
    return engine.send(operation, input)
  }
  return app.connect({ send }, { entities: { House, Guest }, sleep: async () => {} })
}
let db: ReturnType<typeof connect>
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
  db = connect()
  await db.House.create({ street: 'a', number: '1', name: 'Rose' })
  await db.House.create({ street: 'b', number: '1' })
  await db.House.create({ street: 'a', number: '2', name: 'Lily' })
  await db.Guest.create({ id: 'g', street: 'a', number: '1' })
})
afterEach(() => engine.close())

it.each(['put', 'upsert'] as const)(
  'a change of the parent while a child is written by %s is followed',
  async (verb) => {
    let renames = 1
    const slow = connect(async () => {
      if (renames-- > 0) await db.House.update({ street: 'a', number: '1' }, { name: 'Tulip' })
    })
    const write: typeof slow.Guest.put = verb === 'put' ? slow.Guest.put : slow.Guest.upsert
    await write({ id: 'g', street: 'a', number: '1', note: 'late' })
    expect(await db.Guest.get({ id: 'g' })).toMatchObject({ house: 'Tulip', note: 'late' })
  },
)

it('an upsert that does not change the parent does not write attributes copied from it', async () => {
  const { input } = db.Guest.upsert({ id: 'g', note: 'x' }).params()
  expect(input).toMatchObject({ Key: { PK: { S: 'GUEST#g' } } })
  expect(await db.Guest.upsert({ id: 'g', note: 'x', house: 'mine' })).toMatchObject({
    house: 'Rose',
    note: 'x',
  })
})

const rose = { street: 'a', number: '1' }

it('a transaction may change a parent and then its children', async () => {
  await db.transact([
    db.House.update(rose, { name: 'Tulip' }),
    db.Guest.create({ id: 'h', ...rose }),
    db.Guest.put({ id: 'g', ...rose, note: 'x' }),
  ])
  const guests = await db.batch.get([db.Guest.get({ id: 'g' }), db.Guest.get({ id: 'h' })])
  expect(guests.map((guest) => guest?.house)).toEqual(['Tulip', 'Tulip'])
  expect(await db.House.get(rose)).toMatchObject({ guests: 2 })
})

it('a transaction may change a parent and then an item that has a copy of it', async () => {
  const rename = (name: string) => db.House.update(rose, { name })
  await db.transact([rename('Tulip'), db.Guest.update({ id: 'g' }, { note: 'x' })])
  const { Item } = await engine.send('GetItem', {
    TableName: 'Houses',
    Key: { PK: { S: 'GUEST#g' }, SK: { S: 'GUEST' } },
  })
  expect(Item).toMatchObject({ house: { S: 'Tulip' }, NPK: { S: 'Tulip#x' } })
  await db.transact([rename('Iris'), db.Guest.update({ id: 'g' }, { street: 'a', number: '2' })])
  expect(await db.Guest.get({ id: 'g' })).toMatchObject({ house: 'Lily', number: '2' })
  expect(await db.House.get(rose)).toMatchObject({ name: 'Iris', guests: 0 })
  await db.Guest.put({ id: 'g', ...rose })
  await db.transact([rename('Aster'), db.Guest.put({ id: 'g' })])
  expect(await db.Guest.get({ id: 'g' })).toEqual({ id: 'g' })
  expect(await db.House.get(rose)).toMatchObject({ name: 'Aster', guests: 0 })
})

it.each(['first', 'last'])(
  'a transaction may change a parent and remove a child, which comes %s',
  async (when) => {
    const requests = [db.Guest.remove({ id: 'g' }), db.House.update(rose, { name: 'Tulip' })]
    await db.transact(when === 'first' ? requests : requests.reverse())
    expect(await db.Guest.get({ id: 'g' })).toBeUndefined()
    expect(await db.House.get(rose)).toEqual({ ...rose, name: 'Tulip', guests: 0 })
  },
)

it('a transaction that would leave an item with a stale copy of its parent is refused', async () => {
  const rename = () => db.House.update(rose, { name: 'Tulip' })
  const elsewhere = { street: 'a', number: '2' }
  for (const requests of [
    [db.Guest.create({ id: 'h', ...rose }), rename()],
    [
      db.Guest.create({ id: 'h', street: 'c', number: '1' }),
      db.House.create({ street: 'c', number: '1', name: 'Iris' }),
    ],
    [db.Guest.put({ id: 'g', ...elsewhere }), rename()],
    [db.Guest.update({ id: 'g' }, elsewhere), db.House.update(elsewhere, { name: 'Iris' })],
  ]) {
    await expect(async () => await db.transact(requests)).rejects.toMatchObject({ code: 'CONTRADICTION' })
  }
  expect(await db.Guest.get({ id: 'g' })).toMatchObject({ house: 'Rose', ...rose })
})

it('a transaction that changes a missing parent and adds a child to it reports the missing parent', async () => {
  const nowhere = { street: 'c', number: '1' }
  const requests = [db.House.update(nowhere, { name: 'Iris' }), db.Guest.create({ id: 'h', ...nowhere })]
  expect(await db.transact(requests).outcome()).toMatchObject({ reason: 'parent', parent: 'House' })
})

it('a transaction may replace a parent after adding a child that it counts', async () => {
  await db.transact([db.Guest.create({ id: 'h', ...rose }), db.House.put({ ...rose, name: 'Rose' })])
  expect(await db.House.get(rose)).toMatchObject({ guests: 2 })
})

it('two updates of a missing item report that it is missing', async () => {
  const update = (number: string) => db.Guest.update({ id: 'nobody' }, { street: 'a', number })
  expect(await db.transact([update('1'), update('2')]).outcome()).toMatchObject({
    reason: 'missing',
    member: 0,
  })
})

it.each<[{ street?: string | null; number?: string }, string | undefined]>([
  [{ street: 'b' }, undefined],
  [{ street: null }, undefined],
  [{ number: '2' }, 'Lily'],
])('an upsert with %j gives an item what its parent has, and no more', async (moved, house) => {
  const guest = await db.Guest.upsert({ id: 'g', ...moved })
  expect(guest.house).toBe(house)
  const counts = await db.transactGet([
    db.House.get({ street: 'a', number: '1' }),
    db.House.get({ street: 'b', number: '1' }),
    db.House.get({ street: 'a', number: '2' }),
  ])
  expect(counts.map((one) => one?.guests ?? 0)).toEqual([
    0,
    moved.street === 'b' ? 1 : 0,
    house === 'Lily' ? 1 : 0,
  ])
})

it('a copy of an attribute named like a member of every object is removed with it', async () => {
  const Box = app.entity('Box', {
    schema: shape<{ id: string; valueOf?: string; things?: number }>(),
    key: { pk: 'BOX#{id}', sk: 'BOX' },
  })
  const Thing = app.entity('Thing', {
    schema: shape<{ id: string; at: string; value?: string }>(),
    key: { pk: 'BOX#{id}', sk: 'THING#{at}' },
    belongsTo: { box: { entity: Box, count: 'things', copy: { value: 'valueOf' } } },
  })
  const boxes = app.connect(engine, { entities: { Box, Thing } })
  await boxes.Box.create({ id: '1', valueOf: 'x' })
  await boxes.Thing.create({ id: '1', at: '1' })
  await boxes.Box.put({ id: '1' } as never)
  expect(await boxes.Thing.get({ id: '1', at: '1' })).toEqual({ id: '1', at: '1' })
})

it('a failed condition on a child, while its parent is renamed, is reported at once for its member', async () => {
  let writes = 0
  const counting = connect(async () => void writes++)
  const both = counting.transact([
    counting.House.update({ street: 'a', number: '1' }, { name: 'Tulip' }),
    counting.Guest.update({ id: 'g' }, { note: 'late' }, { if: { note: 'early' } }),
  ])
  expect(await both.outcome()).toMatchObject({ ok: false, reason: 'condition', member: 1 })
  expect(writes).toBe(1)
})

it('an update of a missing item does not ask what would be copied of it', async () => {
  const Tag = app.entity('Tag', {
    schema: shape<{ tag: string; id: string; text: string }>(),
    key: { pk: 'TAG#{tag}', sk: '{id}' },
  })
  const Post = app.entity('Post', {
    schema: shape<{ id: string; text: string; tags: string[] }>(),
    key: { pk: 'POST#{id}', sk: 'POST' },
    copies: {
      tag: {
        to: Tag,
        attributes: ['text', 'tags'],
        items: ({ id, text, tags }: { id: string; text: string; tags: string[] }) =>
          tags.map((tag) => ({ tag, id, text })),
      },
    },
  })
  const send = (operation: never, input: never) => engine.send(operation, input)
  const posts = app.connect({ send }, { entities: { Post, Tag } })
  const missing = { ok: false, entity: 'Post', reason: 'missing', item: undefined }
  expect(await posts.Post.update({ id: '1' }, { text: 'x' }).outcome()).toEqual(missing)
  expect(await posts.Post.update({ id: '1' }, { tags: ['a'] }).outcome()).toEqual(missing)
  const both = posts.transact([
    posts.Tag.remove({ tag: 'b', id: '1' }),
    posts.Post.update({ id: '1' }, { text: 'x' }),
  ])
  expect(await both.outcome()).toEqual({ ...missing, member: 1 })
  await posts.transact([
    posts.Post.create({ id: '1', text: 'x', tags: ['a'] }),
    posts.Post.update({ id: '1' }, { text: 'y' }),
  ])
  expect(await posts.Tag.get({ tag: 'a', id: '1' })).toEqual({ tag: 'a', id: '1', text: 'y' })
})
