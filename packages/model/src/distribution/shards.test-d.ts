import { describe, expectTypeOf, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { InputOf, ItemOf } from '../entity.ts'
import { pointer, snapshots } from '../history/history.ts'
import { table } from '../table.ts'
import { periods } from './periods.ts'
import { replicas, shards } from './shards.ts'

interface Log {
  readonly day: string
  readonly at: string
  readonly orderId: string
}
const app = table('App', { key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } } })
const Hashed = app.entity('Hashed', {
  schema: shape<Log>(),
  key: { pk: '{day}_{shard}', sk: '{at}' },
  shard: shards({ by: 'hash(orderId, at)', count: 4 }),
})
const Drawn = app.entity('Drawn', {
  schema: shape<Log>(),
  key: { pk: 'DRAWN#{day}#{shard}', sk: '{at}' },
  index: { GSI1: { pk: 'ORDERS#{shard}', sk: '{orderId}' } },
  shard: shards({ by: 'random', count: 4 }),
})
const Copied = app.entity('Copied', {
  schema: shape<{ name: string }>(),
  key: { pk: 'COPIED#{replica}', sk: '{name}' },
  replicas: replicas(3),
})
const Kept = app.entity('Kept', {
  schema: shape<{ name: string }>(),
  key: { pk: 'KEPT#{name}', sk: 'KEPT' },
  history: snapshots(),
})
const Staged = app.entity('Staged', {
  schema: shape<{ name: string }>(),
  key: { pk: 'STAGED#{name}', sk: 'STAGED' },
  history: pointer(),
})
const events = table('Events', { key: { pk: 'PK' }, periods: periods('month') })
const Event = events.entity('Event', {
  schema: shape<{ id: string; at: Date; kind?: string }>(),
  key: { pk: 'EVENT#{id}' },
  period: 'at',
  stored: { at: 'date' },
})
const client = { send: async () => ({}) }
const db = app.connect(client, {
  entities: { Hashed, Drawn, Copied, Kept, Staged },
  patterns: {
    hashed: Hashed.query('primary'),
    drawn: Drawn.query('GSI1'),
    copied: Copied.query('primary'),
    collected: app.collect('primary', { drawn: Drawn.many() }),
  },
})

describe('shards', () => {
  it('that are calculated are addressed by their sources', () => {
    expectTypeOf(db.Hashed.get)
      .parameter(0)
      .toEqualTypeOf<{ readonly day: string; readonly at: string; readonly orderId: string }>()
    expectTypeOf<ItemOf<typeof Hashed>>().toEqualTypeOf<Log>()
    db.q.hashed({ day: 'd' })
    db.q.hashed({ day: 'd', orderId: 'o', at: 'a' })
    db.q.hashed({ day: 'd', shard: 3 })
    // @ts-expect-error: the day is missing
    db.q.hashed({ orderId: 'o' })
  })

  it('that are drawn are part of the item, and of its key', () => {
    expectTypeOf<ItemOf<typeof Drawn>>().toEqualTypeOf<Log & { readonly shard: number }>()
    expectTypeOf<InputOf<typeof Drawn>>().toEqualTypeOf<Log & { readonly shard?: number }>()
    expectTypeOf(db.Drawn.get)
      .parameter(0)
      .toEqualTypeOf<{ readonly day: string; readonly at: string; readonly shard: number }>()
    db.q.drawn()
    db.q.drawn({ orderId: { begins: 'o' } })
    db.q.collected({ day: 'd' })
  })

  it('are calculated from existing attributes', () => {
    app.entity('Wrong', {
      schema: shape<Log>(),
      key: { pk: '{day}_{shard}', sk: '{at}' },
      // @ts-expect-error: there is no attribute "order"
      shard: shards({ by: 'hash(order)', count: 4 }),
    })
    // @ts-expect-error: without shards, there is no {shard}
    app.entity('Without', { schema: shape<Log>(), key: { pk: '{day}_{shard}', sk: '{at}' } })
    // @ts-expect-error: not a valid way to spread
    shards({ by: 'orderId', count: 4 })
  })
})

describe('replicas and periods', () => {
  it('the input has no replica, and updates cannot change the date', () => {
    expectTypeOf(db.Copied.get).parameter(0).toEqualTypeOf<{ readonly name: string }>()
    db.q.copied()
    const store = events.connect(client, {
      entities: { Event },
      patterns: { events: Event.query('primary') },
    })
    expectTypeOf(store.Event.get).parameter(0).toEqualTypeOf<{ readonly id: string; readonly at: Date }>()
    store.q.events({ id: 'i', at: { gte: new Date(0) } })
    // @ts-expect-error: the date cannot change
    store.Event.update({ id: 'i', at: new Date(0) }, { at: new Date(1) })
    // @ts-expect-error: there is no such attribute
    events.entity('Wrong', { schema: shape<{ id: string }>(), key: { pk: '{id}' }, period: 'when' })
  })
})

describe('histories', () => {
  it('add verbs, and count versions', async () => {
    expectTypeOf<ItemOf<typeof Kept>>().toEqualTypeOf<{ name: string } & { readonly version: number }>()
    expectTypeOf(await db.Kept.version({ name: 'n' }, 1)).toEqualTypeOf<ItemOf<typeof Kept> | undefined>()
    expectTypeOf((await db.Kept.versions({ name: 'n' })).items).toEqualTypeOf<
      readonly ItemOf<typeof Kept>[]
    >()
    await db.Staged.commit({ name: 'n' }, { version: 2, ifVersion: 1 })
    // @ts-expect-error: only versions behind a pointer can be staged
    db.Kept.stage({ name: 'n' })
    // @ts-expect-error: there is no history, so there are no versions
    db.Hashed.versions({})
  })
})
