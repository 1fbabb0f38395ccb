import { createPort, createTableInput, shape, table } from '@monotable/model'
import { readStored, storedItem, storedKey } from '@monotable/model/expressions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backends, type OpenBackend } from './backends.ts'

/*
 * What the guides of other toolkits show on the first day, done with this one: a book store with its stock (create,
 * change, get, by author, cheap ones in a store), timestamps, counters, KEYS_ONLY indexes, items from elsewhere, a log
 * of the requests, deleting a whole partition.
 */

const electro = table('electro', {
  key: { pk: 'pk', sk: 'sk' },
  indexes: { gsi1: { pk: 'gsi1pk', sk: 'gsi1sk' }, keysOnly: { pk: 'gsi2pk', projection: 'KEYS_ONLY' } },
})
const Book = electro.entity('book', {
  schema: z.object({
    storeId: z.string(),
    bookId: z.string(),
    price: z.number(),
    title: z.string().optional(),
    author: z.string().optional(),
    condition: z.enum(['EXCELLENT', 'GOOD', 'FAIR', 'POOR']).default('GOOD'),
    genre: z.set(z.string()).optional(),
  }),
  key: { pk: 'STORE#{storeId}', sk: 'BOOK#{bookId}' },
  index: {
    gsi1: { pk: 'AUTHOR#{author}', sk: '{title}' },
    keysOnly: { pk: 'CONDITION#{condition}' },
  },
  timestamps: true,
})
const Counter = electro.entity('counter', {
  schema: shape<{ storeId: string; books?: number }>(),
  key: { pk: 'STORE#{storeId}', sk: 'COUNTER' },
})
const patterns = {
  inStore: Book.query('primary'),
  byAuthor: Book.query('gsi1'),
  byCondition: Book.query('keysOnly', { hydrate: true }),
}

