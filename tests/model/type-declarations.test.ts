import { expect, it } from 'vitest'
import { compileProgram } from './type-cost.ts'

/* A package that exports its model writes declarations, in which every inferred type must have a name. */

const program = `import { model, shape, table } from '@monotable/model'
import { cache } from '@monotable/model/cache'
import { measure } from '@monotable/model/cost'
import { periods, replicas, shards } from '@monotable/model/distribution'
import { evolution } from '@monotable/model/evolution'
import { pointer, snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import { aggregate, changesIn, projection, streamHandler } from '@monotable/model/streams'
import { z } from 'zod'
export const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' }, keys: { pk: 'status', sk: 'SK', projection: 'KEYS_ONLY' } },
  relations,
  ttl: 'ttl',
})
export const User = app.entity('User', {
  schema: z.object({ user: z.string(), email: z.string(), tasks: z.number().optional(), last: z.number().optional() }),
  key: { pk: 'USER#{user}', sk: 'USER' },
  unique: { email: 'EMAIL#{email:lower}' },
  evolution: evolution({}),
})
export const Task = app.entity('Task', {
  schema: z.object({
    user: z.string(), number: z.number(), status: z.enum(['open', 'done']).default('open'), at: z.date(),
    labels: z.set(z.string()).optional(), owner: z.string().optional(),
  }),
  key: { pk: 'USER#{user}', sk: 'TASK#{number:pad6}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{at:iso}', partial: 'require' }, keys: {} },
  stored: { at: 'date', labels: 'set' },
  sequence: { number: { of: User, counter: 'last' } },
  belongsTo: { user: { entity: User, mustExist: true, count: 'tasks', copy: { owner: 'email' } } },
  limit: { labels: 3 },
})
export const Session = app.entity('Session', {
  schema: shape<{ token: string; until: Date }>(),
  key: { pk: 'SESSION#{token}', sk: 'SESSION' },
  ttl: { attribute: 'until', after: { hours: 8 } },
})
const text = shape<{ id: string; text: string }>()
export const Doc = app.entity('Doc', { schema: text, key: { pk: 'DOC#{id}', sk: 'DOC' }, history: snapshots() })
export const Plan = app.entity('Plan', { schema: text, key: { pk: 'PLAN#{id}', sk: 'PLAN' }, history: pointer() })
export const Log = app.entity('Log', {
  schema: text, key: { pk: 'LOG#{shard}', sk: '{id}' }, shard: shards({ by: 'hash(id)', count: 4 }),
})
export const Setting = app.entity('Setting', {
  schema: text, key: { pk: 'SETTING#{replica}', sk: '{id}' }, replicas: replicas(3),
})
export const monthly = table('Monthly', { key: { pk: 'PK', sk: 'SK' }, periods: periods('month') })
export const Entry = monthly.entity('Entry', {
  schema: shape<{ id: string; at: Date }>(), key: { pk: '{id}', sk: '{at:iso}' }, stored: { at: 'date' }, period: 'at',
})
export const patterns = {
  open: Task.query('GSI1', { order: 'newest', page: 20 }),
  user: app.collect('primary', { user: User.one(), tasks: Task.many() }),
  whole: Task.query('keys', { hydrate: true }),
  keys: Task.query('keys'),
  logs: Log.query('primary'),
  all: Task.scan('primary'),
}
export const ours = model({ entities: { User, Task, Session, Doc, Plan, Log, Setting }, patterns })
export const db = ours.connect('http://127.0.0.1:1', { cache: [cache(User, { size: 9, lifetime: { minutes: 1 } })] })
export const other = monthly.connect('http://127.0.0.1:1', { entities: { Entry }, patterns: { of: Entry.query('primary') } })
export const derive = {
  sessions: projection(User).into(Session, () => []),
  counts: aggregate(Task, { into: User, key: ({ user }) => ({ user }), add: () => ({ tasks: 1 }) }),
}
export const handler = streamHandler(ours, { client: 'http://127.0.0.1:1', derive, on: { Task: async ({ kind }) => kind } })
export const create = () => db.Task.create({ user: 'u', at: new Date(0) })
export const get = () => db.Task.get({ user: 'u', number: 1 })
export const update = () => db.Doc.update({ id: 'i' }, (doc, { set }) => set(doc.text, 't'))
export const outcome = () => db.Doc.put({ id: 'i', text: 't' }, { ifVersion: 1 }).outcome()
export const versions = () => db.Doc.versions({ id: 'i' })
export const stage = () => db.Plan.stage({ id: 'i', text: 't' })
export const page = () => db.q.open({ status: 'open' })
export const items = () => db.q.open({ status: 'open' }).all()
export const collection = () => db.q.user({ user: 'u' })
export const transaction = () => db.transact([create(), update()])
export const batch = () => db.batch.get([get()])
export const measured = () => measure(db, (db) => db.Doc.get({ id: 'i' }))
export const changes = (event: Parameters<typeof handler>[0]) => [...changesIn(ours, event)]
`

it('what is made from a model can be exported with declarations', () => {
  expect(compileProgram(program, ['--declaration', 'true']).errors).toEqual([])
})

it('declarations of an entity do not repeat those that it refers to', () => {
  const names = ['A', 'B', 'C', 'D', 'E']
  const entities = names.map((name, at) => {
    const parent = names[at - 1]
    const relation = `{ up: { entity: ${parent}, mustExist: true, count: 'n', copy: { of: 'label' } } }`
    return `export const ${name} = app.entity('${name}', {
      schema: z.object({ id: z.string(), n: z.number().optional(), label: z.string(), of: z.string().optional() }),
      key: { pk: '${name}#{id}', sk: '${name}' },
      version: true,
      timestamps: true,
      ${parent ? `belongsTo: ${relation},` : ''}
    })`
  })
  const chain = `import { model, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { z } from 'zod'
export const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
${entities.join('\n')}
export const ours = model({ entities: { ${names.join(', ')} } })
export const create = () => ours.connect('http://127.0.0.1:1').E.create({ id: '1', label: 'x' })
`
  const emit = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false']
  const { errors, declarations } = compileProgram(chain, emit)
  expect(errors).toEqual([])
  // Each entity twice, once by itself and once in the model; it had all its ancestors in it, several times.
  expect(declarations.match(/name: "A"/g)).toHaveLength(2)
  expect(declarations.match(/name: "E"/g)).toHaveLength(2)
  expect(declarations.length).toBeLessThan(40_000)
})
