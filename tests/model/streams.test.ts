import { createDatabase, type Database, type DynamoDBStreamEvent } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { replicas } from '@monotable/model/distribution'
import { relations } from '@monotable/model/relations'
import {
  aggregate,
  changesIn,
  projection,
  rebuild,
  type StreamEvent,
  streamHandler,
} from '@monotable/model/streams'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byTotal: { pk: 'G1', sk: 'S1' } },
  ttl: 'ttl',
})
interface Book {
  readonly isbn: string
  readonly author: string
  readonly price: number
  readonly tags?: readonly string[]
}
const BookEntity = shop.entity('Book', {
  schema: shape<Book>(),
  key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
})
/** One item for each tag of each book: an index over a list. */
const Tagged = shop.entity('Tagged', {
  schema: shape<{ tag: string; isbn: string; author: string }>(),
  key: { pk: 'TAG#{tag}', sk: 'BOOK#{isbn}' },
})
const Author = shop.entity('Author', {
  schema: shape<{ author: string; books: number; worth: number }>(),
  key: { pk: 'AUTHOR#{author}', sk: 'AUTHOR' },
  index: { byTotal: { pk: 'AUTHORS', sk: '{worth:num}#{author}' } },
})
const app = model({ entities: { Book: BookEntity, Tagged, Author } })

const derive = {
  tagged: projection(BookEntity).into(Tagged, ({ isbn, author, tags = [] }) =>
    tags.map((tag) => ({ tag, isbn, author })),
  ),
  authors: aggregate(BookEntity, {
    into: Author,
    key: ({ author }) => ({ author }),
    add: ({ price }) => ({ books: 1, worth: price }),
  }),
}

const streamed = {
  ...createTableInput(shop),
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
}

let engine: Database
const connect = () => app.connect(engine, { sleep: async () => {} })
let db: ReturnType<typeof connect>

beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', streamed)
  db = connect()
})
afterEach(() => engine.close())

/** Reads the stored items of an entity, without the model. */
async function stored(type: string): Promise<Record<string, string>[]> {
  const { Items = [] } = await engine.send('Scan', {
    TableName: 'Shop',
    FilterExpression: '#type = :type',
    ExpressionAttributeNames: { '#type': '_type' },
    ExpressionAttributeValues: { ':type': { S: type } },
  })
  return Items.map((item) =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name, value.S ?? value.N ?? ''])),
  )
}

async function expectDerived(books: readonly Book[]): Promise<void> {
  const tagged = (await stored('Tagged')).map(({ PK, SK, author }) => `${PK} ${SK} ${author}`).sort()
  const expected = books.flatMap(({ isbn, author, tags = [] }) =>
    [...new Set(tags)].map((tag) => `TAG#${tag} BOOK#${isbn} ${author}`),
  )
  expect(tagged).toEqual(expected.sort())
  const sums = new Map<string, { books: number; worth: number }>()
  for (const { author, price } of books) {
    const { books: count, worth } = sums.get(author) ?? { books: 0, worth: 0 }
    sums.set(author, { books: count + 1, worth: worth + price })
  }
  const authors = (await stored('Author')).filter(({ books: count }) => count !== '0')
  expect(authors.map(({ author, books: count, worth }) => `${author} ${count} ${worth}`).sort()).toEqual(
    [...sums].map(([author, sum]) => `${author} ${sum.books} ${sum.worth}`).sort(),
  )
}

