import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { evolution, planMigration, runMigration } from '@monotable/model/evolution'
import { openClient } from './open-client.ts'

/* 62. A new version of an entity: items are upgraded when they are read, and rewritten by a parallel scan. */

const app = table('Pattern62', { key: { pk: 'PK' }, indexes: { byLast: { pk: 'G1', sk: 'S1' } } })
interface First {
  readonly id: string
  readonly name: string
}
const Before = app.entity('Person', { schema: shape<First>(), key: { pk: 'PERSON#{id}' } })
const Person = app.entity('Person', {
  schema: shape<{ id: string; first: string; last: string }>(),
  key: { pk: 'PERSON#{id}' },
  index: { byLast: { pk: 'PERSONS', sk: '{last}#{first}' } },
  evolution: evolution({
    2: {
      up: ({ id, name }: First) => {
        const [first = '', last = ''] = name.split(' ')
        return { id, first, last }
      },
    },
  }),
})
const people = model({ entities: { Person }, patterns: { byLast: Person.query('byLast') } })
const client = await openClient(app)
const old = app.connect(client, { entities: { Before } })
await old.Before.create({ id: '1', name: 'Ada Lovelace' })
await old.Before.create({ id: '2', name: 'Alan Turing' })

const db = people.connect(client)
assert.deepEqual(await db.Person.get({ id: '1' }), { id: '1', first: 'Ada', last: 'Lovelace' })
assert.equal((await db.q.byLast()).items.length, 0)

const [plan] = await planMigration(client, people)
assert.equal(plan?.changed, 2)
await runMigration(client, people, { segments: 2 })
assert.deepEqual(
  (await db.q.byLast()).items.map(({ last }) => last),
  ['Lovelace', 'Turing'],
)
