import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 6. The case of keys is a declared policy, and never a silent change. */

const app = table('Pattern06', { key: { pk: 'PK', sk: 'SK' } })
const Tag = app.entity('Tag', { schema: shape<{ name: string }>(), key: { pk: 'TAGS', sk: '{name:lower}' } })
const Exact = app.entity('Exact', { schema: shape<{ name: string }>(), key: { pk: 'EXACT', sk: '{name}' } })
const db = app.connect(await openClient(app), { entities: { Tag, Exact } })

await db.Tag.create({ name: 'DynamoDB' })
assert.deepEqual(await db.Tag.get({ name: 'dynamodb' }), { name: 'DynamoDB' })
await db.Exact.create({ name: 'Ab' })
assert.equal(await db.Exact.get({ name: 'aB' }), undefined)
