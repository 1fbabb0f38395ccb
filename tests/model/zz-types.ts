import { shape, table } from '@monotable/model'
import { shards, replicas, periods } from '@monotable/model/distribution'
import { snapshots } from '@monotable/model/history'
const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
app.entity('A', { schema: shape<{ id: string }>(), key: { pk: 'A#{id}#{shard}', sk: 'A' }, shard: shards({ by: 'hash(ordr)', count: 3 }) })
app.entity('B', { schema: shape<{ id: string }>(), key: { pk: 'A#{id}#{shard}', sk: 'A' } })
app.entity('C', { schema: shape<{ id: string }>(), key: { pk: 'A#{id}#{shard}', sk: 'A' }, replicas: replicas(3) })
const events = table('E', { key: { pk: 'PK' }, periods: periods('month') })
events.entity('D', { schema: shape<{ id: string; at: string }>(), key: { pk: 'A#{id}' }, period: 'when' })
const F = app.entity('F', { schema: shape<{ id: string }>(), key: { pk: 'A#{id}', sk: 'A' }, history: snapshots() })
const db = app.connect({ send: async () => ({}) }, { entities: { F } })
db.F.version({ id: 'x' }, '3')
db.F.commit({ id: 'x' }, { version: 1, ifVersion: 0 })
shards({ by: 'order', count: 3 })
