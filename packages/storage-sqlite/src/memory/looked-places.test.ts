import { describe, expect, it } from 'vitest'
import { LookedPlaces } from './looked-places.ts'

const place = (sort: string) => ({ space: 's', partition: 'p', sort })

describe('looked places', () => {
  const looked = new LookedPlaces(['a', 'b', 'c'].map(place), [
    { doc: '1', sizeBytes: 5 },
    undefined,
    { doc: '2', sizeBytes: 0 },
  ])

  it.each([
    { sort: 'a', before: 5 },
    { sort: 'b', before: 'nothing' },
    { sort: 'c', before: 0 },
    { sort: 'd', before: 'unknown' },
    { sort: 'a', before: 5 },
    { sort: 'c', before: 0 },
    { sort: 'b', before: 'nothing' },
  ])('say of $sort: $before, in any order', ({ sort, before }) => {
    expect(looked.before(place(sort))).toBe(before)
  })

  it('tell spaces and partitions apart', () => {
    expect(looked.before({ ...place('a'), space: 't' })).toBe('unknown')
    expect(looked.before({ ...place('a'), partition: 'q' })).toBe('unknown')
  })

  it('may be none', () => {
    expect(new LookedPlaces([], []).before(place('a'))).toBe('unknown')
  })
})
