import { createDatabase, type Database, type DynamoDBStreamEvent } from '@monotable/engine'
import { createTableInput, type ModelClient, model, shape, table } from '@monotable/model'
import { aggregate, projection, streamHandler } from '@monotable/model/streams'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/*
 * A handler that is cut short at any of its requests: the records are delivered again, with more changes or with fewer.
 */

const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl' })
const Book = shop.entity('Book', {
  schema: shape<{ isbn: string; author: string; price: number; tags: readonly string[] }>(),
  key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
})
const Tagged = shop.entity('Tagged', {
  schema: shape<{ tag: string; isbn: string }>(),
  key: { pk: 'TAG#{tag}', sk: 'BOOK#{isbn}' },
})
const Author = shop.entity('Author', {
  schema: shape<{ author: string; books: number; worth: number }>(),
  key: { pk: 'AUTHOR#{author}', sk: 'AUTHOR' },
})
const app = model({ entities: { Book, Tagged, Author } })
const tagged = projection(Book).into(Tagged, ({ isbn, tags }) => tags.map((tag) => ({ tag, isbn })))
const authors = aggregate(Book, {
  into: Author,
  key: ({ author }) => ({ author }),
  add: ({ price }) => ({ books: 1, worth: price }),
})

type Records = DynamoDBStreamEvent['Records']

let engine: Database
const connect = () => app.connect(engine, { sleep: async () => {} })
let db: ReturnType<typeof connect>
let records: Records
let settle: () => Promise<void>

beforeEach(async () => {
  engine = await createDatabase()
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const }
  await engine.send('CreateTable', { ...createTableInput(shop), StreamSpecification })
  db = connect()
  records = []
  const trigger = await engine.on('Shop', async (event: DynamoDBStreamEvent) => {
    records.push(...event.Records.filter(({ dynamodb }) => dynamodb?.Keys?.['PK']?.S?.startsWith('BOOK#')))
  })
  settle = () => trigger.idle()
})
afterEach(() => engine.close())

const handle = async (
  client: ModelClient,
  derive: Parameters<typeof streamHandler>[1]['derive'],
  some: Records,
) => {
  const handler = streamHandler(app, { client, derive: derive ?? {}, sleep: async () => {} })
  // It throws if it has done nothing at all.
  const response = await handler({ Records: some }).catch(() => undefined)
  return response?.batchItemFailures.length === 0
}

/** Returns a client that fails at one of its requests, which is either applied without an answer or not applied. */
function cutShort(after: number, isDone: boolean): ModelClient {
  let count = 0
  return {
    send: async (...[operation, input]: Parameters<Database['send']>) => {
      const isLast = ++count === after
      if (isLast && !isDone) throw new Error('cut short')
      const answer = await engine.send(operation, input)
      if (isLast) throw new Error('cut short')
      return answer
    },
  } as ModelClient
}

const tags = (from: number, count: number) => Array.from({ length: count }, (_, at) => `t${from + at}`)

async function storedTags(): Promise<string[]> {
  const found: string[] = []
  for (let from: object | undefined, more = true; more; ) {
    const { Items = [], LastEvaluatedKey } = await engine.send('Scan', {
      TableName: 'Shop',
      FilterExpression: 'attribute_exists(tag)',
      ...(from !== undefined && { ExclusiveStartKey: from as never }),
    })
    found.push(...Items.map((item) => item['tag']?.S ?? ''))
    from = LastEvaluatedKey
    more = from !== undefined
  }
  return found.sort()
}

describe.each([true, false])('cut short at a request that was applied: %s', (isDone) => {
  it.each([
    ['with the change after it', [1, 2], [[0, 1, 2]]],
    ['with fewer changes', [1, 2], [[1], [2]]],
    ['alone, before the change after it', [1], [[1], [2]]],
    ['as a part of more', [1], [[1, 2]]],
  ] as const)('records delivered again %s give the result of the last change', async (_, first, later) => {
    // Each of these needs more than one transaction; some tags of the first are in none of the others.
    const versions = [tags(0, 120), tags(100, 250), tags(300, 120)]
    for (let after = 1, isCut = true; isCut; after++) {
      const isbn = String(after)
      records = []
      await db.Book.create({ isbn, author: 'Ann', price: 1, tags: versions[0] ?? [] })
      await db.Book.update({ isbn }, { tags: versions[1] ?? [] })
      await db.Book.update({ isbn }, { tags: versions[2] ?? [] })
      await settle()
      const some = (places: readonly number[]) => places.map((at) => records[at] as Records[number])
      await handle(engine, { tagged }, some([0]))
      isCut = !(await handle(cutShort(after, isDone), { tagged }, some(first)))
      for (const places of later) expect(await handle(engine, { tagged }, some(places))).toBe(true)
      expect(await storedTags()).toEqual([...tags(300, 120)].sort())
      await db.Book.update({ isbn }, { tags: [] })
      await settle()
      await handle(engine, { tagged }, some([3]))
      expect(await storedTags()).toEqual([])
    }
  })
})

it('sums of decimals are exact, however many changes are added up', async () => {
  await db.Book.create({ isbn: '1', author: 'Ann', price: 0.1, tags: [] })
  await db.Book.create({ isbn: '2', author: 'Ann', price: 0.2, tags: [] })
  await settle()
  await handle(engine, { authors }, records)
  expect(await db.Author.get({ author: 'Ann' })).toEqual({ author: 'Ann', books: 2, worth: 0.3 })
  await db.Book.remove({ isbn: '1' })
  await db.Book.remove({ isbn: '2' })
  await settle()
  for (const record of records.slice(2)) await handle(engine, { authors }, [record])
  expect(await db.Author.get({ author: 'Ann' })).toEqual({ author: 'Ann', books: 0, worth: 0 })
})
