import { expect, test } from 'vitest'
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

test('a pattern of only stars takes no longer than its length times the text', () => {
  expect(matchesPattern(toPattern('*a'.repeat(200)), 'a'.repeat(5_000))).toBe(true)
  expect(matchesPattern(toPattern(`${'*a'.repeat(200)}b`), 'a'.repeat(5_000))).toBe(false)
})
