import { describe, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { table } from '../table.ts'
import { within } from './within.ts'

interface Sale {
  readonly country: string
  readonly city: string
  readonly store: string
  readonly day: Date
  readonly total: number
}
const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    native: { pk: 'country', sk: ['city', { name: 'total', type: 'N' }, 'store'] },
    GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' },
    days: { pk: 'DAY_PK', sk: ['DAY_SK1', 'DAY_SK2'] },
  },
})
const SaleEntity = app.entity('Sale', {
  schema: shape<Sale>(),
  key: { pk: 'SALE#{country}', sk: '{city}#{store}#{day:iso}' },
  index: {
    native: {},
    GSI1: { pk: 'CITY#{city}', sk: '{day:iso}#{city}#{store}' },
    days: { pk: 'DAYS', sk: ['{day:iso}#{city}', '{store}'] },
  },
  stored: { day: 'date' },
})
const Visit = app.entity('Visit', {
  schema: shape<{ land: string; city: string; store: string; guest: string }>(),
  key: { pk: 'SALE#{land}', sk: '{city}#{store}#GUEST#{guest}' },
})
const db = app.connect(
  { send: async () => ({}) },
  {
    entities: { SaleEntity, Visit },
    patterns: {
      sales: SaleEntity.query('primary'),
      native: SaleEntity.query('native'),
      byDay: SaleEntity.query('GSI1'),
      days: SaleEntity.query('days'),
      all: app.collect(
        'primary',
        { sales: SaleEntity.many(), visits: Visit.many() },
        { within: within('city', 'store') },
      ),
    },
  },
)
const country = 'USA'
declare const asked: { readonly city?: string; readonly store?: string | undefined }

describe('arguments of a query', () => {
  it('give the parts of its sort key from the left', () => {
    db.q.sales({ country })
    db.q.sales({ country, city: 'c' })
    db.q.sales({ country, city: 'c', store: 's', day: { gte: new Date() } })
    // @ts-expect-error: there is no city
    db.q.sales({ country, store: 's' })
    // @ts-expect-error: there is no store
    db.q.sales({ country, city: 'c', day: new Date() })
    // @ts-expect-error: a range is no single value
    db.q.sales({ country, city: { begins: 'c' }, store: 's' })
    // @ts-expect-error: neither is a later one
    db.q.sales({ country, city: 'c', store: { gt: 's' }, day: new Date() })
  })

  it('may be missing, if they are mentioned: that is for the call to know', () => {
    const { city: first, store } = asked
    db.q.sales({ country, city: first, store })
    db.q.sales({ country, city: 'c', store: undefined, day: undefined })
    // @ts-expect-error: a city may be missing where a store is not
    db.q.sales({ country, ...asked })
    const given: Parameters<typeof db.q.sales>[0] = { country, city: 'c' }
    db.q.sales(given)
  })

  it('have names that it takes', () => {
    // @ts-expect-error: misspelt
    db.q.sales({ country, ctiy: 'c' })
  })

  it('follow keys of several attributes and templates', () => {
    db.q.native({ country, city: 'c', total: { gte: 5 } })
    // @ts-expect-error: there is no total
    db.q.native({ country, city: 'c', store: 's' })
    db.q.days({ day: new Date(0), city: 'c', store: 's' })
    // @ts-expect-error: there is no city
    db.q.days({ day: new Date(0), store: 's' })
    db.q.days()
  })

  it('may be in the sort key because they are in the partition', () => {
    db.q.byDay({ city: 'c' })
    db.q.byDay({ city: 'c', day: new Date(0), store: 's' })
    // @ts-expect-error: there is no day
    db.q.byDay({ city: 'c', store: 's' })
  })
})

describe('arguments of a collection', () => {
  it('give what its sort keys begin with from the left', () => {
    db.q.all({ land: 'USA', city: 'c', store: { begins: 's' } })
    db.q.all({ country, city: asked.city, store: asked.store })
    // @ts-expect-error: there is no city
    db.q.all({ country, store: 's' })
    // @ts-expect-error: misspelt
    db.q.all({ country, ctiy: 'c' })
    // @ts-expect-error: no partition
    db.q.all({ city: 'c' })
  })

  it('are named by attributes that all sort keys have', () => {
    const members = { sales: SaleEntity.many(), visits: Visit.many() }
    app.collect('primary', members, { within: within('city') })
    // @ts-expect-error: misspelt
    app.collect('primary', members, { within: within('ctiy') })
    const sk: string = '{city}#{store}'
    const Later = app.entity('Later', {
      schema: shape<Sale>(),
      key: { pk: 'SALE#{country}', sk },
      stored: { day: 'date' },
    })
    app.collect('primary', { later: Later.many() }, { within: within('city') })
    app.collect('primary', members, { within: within(...([sk] as [string, ...string[]])) })
    // @ts-expect-error: not in the key of sales
    app.collect('primary', members, { within: within('city', 'store', 'guest') })
  })
})
