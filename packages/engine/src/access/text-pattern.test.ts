import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { ANY, matchesPattern, toPattern } from './text-pattern.ts'

test.each([
  ['*', '', true],
  ['*', 'anything', true],
  ['', '', true],
  ['', 'a', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a*c', 'ac', true],
  ['a*c', 'abcbc', true],
  ['a*c', 'abcb', false],
  ['*:table/Games', 'arn:aws:dynamodb:us-east-1:1:table/Games', true],
  ['arn:aws:dynamodb:*:*:table/Games', 'arn:aws:dynamodb:us-east-1:1:table/Games/index/I', false],
  ['arn:aws:dynamodb:*:*:table/Games/*', 'arn:aws:dynamodb:us-east-1:1:table/Games', false],
  ['**a**b**', 'xxaxxbxx', true],
  ['a.c', 'abc', false],
])('%s against %s: %s', (pattern, text, matches) => {
  expect(matchesPattern(toPattern(pattern), text)).toBe(matches)
})

test('a star that comes from a value is literal', () => {
  const pattern = `user-*-${ANY}`
  expect(matchesPattern(pattern, 'user-*-1')).toBe(true)
  expect(matchesPattern(pattern, 'user-x-1')).toBe(false)
})

test.each([
  ['letters', `*${'a'.repeat(19_000)}b`, 'a'.repeat(65_000), false],
  ['letters that end it', `*${'a'.repeat(19_000)}`, 'a'.repeat(65_000), true],
  ['stars', '*?a'.repeat(6_000), 'a'.repeat(65_000), true],
  ['single characters', `*${'?a'.repeat(9_000)}b`, 'a'.repeat(65_000), false],
])('%s of a policy as long as one can be are compared with a long name', (_, pattern, text, matches) => {
  expect(matchesPattern(toPattern(pattern), text)).toBe(matches)
})

test('long texts match as the same texts do without what was added to both', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 80 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 80 })
  const added = 'x'.repeat(400)
  fc.assert(
    fc.property(texts, text, (source, given) => {
      const matches = matchesPattern(toPattern(source), given)
      expect(matchesPattern(toPattern(added + source), added + given)).toBe(matches)
      expect(matchesPattern(toPattern(source + added), given + added)).toBe(matches)
    }),
    { numRuns: draws(300) },
  )
})

test('a pattern of only stars takes no longer than its length times the text', () => {
  expect(matchesPattern(toPattern('*a'.repeat(200)), 'a'.repeat(5_000))).toBe(true)
  expect(matchesPattern(toPattern(`${'*a'.repeat(200)}b`), 'a'.repeat(5_000))).toBe(false)
})
