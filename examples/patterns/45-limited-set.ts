import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 45 and 48. A set with at most n members; adding twice is adding once. */

const app = table('Pattern45', { key: { pk: 'PK', sk: 'SK' }, relations })
const Queue = app.entity('Queue', {
  schema: shape<{ inProgress?: Set<string> }>(),
  key: { pk: 'JOBQUEUE', sk: 'JOBQUEUE' },
  limit: { inProgress: 2 },
})
const db = app.connect(await openClient(app), { entities: { Queue } })

await db.Queue.create({})
const start = (job: string) => db.Queue.update({}, (queue, { include }) => include(queue.inProgress, job))
await start('JOB#1')
await start('JOB#2')
await start('JOB#2')
assert.deepEqual(await start('JOB#3').outcome(), {
  ok: false,
  reason: 'limit',
  entity: 'Queue',
  attribute: 'inProgress',
  limit: 2,
})
await db.Queue.update({}, (queue, { discard }) => discard(queue.inProgress, 'JOB#1'))
assert.deepEqual((await start('JOB#3')).inProgress, new Set(['JOB#2', 'JOB#3']))
