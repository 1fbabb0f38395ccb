import { describe, expect, it } from 'vitest'
import type { SortRange } from './sort-range.ts'
import { compareRanges, hasOverlap, isEmptyRange } from './sort-range-overlap.ts'

/** Parses a range such as `[a,b)`; `*` means no bound. */
function range(text: string): SortRange {
  const [from = '*', to = '*'] = text.slice(1, -1).split(',')
  return {
    ...(from !== '*' && { low: { sort: from, inclusive: text.startsWith('[') } }),
    ...(to !== '*' && { high: { sort: to, inclusive: text.endsWith(']') } }),
  }
}

describe('ranges of sort keys', () => {
  it.each([
    ['[a,a]', false],
    ['[a,a)', true],
    ['(a,a]', true],
    ['[b,a]', true],
    ['(*,a)', false],
    ['(*,*)', false],
  ])('%s is empty: %s', (text, expected) => {
    expect(isEmptyRange(range(text))).toBe(expected)
  })

  it.each([
    [['[a,a]', '[b,b]', '[c,*)'], false],
    [['(*,b)', '[b,b]', '(b,*)'], false],
    [['(*,b]', '[b,b]'], true],
    [['(*,*)', '[b,b]'], true],
    [['[a,z]', '[b,b]'], true],
    [['[a,z]', '[zz,zz]', '[zzz,*)'], false],
    [['[a,c]', '[b,b]', '[d,d]'], true],
    [['[a,*)', '[b,b]'], true],
    [['[a,a]'], false],
  ])('%j overlap: %s', (texts, expected) => {
    const ranges = texts.map(range).sort(compareRanges)
    expect(hasOverlap(ranges)).toBe(expected)
  })
})
