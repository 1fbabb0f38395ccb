import { expect, it } from 'vitest'
import { matchesWildcards } from './matches-wildcards.ts'

it.each([
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['?', '', false],
  ['?', 'a', true],
  ['a*', 'abc', true],
  ['*c', 'abc', true],
  ['a*c', 'abbc', true],
  ['a*c', 'abcd', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*ab*ab', 'abcab', true],
  ['*ab*ab', 'ab', false],
  ['**a', 'bba', true],
  ['a.c', 'abc', false],
  ['*aab', 'aaaab', true],
])('%j and %j: %s', (pattern, text, expected) => {
  expect(matchesWildcards(pattern, text)).toBe(expected)
})

it('takes no longer for a pattern of many stars', () => {
  expect(matchesWildcards(`${'*a'.repeat(5_000)}b`, 'a'.repeat(5_000))).toBe(false)
})
