import { describe, expectTypeOf, it } from 'vitest'
import { shape } from './codec/standard-schema.ts'
import type { Duration } from './entities/duration.ts'
import type { InputOf, ItemOf, KeyOf } from './entity.ts'
import type { TemplateSlots } from './keys/template-slots.ts'
import { table } from './table.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' },
    keys: { pk: 'K_PK', projection: 'KEYS_ONLY' },
    some: { pk: 'owner', sk: { name: 'count', type: 'N' }, projection: { include: ['title'] } },
  },
})
interface Task {
  readonly id: string
  readonly owner: string
  readonly status: 'open' | 'done'
  readonly count: number
  readonly createdAt: Date
  readonly title?: string
  readonly labels?: { readonly [name: string]: { readonly color: string } }
}
const TaskEntity = app.entity('Task', {
  schema: shape<Task>(),
  key: { pk: 'OWNER#{owner}', sk: 'TASK#{id}' },
  index: {
    GSI1: { pk: 'STATUS#{status}', sk: '{createdAt:iso}#{id}' },
    keys: { pk: 'TASK#{id}' },
    some: {},
  },
  stored: { createdAt: 'date' },
  version: true,
})
const Session = app.entity('Session', {
  schema: shape<{ token: string; expiresAt: Date }>(),
  key: { pk: 'SESSION#{token}', sk: 'SESSION' },
  ttl: 'expiresAt',
})
const Lasting = app.entity('Lasting', {
  schema: shape<{ token: string; expiresAt?: Date }>(),
  key: { pk: 'LASTING#{token}', sk: 'LASTING' },
  ttl: 'expiresAt',
})
const Fleeting = app.entity('Fleeting', {
  schema: shape<{ token: string; expiresAt: Date }>(),
  key: { pk: 'FLEETING#{token}', sk: 'FLEETING' },
  ttl: { attribute: 'expiresAt', after: { hours: 1 } },
})
const Timed = app.entity('Timed', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'TIMED#{id}', sk: 'TIMED' },
  index: { GSI1: { pk: 'TIMED', sk: '{updatedAt:iso}' } },
  timestamps: true,
})
const Named = app.entity('Named', {
  schema: shape<{ id: string }>(),
  key: { pk: 'NAMED#{id}', sk: '{born:iso}' },
  timestamps: { created: 'born' },
  stored: { born: 'epochMs' },
})
const Counted = app.entity('Counted', {
  schema: shape<{ id: string; note: string | null; more?: { text: string | null } }>(),
  key: { pk: 'COUNTED#{id}', sk: 'COUNTED' },
  version: 'writes',
})
const db = app.connect(
  { send: async () => ({}) },
  {
    entities: { Task: TaskEntity, Session, Lasting, Fleeting, Timed, Named, Counted },
    patterns: {
      open: TaskEntity.query('GSI1', { order: 'newest' }),
      keys: TaskEntity.query('keys'),
      whole: TaskEntity.query('keys', { hydrate: true }),
      some: TaskEntity.query('some'),
      mine: app.collect('primary', { tasks: TaskEntity.many(), first: TaskEntity.one() }),
      titles: TaskEntity.query('GSI1', { select: ['title', 'count'] }),
      titled: TaskEntity.query('keys', { hydrate: true, select: ['title'] }),
      counts: TaskEntity.query('some', { select: ['count'] }),
      scanned: TaskEntity.scan('primary', { select: ['id'] }),
      part: app.collect('primary', {
        tasks: TaskEntity.many({ select: ['title', 'version'] }),
        first: TaskEntity.one({ select: ['id'] }),
      }),
      byTime: Timed.query('GSI1'),
    },
  },
)

describe('templates', () => {
  it('name their attributes', () => {
    expectTypeOf<TemplateSlots<'ORDER#{orderId}#ITEM#{line:pad3}'>>().toEqualTypeOf<'orderId' | 'line'>()
    expectTypeOf<TemplateSlots<'SINGLETON'>>().toEqualTypeOf<never>()
  })
})

