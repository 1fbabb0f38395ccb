import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { cache } from '@monotable/model/cache'
import { measure } from '@monotable/model/cost'
import { openClient } from './open-client.ts'

/* 78. A cache in front of hot reads: reads by key are answered from memory, and writes go through it. */

const app = table('Pattern78', { key: { pk: 'PK' } })
const Product = app.entity('Product', {
  schema: shape<{ sku: string; name: string; price: number }>(),
  key: { pk: 'PRODUCT#{sku}' },
})
const db = app.connect(await openClient(app), {
  entities: { Product },
  cache: [cache(Product, { size: 1000, lifetime: { minutes: 1 } })],
})

await db.Product.create({ sku: '1', name: 'Chair', price: 40 })
const { value, units } = await measure(db, async (db) => {
  for (let reader = 0; reader < 100; reader++) await db.Product.get({ sku: '1' })
  const { price } = await db.Product.update({ sku: '1' }, { price: 45 })
  return [price, (await db.Product.get({ sku: '1' }))?.price]
})
assert.deepEqual(value, [45, 45])
assert.deepEqual([units.read, units.write], [0, 1])
// A consistent read bypasses it.
assert.equal((await db.Product.get({ sku: '1' }, { consistent: true }).measured()).units.read, 1)
