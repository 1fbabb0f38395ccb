import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 21. A materialised graph: nodes with typed edges, followed in both directions. */

const graph = table('Pattern21', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { inbound: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Person = graph.entity('Person', {
  schema: shape<{ id: string; name: string }>(),
  key: { pk: 'NODE#{id}', sk: 'PERSON' },
})
const Edge = graph.entity('Edge', {
  schema: shape<{ id: string; kind: 'knows' | 'worksAt' | 'bornOn'; to: string; since?: string }>(),
  key: { pk: 'NODE#{id}', sk: 'EDGE#{kind}#{to}' },
  index: { inbound: { pk: 'TARGET#{to}', sk: '{kind}#{id}' } },
})
const db = graph.connect(await openClient(graph), {
  entities: { Person, Edge },
  patterns: {
    node: graph.collect('primary', { person: Person.one(), edges: Edge.many() }),
    out: Edge.query('primary'),
    in: Edge.query('inbound'),
  },
})

await db.batch.write([
  db.Person.put({ id: '1', name: 'Ann' }),
  db.Person.put({ id: '2', name: 'Bob' }),
  db.Edge.put({ id: '1', kind: 'knows', to: '2', since: '2020' }),
  db.Edge.put({ id: '1', kind: 'bornOn', to: '1980-12-19' }),
  db.Edge.put({ id: '2', kind: 'knows', to: '1' }),
  db.Edge.put({ id: '2', kind: 'bornOn', to: '1980-12-19' }),
])
const { person, edges } = await db.q.node({ id: '1' })
assert.deepEqual([person?.name, edges.length], ['Ann', 2])
const targets = async (kind: 'knows' | 'bornOn') =>
  (await db.q.out({ id: '1', kind })).items.map(({ to }) => to)
assert.deepEqual(await targets('knows'), ['2'])
const { items } = await db.q.in({ to: '1980-12-19', kind: 'bornOn' })
assert.deepEqual(
  items.map(({ id }) => id),
  ['1', '2'],
)