describe('entities', () => {
  it('are read as the output of their schema, with their version', () => {
    expectTypeOf<ItemOf<typeof TaskEntity>>().toEqualTypeOf<Task & { readonly version: number }>()
    expectTypeOf<InputOf<typeof TaskEntity>>().toEqualTypeOf<Task>()
    expectTypeOf<KeyOf<typeof TaskEntity>>().toEqualTypeOf<{ readonly owner: string; readonly id: string }>()
  })

  it('take a Date or a duration as their expiry', () => {
    expectTypeOf<InputOf<typeof Session>['expiresAt']>().toEqualTypeOf<Date | Duration>()
    expectTypeOf<ItemOf<typeof Session>['expiresAt']>().toEqualTypeOf<Date>()
    // @ts-expect-error: it is always required
    db.Session.create({ token: 't' })
    db.Lasting.create({ token: 't' })
    db.Fleeting.create({ token: 't' })
    db.Session.update({ token: 't' }, { expiresAt: { hours: 1 } })
    // @ts-expect-error: other Dates take no durations
    db.Task.update({ owner: 'o', id: 'i' }, { createdAt: { hours: 1 } })
  })

  it('have timestamps, which no input and no update sets', () => {
    expectTypeOf<ItemOf<typeof Timed>>().toEqualTypeOf<
      { id: string; text: string } & { readonly createdAt: Date; readonly updatedAt: Date }
    >()
    expectTypeOf<InputOf<typeof Timed>>().toEqualTypeOf<{ id: string; text: string }>()
    expectTypeOf<ItemOf<typeof Named>['born']>().toEqualTypeOf<Date>()
    db.Timed.create({ id: 'i', text: 't' })
    // @ts-expect-error: it is not part of the input
    db.Timed.create({ id: 'i', text: 't', createdAt: new Date(0) })
    // @ts-expect-error: it cannot be changed
    db.Timed.update({ id: 'i' }, { updatedAt: new Date(0) })
    db.Timed.update({ id: 'i' }, { text: 'x' }, { if: (one, { lt }) => lt(one.updatedAt, new Date(0)) })
    db.Named.get({ id: 'i', born: new Date(0) })
    db.q.byTime({ updatedAt: { gte: new Date(0) } })
  })

  it('require a stored form for Dates and bigints, and for nothing without a value', () => {
    app.entity('Empty', {
      schema: shape<{ id: string; nothing: null; none?: never }>(),
      key: { pk: 'EMPTY#{id}', sk: 'EMPTY' },
    })
    // biome-ignore lint/suspicious/noExplicitAny: schemas have attributes of any type, such as z.any().
    type Anything = any
    app.entity('Open', {
      schema: shape<{ id: string; payload: Anything; more?: Anything }>(),
      key: { pk: 'OPEN#{id}', sk: 'OPEN' },
    })
    app.entity('Untyped', { schema: shape<Record<string, Anything>>(), key: { pk: '{id}', sk: 'UNTYPED' } })
  })
})

