import { describe, expect, it } from 'vitest'
import { OrderedIndex } from './ordered-index.ts'

/** A small generator of repeatable numbers; the tests below name its seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function entriesOf(index: OrderedIndex): [string, string, number][] {
  const entries: [string, string, number][] = []
  index.scan({}, (records, first, end) => {
    for (const { partition, sort, sizeBytes } of records.slice(first, end))
      entries.push([partition, sort, sizeBytes])
    return true
  })
  return entries
}

function sorted(entries: Map<string, [string, string, number]>): [string, string, number][] {
  return [...entries.values()].sort(([p, s], [q, t]) => (p === q ? (s < t ? -1 : 1) : p < q ? -1 : 1))
}

const shapes = {
  'many partitions of one record': (n: number) =>
    [`${(n * 2654435761) % 4294967296}`.padEnd(16), ''] as const,
  'one partition': (n: number) => ['p'.repeat(16), `ORDER#${String(n).padStart(6, '0')}`] as const,
  'partitions that differ late': (n: number) => [`${'\0'.repeat(14)}${n % 7}\xff`, `${n}`] as const,
}

describe.each(Object.entries(shapes))('an ordered index of %s', (_, keyOf) => {
  it.each([1, 2, 3])('agrees with a map under random changes and forks, seed %i', (seed) => {
    const next = numbersFrom(seed)
    let index = new OrderedIndex()
    let expected = new Map<string, [string, string, number]>()
    let kept = { index: index.fork(), expected: new Map(expected) }
    let mistaken = 0
    for (let step = 0; step < 30_000; step++) {
      const [partition, sort] = keyOf(next(5000))
      // It grows, shrinks to almost nothing, and grows again.
      if (next(10) < (step % 20_000 < 10_000 ? 7 : 2)) {
        index.set({ partition, sort }, { doc: '', sizeBytes: step })
        expected.set(partition + sort, [partition, sort, step])
      } else {
        if (index.delete({ partition, sort }) !== expected.delete(partition + sort)) mistaken += 1
      }
      if (next(3000) === 0) {
        expect(entriesOf(kept.index)).toEqual(sorted(kept.expected))
        if (next(2) === 0) [index, expected] = [kept.index, kept.expected]
        kept = { index: index.fork(), expected: new Map(expected) }
      }
    }
    expect(entriesOf(index)).toEqual(sorted(expected))
    for (const [partition, sort, value] of expected.values()) {
      if (index.get({ partition, sort })?.sizeBytes !== value) mistaken += 1
    }
    expect(mistaken).toBe(0)
  })

  it('measures any interval without walking it', () => {
    const index = new OrderedIndex()
    for (let n = 0; n < 3000; n++) {
      const [partition, sort] = keyOf((n * 1237) % 3000)
      index.set({ partition, sort }, { doc: '', sizeBytes: n })
    }
    const entries = entriesOf(index)
    const next = numbersFrom(4)
    for (let round = 0; round < 200; round++) {
      const first = next(3000)
      const end = first + next(3000 - first)
      const [low, high] = [entries[first], entries[end]].map((entry) => ({
        partition: entry?.[0] ?? '',
        sort: entry?.[1] ?? '',
      }))
      const within = entries.slice(first, end)
      expect(index.measure({ low, high })).toEqual({
        records: within.length,
        sizeBytes: within.reduce((sum, [, , value]) => sum + value, 0),
      })
    }
    expect(index.measure({}).records).toBe(3000)
  })
})

it('loading in ascending or descending order and removing everything leaves an empty index', () => {
  const place = (n: number) => ({ partition: 'p', sort: String(n + 50_000) })
  for (const order of [1, -1]) {
    const index = new OrderedIndex()
    for (let n = 0; n < 20_000; n++) index.set(place(order * n), { doc: '', sizeBytes: 1 })
    expect(index.measure({})).toEqual({ records: 20_000, sizeBytes: 20_000 })
    let deleted = 0
    for (let n = 0; n < 20_000; n++) if (index.delete(place(order * n))) deleted += 1
    expect(deleted).toBe(20_000)
    expect(index.measure({})).toEqual({ records: 0, sizeBytes: 0 })
  }
})
