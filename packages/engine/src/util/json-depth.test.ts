import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestsDeeperThan } from './json-depth.ts'

const nested = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels)

test('as many levels as the limit are not deeper', () => {
  expect(nestsDeeperThan(5, nested(5, '1'.repeat(20)))).toBe(false)
  expect(nestsDeeperThan(5, nested(6, '1'.repeat(20)))).toBe(true)
})

test('brackets in strings of any length and with any escapes do not count', () => {
  const pieces = fc.array(fc.constantFrom('"', '\\', '[', '{', 'x'.repeat(40)), { maxLength: 40 })
  fc.assert(
    fc.property(pieces, fc.boolean(), (text, isDeep) => {
      const inside = JSON.stringify([text.join(''), text.join('')])
      expect(nestsDeeperThan(20, nested(isDeep ? 20 : 19, `${inside}${' '.repeat(40)}`))).toBe(isDeep)
    }),
  )
})