describe('verbs', () => {
  it('take exactly the attributes of the key', () => {
    expectTypeOf(db.Task.get).parameter(0).toEqualTypeOf<{ readonly id: string; readonly owner: string }>()
    // @ts-expect-error: id is missing
    db.Task.get({ owner: 'o' })
  })

  it('return the requested type', async () => {
    const key = { id: 'i', owner: 'o' }
    expectTypeOf(await db.Task.get(key, { select: ['title', 'count'] })).toEqualTypeOf<
      Pick<ItemOf<typeof TaskEntity>, 'title' | 'count'> | undefined
    >()
    expectTypeOf(await db.Task.update(key, { count: 1 })).toEqualTypeOf<ItemOf<typeof TaskEntity>>()
    expectTypeOf(await db.Task.update(key, { count: 1 }, { returning: 'none' })).toEqualTypeOf<undefined>()
    expectTypeOf(await db.Task.remove(key, { returning: 'old' })).toEqualTypeOf<
      ItemOf<typeof TaskEntity> | undefined
    >()
    const outcome = await db.Task.update(key, { count: 1 }).outcome()
    if (!outcome.ok) expectTypeOf(outcome.item).toEqualTypeOf<ItemOf<typeof TaskEntity> | undefined>()
  })

  it('set null only where an attribute may be null', () => {
    db.Counted.update({ id: 'i' }, { note: null })
    db.Counted.update({ id: 'i' }, (one, { set }) => [set(one.note, null), set(one.more.text, null)])
    // @ts-expect-error: an optional attribute is removed, not set to null
    db.Counted.update({ id: 'i' }, (one, { set }) => set(one.more, null))
    // @ts-expect-error: undefined is no value
    db.Counted.update({ id: 'i' }, (one, { set }) => set(one.note, undefined))
  })

  it('leave the version to the model', () => {
    expectTypeOf<ItemOf<typeof Counted>['writes']>().toEqualTypeOf<number>()
    // @ts-expect-error: every write increments it
    db.Counted.update({ id: 'i' }, { writes: 3 })
  })

  it('say which version a put replaces, and only a put of an entity with versions', () => {
    const task = { owner: 'o', id: 'i', status: 'open', count: 1, createdAt: new Date(0) } as const
    db.Task.put(task, { ifVersion: 1 })
    expectTypeOf(db.Task.put(task, { ifVersion: 1, returning: 'old' })).resolves.toEqualTypeOf<
      ItemOf<typeof TaskEntity> | undefined
    >()
    // @ts-expect-error: without it, a put would undo what others wrote
    db.Task.put(task)
    // @ts-expect-error: without it, a put would undo what others wrote
    db.Task.put(task, { returning: 'old' })
    // @ts-expect-error: undefined is no version
    db.Task.put(task, { ifVersion: undefined })
    db.Task.upsert(task)
    db.Timed.put({ id: 'i', text: 't' })
    db.Timed.put({ id: 'i', text: 't' }, { returning: 'old' })
  })

  it('know the types of nested values', () => {
    const key = { id: 'i', owner: 'o' }
    db.Task.update(key, (task, { set, at, add, remove }) => [
      set(at(task.labels, 'a').color, 'red'),
      set(at(task.labels, 'a'), { color: 'red' }),
      add(task.count, 1),
      remove(task.title),
      remove(at(task.labels, 'a')),
      remove([task.title, task.labels][0] as typeof task.title | typeof task.labels),
      // @ts-expect-error: a task has a status
      remove(task.status),
      // @ts-expect-error: a label has a color
      remove(at(task.labels, 'a').color),
      // @ts-expect-error: a color is text
      set(at(task.labels, 'a').color, 5),
      // @ts-expect-error: a title is not a number
      add(task.title, 1),
    ])
    // @ts-expect-error: the key cannot change
    db.Task.update(key, { owner: 'x' })
    // Missing attributes, and those that are not in the key, may be given as `undefined`.
    db.Task.update(key, { count: 1 }, { if: { title: undefined } })
    db.q.open({ status: 'open', createdAt: undefined })
    // @ts-expect-error: a status is one of two
    db.Task.update(key, { count: 1 }, { if: (task, { eq }) => eq(task.status, 'opne') })
    // Optional attributes are compared with their whole type.
    db.Task.update(key, { count: 1 }, { if: (task, { eq }) => eq(task.labels, { a: { color: 'red' } }) })
    // @ts-expect-error: a color is text
    db.Task.update(key, { count: 1 }, { if: (task, { eq }) => eq(task.labels, { a: { color: 5 } }) })
    // @ts-expect-error: a missing attribute is tested by `missing`
    db.Task.update(key, { count: 1 }, { if: (task, { eq }) => eq(task.title, undefined) })
  })
})

describe('the expiry of items', () => {
  const schema = shape<{ id: string; at: Date }>()
  const key = { pk: 'PASS#{id}' } as const
  const apart = table('Apart', { key: { pk: 'PK' }, ttl: 'ttl' })

  it('is stored in seconds, as DynamoDB requires, if it is in the TTL attribute of the table', () => {
    const plain = table('Plain', { key: { pk: 'PK' } })
    const named = table('Named', { key: { pk: 'PK' }, ttl: 'at' })
    plain.entity('Pass', { schema, key, ttl: 'at', stored: { at: 'epoch' } })
    // @ts-expect-error: in milliseconds, it would be thousands of years later
    plain.entity('Pass', { schema, key, ttl: 'at', stored: { at: 'epochMs' } })
    // @ts-expect-error: DynamoDB does not take text as a time
    named.entity('Pass', { schema, key, ttl: { attribute: 'at' }, stored: { at: 'date' } })
    apart.entity('Pass', { schema, key, ttl: 'at', stored: { at: 'epochMs' } })
  })
})

describe('entities that are unions', () => {
  type Payment =
    | { readonly kind: 'card'; readonly id: string; readonly last4: string }
    | { readonly kind: 'bank'; readonly id: string; readonly iban: string; readonly amount: number }
  const Payments = app.entity('Payment', {
    schema: shape<Payment>(),
    key: { pk: 'PAYMENT#{id}', sk: 'PAYMENT' },
    index: { GSI1: { pk: 'IBAN#{iban}', sk: '{id}' } },
  })
  const store = app.connect(
    { send: async () => ({}) },
    { entities: { Payments }, patterns: { byIban: Payments.query('GSI1') } },
  )

  it('are read as one of their members, and changed by the attributes of any', async () => {
    expectTypeOf<ItemOf<typeof Payments>>().toEqualTypeOf<Payment>()
    store.Payments.create({ kind: 'bank', id: '1', iban: 'x', amount: 2 })
    // @ts-expect-error: a card has no iban
    store.Payments.create({ kind: 'card', id: '1', iban: 'x', amount: 2 })
    store.Payments.update({ id: '1' }, { iban: 'y' }, { if: (one, { gt }) => gt(one.amount, 1) })
    store.Payments.update({ id: '1' }, (one, { add, set }) => [add(one.amount, 1), set(one.last4, '1234')])
    // @ts-expect-error: neither member has it
    store.Payments.update({ id: '1' }, { swift: 'y' })
    expectTypeOf((await store.Payments.get({ id: '1' }, { select: ['iban'] }))?.iban).toEqualTypeOf<
      string | undefined
    >()
    const { items } = await store.q.byIban({ iban: 'x' }, { filter: (one, { gt }) => gt(one.amount, 1) })
    const [first] = items
    if (first?.kind === 'bank') expectTypeOf(first.amount).toEqualTypeOf<number>()
  })
})

