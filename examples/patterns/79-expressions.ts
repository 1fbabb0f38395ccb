import assert from 'node:assert/strict'
import { createPort, shape, table } from '@monotable/model'
import { buildExpressions } from '@monotable/model/expressions'
import { openClient } from './open-client.ts'

/* 79. Expressions built for requests that are made by hand. */

interface Product {
  readonly id: string
  readonly stock: number
  readonly tags?: Set<string>
}

const app = table('Pattern79', { key: { pk: 'id' }, type: false })
const Item = app.entity('Item', { schema: shape<Product>() })
const client = await openClient(app)
const db = app.connect(client, { entities: { Item } })
await db.Item.create({ id: '1', stock: 2 })

const take = buildExpressions<Product>({
  update: (product, { add, include }) => [add(product.stock, -1), include(product.tags, 'sold')],
  condition: (product, { and, gt, exists }) => and(exists(product.id), gt(product.stock, 0)),
})
assert.deepEqual(take, {
  UpdateExpression: 'ADD #stock :v0, #tags :v1',
  ConditionExpression: 'attribute_exists(#id) AND #stock > :v2',
  ExpressionAttributeNames: { '#stock': 'stock', '#tags': 'tags', '#id': 'id' },
  ExpressionAttributeValues: { ':v0': { N: '-1' }, ':v1': { SS: ['sold'] }, ':v2': { N: '0' } },
})

const port = createPort(client)
await port.send('UpdateItem', { TableName: 'Pattern79', Key: { id: { S: '1' } }, ...take })
assert.deepEqual(await db.Item.get({ id: '1' }), { id: '1', stock: 1, tags: new Set(['sold']) })
