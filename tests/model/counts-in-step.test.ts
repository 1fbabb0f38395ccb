import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import { evolution } from '@monotable/model/evolution'
import { snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, expect, it } from 'vitest'

/* Counts and sequence numbers in an item survive, whoever writes the whole item concurrently. */

const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, relations })
const config = {
  schema: shape<{ id: string; name?: string; orders?: number; last?: number }>(),
  key: { pk: 'CUSTOMER#{id}', sk: 'CUSTOMER' },
} as const
const older = shop.entity('Customer', config)
const declare = (more: object) => {
  const Customer = shop.entity('Customer', { ...config, ...more } as typeof config)
  const Order = shop.entity('Order', {
    schema: shape<{ id: string; number: number }>(),
    key: { pk: 'CUSTOMER#{id}', sk: 'ORDER#{number:pad4}' },
    sequence: { number: { of: Customer, counter: 'last' } },
    belongsTo: { customer: { entity: Customer, mustExist: true, count: 'orders' } },
  })
  return { Customer, Order }
}

let engine: Database
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(shop))
})
afterEach(() => engine.close())

it.each([
  ['with a history', { history: snapshots() }],
  ['of an older shape', { evolution: evolution({ 2: { up: (item: object) => item } }) }],
])('survive an update of an item %s', async (_, more) => {
  const entities = declare(more)
  const db = shop.connect(engine, { entities })
  await shop.connect(engine, { entities: { older } }).older.create({ id: '1' })
  let orders = 1
  const send = async (operation: never, input: never) => {
    const answer = await engine.send(operation, input)
    if (operation === 'GetItem' && orders-- > 0) await db.Order.create({ id: '1' })
    return answer
  }
  await shop.connect({ send }, { entities }).Customer.update({ id: '1' }, { name: 'Ann' })
  expect(await db.Customer.get({ id: '1' })).toMatchObject({ name: 'Ann', orders: 1, last: 1 })
  expect(await db.Order.create({ id: '1' })).toMatchObject({ number: 2 })
})
