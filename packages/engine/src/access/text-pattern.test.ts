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

test('texts that take many steps match as the same texts do without what was added to both', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 80 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 80 })
  const added = `${'a'.repeat(500)}b`
  fc.assert(
    fc.property(texts, text, (source, given) => {
      const matches = matchesPattern(toPattern(source), given)
      const long = 'a'.repeat(500) + added
      expect(matchesPattern(toPattern(`*${added}x${source}`), `${long}x${given}`)).toBe(matches)
      expect(matchesPattern(toPattern(`${source}x*${added}`), `${given}x${long}`)).toBe(matches)
    }),
    { numRuns: draws(300) },
  )
})

test('patterns that a long text does not take long to compare with are many', () => {
  const patterns = Array.from({ length: 1_000 }, (_, number) => toPattern(`${number}*`))
  const names = Array.from({ length: 100 }, (_, number) => 'a'.repeat(65_000 - number))
  expect(names.filter((name) => patterns.some((pattern) => matchesPattern(pattern, name)))).toEqual([])
})

test('a pattern of only stars takes no longer than its length times the text', () => {
  expect(matchesPattern(toPattern('*a'.repeat(200)), 'a'.repeat(5_000))).toBe(true)
  expect(matchesPattern(toPattern(`${'*a'.repeat(200)}b`), 'a'.repeat(5_000))).toBe(false)
})
