import fc from 'fast-check'
import type { Customer, Doc, Note, Order, TwinDb } from './twin-model.ts'

/** An operation on a database, whose results are compared. */
export interface Step {
  readonly name: string
  readonly run: (db: TwinDb) => PromiseLike<unknown>
}

const username = fc.constantFrom('ann', 'bob')
const orderId = fc.constantFrom('1', '2', '3')
const name = fc.constantFrom('Ann', 'Bob', 'Cy')
const street = fc.constantFrom('Elm', 'Oak')
const tag = fc.constantFrom('a', 'b', 'c', 'd')
const number = fc.integer({ min: 0, max: 5 })
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const since = number.map((n) => new Date(1_700_000_000_000 + n))

const customer: fc.Arbitrary<Customer> = fc.record(
  {
    username,
    name,
    email: fc.constantFrom('x@y', 'z@y', 'w@y'),
    city: fc.constantFrom('Rome', 'Oslo'),
    age: number,
    address: fc.record(
      { street, zip: street, geo: fc.record({ lat: number }) },
      { requiredKeys: ['street'] },
    ),
    addresses: fc.dictionary(tag, fc.record({ street, since }, { requiredKeys: ['street'] }), { maxKeys: 2 }),
    tags: fc.uniqueArray(tag, { maxLength: 3 }).map((tags) => new Set(tags)),
    secret: name,
    // Long after the clock's time, or before it.
    expiresAt: fc.nat({ max: 9 }).map((n) => new Date(n === 0 ? 1_000_000_000_000 : 5_000_000_000_000)),
  },
  { requiredKeys: ['username', 'name'] },
)
const order: fc.Arbitrary<Order> = fc.record(
  {
    username,
    orderId,
    status: fc.constantFrom('open', 'done'),
    placedAt: since,
    lines: fc.array(fc.record({ sku: tag, price: number }), { maxLength: 3 }),
  },
  { requiredKeys: ['username', 'orderId', 'status'] },
)
const doc: fc.Arbitrary<Doc> = fc.record(
  { id: tag, text: name, parts: fc.array(fc.record({ title: name }), { maxLength: 2 }) },
  { requiredKeys: ['id', 'text'] },
)
const note: fc.Arbitrary<Note> = fc.record(
  { owner: username, id: orderId, last: name, mood: tag },
  { requiredKeys: ['owner', 'id'] },
)

function step<Value>(
  title: string,
  given: fc.Arbitrary<Value>,
  run: (db: TwinDb, value: Value) => PromiseLike<unknown>,
): fc.Arbitrary<Step> {
  return given.map((value) => ({
    name: `${title} ${JSON.stringify(value)}`,
    run: (db) => run(db, value),
  }))
}

const two = <One, Other>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) => fc.tuple(one, other)
const returning = fc.constantFrom('none', 'old', 'new', 'changed') as fc.Arbitrary<'none'>

