import { Buffer } from 'node:buffer'
import { describe, expect, it, vi } from 'vitest'
import { plainRecords } from '../../testing/contract-records.ts'
import { OrderedIndex } from './ordered-index.ts'
import { PagePool } from './page-pool.ts'
import { comparePositions } from './range-interval.ts'
import type { RecordBytes } from './record-bytes.ts'

/** A small generator of reproducible numbers; the tests below name its seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function entriesOf(index: OrderedIndex): [string, string, number][] {
  const { records } = index.read({ maxRecords: Infinity, maxBytes: Infinity })
  return records.map(({ partition, sort, sizeBytes }) => [partition, sort, sizeBytes])
}

/** A record in the form a loader takes, surrounded by unrelated bytes. */
function bytesOf(partition: string, sort: string, doc: string): RecordBytes {
  return {
    bytes: Buffer.from(`before${partition}${sort}${doc}behind`, 'latin1'),
    start: 6,
    partitionLength: partition.length,
    sortLength: sort.length,
    docLength: doc.length,
    sizeBytes: Number(doc.slice(4)) % 100,
  }
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
  it.each([0, 1, 64, 65, 4_200])('is loaded with %i records in order, and can be changed', (count) => {
    const places = Array.from({ length: count }, (_, n) => keyOf(n))
      .sort(([p, s], [q, t]) => comparePositions({ partition: p, sort: s }, { partition: q, sort: t }))
      .map(([partition, sort]) => ({ partition, sort }))
    const index = new OrderedIndex()
    const loader = index.loader()
    for (const [n, { partition, sort }] of places.entries()) loader.add(bytesOf(partition, sort, `doc ${n}`))
    loader.finish()
    const expected = places.map((place, n) => ({ ...place, doc: `doc ${n}`, sizeBytes: n % 100 }))
    const all = { maxRecords: Infinity, maxBytes: Infinity }
    expect(plainRecords(index.read(all).records)).toEqual(expected)
    const sizeBytes = expected.reduce((sum, record) => sum + record.sizeBytes, 0)
    expect(index.measure({})).toEqual({ records: count, sizeBytes })
    for (const place of places) index.set(place, { doc: 'another', sizeBytes: 1 })
    expect(index.measure({})).toEqual({ records: count, sizeBytes: count })
    expect(places.every((place) => index.delete(place))).toBe(true)
    expect(index.isEmpty).toBe(true)
  })

  it.each([1, 2, 3])('agrees with a map under random changes and forks, seed %i', (seed) => {
    const next = numbersFrom(seed)
    let index = new OrderedIndex()
    let expected = new Map<string, [string, string, number]>()
    let kept = { index: index.fork(), expected: new Map(expected) }
    let mistaken = 0
    for (let step = 0; step < 9_000; step++) {
      const [partition, sort] = keyOf(next(1500))
      // It grows, shrinks to almost nothing, and grows again.
      if (next(10) < (step % 6_000 < 3_000 ? 7 : 2)) {
        index.set({ partition, sort }, { doc: '', sizeBytes: step })
        expected.set(partition + sort, [partition, sort, step])
      } else {
        if (index.delete({ partition, sort }) !== expected.delete(partition + sort)) mistaken += 1
      }
      if (next(900) === 0) {
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

it('loading in ascending or descending order and then removing everything leaves an empty index', () => {
  const place = (n: number) => ({ partition: 'p', sort: String(n + 50_000) })
  for (const order of [1, -1]) {
    const index = new OrderedIndex()
    for (let n = 0; n < 8_000; n++) index.set(place(order * n), { doc: '', sizeBytes: 1 })
    expect(index.measure({})).toEqual({ records: 8_000, sizeBytes: 8_000 })
    let deleted = 0
    for (let n = 0; n < 8_000; n++) if (index.delete(place(order * n))) deleted += 1
    expect(deleted).toBe(8_000)
    expect(index.measure({})).toEqual({ records: 0, sizeBytes: 0 })
  }
})

describe('an ordered index of documents of all kinds', () => {
  const docs = (next: (below: number) => number) => {
    const length = next(20) === 0 ? next(30_000) : next(4) === 0 ? next(4_500) : next(400)
    const text = (['a', 'é', '한', '😀'][next(12)] ?? 'x').repeat(length)
    return `{"${next(1_000_000)}":"${text}"}`
  }
  const sorts = (next: (below: number) => number) => {
    const number = String(next(400)).padStart(3, '0')
    return next(4) === 0 ? `${'s'.repeat(Number(number) * 20)}${number}` : number
  }

  it.each([1, 2])('returns what was set, in forks too, seed %i', (seed) => {
    const next = numbersFrom(seed)
    const partitions = ['a'.repeat(16), 'b'.repeat(16), `${'b'.repeat(15)}c`]
    type Docs = Map<string, { partition: string; sort: string; doc: string; sizeBytes: number }>
    const expected: Docs = new Map()
    const index = new OrderedIndex()
    const forks: { fork: OrderedIndex; expected: Docs }[] = []
    for (let step = 0; step < 3_000; step++) {
      const partition = partitions[next(3)] as string
      const sort = sorts(next)
      if (next(10) < (step % 1_500 < 1_000 ? 8 : 2)) {
        const value = { doc: docs(next), sizeBytes: step }
        const before = expected.get(partition + sort)
        expect(index.exchange({ partition, sort }, value)?.doc).toBe(before?.doc)
        expected.set(partition + sort, { partition, sort, ...value })
      } else expect(index.delete({ partition, sort })).toBe(expected.delete(partition + sort))
      if (next(300) === 0) forks.push({ fork: index.fork(), expected: new Map(expected) })
      if (next(600) === 0) forks.splice(next(forks.length), 1)[0]?.fork.clear()
    }
    for (const { fork, expected: then } of [...forks, { fork: index, expected }]) {
      const inOrder = [...then.values()].sort((a, b) => comparePositions(a, b))
      const whole = { maxRecords: Infinity, maxBytes: Infinity }
      const { records } = fork.read(whole)
      expect(plainRecords(records)).toEqual(inOrder)
      expect(plainRecords(fork.read({ ...whole, reverse: true }).records)).toEqual(inOrder.toReversed())
      for (const record of inOrder) expect(fork.get(record)?.doc).toBe(record.doc)
      expect(fork.measure({})).toEqual({
        records: inOrder.length,
        sizeBytes: inOrder.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      })
    }
  })

  it('memory is reused', () => {
    const pool = new PagePool()
    const next = numbersFrom(5)
    const round = () => {
      const index = new OrderedIndex(pool)
      for (let n = 0; n < 3_000; n++) {
        index.set({ partition: 'p'.repeat(16), sort: sorts(next) }, { doc: docs(next), sizeBytes: 1 })
        if (n % 500 === 0) index.fork().clear()
        if (n % 3 === 0) index.delete({ partition: 'p'.repeat(16), sort: sorts(next) })
      }
      const fork = index.fork()
      for (let n = 0; n < 500; n++) fork.delete({ partition: 'p'.repeat(16), sort: sorts(next) })
      index.clear()
      fork.clear()
    }
    for (let i = 0; i < 3; i++) round()
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
    for (let i = 0; i < 5; i++) round()
    // By chance, one of them may need slightly more than the earlier ones.
    expect(allocate.mock.calls.length).toBeLessThanOrEqual(1)
    allocate.mockRestore()
  })

  it('memory that nobody holds can be given up, except for a little', () => {
    const pool = new PagePool()
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
    const slabsTakenFor = (count: number) => {
      allocate.mockClear()
      const index = new OrderedIndex(pool)
      const value = { doc: 'x'.repeat(300), sizeBytes: 300 }
      for (let n = 0; n < count; n++) index.set({ partition: 'p'.repeat(16), sort: String(n) }, value)
      index.clear()
      return allocate.mock.calls.length
    }
    const first = slabsTakenFor(20_000)
    expect(first).toBeGreaterThan(2)
    expect(slabsTakenFor(20_000)).toBe(0)
    pool.trim()
    expect(slabsTakenFor(20_000)).toBe(first - 1)
    allocate.mockRestore()
  })

  it('giving up memory keeps what others hold', () => {
    const pool = new PagePool()
    const next = numbersFrom(6)
    const fill = (count: number) => {
      const index = new OrderedIndex(pool)
      const written = new Map<string, string>()
      for (let n = 0; n < count; n++) {
        const [sort, doc] = [sorts(next), docs(next)]
        index.set({ partition: 'p'.repeat(16), sort }, { doc, sizeBytes: 1 })
        written.set(sort, doc)
      }
      return { index, written }
    }
    const kept = [fill(1_000)]
    for (let i = 0; i < 3; i++) {
      const large = Array.from({ length: 5 }, () => fill(600))
      kept.push(fill(500))
      for (const { index } of large) index.clear()
      pool.trim()
    }
    for (const { index, written } of kept) {
      for (const [sort, doc] of written) expect(index.get({ partition: 'p'.repeat(16), sort })?.doc).toBe(doc)
    }
  })
})
