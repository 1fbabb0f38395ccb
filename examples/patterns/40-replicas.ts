import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { replicas } from '@monotable/model/distribution'
import { openClient } from './open-client.ts'

/* 40. Copies of a hot record: reads use a random one, writes go to all of them together. */

const app = table('Pattern40', { key: { pk: 'PK' } })
const Settings = app.entity('Settings', {
  schema: shape<{ theme: string }>(),
  key: { pk: 'GLOBAL_SETTINGS_{replica:pad2}' },
  replicas: replicas(3),
})
const db = app.connect(await openClient(app), {
  entities: { Settings },
  patterns: { all: Settings.scan('primary') },
})

await db.Settings.create({ theme: 'dark' })
await db.Settings.update({}, { theme: 'light' })
const read = new Set<string>()
while (read.size < 3) {
  read.add(JSON.stringify(db.Settings.get({}).params().input))
  assert.deepEqual(await db.Settings.get({}), { theme: 'light' })
}
assert.equal((await db.q.all()).items.length, 3)