describe.each(backends)('the first day, $name', ({ open }) => {
  let backend: OpenBackend
  const entities = { Book, Counter }
  const connect = () => electro.connect(backend.client, { entities, patterns, clock: { now: () => 5000 } })
  let db: ReturnType<typeof connect>
  const storeId = 'pdx-45'

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(electro)
    db = connect()
    await db.Counter.create({ storeId })
    const titles = ['It', 'Carrie', 'Misery', 'Cujo', 'Christine']
    for (const [at, title] of titles.entries()) {
      await db.transact([
        db.Book.create({ storeId, bookId: `b${at}`, price: 5 + at, title, author: 'Stephen King' }),
        db.Counter.update({ storeId }, (counter, { add }) => add(counter.books, 1)),
      ])
    }
  })
  afterAll(() => backend.close())

  it('a book is created with its defaults and timestamps, changed and read', async () => {
    const key = { storeId, bookId: 'b0' }
    const changed = await db.Book.update(key, (book, { set, include }) => [
      set(book.title, 'IT'),
      include(book.genre, 'horror'),
    ])
    expect(changed).toEqual({
      ...key,
      price: 5,
      title: 'IT',
      author: 'Stephen King',
      condition: 'GOOD',
      genre: new Set(['horror']),
      createdAt: new Date(5000),
      updatedAt: new Date(5000),
    })
    expect(await db.Counter.get({ storeId })).toEqual({ storeId, books: 5 })
  })

  it('a list has all items or as many as requested, whatever pages and filters do', async () => {
    const byAuthor = db.q.byAuthor({ author: 'Stephen King' }, { limit: 2 })
    expect((await byAuthor.list()).map(({ title }) => title)).toEqual([
      'Carrie',
      'Christine',
      'Cujo',
      'IT',
      'Misery',
    ])
    const cheap = db.q.inStore(
      { storeId },
      { limit: 1, filter: (book, { between }) => between(book.price, 6, 8) },
    )
    expect((await cheap.list(2)).map(({ price }) => price)).toEqual([6, 7])
    expect((await cheap.select(['price']).list()).at(-1)).toEqual({ price: 8 })
    const { value, units } = await cheap.list().measured()
    expect(value).toHaveLength(3)
    expect(units.requests.length).toBeGreaterThan(3)
    expect(await db.q.byCondition({ condition: 'GOOD' }).list(3)).toHaveLength(3)
  })

  it('a call can reverse the order, and its cursors keep it', async () => {
    const author = 'Stephen King'
    const last = db.q.byAuthor({ author }, { order: 'descending', limit: 2 })
    const first = await last
    expect(first.items.map(({ title }) => title)).toEqual(['Misery', 'IT'])
    const second = await db.q.byAuthor({ author }, { order: 'descending', limit: 2, cursor: first.next })
    expect(second.items.map(({ title }) => title)).toEqual(['Cujo', 'Christine'])
    await expect(db.q.byAuthor({ author }, { cursor: first.next }).send()).rejects.toThrow(
      'This cursor is not one of byAuthor',
    )
    expect((await last.list()).map(({ title }) => title)).toHaveLength(5)
  })

  it("items from elsewhere can be read, and one’s own requests can use the model's keys", async () => {
    const key = storedKey(Book, { storeId, bookId: 'b1' })
    expect(key).toEqual({ pk: { S: 'STORE#pdx-45' }, sk: { S: 'BOOK#b1' } })
    const { Item } = await backend.db.send('GetItem', { TableName: 'electro', Key: key })
    expect(readStored(Book, Item)).toMatchObject({ bookId: 'b1', createdAt: new Date(5000) })
    expect(readStored(Counter, Item)).toBeUndefined()
    expect(readStored(Book, undefined)).toBeUndefined()
    const made = storedItem(Book, { storeId, bookId: 'own', price: 1 }, { clock: { now: () => 7000 } })
    await backend.db.send('PutItem', { TableName: 'electro', Item: made })
    expect(await db.Book.get({ storeId, bookId: 'own' })).toMatchObject({
      condition: 'GOOD',
      updatedAt: new Date(7000),
    })
    await db.Book.remove({ storeId, bookId: 'own' })
  })

  it('requests can be observed by wrapping the client', async () => {
    const sent: string[] = []
    const port = createPort(backend.client)
    const loud = {
      send: (operation: string, input: object) => {
        sent.push(operation)
        return port.send(operation as 'GetItem', input as never)
      },
    }
    await electro.connect(loud, { entities }).Counter.get({ storeId })
    expect(sent).toEqual(['GetItem'])
  })

  it('a forgotten key or item is reported with what is needed', async () => {
    const nothing = undefined as never
    const { Counter } = db
    const calls = [
      Counter.get(nothing),
      Counter.get(null as never),
      Counter.update(nothing, { books: 1 }),
      Counter.remove(nothing),
      db.transact([Counter.check(nothing)]),
      Counter.create(nothing),
      Counter.upsert(nothing),
    ]
    for (const call of calls) {
      await expect(async () => await call).rejects.toThrow('counter needs "storeId" for its key pk')
    }
  })

  it('an option that does not exist is refused, not ignored', async () => {
    const key = { storeId }
    const put = db.Counter.put({ ...key, books: 1 })
    const byAuthor = db.q.byAuthor({ author: 'a' })
    const pageOptions = 'consistent, cursor, filter, limit, order, segment'
    const calls: [wrong: string, known: string, call: () => unknown][] = [
      // @ts-expect-error: misspelt
      ['iff', 'if', () => db.Counter.create({ ...key, books: 1 }, { iff: { books: 0 } })],
      // @ts-expect-error: misspelt
      ['ifVersoin', 'if, ifVersion, returning', () => db.Counter.put({ ...key, books: 1 }, { ifVersoin: 1 })],
      // @ts-expect-error: a put knows the whole item
      ['given', 'if, ifVersion, returning', () => db.Counter.put({ ...key, books: 1 }, { given: {} })],
      // @ts-expect-error: misspelt
      ['iff', 'if, ifVersion, returning, given', () => db.Counter.update(key, { books: 1 }, { iff: {} })],
      // @ts-expect-error: misspelt
      ['If', 'if, ifVersion, returning', () => db.Counter.remove(key, { If: { books: 0 } })],
      // @ts-expect-error: misspelt
      ['exist', 'if, ifVersion, exists', () => db.Counter.check(key, { exist: false })],
      // @ts-expect-error: misspelt
      ['consistant', 'consistent, expired, select', () => db.Counter.get(key, { consistant: true })],
      // @ts-expect-error: misspelt
      ['limits', pageOptions, () => db.q.byAuthor({ author: 'a' }, { limits: 1 })],
      // @ts-expect-error: misspelt
      ['segmnts', 'segments', () => byAuthor.count({ segmnts: 4 })],
      // @ts-expect-error: misspelt
      ['segment', 'segments', () => byAuthor.all({ segment: 4 }).next()],
      // @ts-expect-error: misspelt
      ['tokn', 'token', () => db.transact([put], { tokn: 't' })],
      // @ts-expect-error: misspelt
      ['consistant', 'consistent', () => db.batch.get([db.Counter.get(key)], { consistant: true })],
    ]
    for (const [wrong, known, call] of calls) {
      await expect(async () => await call(), wrong).rejects.toMatchObject({
        code: 'DEFINITION',
        message: `The call has no option "${wrong}"; it takes ${known}`,
      })
    }
  })

  it('an order that does not exist is refused, not taken for another', async () => {
    // @ts-expect-error: misspelt
    const call = db.q.byAuthor({ author: 'a' }, { order: 'newst' })
    await expect(call.send()).rejects.toThrow('byAuthor: there is no order "newst"')
    // @ts-expect-error: misspelt
    const pattern = Book.query('gsi1', { order: 'oldst' })
    const { q } = electro.connect(backend.client, { entities: { Book }, patterns: { pattern } })
    await expect(async () => await q.pattern({ author: 'a' })).rejects.toThrow('there is no order "oldst"')
  })

  it('an update without changes, and a read among writes, are refused with what is wrong', () => {
    // @ts-expect-error: changes are missing
    expect(() => db.Counter.update({ storeId })).toThrow('update needs changes')
    // @ts-expect-error: text is no change
    expect(() => db.Counter.update({ storeId }, 'books')).toThrow('update needs changes')
    const read = db.Counter.get({ storeId }) as never
    const refusal = 'Expected a list of requests such as db.User.put(item), none of them awaited'
    expect(() => db.transact([read])).toThrow(refusal)
    expect(() => db.transact([db.transact([])])).toThrow(refusal)
    expect(() => db.batch.write([read]).params()).toThrow(refusal)
  })

  it('a batch or a transaction of something else is refused with what is wrong', async () => {
    const refusal = (example: string) =>
      `Expected a list of requests such as db.User.${example}, none of them awaited`
    const read = db.Counter.get({ storeId })
    const others = [Counter, { storeId }, undefined, await read, read.send(), db.q.inStore({ storeId })]
    const writes = db.Counter.put({ storeId })
    for (const other of [...others.map((one) => [one]), read, 'text', [writes]] as never[]) {
      await expect(async () => await db.batch.get(other)).rejects.toThrow(refusal('get(key)'))
      await expect(async () => await db.transactGet(other)).rejects.toThrow(refusal('get(key)'))
    }
    for (const other of [...others.map((one) => [one]), writes, 'text', [read]] as never[]) {
      await expect(async () => await db.batch.write(other)).rejects.toThrow(refusal('put(item)'))
      await expect(async () => await db.transact(other)).rejects.toThrow(refusal('put(item)'))
    }
  })

  it('a partition is emptied with a list and a batch', async () => {
    const books = await db.q.inStore({ storeId }).select(['storeId', 'bookId']).list()
    await db.batch.write(books.map((book) => db.Book.remove(book)))
    expect(await db.q.inStore({ storeId }).count()).toEqual({ matched: 0, scanned: 0 })
  })
})

it('the table is as declared', () => {
  expect(createTableInput(electro).GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual([
    'gsi1',
    'keysOnly',
  ])
})
