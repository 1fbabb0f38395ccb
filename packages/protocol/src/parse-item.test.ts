import { deepStrictEqual } from 'node:assert'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttributeMap, AttributeValue } from './attribute-value.ts'
import { parseItem, parseItemForCaller } from './parse-item.ts'

const strings = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\0', '\x7f', 'é', '{', '}', ':', '€', '😀') }),
)
const names = fc.oneof(strings, fc.constantFrom('__proto__', 'constructor', '1', '', 'S', 'L'))
const base64 = fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('base64'))

const { item } = fc.letrec<{ value: AttributeValue; item: AttributeMap }>((tie) => ({
  item: fc
    .array(fc.tuple(names, tie('value')), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)) as fc.Arbitrary<AttributeMap>,
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ S: strings }),
    fc.record({ N: fc.integer().map(String) }),
    fc.record({ B: base64 }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constant<AttributeValue>({ NULL: true }),
    fc.record({ SS: fc.array(strings, { minLength: 1, maxLength: 3 }) }),
    fc.record({ NS: fc.constant(['1', '2.5']) }),
    fc.record({ BS: fc.array(base64, { minLength: 1, maxLength: 3 }) }),
    fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({ M: tie('item') }),
  ) as fc.Arbitrary<AttributeValue>,
}))

describe('the text of an item', () => {
  it('is read as JSON.parse would read it', () => {
    fc.assert(
      fc.property(item, (given) => {
        const text = JSON.stringify(given)
        const parsed = parseItem(text)
        expect(parsed).toEqual(JSON.parse(text))
        expect(Object.keys(parsed)).toEqual(Object.keys(given))
      }),
    )
  })

  it('is read for callers with binary as bytes, or not at all', () => {
    fc.assert(
      fc.property(item, (given) => {
        const read = parseItemForCaller(JSON.stringify(given))
        if (read !== undefined) expect(JSON.stringify(withTexts(read))).toBe(JSON.stringify(given))
      }),
    )
    expect(parseItemForCaller('{"b":{"B":"AQI="},"s":{"BS":["AA==","AQ=="]}}')).toEqual({
      b: { B: Uint8Array.of(1, 2) },
      s: { BS: [Uint8Array.of(0), Uint8Array.of(1)] },
    })
  })
})

it('its objects are no different from those of JSON.parse', () => {
  const text =
    '{"s":{"S":"a"},"n":{"N":"1"},"m":{"M":{"l":{"L":[{"S":"b"},{"BOOL":true}]}}},"empty":{"M":{}}}'
  deepStrictEqual(parseItem(text), JSON.parse(text))
  deepStrictEqual(parseItemForCaller(text), JSON.parse(text))
  expect(inspect(parseItem(text))).toBe(inspect(JSON.parse(text)))
})

it('items with names in another order than before are read correctly', () => {
  const texts = ['{"a":{"S":"1"},"b":{"S":"2"}}', '{"b":{"S":"3"},"a":{"S":"4"},"c":{"S":"5"}}', '{}']
  for (const text of [...texts, ...texts.toReversed(), ...texts]) {
    expect(JSON.stringify(parseItem(text))).toBe(text)
  }
})

it('JSON in another form is left to JSON.parse', () => {
  const spaced = '{ "a": {"S":"1"} }'
  expect(parseItemForCaller(spaced)).toBeUndefined()
  expect(parseItem(spaced)).toEqual({ a: { S: '1' } })
})

it.each(['', '{', '{"a"', '{"a":{"S":"x"}', '{"a":{"S":"x}}', '{"a":{"S":1}}}', '{"a":{"S":"1"}}x', '[]}'])(
  'anything that is not JSON is an error: %s',
  (text) => {
    expect(() => parseItem(text)).toThrow(SyntaxError)
    expect(parseItemForCaller(text)).toBeUndefined()
  },
)

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  collectGarbage()
  return process.memoryUsage().heapUsed
}

it('a short string kept by a caller does not keep the text alive', () => {
  const before = heapBytes()
  const kept = Array.from({ length: 1_000 }, (_, number) => {
    const text = JSON.stringify({
      rest: { S: 'x'.repeat(20_000) },
      kept: { S: `a string, number ${number}` },
    })
    return (parseItemForCaller(text) as { kept: { S: string } }).kept.S
  })
  expect(heapBytes() - before).toBeLessThan(5e6)
  expect(kept).toHaveLength(1_000)
})

it('long names are forgotten, however many short ones preceded them', () => {
  const long = Array.from({ length: 500 }, (_, number) => `"${'n'.repeat(101)}${number}":{"NULL":true}`)
  const text = (number: number) => `{"name${number}":{"NULL":true},${long.join(',')}}`
  const before = heapBytes()
  for (let number = 0; number < 500; number++) parseItem(text(number))
  expect(heapBytes() - before).toBeLessThan(5e6)
  expect(parseItem(text(0))).toEqual(JSON.parse(text(0)))
})

/** Converts bytes back to base64, for the comparison. */
function withTexts(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(withTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member)]))
}
