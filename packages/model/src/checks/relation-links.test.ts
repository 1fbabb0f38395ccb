import { expect, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { model } from '../model.ts'
import { relations } from '../relations.ts'
import { table } from '../table.ts'
import { check } from './check-model.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byPost: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})
const Post = app.entity('Post', {
  schema: shape<{ post: string; title: string; comments?: number }>(),
  key: { pk: 'POST#{post}', sk: 'POST' },
})
const comment = {
  schema: shape<{ id: string; post: string; postTitle?: string }>(),
  key: { pk: 'COMMENT#{id}', sk: 'COMMENT' },
} as const
const counted = { entity: Post, count: 'comments', copy: { postTitle: 'title' } } as const
const byPost = { byPost: { pk: 'COMMENTS#{post}', sk: '{id}' } } as const

const codes = (entities: Parameters<typeof model>[0]['entities']) =>
  check(model({ entities }), { allow: ['unused-index', 'plan-too-large'] }).findings.map(
    ({ code, severity }) => `${severity} ${code}`,
  )

it('copies that a change of the parent cannot find are reported', () => {
  const Lost = app.entity('Comment', { ...comment, belongsTo: { post: counted } })
  const Found = app.entity('Comment', {
    ...comment,
    index: byPost,
    belongsTo: { post: { ...counted, find: 'byPost' } },
  })
  expect(codes({ Post, Lost })).toEqual(['error cannot-plan'])
  const [finding] = check(model({ entities: { Post, Lost } })).findings
  expect(finding?.message).toContain('its partition key needs id, which Post does not provide')
  expect(codes({ Post, Found })).toEqual([])
})

it('copies in items that "when" keeps out of an index are reported', () => {
  const sparse = (more: object) =>
    app.entity('Comment', {
      ...comment,
      index: { byPost: { ...byPost.byPost, when: { postTitle: undefined } } },
      belongsTo: { post: { ...counted, find: 'byPost', ...more } },
    })
  expect(codes({ Post, Comment: sparse({}) })).toEqual(['error cannot-plan'])
  const [finding] = check(model({ entities: { Post, Comment: sparse({ via: 'stream' }) } })).findings
  expect(finding?.message).toMatch(/is not followed.* not all .* are found in byPost: .*"when" \(postTitle\)/)
})

it('a parent that is not in the model is reported', () => {
  const Comment = app.entity('Comment', {
    ...comment,
    belongsTo: { post: { entity: Post, count: 'comments' } },
  })
  expect(codes({ Comment })).toEqual(['warning not-connected'])
  expect(codes({ Post, Comment })).toEqual([])
})

it('one counter cannot number items faster than one item can be written', () => {
  const ticket = (writesPerSecond: number, key: string) =>
    app.entity('Ticket', {
      schema: shape<{ event: string; number: number }>(),
      key: { pk: 'TICKET#{event}', sk: 'TICKET#{number:pad9}' },
      sequence: { number: { key } },
      expect: { writesPerSecond },
    })
  expect(codes({ Ticket: ticket(600, 'COUNTER') })).toEqual(['error hot-partition'])
  expect(codes({ Ticket: ticket(300, 'COUNTER') })).toEqual(['warning hot-partition'])
  expect(codes({ Ticket: ticket(50, 'COUNTER') })).toEqual([])
  expect(codes({ Ticket: ticket(600, 'COUNTER#{event}') })).toEqual([])
})