/** Any operation on attributes that the model offers. */
export const twinStep: fc.Arbitrary<Step> = fc.oneof(
  step('create', customer, (db, one) => db.Customer.create(one).outcome()),
  step('create', customer, (db, one) => db.Customer.create(one).outcome()),
  step('create order', order, (db, one) => db.Order.create(one).outcome()),
  step('create order', order, (db, one) => db.Order.create(one).outcome()),
  step('put', two(customer, optional(number)), (db, [one, ifVersion]) =>
    db.Customer.put(one, { ifVersion: ifVersion ?? 1, returning: 'old' }).outcome(),
  ),
  step('put order', order, (db, one) =>
    db.Order.put(one, { if: ({ status }, { ne }) => ne(status, 'done') }).outcome(),
  ),
  step('upsert', two(customer, returning), (db, [one, choice]) =>
    db.Customer.upsert(one, { returning: choice }).outcome(),
  ),
  step('upsert order', order, (db, one) => db.Order.upsert(one).outcome()),
  step('upsert note', note, (db, one) => db.Note.upsert(one).outcome()),
  step('update', two(customer, returning), (db, [{ username, expiresAt: _, ...changes }, choice]) =>
    db.Customer.update({ username }, changes, { returning: choice }).outcome(),
  ),
  step('update if', two(customer, number), (db, [{ username, name, age = 1 }, version]) =>
    db.Customer.update({ username }, { age }, { if: { name }, ifVersion: version }).outcome(),
  ),
  step('update order', two(order, returning), (db, [{ username, orderId, ...changes }, choice]) =>
    db.Order.update({ username, orderId }, changes, { returning: choice }).outcome(),
  ),
  step('given', two(order, number), (db, [{ username, orderId, status }, n]) =>
    db.Order.update({ username, orderId }, { status }, { given: { number: n } }).outcome(),
  ),
  step('update within', fc.tuple(username, tag, street, returning), (db, [username, place, street, choice]) =>
    db.Customer.update(
      { username },
      ({ address, addresses, age }, { set, at, add }) => [
        set(address.street, street),
        set(at(addresses, place).street, street),
        add(age, 1),
      ],
      { returning: choice },
    ).outcome(),
  ),
  step('update deep', fc.tuple(username, number), (db, [username, lat]) =>
    db.Customer.update({ username }, ({ address, name }, { add, setIfMissing, remove, set }) => [
      add(address.geo.lat, lat),
      lat > 3 ? setIfMissing(address.zip, 'z') : remove(address.zip),
      lat === 0 && set(address.street, name),
    ]).outcome(),
  ),
  step('sets', fc.tuple(username, tag, tag), (db, [username, one, other]) =>
    db.Customer.update({ username }, ({ tags }, { include, discard }) =>
      one < other ? include(tags, one, other) : discard(tags, one),
    ).outcome(),
  ),
  step('lists', fc.tuple(username, orderId, number), (db, [username, orderId, price]) =>
    db.Order.update(
      { username, orderId },
      ({ lines, customerName }, { append, prepend, remove, at, set }) =>
        price > 3
          ? append(lines, { sku: 'z', price })
          : price > 1
            ? set(at(lines, 0).price, price)
            : price === 1
              ? prepend(lines, { sku: 'y', price })
              : [remove(at(lines, 0)), remove(customerName)],
      {
        if: ({ lines, placedAt }, { or, missing, lte, size, gt }) =>
          or(missing(placedAt), lte(size(lines), 9), gt(placedAt, new Date(0))),
      },
    ).outcome(),
  ),
  step('remove', two(username, returning), (db, [username, choice]) =>
    db.Customer.remove({ username }, { returning: choice === ('new' as string) ? 'old' : 'none' }).outcome(),
  ),
  step('remove order', two(username, orderId), (db, [username, orderId]) =>
    db.Order.remove({ username, orderId }, { returning: 'old' }).outcome(),
  ),
  step('doc', two(doc, number), (db, [one, kind]) =>
    kind > 3
      ? db.Doc.create(one).outcome()
      : kind > 1
        ? db.Doc.update({ id: one.id }, { text: one.text }).outcome()
        : kind === 1
          ? db.Doc.restore({ id: one.id }, 1).outcome()
          : db.Doc.upsert(one).outcome(),
  ),
  step('versions', tag, (db, id) => db.Doc.versions({ id }).list()),
  step('transact', fc.tuple(customer, order, note), (db, [one, other, third]) =>
    db
      .transact([
        db.Customer.update({ username: one.username }, { name: one.name, age: 1 }),
        db.Order.upsert(other),
        db.Order.check({ username: other.username, orderId: '9' }, { exists: false }),
        db.Note.put(third),
      ])
      .outcome(),
  ),
  step('batch', fc.array(note, { maxLength: 4 }), async (db, notes) => {
    await db.batch.write(notes.map((one) => db.Note.put(one)))
    return db.batch.get([
      ...notes.map((one) => db.Note.get(one)),
      db.Customer.get({ username: 'ann' }, { select: ['name', 'address', 'secret'] }),
    ])
  }),
  step('get', username, async (db, username) => [
    await db.Customer.get({ username }),
    await db.Customer.get({ username }, { select: ['tags', 'orderCount', 'version'] }),
    await db.transactGet([db.Customer.get({ username }), db.Order.get({ username, orderId: '1' })]),
  ]),
  step('read', two(username, tag), async (db, [username, mood]) => [
    await db.q.account({ username }),
    await db.q.names({ username }),
    await db.q.inCity({ city: 'Rome' }).list(),
    await db.q.byStatus({ status: 'open' }).list(),
    await db.q.byStatus({ status: 'open' }, { limit: 1 }),
    await db.q.dear({ username }).list(),
    await db.q.dear({ username }, { filter: { status: 'open' } }).count(),
    await db.q.old().list(),
    await db.q.notes({ owner: username }).select(['last', 'id']).list(),
    await db.q.byMood({ mood }).list(),
  ]),
)

/** The steps that create the initial items. */
export const firstSteps: readonly Step[] = ['ann', 'bob'].flatMap((username): Step[] => [
  { name: 'first', run: (db) => db.Customer.create({ username, name: 'Ann', address: { street: 'Elm' } }) },
  {
    name: 'first order',
    run: (db) => db.Order.create({ username, orderId: '1', status: 'open', lines: [] }),
  },
  { name: 'first doc', run: (db) => db.Doc.create({ id: username === 'ann' ? 'a' : 'b', text: 'x' }) },
])
