import { describe, expect, it } from 'vitest'
import { within } from '../collections.ts'
import { shape, table } from '../index.ts'
import { model } from '../model.ts'
import { describeModel } from '../outputs.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byTotal: { pk: 'G1', sk: { name: 'total', type: 'N' } } },
})
interface Event {
  readonly user: string
  readonly at: Date
  readonly id: string
  readonly total: number
}
const Post = app.entity('Post', {
  schema: shape<Event>(),
  key: { pk: 'USER#{user}', sk: '{at:iso}#POST#{id}' },
  index: { byTotal: { pk: 'USER#{user}' } },
  stored: { at: 'date' },
})
const Like = app.entity('Like', {
  schema: shape<Omit<Event, 'user'> & { who: string }>(),
  key: { pk: 'USER#{who}', sk: '{at:iso}#LIKE#{id}' },
  index: { byTotal: { pk: 'USER#{who}' } },
  stored: { at: 'date' },
})
const members = { posts: Post.many(), likes: Like.many() }
const asked = model({
  entities: { Post, Like },
  patterns: {
    feed: app.collect('primary', members, { order: 'newest', within: within('at') }),
    sums: app.collect('byTotal', members, { within: within('total') }),
  },
})
const db = asked.connect({ send: () => Promise.reject(new Error('nothing is sent')) })
const day = new Date('2026-01-02')
const text = '2026-01-02T00:00:00.000Z'
/** The condition on the sort key, and its values. */
function sortOf(input: object): unknown[] {
  const { KeyConditionExpression = '', ExpressionAttributeValues = {} } = input as Sent
  const [, ...condition] = KeyConditionExpression.split(' AND ')
  return [condition.join(' AND '), ...Object.values(ExpressionAttributeValues).slice(1)]
}
interface Sent {
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeValues?: object
}

describe('a collection narrowed by what its sort keys begin with', () => {
  it.each([
    [{ gt: day }, ['#SK >= :v1', { S: `${text}#\u{10ffff}` }]],
    [{ gte: day }, ['#SK >= :v1', { S: text }]],
    [{ lt: day }, ['#SK <= :v1', { S: text }]],
    [{ lte: day }, ['#SK <= :v1', { S: `${text}#\u{10ffff}` }]],
    [{ begins: '2026-01' }, ['begins_with(#SK, :v1)', { S: '2026-01' }]],
    [day, ['begins_with(#SK, :v1)', { S: `${text}#` }]],
  ])('reads %o of all members with one condition', (at, expected) => {
    expect(sortOf(db.q.feed({ user: 'a', at }).params().input)).toEqual(expected)
    expect(sortOf(db.q.feed({ who: 'a', at }).params().input)).toEqual(expected)
  })

  it('reads by an attribute that is the key itself', () => {
    const { input } = db.q.sums({ user: 'a', total: { between: [1, 2] } }).params()
    expect(sortOf(input)).toEqual(['#total BETWEEN :v1 AND :v2', { N: '1' }, { N: '2' }])
  })

  it('is described with its arguments', () => {
    const [{ patterns }] = describeModel(asked).tables as [ReturnType<typeof describeModel>['tables'][number]]
    expect(patterns.map((one) => one.arguments)).toEqual([
      [
        { name: 'user', required: true, range: false },
        { name: 'at', required: false, range: true },
      ],
      [
        { name: 'user', required: true, range: false },
        { name: 'total', required: false, range: true },
      ],
    ])
  })

  it('accepts only declared arguments', () => {
    // @ts-expect-error: the collection does not declare it
    expect(() => db.q.feed({ user: 'a', id: 'x' }).params()).toThrow('"id" is not part of the partition')
    // @ts-expect-error: it is a Date
    expect(() => db.q.feed({ user: 'a', at: '2026' }).params()).toThrow('wants a Date')
  })

  it.each([
    ['other texts before', '#{at:iso}#X'],
    ['another way to write it', '{at}#X'],
    ['another value first', '{id}#{at:iso}#X'],
  ])('refuses members with %s', (_, sk) => {
    const Odd = app.entity('Odd', {
      schema: shape<Event>(),
      key: { pk: 'USER#{user}', sk: sk as '{at:iso}' },
      stored: { at: 'date' },
    })
    const wrong = { within: within('at') }
    expect(() => app.collect('primary', { posts: Post.many(), odd: Odd.many() }, wrong)).toThrow(
      `needs sort keys that begin alike up to {at} and a text after it, such as "#"; there are "{at:iso}#POST#{id}" (Post), "${sk}" (Odd)`,
    )
    expect(() => app.collect('primary', { posts: Post.many() }, { within: within('id') })).toThrow(
      'within "id"',
    )
  })

  it('refuses members whose keys end differently after a text', () => {
    const ending = (name: string, sk: string) =>
      app.entity(name, {
        schema: shape<Event>(),
        key: { pk: 'USER#{user}', sk: sk as '{id}' },
        stored: { at: 'date' },
      })
    const [One, Two, Three] = [ending('One', '{id}'), ending('Two', '{id}'), ending('Three', '{id}X')]
    const wanted = { within: within('id') }
    expect(() => app.collect('primary', { ones: One.many(), twos: Two.many() }, wanted)).not.toThrow()
    expect(() => app.collect('primary', { ones: One.many(), threes: Three.many() }, wanted)).toThrow(
      'begin alike up to {id} and a text after it',
    )
  })
})

