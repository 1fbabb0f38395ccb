import { expect, test } from 'vitest'
import { splitAtMost } from './split-at-most.ts'

test.each([
  ['', 3, ['']],
  ['a', 3, ['a']],
  ['a:b', 3, ['a', 'b']],
  ['a:b:c', 3, ['a', 'b', 'c']],
  ['a::c:d:', 3, ['a', '', 'c:d:']],
  [':', 3, ['', '']],
  [':::', 2, ['', '::']],
  ['a:b', 1, ['a:b']],
])('%j in at most %i pieces', (text, most, pieces) => {
  expect(splitAtMost(text, ':', most)).toEqual(pieces)
})

test('a text of many separators has no more pieces', () => {
  for (let count = 0; count < 20; count++) expect(splitAtMost(':'.repeat(15e6), ':', 6)).toHaveLength(6)
})
