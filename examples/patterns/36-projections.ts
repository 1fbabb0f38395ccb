import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 36. An index that holds only keys, with a batch get for the rest. */

const app = table('Pattern36', {
  key: { pk: 'PK' },
  indexes: { byOwner: { pk: 'owner', sk: 'name', projection: 'KEYS_ONLY' } },
})
const File = app.entity('File', {
  schema: shape<{ id: string; owner: string; name: string; bytes: Uint8Array }>(),
  key: { pk: 'FILE#{id}' },
  index: { byOwner: {} },
})
const db = app.connect(await openClient(app), {
  entities: { File },
  patterns: { names: File.query('byOwner'), files: File.query('byOwner', { hydrate: true }) },
})

await db.File.create({ id: '1', owner: 'ann', name: 'a.txt', bytes: new Uint8Array([1, 2, 3]) })
assert.deepEqual((await db.q.names({ owner: 'ann' })).items, [{ owner: 'ann', name: 'a.txt' }])
assert.equal((await db.q.files({ owner: 'ann' })).items[0]?.bytes.length, 3)
