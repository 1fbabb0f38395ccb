import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordIndex } from './record-index.ts'

const plenty = 1e9

/** Creates an index whose locations are looked up one by one. */
function createIndex() {
  const sought = { location: 0, looks: 0 }
  const index = new RecordIndex((location) => {
    sought.looks += 1
    return location === sought.location
  })
  const has = (hash: number, location: number) => {
    sought.location = location
    return index.find(hash) === location
  }
  return { index, has, sought }
}

/** Spreads numbers over all hashes. */
const hashOf = (i: number) => Math.imul(i, 0x9e3779b1)

describe('an index of locations by hash', () => {
  it('finds everything that was added, however much that is', () => {
    const { index, has } = createIndex()
    for (let i = 1; i <= 50_000; i++) index.add(hashOf(i), i, plenty)
    let found = 0
    for (let i = 1; i <= 50_000; i++) if (has(hashOf(i), i)) found += 1
    expect(found).toBe(50_000)
    expect(has(hashOf(50_001), 50_001)).toBe(false)
    expect(index.bytes).toBeLessThan(50_000 * 22)
  })

  it('finds everything if many hashes that end in the same bits come first, and others later', () => {
    const { index, has } = createIndex()
    const hashes = Array.from({ length: 20_000 }, (_, i) => (i < 8_000 ? hashOf(i) << 2 : hashOf(i)))
    hashes.forEach((hash, i) => {
      index.add(hash, i + 1, plenty)
    })
    expect(hashes.filter((hash, i) => !has(hash, i + 1))).toEqual([])
  })

  it('takes memory in steps of one segment', () => {
    const { index } = createIndex()
    const steps = new Set<number>()
    for (let i = 1; i <= 20_000; i++) {
      const before = index.bytes
      index.add(hashOf(i), i, plenty)
      steps.add(index.bytes - before)
    }
    expect(Math.max(...steps)).toBeLessThan(10_000)
  })

  it('neither finds what was removed nor loses what is behind it', () => {
    const { index, has } = createIndex()
    for (let i = 1; i <= 10_000; i++) index.add(hashOf(i), i, plenty)
    for (let i = 1; i <= 10_000; i += 3) index.remove(hashOf(i), i)
    index.remove(hashOf(1), 1)
    for (let i = 1; i <= 10_000; i++) expect(has(hashOf(i), i)).toBe(i % 3 !== 1)
  })

  it('finds what was moved only at its new location', () => {
    const { index, has } = createIndex()
    index.add(5, 100, plenty)
    expect(index.move(5, 100, 200)).toBe(true)
    expect(index.move(5, 100, 300)).toBe(false)
    expect([has(5, 100), has(5, 200), has(5, 300)]).toEqual([false, true, false])
  })

  it('forgets rather than grow beyond its room, and tells how much it lacks', () => {
    const { index, has } = createIndex()
    const { bytes } = index
    for (let i = 1; i <= 5_000; i++) {
      index.add(hashOf(i), i, 0)
      expect(has(hashOf(i), i)).toBe(true)
    }
    expect(index.bytes).toBe(bytes)
    expect(index.wantedBytes).toBeGreaterThan(0)
    index.add(hashOf(5_001), 5_001, plenty)
    expect(index.wantedBytes).toBe(0)
    expect(index.bytes).toBeGreaterThan(bytes)
  })

  it('looks at few records even if all have the same hash', () => {
    const { index, has, sought } = createIndex()
    for (let i = 1; i <= 5_000; i++) {
      index.add(7, i, plenty)
      expect(has(7, i)).toBe(true)
    }
    sought.looks = 0
    expect(has(7, 5_001)).toBe(false)
    expect(sought.looks).toBeLessThan(5)
  })

  it.each([
    ['end in the same bits', (i: number) => i << 20],
    ['begin with the same bits', (i: number) => i & 0xfff],
    ['differ in a few bits in the middle', (i: number) => (i & 7) << 14],
  ])('takes little memory for hashes that %s', (_, patternOf) => {
    const { index, has } = createIndex()
    for (let i = 1; i <= 20_000; i++) {
      index.add(patternOf(i), i, plenty)
      if (!has(patternOf(i), i)) expect.fail(`${i} is not found`)
    }
    expect(index.bytes).toBeLessThan(1_000_000)
  })

  it('returns what was added and not removed, if few have the same hash', () => {
    const hash = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer())
    const step = fc.record({ verb: fc.constantFrom('add', 'add', 'remove', 'move'), hash, pick: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { index, has } = createIndex()
        const added = new Map<number, number>()
        const ofHash = new Map<number, number>()
        steps.forEach(({ verb, hash, pick }, i) => {
          const location = i + 1
          const [known, knownHash] = [...added][pick % added.size] ?? [0, 0]
          if (verb === 'add') {
            index.add(hash, location, plenty)
            added.set(location, hash)
            ofHash.set(hash, (ofHash.get(hash) ?? 0) + 1)
            expect(has(hash, location)).toBe(true)
          } else if (known !== 0) {
            if (verb === 'remove') index.remove(knownHash, known)
            else if (index.move(knownHash, known, location)) added.set(location, knownHash)
            added.delete(known)
            expect(has(knownHash, known)).toBe(false)
          }
        })
        for (const [location, hash] of added) {
          if ((ofHash.get(hash) ?? 0) <= 4) expect(has(hash, location)).toBe(true)
        }
      }),
    )
  })
})
