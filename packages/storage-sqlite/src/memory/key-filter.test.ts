import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeyFilter } from './key-filter.ts'

/** Returns hashes as of this many keys. */
function hashesFrom(seed: number, count: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
  })
}

function filterWith(hashes: readonly number[]): KeyFilter {
  const filter = new KeyFilter()
  for (const hash of hashes) filter.add(hash)
  return filter
}

describe('KeyFilter', () => {
  test('has nothing when it is empty', () => {
    expect(hashesFrom(1, 1_000).some((hash) => new KeyFilter().mayHave(hash))).toBe(false)
  })

  test('never denies a key that was added', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 3_000 }),
        (hashes) => {
          const filter = filterWith(hashes)
          return hashes.every((hash) => filter.mayHave(hash))
        },
      ),
    )
  })

  test.each([100, 512, 513, 5_000, 100_000])(
    'of %i added keys, it denies none, and denies nearly all others',
    (count) => {
      const hashes = hashesFrom(7, count)
      const filter = filterWith(hashes)
      expect(hashes.every((hash) => filter.mayHave(hash))).toBe(true)
      const added = new Set(hashes)
      const others = hashesFrom(99, 20_000).filter((hash) => !added.has(hash))
      expect(others.filter((hash) => filter.mayHave(hash)).length).toBeLessThan(others.length / 50)
    },
  )

  test('reports when there are too many', () => {
    const filter = new KeyFilter(1)
    const hashes = hashesFrom(7, 1_000)
    const added = hashes.filter((hash) => filter.add(hash))
    expect(added.length).toBeLessThan(600)
    expect(filter.add(added[0] as number)).toBe(true)
  })

  test('takes no room for a key that is added again', () => {
    const filter = filterWith(Array.from({ length: 100_000 }, () => 5))
    expect(hashesFrom(3, 1_000).filter((hash) => filter.mayHave(hash))).toEqual([])
  })
})
