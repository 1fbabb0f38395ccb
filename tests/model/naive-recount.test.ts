import { type AdversityOptions, createDatabase, type Database } from '@monotable/engine'
import { createPort, createTableInput, model, type Port, shape, table } from '@monotable/model'
import { planRecount, runRecount } from '@monotable/model/evolution'
import { relations } from '@monotable/model/relations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { untilSent } from './notes/compare-notes.ts'

/*
 * A program that knows no relations stores items; then programs that know them write while markers and counts are
 * recounted. Whatever they do, every count ends up equal to the number of existing items, and every unique value has
 * its marker.
 */

const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, relations })
type Account = { id: string; email?: string; orders?: number; reviews?: number }
const customer = { schema: shape<Account>(), key: { pk: 'CUSTOMER#{id}', sk: 'CUSTOMER' } } as const
const order = {
  schema: shape<{ id: string; number: string }>(),
  key: { pk: 'CUSTOMER#{id}', sk: 'ORDER#{number}' },
} as const
const review = {
  schema: shape<{ review: string; author?: string }>(),
  key: { pk: 'REVIEW#{review}', sk: 'REVIEW' },
} as const
const before = model({
  entities: {
    Customer: shop.entity('Customer', customer),
    Order: shop.entity('Order', order),
    Review: shop.entity('Review', review),
  },
})
const Customer = shop.entity('Customer', { ...customer, unique: { email: 'EMAIL#{email}' } })
const Order = shop.entity('Order', {
  ...order,
  belongsTo: { customer: { entity: Customer, mustExist: true, count: 'orders' } },
})
const Review = shop.entity('Review', {
  ...review,
  belongsTo: { author: { entity: Customer, by: { id: 'author' }, count: 'reviews' } },
})
const app = model({ entities: { Customer, Order, Review } })
type Db = ReturnType<typeof app.connect>

const id = fc.constantFrom('1', '2', '3')
const number = fc.constantFrom('1', '2', '3', '4', '5', '6')
const email = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { nil: undefined })
const stored = fc.record({
  emails: fc.array(email, { minLength: 3, maxLength: 3 }),
  orders: fc.uniqueArray(fc.tuple(id, number), { selector: String, maxLength: 18 }),
  reviews: fc.uniqueArray(fc.tuple(number, fc.option(id, { nil: undefined })), {
    selector: ([one]) => one,
    maxLength: 6,
  }),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('email' as const), id, email }),
  fc.record({ kind: fc.constant('rename' as const), id, email }),
  fc.record({ kind: fc.constant('order' as const), id, number }),
  fc.record({ kind: fc.constant('cancel' as const), id, number }),
  fc.record({ kind: fc.constant('swap' as const), id, number, other: number }),
  fc.record({ kind: fc.constant('review' as const), number, id: fc.option(id, { nil: undefined }) }),
  fc.record({ kind: fc.constant('withdraw' as const), number }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function store(
  db: ReturnType<typeof before.connect>,
  given: typeof stored extends fc.Arbitrary<infer V> ? V : never,
) {
  for (const [at, mail] of given.emails.entries()) {
    await db.Customer.create({ id: String(at + 1), ...(mail && { email: mail }) })
  }
  for (const [of, one] of given.orders) await db.Order.create({ id: of, number: one })
  for (const [one, author] of given.reviews)
    await db.Review.create({ review: one, ...(author && { author }) })
}

function send(db: Db, one: Step) {
  switch (one.kind) {
    case 'email':
      return db.Customer.put({ id: one.id, ...(one.email && { email: one.email }) })
    case 'rename':
      return db.Customer.update({ id: one.id }, (item, { set, remove }) =>
        one.email ? set(item.email, one.email) : remove(item.email),
      )
    case 'order':
      return db.Order.create({ id: one.id, number: one.number })
    case 'cancel':
      return db.Order.remove({ id: one.id, number: one.number })
    // Leaves the count unchanged, so that checking only the count would not notice it.
    case 'swap':
      return db.transact([
        db.Order.remove(
          { id: one.id, number: one.number },
          { if: (item, { exists }) => exists(item.number) },
        ),
        db.Order.create({ id: one.id, number: one.other }),
      ])
    case 'review':
      return db.Review.put({ review: one.number, ...(one.id && { author: one.id }) })
    case 'withdraw':
      return db.Review.remove({ review: one.number })
  }
}

/** Waits just long enough to let others run. */
const sleep = () => new Promise<void>((resolve) => setImmediate(resolve))
const adversity: AdversityOptions = { staleReads: 0.5, throttling: 0.1, conflicts: 0.1 }

describe.each([
  { name: 'when all goes well', runs: 12 },
  { name: 'when reads are stale and requests are refused', adversity, runs: 6 },
])('concurrent writes leave nothing uncounted or unmarked, $name', (place) => {
  it('in any order of their writes', async () => {
    const workers = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(stored, workers, async (given, all) => {
        const engine = await createDatabase({ ...(place.adversity && { adversity: place.adversity }) })
        try {
          await untilSent(() => engine.send('CreateTable', createTableInput(shop)))
          await store(before.connect(engine, { sleep }), given)
          const db = app.connect(engine, { sleep })
          const work = async (steps: readonly Step[]) => {
            for (const one of steps) await send(db, one).send().catch(requireRefusal)
          }
          const [reports] = await Promise.all([
            runRecount(inSmallPages(engine), app, { segments: 2, sleep }),
            ...all.map(work),
          ])
          const problems = reports.flatMap(({ problemList }) => problemList)
          // Of two items with the same value, one owns the marker; once it gives the value up, the other has to be
          // visited again.
          const twice = problems.flatMap(({ values }) => String(values?.['email']))
          if (!problems.some(({ kind }) => kind === 'busy')) await compare(engine, twice)
          // Without writers, nothing is left to do except for duplicates.
          await runRecount(engine, app, { segments: 1, sleep })
          await compare(engine)
          const [plan] = await planRecount(engine, app, { sleep })
          expect(plan?.changed).toBe(0)
        } finally {
          await engine.close()
        }
      }),
      { numRuns: draws(place.runs) },
    )
  })
})

