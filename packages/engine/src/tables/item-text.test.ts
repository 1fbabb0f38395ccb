import { type AttributeMap, type AttributeValue, setOwn } from '@monotable/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { AttributesInText, readAttributes } from './item-text.ts'

// Names that also occur inside values and strings, that JSON escapes, and that all objects have.
const name = fc.constantFrom<string>('a', 'b', '0', 'M', 'S', '__proto__', 'say "a":{', '\\', 'é\n', '}')
const text = fc.oneof(fc.constantFrom('', '"', '\\', '\\"', '"}', ',"a":{"S":"x"}', '{', ']'), fc.string())
const value = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    text.map((S): AttributeValue => ({ S })),
    text.map((S): AttributeValue => ({ S: S + 'x'.repeat(40) })),
    fc.nat().map((N): AttributeValue => ({ N: String(N) })),
    fc.constantFrom<AttributeValue>({ BOOL: true }, { NULL: true }, { B: 'AQ==' }, { M: {} }, { L: [] }),
    fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((SS): AttributeValue => ({ SS })),
    fc.array(tie('value'), { maxLength: 3 }).map((L): AttributeValue => ({ L })),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 3 })
      .map((pairs): AttributeValue => ({ M: mapOf(pairs) })),
  ),
})).value
const members = fc.uniqueArray(fc.tuple(name, value), { selector: ([each]) => each })
const filler: [string, AttributeValue] = ['filler', { S: '"'.repeat(8_000) }]

function mapOf(pairs: readonly (readonly [string, AttributeValue])[]): AttributeMap {
  const map: AttributeMap = {}
  for (const [each, content] of pairs) setOwn(map, each, content)
  return map
}

describe('AttributesInText', () => {
  it('reads and changes attributes as parsing the item would', () => {
    fc.assert(
      fc.property(members, fc.nat(10), members, fc.uniqueArray(name), (pairs, at, others, names) => {
        const all = pairs.toSpliced(at, 0, filler)
        const doc = JSON.stringify(mapOf(all))
        const attributeNames = new Set(names)
        const named = (from: readonly [string, AttributeValue][]) =>
          from.filter(([each]) => attributeNames.has(each))
        expect(readAttributes(doc, { attributeNames })).toEqual(mapOf(named(pairs)))

        const changed = new AttributesInText(doc, { attributeNames }).change(attributeNames, mapOf(others))
        const kept = all.filter(([each]) => !attributeNames.has(each))
        expect(JSON.parse(changed)).toEqual(JSON.parse(JSON.stringify(mapOf([...kept, ...named(others)]))))
      }),
      { numRuns: draws(200) },
    )
  })

  it('leaves an item without attributes when the only one is removed', () => {
    const attributeNames = new Set(['filler'])
    const doc = JSON.stringify(mapOf([filler]))
    expect(new AttributesInText(doc, { attributeNames }).change(attributeNames, {})).toBe('{}')
  })
})