describe('the changes of a stream', () => {
  it('are typed by entity, and other items are left out', async () => {
    const seen: string[] = []
    const trigger = await engine.on('Shop', async (event: DynamoDBStreamEvent) => {
      for (const change of changesIn(app, event)) {
        if (change.entity !== 'Book') continue
        seen.push(`${change.kind} ${change.before?.price ?? '-'} ${change.after?.price ?? '-'}`)
      }
    })
    await db.Book.create({ isbn: '1', author: 'Ann', price: 10 })
    await engine.send('PutItem', { TableName: 'Shop', Item: { PK: { S: 'x' }, SK: { S: 'x' } } })
    await db.Book.update({ isbn: '1' }, { price: 12 })
    await db.Book.remove({ isbn: '1' })
    await trigger.idle()
    expect(seen).toEqual(['insert - 10', 'modify 10 12', 'remove 12 -'])
  })

  it('are passed to functions by entity, in order; after a failure the rest is delivered again', async () => {
    const seen: string[] = []
    let fails = true
    const handler = streamHandler(app, {
      on: {
        Book: async ({ kind, after }) => {
          if (after?.isbn === '2' && fails) {
            fails = false
            throw new Error('not now')
          }
          seen.push(`${kind} ${after?.isbn}`)
        },
      },
    })
    const trigger = await engine.on('Shop', handler, { filter: handler.filter, retryDelayMs: 1 })
    for (const isbn of ['1', '2', '3']) await db.Book.create({ isbn, author: 'Ann', price: 1 })
    await db.Author.create({ author: 'Ann', books: 1, worth: 1 })
    await trigger.idle()
    expect(seen).toEqual(['insert 1', 'insert 2', 'insert 3'])
  })

  it('of entities with the same name in two tables are passed to separate functions', async () => {
    const other = table('Library', { key: { pk: 'PK', sk: 'SK' }, relations })
    const Shelf = other.entity('Shelf', {
      schema: shape<{ id: string; books?: number }>(),
      key: { pk: 'SHELF#{id}', sk: 'SHELF' },
    })
    const Lent = other.entity('Book', {
      schema: shape<{ isbn: string; id: string }>(),
      key: { pk: 'LENT#{isbn}', sk: 'LENT' },
      belongsTo: { shelf: { entity: Shelf, count: 'books', via: 'stream' } },
    })
    const third = table('Attic', { key: { pk: 'PK', sk: 'SK' }, relations })
    const Box = third.entity('Box', {
      schema: shape<{ id: string; books?: number }>(),
      key: { pk: 'BOX#{id}', sk: 'BOX' },
    })
    const Kept = third.entity('Book', {
      schema: shape<{ isbn: string; id: string }>(),
      key: { pk: 'KEPT#{isbn}', sk: 'KEPT' },
      belongsTo: { shelf: { entity: Box, count: 'books', via: 'stream' } },
    })
    const all = model({ entities: { Lent, Shelf, Kept, Box } })
    const seen: string[] = []
    const handler = streamHandler(all, {
      client: engine,
      on: {
        Lent: ({ after }) => seen.push(`lent ${after?.isbn}`),
        Kept: ({ after }) => seen.push(`kept ${after?.isbn}`),
      },
    })
    const { StreamSpecification } = streamed
    const triggers = []
    for (const one of [other, third]) {
      await engine.send('CreateTable', { ...createTableInput(one), StreamSpecification })
      triggers.push(await engine.on(one.definition.name, handler))
    }
    const books = all.connect(engine)
    await books.Shelf.create({ id: 'a' })
    await books.Box.create({ id: 'a' })
    await books.Lent.create({ isbn: '1', id: 'a' })
    await books.Kept.create({ isbn: '2', id: 'a' })
    for (const trigger of triggers) await trigger.idle()
    expect(seen.sort()).toEqual(['kept 2', 'lent 1'])
    expect([await books.Shelf.get({ id: 'a' }), await books.Box.get({ id: 'a' })]).toMatchObject([
      { books: 1 },
      { books: 1 },
    ])
  })

  it('of entities with the same name in two tables are counted separately even if they have one parent', async () => {
    const first = table('Library', { key: { pk: 'PK', sk: 'SK' }, relations })
    const second = table('Attic', { key: { pk: 'PK', sk: 'SK' }, relations })
    const Shelf = first.entity('Shelf', {
      schema: shape<{ id: string; books?: number }>(),
      key: { pk: 'SHELF#{id}', sk: 'SHELF' },
    })
    const book = {
      schema: shape<{ isbn: string; id: string }>(),
      key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
      belongsTo: { shelf: { entity: Shelf, count: 'books', via: 'stream' } },
    } as const
    const all = model({
      entities: { Shelf, Lent: first.entity('Book', book), Kept: second.entity('Book', book) },
    })
    const events: StreamEvent[] = []
    const triggers = []
    for (const one of [first, second]) {
      const { StreamSpecification } = streamed
      await engine.send('CreateTable', { ...createTableInput(one), StreamSpecification })
      triggers.push(await engine.on(one.definition.name, async (event) => void events.push(event)))
    }
    const books = all.connect(engine)
    await books.Shelf.create({ id: 'a' })
    await books.Lent.create({ isbn: '1', id: 'a' })
    await books.Kept.create({ isbn: '1', id: 'a' })
    for (const trigger of triggers) await trigger.idle()
    // The records of two streams arrive in any order.
    const isOf = (name: string) => (event: StreamEvent) =>
      event.Records.every(({ eventSourceARN }) => eventSourceARN?.includes(`table/${name}/`))
    const handler = streamHandler(all, { client: engine })
    for (const event of [...events.filter(isOf('Attic')), ...events.filter(isOf('Library'))])
      await handler(event)
    expect(await books.Shelf.get({ id: 'a' })).toMatchObject({ books: 2 })
  })

  it('before an unreadable one are handled, and that one is delivered again', async () => {
    const seen: string[] = []
    const handler = streamHandler(app, { on: { Book: ({ after }) => seen.push(after?.isbn ?? '') } })
    const record = (isbn: string, price: string) => ({
      eventName: 'INSERT' as const,
      dynamodb: {
        NewImage: { PK: { S: `BOOK#${isbn}` }, SK: { S: 'BOOK' }, isbn: { S: isbn }, price: { N: price } },
        SequenceNumber: isbn,
      },
    })
    const unreadable = record('2', '12345678901234567890')
    const batch = { Records: [record('1', '1'), unreadable, record('3', '3')] }
    expect(await handler(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
    expect(seen).toEqual(['1'])
    await expect(handler({ Records: [unreadable] })).rejects.toThrow('more digits')
  })

  // Lambda's events and the Streams API (Identity of GetRecords) capitalise the names differently.
  it.each([
    { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' },
  ])('are marked as an expiry by %o', (userIdentity) => {
    const image = { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK' }, isbn: { S: '1' } }
    const expiry = { eventName: 'REMOVE' as const, userIdentity, dynamodb: { OldImage: image } }
    expect([...changesIn(app, { Records: [expiry] })]).toMatchObject([{ kind: 'remove', expired: true }])
  })

  it('of an item with several replicas are reported once', async () => {
    const Hot = shop.entity('Hot', {
      schema: shape<{ id: string }>(),
      key: { pk: 'HOT#{id}#{replica}', sk: 'HOT' },
      replicas: replicas(3),
    })
    const hot = model({ entities: { Hot } })
    const seen: string[] = []
    const trigger = await engine.on('Shop', async (event: DynamoDBStreamEvent) => {
      for (const { kind, after } of changesIn(hot, event)) seen.push(`${kind} ${after?.id}`)
    })
    await hot.connect(engine).Hot.create({ id: '1' })
    await trigger.idle()
    expect(seen).toEqual(['insert 1'])
  })

  it('a stream without whole items is refused, with advice', () => {
    const Records = [{ eventName: 'MODIFY' as const, dynamodb: { Keys: { PK: { S: 'a' } } } }]
    expect(() => [...changesIn(app, { Records })]).toThrow(/NEW_AND_OLD_IMAGES/)
  })
})

describe('derived data', () => {
  const listen = (options: { readonly batchSize?: number } = {}) =>
    engine.on('Shop', streamHandler(app, { client: engine, derive, sleep: async () => {} }), options)

  it('follows its sources: items for each member of a list, and sums', async () => {
    const trigger = await listen({ batchSize: 1 })
    await db.Book.create({ isbn: '1', author: 'Ann', price: 10, tags: ['a', 'b'] })
    await db.Book.create({ isbn: '2', author: 'Ann', price: 5, tags: ['b'] })
    await db.Book.update({ isbn: '1' }, { author: 'Bob', tags: ['b', 'c'] })
    await db.Book.remove({ isbn: '2' })
    await trigger.idle()
    await expectDerived([{ isbn: '1', author: 'Bob', price: 10, tags: ['b', 'c'] }])
    expect((await stored('Author')).find(({ author }) => author === 'Ann')).toMatchObject({
      books: '0',
      worth: '0',
    })
  })

  it('can be more than fits into a transaction', async () => {
    const trigger = await listen()
    const tags = Array.from({ length: 250 }, (_, i) => `t${i}`)
    await db.Book.create({ isbn: '1', author: 'Ann', price: 10, tags })
    await trigger.idle()
    await expectDerived([{ isbn: '1', author: 'Ann', price: 10, tags }])
    await db.Book.update({ isbn: '1' }, { tags: tags.slice(100) })
    await trigger.idle()
    await expectDerived([{ isbn: '1', author: 'Ann', price: 10, tags: tags.slice(100) }])
  })

  it('is the same however often, in whatever batches and by however many handlers changes are handled', async () => {
    const events: DynamoDBStreamEvent['Records'] = []
    const isbn = fc.constantFrom('1', '2', '3')
    const author = fc.constantFrom('Ann', 'Bob')
    const tags = fc.subarray(['a', 'b', 'c'])
    const book = fc.record({ isbn, author, price: fc.integer({ min: 0, max: 9 }), tags })
    const step = fc.oneof(book, fc.record({ gone: isbn }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 14 }),
        fc.infiniteStream(fc.nat(5)),
        async (steps, chance) => {
          await engine.send('DeleteTable', { TableName: 'Shop' })
          await engine.send('CreateTable', streamed)
          events.length = 0
          const listening = await engine.on(
            'Shop',
            ({ Records }: DynamoDBStreamEvent) => void events.push(...Records),
          )
          const books = new Map<string, Book>()
          for (const one of steps) {
            if ('gone' in one) {
              books.delete(one.gone)
              await db.Book.remove({ isbn: one.gone })
            } else {
              books.set(one.isbn, one)
              await db.Book.put(one)
            }
          }
          await listening.idle()
          await listening.remove()
          const told = events.slice()
          const draw = () => chance.next().value as number
          const handle = async () => {
            const handler = streamHandler(app, { client: engine, derive, sleep: async () => {} })
            for (let at = 0; at < told.length; ) {
              const size = 1 + draw()
              await handler({ Records: told.slice(at, at + size) })
              // Goes back now and then, as a stream does after a failure.
              at = draw() === 0 ? Math.max(0, at - 2) : at + size
            }
          }
          await Promise.all([handle(), handle()])
          await handle()
          await expectDerived([...books.values()])
        },
      ),
      { numRuns: draws(20) },
    )
  })

  it.each([
    ['NaN', () => Number.NaN, 'Author: NaN cannot be added to "worth"'],
    ['Infinity', () => Number.POSITIVE_INFINITY, 'Author: Infinity cannot be added to "worth"'],
    ['a promise for a key', () => 1, 'The function of Author has to return items, not a promise'],
  ])('refuses %s, which would otherwise go unnoticed', async (what, worth, message) => {
    const key = ({ author }: Book) =>
      what.startsWith('a promise') ? Promise.resolve({ author }) : { author }
    const authors = aggregate(BookEntity, {
      into: Author,
      key: key as never,
      add: () => ({ worth: worth() }),
    })
    const handle = streamHandler(app, { client: engine, derive: { authors } })
    const failures: string[] = []
    const trigger = await engine.on(
      'Shop',
      (event: DynamoDBStreamEvent) =>
        handle(event).catch((error: Error) => {
          failures.push(error.message)
        }),
      { name: 'odd' },
    )
    await db.Book.create({ isbn: '1', author: 'Ann', price: 1 })
    await trigger.idle()
    expect(failures).toEqual([message])
    await trigger.remove()
  })

  it('keeps a ledger of one entry for each source, which expires', async () => {
    const trigger = await listen()
    for (let i = 0; i < 5; i++) await db.Book.put({ isbn: '1', author: 'Ann', price: i })
    await trigger.idle()
    const entries = [...(await stored('ledger:tagged')), ...(await stored('ledger:authors'))]
    expect(entries.length).toBe(2)
    for (const { ttl } of entries) expect(Number(ttl) * 1_000).toBeGreaterThan(Date.now() + 24 * 3_600_000)
  })
})

describe('rebuilding derived data', () => {
  const handler = () => streamHandler(app, { client: engine, derive, sleep: async () => {} })

  it('derives from existing items, also from sources older than the stream', async () => {
    const books = Array.from({ length: 30 }, (_, i) => ({
      isbn: `${i}`,
      author: i % 2 ? 'Ann' : 'Bob',
      price: i,
      tags: ['t'],
    }))
    await db.batch.write(books.map((book) => db.Book.put(book)))
    const trigger = await engine.on('Shop', handler())
    for (const [name, derivation] of Object.entries(derive)) {
      const { touched } = await rebuild(engine, name, derivation, { settleMs: 0 })
      expect(touched).toBe(30)
      await trigger.idle()
    }
    await expectDerived(books)
    expect(await db.Book.get({ isbn: '3' })).toEqual(books[3])
  })

  it('touches sources that have no type and are recognised by their keys', async () => {
    const book = { isbn: '1', author: 'Ann', price: 5, tags: ['t'] }
    await db.Book.create(book)
    await engine.send('UpdateItem', {
      TableName: 'Shop',
      Key: { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK' } },
      UpdateExpression: 'REMOVE #type',
      ExpressionAttributeNames: { '#type': '_type' },
    })
    const trigger = await engine.on('Shop', handler())
    for (const [name, derivation] of Object.entries(derive)) {
      expect(await rebuild(engine, name, derivation, { settleMs: 0 })).toMatchObject({ touched: 1 })
      await trigger.idle()
    }
    await expectDerived([book])
  })

  it('gives the right result during concurrent writes', async () => {
    const books = new Map<string, Book>()
    const put = async (book: Book) => {
      books.set(book.isbn, book)
      await db.Book.put(book)
    }
    for (let i = 0; i < 40; i++) await put({ isbn: `${i}`, author: 'Ann', price: i, tags: ['old'] })
    const trigger = await engine.on('Shop', handler(), { batchSize: 7 })
    const writing = (async () => {
      for (let i = 0; i < 200; i++) {
        const isbn = `${(i * 7) % 60}`
        if (i % 5 === 4) {
          books.delete(isbn)
          await db.Book.remove({ isbn })
        } else await put({ isbn, author: i % 2 ? 'Ann' : 'Bob', price: i, tags: [`t${i % 3}`] })
      }
    })()
    for (const [name, derivation] of Object.entries(derive)) {
      await rebuild(engine, name, derivation, { settleMs: 20, segments: 2 })
    }
    await writing
    await trigger.idle()
    await expectDerived([...books.values()])
  })
})
