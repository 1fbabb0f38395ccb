import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 37. An index with the table's own keys: a replica to read from, with as much of the items as its readers need. */

const app = table('Pattern37', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { replica: { pk: 'PK', sk: 'SK', projection: { include: ['name', 'price'] } } },
})
const Product = app.entity('Product', {
  schema: shape<{ category: string; id: string; name: string; price: number; description: string }>(),
  key: { pk: 'CATEGORY#{category}', sk: 'PRODUCT#{id}' },
  index: { replica: {} },
})
const db = app.connect(await openClient(app), {
  entities: { Product },
  patterns: { shelf: Product.query('replica') },
})

await db.Product.create({
  category: 'chairs',
  id: '1',
  name: 'Stool',
  price: 30,
  description: 'Three legs. '.repeat(100),
})
const { items } = await db.q.shelf({ category: 'chairs' })
assert.deepEqual(items, [{ name: 'Stool', price: 30 }])
