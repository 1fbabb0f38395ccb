import { describe, expectTypeOf, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { InputOf, ItemOf, StoredOf } from '../entity.ts'
import { table } from '../table.ts'

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, indexes: { byEmail: { pk: 'email' } } })
type Row = { id: string; email: string; hash: string; source: 'web' | 'app'; note?: string }
const User = app.entity('User', {
  schema: shape<Row>(),
  key: { pk: 'USER#{id}', sk: 'USER' },
  index: { byEmail: {} },
  readOnly: ['source'],
  hidden: ['hash'],
})
const db = app.connect(
  { send: async () => ({}) },
  {
    entities: { User },
    patterns: {
      byEmail: User.query('byEmail', { filter: (one, { exists }) => exists(one.hash) }),
      hashes: User.query('byEmail', { select: ['id', 'hash'] }),
      together: app.collect('primary', { user: User.one(), hashed: User.many({ select: ['hash'] }) }),
    },
  },
)
type Shown = Omit<Row, 'hash'>

describe('a hidden attribute', () => {
  it('is not in results', async () => {
    expectTypeOf<ItemOf<typeof User>>().toEqualTypeOf<Shown>()
    expectTypeOf(await db.User.get({ id: '1' })).toEqualTypeOf<Shown | undefined>()
    expectTypeOf(await db.User.update({ id: '1' }, { note: 'x' })).toEqualTypeOf<Shown>()
    expectTypeOf(await db.User.remove({ id: '1' }, { returning: 'old' })).toEqualTypeOf<Shown | undefined>()
    expectTypeOf((await db.q.byEmail({ email: 'e' })).items).toEqualTypeOf<readonly Shown[]>()
    const { user } = await db.q.together({ id: '1' })
    expectTypeOf(user).toEqualTypeOf<Shown | undefined>()
    const outcome = await db.User.create({ id: '1', email: 'e', hash: 'h', source: 'web' }).outcome()
    if (!outcome.ok && outcome.reason === 'exists')
      expectTypeOf(outcome.item).toEqualTypeOf<Shown | undefined>()
  })

  it('can be selected, and used in input, conditions, filters and changes', async () => {
    expectTypeOf(await db.User.get({ id: '1' }, { select: ['hash'] })).toEqualTypeOf<
      { hash: string } | undefined
    >()
    expectTypeOf((await db.q.hashes({ email: 'e' })).items).toEqualTypeOf<
      readonly Pick<Row, 'id' | 'hash'>[]
    >()
    const { hashed } = await db.q.together({ id: '1' })
    expectTypeOf(hashed).toEqualTypeOf<readonly Pick<Row, 'hash'>[]>()
    expectTypeOf<InputOf<typeof User>>().toEqualTypeOf<Row>()
    expectTypeOf<StoredOf<typeof User>>().toEqualTypeOf<Row>()
    await db.User.update({ id: '1' }, { hash: 'new' }, { if: { hash: 'old' } })
  })

  it('has to exist', () => {
    const declare = { schema: shape<Row>(), key: { pk: 'USER#{id}', sk: 'USER' } } as const
    // @ts-expect-error there is no such attribute
    app.entity('Wrong', { ...declare, hidden: ['hush'] })
    // @ts-expect-error there is no such attribute
    app.entity('Wrong', { ...declare, readOnly: ['sauce'] })
  })

  it('is omitted from each member of a union', () => {
    const Either = app.entity('Either', {
      schema: shape<{ id: string; kind: 'a'; key: string } | { id: string; kind: 'b'; other: number }>(),
      key: { pk: 'EITHER#{id}', sk: 'EITHER' },
      hidden: ['key'],
    })
    expectTypeOf<ItemOf<typeof Either>>().toEqualTypeOf<
      | Omit<{ id: string; kind: 'a'; key: string }, 'key'>
      | Omit<{ id: string; kind: 'b'; other: number }, 'key'>
    >()
  })
})

describe('a read-only attribute', () => {
  it('is set when an item is created, and by no update', () => {
    db.User.create({ id: '1', email: 'e', hash: 'h', source: 'web' })
    // @ts-expect-error it is read-only
    db.User.update({ id: '1' }, { source: 'app' })
  })
})