describe('a parent that ends where its children go on, after a value whose end is visible', () => {
  const Ticket = app.entity('Ticket', {
    schema: shape<{ user: string; n: number; at: Date }>(),
    key: { pk: 'USER#{user}', sk: 'TICKET#{n:pad3}' },
    stored: { at: 'date' },
  })
  const Comment = app.entity('Comment', {
    schema: shape<{ user: string; n: number; id: string }>(),
    key: { pk: 'USER#{user}', sk: 'TICKET#{n:pad3}#COMMENT#{id}' },
  })
  const Draft = app.entity('Draft', {
    schema: shape<{ user: string; n: number }>(),
    key: { pk: 'USER#{user}', sk: 'TICKET#{n:pad3:desc}' },
  })
  const both = { tickets: Ticket.many(), comments: Comment.many() }
  const { q } = app.connect(
    { send: () => Promise.reject(new Error('nothing is sent')) },
    {
      entities: { Ticket, Comment, Draft },
      patterns: { whole: app.collect('primary', both, { within: within('n') }) },
    },
  )

  it.each([
    [2, ['begins_with(#SK, :v1)', { S: 'TICKET#002' }]],
    [{ gte: 2 }, ['BETWEEN', 'TICKET#002', 'TICKET#\u{10ffff}']],
    [{ gt: 2 }, ['BETWEEN', 'TICKET#002\u{10ffff}', 'TICKET#\u{10ffff}']],
    [{ lt: 2 }, ['BETWEEN', 'TICKET#', 'TICKET#001\u{10ffff}']],
    [{ lte: 2 }, ['BETWEEN', 'TICKET#', 'TICKET#002\u{10ffff}']],
    [{ between: [2, 3] as const }, ['BETWEEN', 'TICKET#002', 'TICKET#003\u{10ffff}']],
    [undefined, ['begins_with(#SK, :v1)', { S: 'TICKET#' }]],
  ])('is read together with them: %o', (n, [condition, low, high]) => {
    const wanted =
      condition === 'BETWEEN' ? ['#SK BETWEEN :v1 AND :v2', { S: low }, { S: high }] : [condition, low]
    expect(sortOf(q.whole({ user: 'a', n }).params().input)).toEqual(wanted)
  })

  it('is refused where they are encoded otherwise', () => {
    const other = { tickets: Ticket.many(), drafts: Draft.many() }
    expect(() => app.collect('primary', other, { within: within('n') })).toThrow('begin alike up to {n}')
  })
})