describe('patterns', () => {
  it('take values for the partition, and values or a range for the rest', () => {
    db.q.open({ status: 'open' })
    db.q.open({ status: 'open', createdAt: { gte: new Date(0) } })
    db.q.some({ owner: 'o', count: { lt: 5 } })
    // @ts-expect-error: the partition is missing
    db.q.open({})
    // @ts-expect-error: the partition takes a single value
    db.q.open({ status: { begins: 'o' } })
  })

  it('take a filter on their items per call; collections take none', () => {
    db.q.open({ status: 'open' }, { filter: (task, { gt }) => gt(task.count, 3) })
    db.q.open({ status: 'open' }, { filter: { count: 3 } })
    // @ts-expect-error: there is no such attribute
    db.q.open({ status: 'open' }, { filter: { cuont: 3 } })
    // @ts-expect-error: its members have different attributes
    db.q.mine({ owner: 'o' }, { filter: { count: 3 } })
  })

  it('return what is selected', async () => {
    type Item = ItemOf<typeof TaskEntity>
    expectTypeOf((await db.q.titles({ status: 'open' })).items).toEqualTypeOf<
      readonly Pick<Item, 'title' | 'count'>[]
    >()
    expectTypeOf((await db.q.titled({ id: 'i' })).items).toEqualTypeOf<readonly Pick<Item, 'title'>[]>()
    expectTypeOf((await db.q.scanned()).items).toEqualTypeOf<readonly Pick<Item, 'id'>[]>()
    expectTypeOf((await db.q.counts({ owner: 'o' })).items[0]).toEqualTypeOf<
      { readonly count: number } | undefined
    >()
    const { tasks, first } = await db.q.part({ owner: 'o' })
    expectTypeOf(tasks).toEqualTypeOf<readonly Pick<Item, 'title' | 'version'>[]>()
    expectTypeOf(first).toEqualTypeOf<Pick<Item, 'id'> | undefined>()
    const call = db.q.open({ status: 'open' }).select(['id'])
    expectTypeOf((await call).items).toEqualTypeOf<readonly Pick<Item, 'id'>[]>()
    for await (const one of call.all()) expectTypeOf(one).toEqualTypeOf<Pick<Item, 'id'>>()
    // @ts-expect-error: the index does not hold it
    TaskEntity.query('some', { select: ['status'] })
    // @ts-expect-error: there is no such attribute
    db.q.open({ status: 'open' }).select(['titel'])
    // @ts-expect-error: its members select for themselves
    db.q.mine({ owner: 'o' }).select(['id'])
  })

  it('count', async () => {
    expectTypeOf(await db.q.open({ status: 'open' }).count()).toEqualTypeOf<{
      readonly matched: number
      readonly scanned: number
    }>()
    expectTypeOf((await db.q.mine({ owner: 'o' }).count()).matched).toEqualTypeOf<number>()
  })

  it('return what their index holds', async () => {
    expectTypeOf((await db.q.keys({ id: 'i' })).items).toEqualTypeOf<
      readonly Pick<ItemOf<typeof TaskEntity>, never>[]
    >()
    expectTypeOf((await db.q.whole({ id: 'i' })).items).toEqualTypeOf<readonly ItemOf<typeof TaskEntity>[]>()
    expectTypeOf((await db.q.some({ owner: 'o' })).items[0]?.title).toEqualTypeOf<string | undefined>()
    expectTypeOf((await db.q.some({ owner: 'o' })).items[0]?.count).toEqualTypeOf<number | undefined>()
    const { tasks, first } = await db.q.mine({ owner: 'o' })
    expectTypeOf(tasks).toEqualTypeOf<readonly ItemOf<typeof TaskEntity>[]>()
    expectTypeOf(first).toEqualTypeOf<ItemOf<typeof TaskEntity> | undefined>()
  })
})
