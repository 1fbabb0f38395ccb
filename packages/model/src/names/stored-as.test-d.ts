import { describe, expectTypeOf, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { InputOf, ItemOf } from '../entity.ts'
import { table } from '../table.ts'
import { storedAs } from './stored-as.ts'

const app = table('App', {
  key: { pk: 'id', sk: 'SK' },
  indexes: {
    byName: { pk: 'cn', projection: { include: ['ph', 'note'] } },
    byDay: { pk: 'GSI1PK', sk: 'd', projection: 'KEYS_ONLY' },
  },
})
type Row = {
  id: string
  customerName: string
  phone: string
  note?: string
  day: string
  address?: { street: string; city: string }
  lines: { price: number }[]
}
const declare = { schema: shape<Row>(), key: { pk: '{id}', sk: 'CUSTOMER' } } as const
const Customer = app.entity('Customer', {
  ...declare,
  index: { byName: {}, byDay: { pk: 'DAYS' } },
  version: true,
  storedAs: storedAs({
    customerName: 'cn',
    phone: 'ph',
    day: 'd',
    version: 'v',
    'address.street': 's',
    'lines[].price': 'p',
  }),
})
const byName = Customer.query('byName')
const byDay = Customer.query('byDay')
const db = app.connect(
  { send: async () => ({}) },
  { entities: { Customer }, patterns: { byName, byDay, all: Customer.query('primary') } },
)

describe('stored names', () => {
  it('do not appear in items, inputs, changes, conditions and selections', () => {
    expectTypeOf<ItemOf<typeof Customer>>().toEqualTypeOf<Row & { readonly version: number }>()
    expectTypeOf<InputOf<typeof Customer>>().toEqualTypeOf<Row>()
    db.Customer.update({ id: '1' }, { customerName: 'a' }, { if: { phone: '1' } })
    db.Customer.update({ id: '1' }, (item, { set }) => set(item.address.street, 'x'))
    db.Customer.get({ id: '1' }, { select: ['customerName'] })
    // @ts-expect-error that is its name in the table
    db.Customer.update({ id: '1' }, { cn: 'a' })
    // @ts-expect-error that is its name in the table
    db.Customer.get({ id: '1' }, { select: ['cn'] })
  })

  it('are the names in keys and projections of indexes', () => {
    db.q.byName({ customerName: 'a' })
    // @ts-expect-error that is its name in the table
    db.q.byName({ cn: 'a' })
    type Found = Awaited<ReturnType<typeof db.q.byName>>['items'][number]
    expectTypeOf<Pick<Found, 'id' | 'customerName' | 'phone' | 'note'>>().toEqualTypeOf<
      Pick<Row, 'id' | 'customerName'> & { phone?: string; note?: string }
    >
    expectTypeOf<keyof Found>().toEqualTypeOf<'id' | 'customerName' | 'phone' | 'note'>()
    type Keys = Awaited<ReturnType<typeof db.q.byDay>>['items'][number]
    expectTypeOf<keyof Keys>().toEqualTypeOf<'id' | 'day'>()
    db.q.byDay({ day: { gte: '2026' } })
  })

  it('apply to the key of a table whose key is attributes as they are', () => {
    const plain = table('Plain', { key: { pk: 'u', sk: 't' } })
    const Visit = plain.entity('Visit', {
      schema: shape<{ user: string; at: string; page: string }>(),
      storedAs: storedAs({ user: 'u', at: 't' }),
    })
    const visits = plain.connect({ send: async () => ({}) }, { entities: { Visit } })
    visits.Visit.get({ user: 'a', at: '2026' })
    // @ts-expect-error that is its name in the table
    visits.Visit.get({ u: 'a', t: '2026' })
  })

  it('belong to existing attributes, and differ from other attributes', () => {
    // @ts-expect-error there is no such attribute
    app.entity('Wrong', { ...declare, storedAs: storedAs({ custmerName: 'cn' }) })
    // @ts-expect-error there is no such attribute
    app.entity('Wrong', { ...declare, storedAs: storedAs({ 'adress.street': 's' }) })
    // @ts-expect-error another attribute has that name
    app.entity('Wrong', { ...declare, storedAs: storedAs({ customerName: 'phone' }) })
    app.entity('Right', { ...declare, storedAs: storedAs({ customerName: 'customerName' }) })
    app.entity('Any', {
      schema: shape<{ id: string; [name: string]: string }>(),
      key: { pk: '{id}', sk: 'ANY' },
      storedAs: storedAs({ id: 'id', more: 'm' }),
    })
  })
})
