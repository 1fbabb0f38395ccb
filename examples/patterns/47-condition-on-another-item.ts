import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 47. A condition on another item: nothing is written to a project that is closed or does not exist. */

const app = table('Pattern47', { key: { pk: 'PK', sk: 'SK' } })
const Project = app.entity('Project', {
  schema: shape<{ project: string; status: 'open' | 'closed' }>(),
  key: { pk: 'PROJECT#{project}', sk: 'PROJECT' },
})
const Task = app.entity('Task', {
  schema: shape<{ project: string; task: string }>(),
  key: { pk: 'PROJECT#{project}', sk: 'TASK#{task}' },
})
const db = app.connect(await openClient(app), { entities: { Project, Task } })

const add = (project: string, task: string) =>
  db.transact([db.Project.check({ project }, { if: { status: 'open' } }), db.Task.create({ project, task })])
await db.Project.create({ project: 'a', status: 'open' })
await add('a', '1')
await db.Project.update({ project: 'a' }, { status: 'closed' })
assert.deepEqual(await add('a', '2').outcome(), {
  ok: false,
  entity: 'Project',
  reason: 'condition',
  member: 0,
  item: { project: 'a', status: 'closed' },
})
assert.deepEqual(await add('b', '1').outcome(), {
  ok: false,
  entity: 'Project',
  reason: 'missing',
  member: 0,
  item: undefined,
})
