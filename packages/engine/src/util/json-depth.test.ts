import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestsTooMuch } from './json-depth.ts'

const nested = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels)

test('a thousand levels are acceptable', () => {
  expect(nestsTooMuch(nested(1_000, '1'))).toBe(false)
  expect(nestsTooMuch(nested(1_001, '1'))).toBe(true)
})

test.each([
  ['lists in a list', '[]', true],
  ['objects in a list', '{}', true],
  ['lists of lists', nested(70, ''), true],
  ['a list of empty lists', '{"L":[]}', false],
  ['lists of a list, as deep as they may be', `${'{"L":['.repeat(31)}${']}'.repeat(31)}`, false],
])('%s are too many, unless an item can have them, or they are few', (_, element, areTooMany) => {
  const elements = (length: number) => `[${`${element},`.repeat(Math.floor(length / element.length))}1]`
  expect(nestsTooMuch(elements(1_000_000))).toBe(areTooMany)
  expect(nestsTooMuch(elements(100_000))).toBe(false)
})

test('brackets in strings of any length and with any escapes do not count', () => {
  const pieces = fc.array(fc.constantFrom('"', '\\', '[', '{', 'x'.repeat(40)), { maxLength: 40 })
  fc.assert(
    fc.property(pieces, fc.boolean(), (text, isDeep) => {
      const inside = JSON.stringify([text.join(''), text.join('')])
      expect(nestsTooMuch(nested(isDeep ? 1_000 : 999, `${inside}${' '.repeat(40)}`))).toBe(isDeep)
    }),
  )
})
