import { describe, expectTypeOf, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { InputOf, ItemOf } from '../entity.ts'
import { table } from '../table.ts'
import { relations } from './relations.ts'

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
const User = app.entity('User', {
  schema: shape<{ user: string; name: string; orders?: number; last?: number }>(),
  key: { pk: 'USER#{user}', sk: 'USER' },
})
const Order = app.entity('Order', {
  schema: shape<{ user: string; number: number; total: number; userName: string }>(),
  key: { pk: 'USER#{user}', sk: 'ORDER#{number:pad6}' },
  sequence: { number: { of: User, counter: 'last' } },
  belongsTo: { user: { entity: User, mustExist: true, count: 'orders', copy: { userName: 'name' } } },
})
const Note = app.entity('Note', {
  schema: shape<{ id: string; user: string; userName?: string }>(),
  key: { pk: 'NOTE#{id}', sk: 'NOTE' },
  belongsTo: { user: { entity: User, count: 'orders', copy: { userName: 'name' }, via: 'stream' } },
})
const db = app.connect({ send: async () => ({}) }, { entities: { User, Order, Note } })

describe('relations', () => {
  it('fill in numbers and copies, which are optional in input and present in results', () => {
    expectTypeOf<{ user: string; total: number }>().toExtend<InputOf<typeof Order>>()
    expectTypeOf<ItemOf<typeof Order>['number']>().toEqualTypeOf<number>()
    expectTypeOf<ItemOf<typeof Order>['userName']>().toEqualTypeOf<string>()
  })

  it('keep counters and copies, which no update sets', () => {
    db.User.update({ user: 'u' }, { name: 'n' })
    // @ts-expect-error: orders count it
    db.User.update({ user: 'u' }, { orders: 1 })
    // @ts-expect-error: orders are numbered by it
    db.User.update({ user: 'u' }, { last: 1 })
    // @ts-expect-error: it is a copy of the user's name
    db.Order.update({ user: 'u', number: 1 }, { userName: 'n' })
    // A stream follows the user's name later, and leaves to updates what is there until then.
    db.Note.update({ id: 'n' }, { userName: 'n' })
    // Nobody keeps them in a database without orders.
    app.connect({ send: async () => ({}) }, { entities: { User } }).User.update({ user: 'u' }, { orders: 1 })
  })

  it('of a transaction return each result in its place', async () => {
    const [user, order, gone] = await db.transact([
      db.User.update({ user: 'u' }, { name: 'n' }),
      db.Order.create({ user: 'u', total: 1 }),
      db.User.remove({ user: 'v' }),
    ])
    expectTypeOf(user.name).toEqualTypeOf<string>()
    expectTypeOf(order.number).toEqualTypeOf<number>()
    expectTypeOf(gone).toEqualTypeOf<undefined>()
  })

  it('have typed violations', async () => {
    const outcome = await db.User.remove({ user: 'u' }).outcome()
    if (outcome.ok) return
    if (outcome.reason === 'unique') expectTypeOf(outcome.constraint).toEqualTypeOf<string>()
    if (outcome.reason === 'limit') expectTypeOf(outcome.limit).toEqualTypeOf<number>()
    if (outcome.reason === 'children') expectTypeOf(outcome.counter).toEqualTypeOf<string>()
    if (outcome.reason === 'exists') expectTypeOf(outcome.item?.name).toEqualTypeOf<string | undefined>()
  })
})
