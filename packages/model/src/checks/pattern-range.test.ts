import { describe, expect, it } from 'vitest'
import { within } from '../collections.ts'
import { model, shape, table } from '../index.ts'
import { check } from './check-model.ts'

interface Item {
  readonly a: string
  readonly b: string
  readonly c: string
  readonly n: number
}

/** Returns the message about items of another entity in the range that a pattern reads in an index. */
function said(partition: string, own: string, other: string): string | undefined {
  const keys = { key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } } } as const
  const app = table('App', keys)
  const entity = (name: string, sk: string) =>
    app.entity(name, {
      schema: shape<Item>(),
      key: { pk: `${name}#{c}`, sk: '{a}#{b}#{n:num}' },
      index: { GSI1: { pk: partition, sk } },
    } as never)
  const Own = entity('Own', own)
  const Other = entity('Other', other)
  const patterns = { list: Own.query('GSI1' as never, { page: 1 } as never) }
  const { findings } = check(model({ entities: { Own, Other }, patterns } as never))
  return findings.find(({ code }) => code === 'others-in-range')?.message
}

describe('items of other entities in the range of a pattern', () => {
  it.each([
    // Two values in a partition key are not one value.
    ['P#{a}#{b}', '{a}#{b}', 'X#Y', '"X#Y"'],
    ['P#{a}#{b}', '{b}', '~{a}', '"~a"'],
    ['P#{a}#{b}', 'X#{a}', 'Y#{b}', undefined],
    // Nor is a number always the same one.
    ['P#{n:pad3}', '{n:pad3}', '900', '"900"'],
    ['P#{n:pad3}', '{n:pad3}', '9000', undefined],
    ['P#{n:pad3}', '{n:pad3}#{c}', '900#{c}', '"900#a"'],
    ['P#{a}#{n:pad3}', '{a}', '{n:pad3}', '"000"'],
    // A value in both keys is the same, but may be encoded in two ways.
    ['P#{a}', '{a:upper}#{c}', '{a}#{b}', '"A#a"'],
    ['P#{a}', 'X#{a}', '{a}', undefined],
    ['P#{a}', '{a}#{c}', '{a}', undefined],
  ])('in %s, %s beside %s: %s', (partition, own, other, expected) => {
    const message = said(partition, own, other)
    if (expected === undefined) expect(message).toBeUndefined()
    else expect(message).toContain(expected)
  })
})

it('a collection that calls can narrow to one item gives one only where they do', () => {
  const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
  const schema = shape<Item>()
  const Order = app.entity('Order', { schema, key: { pk: '{a}', sk: 'ORDER#{b}#' } })
  const Line = app.entity('Line', { schema, key: { pk: '{a}', sk: 'ORDER#{b}#LINE#{c}' } })
  const members = { order: Order.one(), lines: Line.many() }
  const order = app.collect('primary', members, { page: 10, within: within('b') })
  const { findings } = check(model({ entities: { Order, Line }, patterns: { order } }))
  expect(findings.filter(({ code }) => code === 'one-of-many')).toMatchObject([
    {
      message: 'order returns one Order, but a call without b finds several: it returns the last one read.',
      advice: "Give b in every call and add allow: ['unbounded'].",
    },
  ])
})