/** Returns a database with pages so small that others write in between. */
function inSmallPages(engine: Database): Port {
  const port = createPort(engine)
  return {
    send: (operation, input) => {
      const isRead = operation === 'Query' || operation === 'Scan'
      return port.send(operation, isRead ? { ...input, Limit: 2 } : input)
    },
  }
}

/** Rethrows an error unless a constraint, a condition or throttling refused the request, so that nothing was done. */
function requireRefusal(error: unknown): void {
  const { name, code } = error as { readonly name?: string; readonly code?: string }
  const isRefused = [
    'CONTENTION',
    'CONTRADICTION',
    'CONDITION_FAILED',
    'UNIQUE_VIOLATION',
    'PARENT_MISSING',
    'HAS_CHILDREN',
  ]
  if (isRefused.includes(code ?? '')) return
  if (!/Conflict|Canceled|Throughput|Throttling/.test(name ?? '')) throw error
}

async function compare(engine: Database, twice: readonly string[] = []): Promise<void> {
  const { Items = [] } = await untilSent(() =>
    engine.send('Scan', { TableName: 'Shop', ConsistentRead: true }),
  )
  const ofType = (type: string) => Items.filter((item) => item['_type']?.S === type)
  const markers = new Map(
    ofType('unique:Customer.email').map((item) => [item['PK']?.S, item['_owner']?.M?.['PK']?.S]),
  )
  const held = new Map<string, string[]>()
  for (const { PK, id: of, email: mail, orders, reviews } of ofType('Customer')) {
    const own = ofType('Order').filter((item) => item['id']?.S === of?.S).length
    const written = ofType('Review').filter((item) => item['author']?.S === of?.S).length
    expect(Number(orders?.N ?? 0), `orders of ${of?.S}`).toBe(own)
    expect(Number(reviews?.N ?? 0), `reviews of ${of?.S}`).toBe(written)
    if (mail?.S) held.set(mail.S, [...(held.get(mail.S) ?? []), PK?.S ?? ''])
  }
  for (const [mail, owners] of held) {
    if (!twice.includes(mail)) expect(owners).toContain(markers.get(`EMAIL#${mail}`))
  }
  for (const marker of markers.keys()) expect([...held.keys()]).toContain(marker?.slice('EMAIL#'.length))
}
