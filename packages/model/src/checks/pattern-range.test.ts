import { describe, expect, it } from 'vitest'
import { model, shape, table } from '../index.ts'
import { check } from './check-model.ts'

interface Item {
  readonly a: string
  readonly b: string
  readonly c: string
  readonly n: number
}

/** What is said of items of another entity beside those that a pattern reads of an index. */
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

describe('items of others where a pattern reads', () => {
  it.each([
    // Two values of a partition are not one.
    ['P#{a}#{b}', '{a}#{b}', 'X#Y', '"X#Y"'],
    ['P#{a}#{b}', '{b}', '~{a}', '"~a"'],
    ['P#{a}#{b}', 'X#{a}', 'Y#{b}', undefined],
    // Nor is a number always the same one.
    ['P#{n:pad3}', '{n:pad3}', '900', '"900"'],
    ['P#{n:pad3}', '{n:pad3}', '9000', undefined],
    ['P#{n:pad3}', '{n:pad3}#{c}', '900#{c}', '"900#a"'],
    ['P#{a}#{n:pad3}', '{a}', '{n:pad3}', '"000"'],
    // What both have in their keys is the same, and may be written in two ways.
    ['P#{a}', '{a:upper}#{c}', '{a}#{b}', '"A#a"'],
    ['P#{a}', 'X#{a}', '{a}', undefined],
    ['P#{a}', '{a}#{c}', '{a}', undefined],
  ])('in %s, %s beside %s: %s', (partition, own, other, expected) => {
    const message = said(partition, own, other)
    if (expected === undefined) expect(message).toBeUndefined()
    else expect(message).toContain(expected)
  })
})
