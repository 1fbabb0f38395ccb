import { describe, expect, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { periods } from '../distribution/periods.ts'
import { shards } from '../distribution/shards.ts'
import { evolution } from '../evolution/evolution.ts'
import { snapshots } from '../history/history.ts'
import { model } from '../model.ts'
import { relations } from '../relations/relations.ts'
import { table } from '../table.ts'
import { compareLock, schemaLock } from './schema-lock.ts'

const schema = shape<{ id: string; email: string }>({ id: 'S', email: 'S' })

function before() {
  const app = table('App', { key: { pk: 'PK', sk: 'SK' }, indexes: { G: { pk: 'G1' } } })
  const User = app.entity('User', {
    schema,
    key: { pk: 'USER#{id}', sk: 'USER' },
    index: { G: { pk: '{email}' } },
  })
  return model({ entities: { User }, patterns: { byMail: User.query('G') } })
}

describe('a lock', () => {
  it('contains what stored items depend on', () => {
    expect(schemaLock(before())).toEqual({
      format: 3,
      tables: { App: { key: 'PK S, SK S', 'index G': 'global, G1 S, ALL', type: '_type' } },
      entities: {
        'App/User': {
          version: '1',
          key: 'PK = USER#{id}, SK = USER',
          'index G': 'G1 = {email}',
          'attribute id': 'S',
          'attribute email': 'S',
        },
      },
    })
  })

  it('equals itself after a round trip through JSON, whatever attributes are called', () => {
    const app = table('Races', { key: { pk: 'PK' } })
    const Race = app.entity('Race', {
      schema: shape<{ id: string; constructor: string; toString: string }>({
        id: 'S',
        constructor: 'S',
        toString: 'S',
      } as never),
      key: { pk: 'RACE#{id}' },
    })
    const races = model({ entities: { Race } })
    const lock = JSON.parse(JSON.stringify(schemaLock(races)))
    expect(lock.entities['Races/Race']).toMatchObject({ 'attribute constructor': 'S' })
    expect(compareLock(lock, races)).toEqual([])
  })

  it('ignores what patterns read', () => {
    const { entities } = before()
    expect(compareLock(schemaLock(before()), model({ entities }))).toEqual([])
  })

  it('reports changed keys, indexes, attributes and versions', () => {
    const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
    const User = app.entity('User', {
      schema: shape<{ id: string; email: number }>({ id: 'S', email: 'N' }),
      key: { pk: 'U#{id}', sk: 'USER' },
      evolution: evolution({ 2: { up: (item: object) => item } }),
    })
    const Note = app.entity('Note', { schema, key: { pk: 'NOTE#{id}', sk: 'NOTE' } })
    expect(compareLock(schemaLock(before()), model({ entities: { User, Note } }))).toEqual([
      { subject: 'App', fact: 'index G', before: 'global, G1 S, ALL' },
      { subject: 'App/Note', after: 'there' },
      { subject: 'App/User', fact: 'version', before: '1', after: '2' },
      {
        subject: 'App/User',
        fact: 'key',
        before: 'PK = USER#{id}, SK = USER',
        after: 'PK = U#{id}, SK = USER',
      },
      { subject: 'App/User', fact: 'index G', before: 'G1 = {email}' },
      { subject: 'App/User', fact: 'attribute email', before: 'S', after: 'N' },
    ])
  })

  it('reports relations that were added, changed or removed; a lock of the first format cannot', () => {
    const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
    const User = app.entity('User', {
      schema: shape<{ id: string; email: string; posts?: number; last?: number }>(),
      key: { pk: 'USER#{id}', sk: 'USER' },
      unique: { email: 'EMAIL#{email}' },
    })
    const Card = app.entity('Card', {
      schema: shape<{ id: string; email: string }>(),
      key: { pk: 'CARD#{id}', sk: 'CARD' },
    })
    const posts = { schema: shape<{ author: string; post: number; mail?: string }>() }
    const key = { pk: 'USER#{author}', sk: 'POST#{post:pad4}' } as const
    const Plain = app.entity('Post', { ...posts, key })
    const Post = app.entity('Post', {
      ...posts,
      key,
      sequence: { post: { of: User, by: { id: 'author' }, counter: 'last' } },
      belongsTo: {
        author: {
          entity: User,
          by: { id: 'author' },
          mustExist: true,
          count: 'posts',
          copy: { mail: 'email' },
        },
      },
    })
    const Copied = app.entity('User', {
      schema: shape<{ id: string; email: string }>(),
      key: { pk: 'USER#{id}', sk: 'USER' },
      copies: { card: { to: Card, attributes: ['email'], via: 'stream' } },
    })
    const plain = model({ entities: { User, Plain, Card } })
    const related = model({ entities: { User, Post, Card } })
    const added = [
      {
        subject: 'App/Post',
        fact: 'belongs to author',
        after: 'User by id = author, must exist, count posts, copy mail = email',
      },
      { subject: 'App/Post', fact: 'numbers post', after: 'User by id = author, counter last' },
    ]
    expect(compareLock(schemaLock(plain), related)).toEqual(added)
    expect(compareLock({ ...schemaLock(plain), format: 1 }, related)).toEqual([])
    expect(compareLock(schemaLock(related), plain)).toEqual(
      added.map(({ after, ...fact }) => ({ ...fact, before: after })),
    )
    expect(compareLock(schemaLock(plain), model({ entities: { Copied, Plain, Card } }))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fact: 'unique email' }),
        { subject: 'App/User', fact: 'copies card', after: 'Card: email, id, via stream' },
      ]),
    )
  })

  it('reports different sources of calculated places; a lock of an older format cannot', () => {
    const app = table('App', { key: { pk: 'PK', sk: 'SK' }, periods: periods('month') })
    const schema = shape<{ id: string; day: string; at: string; until?: Date }>({
      id: 'S',
      day: 'S',
      at: 'S',
    })
    const key = { pk: '{day}#{shard}', sk: '{id}' } as const
    const lockOf = (by: 'hash(id)' | 'hash(day)', period: 'day' | 'at', sk: string) => {
      const Log = app.entity('Log', {
        schema,
        key,
        period,
        shard: shards({ by, count: 4 }),
        history: snapshots({ key: { pk: 'OLD#{id}#{shard}', sk } }),
        ttl: 'until',
      })
      return model({ entities: { Log } })
    }
    const before = lockOf('hash(id)', 'day', 'V{version:pad4}')
    const after = lockOf('hash(day)', 'at', '{version:pad9}')
    const changed = [
      { subject: 'App/Log', fact: 'spread by', before: 'id', after: 'day' },
      { subject: 'App/Log', fact: 'period', before: 'day', after: 'at' },
      {
        subject: 'App/Log',
        fact: 'versions',
        before: 'OLD#{id}#{shard}, V{version:pad4}',
        after: 'OLD#{id}#{shard}, {version:pad9}',
      },
    ]
    expect(compareLock(schemaLock(before), after)).toEqual(changed)
    const { tables, entities } = schemaLock(before)
    const { 'spread by': _, period: __, versions: ___, ...facts } = entities['App/Log'] ?? {}
    const { ttl, ...rest } = tables['App'] ?? {}
    expect(ttl).toBe('until')
    const older = { format: 2, tables: { App: rest }, entities: { 'App/Log': facts } } as const
    expect(compareLock(older, after)).toEqual([])
  })
})
