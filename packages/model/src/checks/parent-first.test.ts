import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { createKeyPart } from '../entities/key-part.ts'
import { model, shape, table } from '../index.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import { check } from './check-model.ts'

interface Item {
  readonly a: string
  readonly b: string
  readonly c: string
  readonly n: number
}

interface Keys {
  readonly partition: string
  readonly one: string
  readonly many: string
  readonly order: 'ascending' | 'descending'
}

/** Returns the message about a parent that is read with pages of its children. */
function said({ partition, one, many, order }: Keys): string | undefined {
  const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
  const entity = (name: string, sk: string) =>
    app.entity(name, { schema: shape<Item>(), key: { pk: partition, sk } } as never)
  const Parent = entity('Parent', one)
  const Child = entity('Child', many)
  const members = { parent: Parent.one(), children: Child.many() }
  const patterns = { both: app.collect('primary', members, { order, page: 1 }) }
  const { findings } = check(model({ entities: { Parent, Child }, patterns } as never))
  return findings.find(({ code }) => code === 'parent-not-first')?.message
}

describe('whether a parent can come after its children', () => {
  it.each([
    // The partition's value may sort above or below any text.
    ['P#{b}', '{b:raw}', 'X#{c}', 'ascending', 'Parent ("a") can come after Child ("X#a")'],
    ['P#{b}', '{b}', '~X#{c}', 'ascending', 'can come after Child ("~X#a")'],
    ['P#{b}', '{b}', '#X#{c}', 'descending', 'can come after Child ("#X#a")'],
    ['P#{b}', '#{b}', 'X#{c}', 'ascending', undefined],
    ['P#{b}', 'X#{b}', 'X#Y#{c}', 'ascending', 'can come after Child ("X#Y#a")'],
    ['P#{b}', 'X#{b}', 'X#{b}#{c}', 'ascending', undefined],
    ['P#{b}', 'X#{b}', 'X#{b}#{c}', 'descending', 'Parent ("X#a") can come after Child ("X#a#a")'],
    ['P#{b}', '{b:raw}', '{b}#{c}', 'ascending', undefined],
    ['P#{b}', '{b:lower}', '{b:upper}#{c}', 'ascending', 'Parent ("a") can come after Child ("A#a")'],
    ['P#{b}', 'A_{b}', 'A_{b}_{c}', 'ascending', 'can come after Child ("A_'],
    ['P#{a}#{b}', '{a}', '{b}#{c}', 'ascending', 'can come after Child'],
    ['P#{a}#{b}', '{a}#{b}', '{a}#{b}#{c}', 'ascending', undefined],
    ['P#{n:pad3}', '{n:pad3}', '{n:pad3}#{c}', 'ascending', undefined],
    ['P#{n:pad3}', '{n:pad3}', '5{n:pad3}', 'ascending', 'Parent ("999") can come after Child ("5999")'],
    ['P#{n:num}', 'X{n:num}', 'X{n:num:desc}#{c}', 'ascending', 'can come after Child ("Xn'],
    // Numbers and dates have a limited range of texts.
    ['P#{a}', 'P#{a}', '{n:num}', 'ascending', undefined],
    ['P#{a}', 'X', '{n:pad3}', 'descending', undefined],
    ['P#{a}', '1', '{n:pad3}', 'ascending', 'Parent ("1") can come after Child ("0'],
    ['P#{a}', '!', '{b:desc}', 'ascending', undefined],
  ] as const)('in %s, %s and many %s, %s', (partition, one, many, order, expected) => {
    const message = said({ partition, one, many, order })
    if (expected === undefined) expect(message).toBeUndefined()
    else expect(message).toContain(expected)
  })
})

const texts = [
  'a',
  'b',
  'X',
  'X#a',
  'Y',
  'z',
  '#',
  '$',
  '%',
  '_',
  '!',
  '~',
  '~z',
  '\u0000',
  'é',
  '\u{10fffd}',
]
const numbers = [-1e9, -5, 1, 5, 10, 999]
const domains: { readonly [name: string]: readonly unknown[] } = { a: texts, b: texts, c: texts, n: numbers }
const partitions = ['P#{a}', 'P#{a}#{b}', 'P#{n:pad3}', 'P#{a}#{n:pad3}', 'ALL']
const sorts = [
  ...['X', 'X#{a}', 'X#{b}', 'X#{b}#{c}', '{a}', '{b}', '{b}#{c}', '{a:raw}', '{b:raw}', '#{a}', '~{a}'],
  ...['{a:lower}', '{a:upper}#{c}', '{a:desc}', 'X#{a:desc}#{c}', 'X_{a}', 'X_{a}_{c}', 'X#Y#{c}'],
  ...['{n:pad3}', '{n:pad3:desc}', 'X#{n:pad3}#{c}', '9{n:pad3}', '{n:num}', '{n:num:desc}#{c}', '5'],
]

/** Extends some values by each value that a template's other attributes can have. */
function withAll(source: string, given: object): object[] {
  let all = [given]
  for (const [, name = '', encoding = ''] of source.matchAll(/\{(\w)(:\w+)?/g)) {
    if (Object.hasOwn(given, name)) continue
    const domain = (domains[name] ?? []).filter((value) => !encoding.startsWith(':pad') || Number(value) > 0)
    all = all.flatMap((values) => domain.map((value) => ({ ...values, [name]: value })))
  }
  return all
}

/** Returns all keys of a template whose other values are given, in order. */
function keysOf(source: string, given: object): string[] {
  const { template } = createKeyPart({ name: 'SK', type: 'S' }, source, { sorted: true })
  const keys = withAll(source, given).map((values) => template.encode(values as never) ?? '')
  return keys.sort(compareUtf8)
}

/** Whether some values put a child before its parent, found by producing all keys. */
function comesLate({ partition, one, many, order }: Keys): boolean {
  const sign = order === 'ascending' ? 1 : -1
  return withAll(partition, {}).some((values) => {
    const own = keysOf(one, values)
    const others = keysOf(many, values)
    const [latest, first] = sign > 0 ? [own.at(-1), others[0]] : [own[0], others.at(-1)]
    return compareUtf8(latest ?? '', first ?? '') * sign >= 0
  })
}

it('is reported exactly when values produce such keys', () => {
  const keys = fc.record({
    partition: fc.constantFrom(...partitions),
    one: fc.constantFrom(...sorts),
    many: fc.constantFrom(...sorts),
    order: fc.constantFrom('ascending', 'descending'),
  }) as fc.Arbitrary<Keys>
  fc.assert(
    fc.property(keys, (drawn) => {
      expect(said(drawn) !== undefined, JSON.stringify(drawn)).toBe(comesLate(drawn))
    }),
    { numRuns: draws(80) },
  )
})
