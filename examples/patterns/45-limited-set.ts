import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 45 and 48. A set with at most n members; adding twice is adding once. */

const app = table('Pattern45', { key: { pk: 'PK', sk: 'SK' } })
const Queue = app.entity('Queue', {
  schema: shape<{ inProgress?: Set<string> }>(),
  key: { pk: 'JOBQUEUE', sk: 'JOBQUEUE' },
})
const db = app.connect(await openClient(app), { entities: { Queue } })

await db.Queue.create({})
const start = (job: string) =>
  db.Queue.update({}, (queue, { include }) => include(queue.inProgress, job), {
    if: (queue, { or, missing, lt, size, contains }) =>
      or(missing(queue.inProgress), lt(size(queue.inProgress), 2), contains(queue.inProgress, job)),
  })
await start('JOB#1')
await start('JOB#2')
await start('JOB#2')
assert.equal((await start('JOB#3').outcome()).ok, false)
await db.Queue.update({}, (queue, { discard }) => discard(queue.inProgress, 'JOB#1'))
assert.deepEqual((await start('JOB#3')).inProgress, new Set(['JOB#2', 'JOB#3']))
