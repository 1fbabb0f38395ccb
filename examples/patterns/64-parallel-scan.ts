import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 64. A parallel scan: segments are read in parallel, in no particular order. */

const app = table('Pattern64', { key: { pk: 'PK' } })
const Thing = app.entity('Thing', { schema: shape<{ id: number }>(), key: { pk: 'THING#{id}' } })
const db = app.connect(await openClient(app), {
  entities: { Thing },
  patterns: { things: Thing.scan('primary') },
})

await db.batch.write(Array.from({ length: 50 }, (_, id) => db.Thing.put({ id })))
const found = new Set<number>()
for await (const { id } of db.q.things().all({ segments: 4 })) found.add(id)
assert.equal(found.size, 50)
