import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { createKeyPart, type KeyPart } from '../entities/key-part.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import { keyInRange, languageOf, orderedKeys, sharedKey } from './key-language.ts'

function part(source: string): KeyPart {
  return createKeyPart({ name: 'SK', type: 'S' }, source, { sorted: true })
}

const sources = [
  ...['A', 'A#', 'A#{a}', '{a}', '{a}#', '{a}#{b}', '#A#{a}', 'A#{a:desc}', '{a:desc}#{b}', 'A_{a}_{b}'],
  ...[
    'A#{n:pad3}',
    '{n:num}',
    'A#{n:num}#{a}',
    '{at:iso}',
    'A{at:iso:desc}',
    '{a:lower}',
    '{a:upper}#X',
    '{a:raw}',
  ],
]
const text = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom(...'aAbX#$%_~1\u0001é') })
const values = fc.record({
  a: text,
  b: text,
  n: fc.nat(999),
  at: fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
})
const template = fc.constantFrom(...sources).map(part)

function keyOf(one: KeyPart, given: object): string {
  return one.template.encode(given as never) ?? ''
}

describe('which keys two templates can both produce', () => {
  it.each([
    ['A#{a}', 'B#{a}', false],
    ['A#{a}', 'A#{b}', true],
    ['A#{a}', 'A', false],
    ['{a}', 'A#{a}', false],
    ['{a:raw}', 'A#{a}', true],
    ['{a}#{b}', 'A#{a}', true],
    ['{a:lower}', '{a:upper}', true],
    ['{a:lower}', 'AB', false],
    ['{n:pad3}', 'ab{a}', false],
    ['{at:iso}', '{a}', true],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(sharedKey(languageOf(part(one)), languageOf(part(other))) !== undefined).toBe(expected)
  })

  it('are among all keys that values produce', () => {
    fc.assert(
      fc.property(template, values, (one, given) => {
        const made = keyOf(one, given)
        expect(sharedKey(languageOf(one), languageOf(part(made)))).toBe(made)
      }),
      { numRuns: draws(400) },
    )
  })

  it('are keys of both, when both templates recognize their own keys', () => {
    fc.assert(
      fc.property(template, template, (one, other) => {
        const shared = sharedKey(languageOf(one), languageOf(other))
        if (shared === undefined) return
        // The language of encoded numbers is wider than what the encoding produces.
        fc.pre(![one, other].some(({ template: { source } }) => source.includes('num')))
        expect([one, other].map((each) => each.template.pattern.test(shared))).toEqual([true, true])
      }),
    )
  })
})

describe('whether a template has keys in a range', () => {
  it('is true whenever values produce one', () => {
    const key = fc.tuple(template, values).map(([one, given]) => keyOf(one, given))
    fc.assert(
      fc.property(template, values, key, key, (one, given, left, right) => {
        const [low = '', high = ''] = [left, right].sort(compareUtf8)
        const made = keyOf(one, given)
        fc.pre(compareUtf8(made, low) >= 0 && compareUtf8(made, high) <= 0)
        expect(keyInRange(languageOf(one), { low, high })).toBeDefined()
      }),
      { numRuns: draws(400) },
    )
  })

  it('returns a key in the range', () => {
    fc.assert(
      fc.property(template, text, text, (one, left, right) => {
        const [low = '', high = ''] = [left, right].sort(compareUtf8)
        const found = keyInRange(languageOf(one), { low, high })
        if (found === undefined) return
        expect(compareUtf8(low, found)).toBeLessThanOrEqual(0)
        expect(compareUtf8(found, high)).toBeLessThanOrEqual(0)
      }),
      { numRuns: draws(400) },
    )
  })
})

describe('whether a key of one template can come before one of another', () => {
  it.each([
    ['A#{a}', 'B#{a}', { lower: 'A#a', upper: 'B#a' }],
    ['B#{a}', 'A#{a}', undefined],
    ['A', 'A#{a}', { lower: 'A', upper: 'A#a' }],
    ['A#{a}', 'A', undefined],
    ['X', '{a:raw}', { lower: 'X', upper: 'a' }],
    ['X', '{n:num}', { lower: 'X', upper: 'n' }],
    ['{n:num}', 'X', undefined],
  ])('%s and %s: %j', (one, other, expected) => {
    expect(orderedKeys(languageOf(part(one)), languageOf(part(other)))).toEqual(expected)
  })

  it('is true whenever values produce such keys', () => {
    fc.assert(
      fc.property(template, values, template, values, (one, given, other, others) => {
        fc.pre(compareUtf8(keyOf(one, given), keyOf(other, others)) <= 0)
        expect(orderedKeys(languageOf(one), languageOf(other))).toBeDefined()
      }),
      { numRuns: draws(400) },
    )
  })

  it('returns a key of each, in order', () => {
    fc.assert(
      fc.property(template, template, (one, other) => {
        const found = orderedKeys(languageOf(one), languageOf(other))
        if (found === undefined) return
        expect(compareUtf8(found.lower, found.upper)).toBeLessThanOrEqual(0)
        const isOf = (key: string, each: KeyPart) =>
          keyInRange(languageOf(each), { low: key, high: key }) === key
        expect([isOf(found.lower, one), isOf(found.upper, other)]).toEqual([true, true])
      }),
      { numRuns: draws(300) },
    )
  })
})
