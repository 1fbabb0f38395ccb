import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 43. A singleton: one item for the whole application. */

const app = table('Pattern43', { key: { pk: 'PK', sk: 'SK' } })
const Settings = app.entity('Settings', {
  schema: shape<{ theme?: string; visits?: number }>(),
  key: { pk: 'SETTINGS', sk: 'SETTINGS' },
})
const db = app.connect(await openClient(app), { entities: { Settings } })

await db.Settings.upsert({ theme: 'dark' })
await db.Settings.update({}, (settings, { add }) => add(settings.visits, 1))
assert.deepEqual(await db.Settings.get({}), { theme: 'dark', visits: 1 })
