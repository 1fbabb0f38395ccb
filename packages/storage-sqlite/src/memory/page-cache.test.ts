import { comparePositions, type RangePage, type RangeRequest, rangeInterval } from '@monotable/engine'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { PageCache, type PageSource } from './page-cache.ts'
import { RecordCache } from './record-cache.ts'

const partition = 'a digest, 16 b.'
const request = { space: 's', within: { partition } }
const empty: RangePage = { records: [], more: false }

/** A page whose only record says who made it. */
const pageOf = (doc: string): RangePage => ({
  records: [{ partition, sort: 'a', doc, sizeBytes: 7 }],
  more: true,
})

/** Requests a page, which is read if it is not known. */
function ask(pages: PageCache, asked: RangeRequest, read: () => RangePage): RangePage {
  const { partition } = asked.within as { partition: string }
  return pages.page(1, asked, partition, { epoch: 0, oldestEpoch: 0, read, amend: () => undefined })
}

function fullCache(): RecordCache {
  const cache = new RecordCache(65_536)
  for (let i = 0; cache.hasRoom; i++) cache.keep(1, { partition, sort: `${i}` }, { doc: 'a', sizeBytes: 1 })
  return cache
}

function createPages(maxBytes = 1_000_000): PageCache {
  return new PageCache(new RecordCache(maxBytes))
}

/** Requests a page until it is kept, if it ever is; returns how often it was read. */
function readsOf(pages: PageCache, page: RangePage, asked: RangeRequest = request): number {
  const read = vi.fn(() => page)
  for (let i = 0; i < 5; i++) expect(ask(pages, asked, read)).toEqual(page)
  return read.mock.calls.length
}

describe('a cache of pages', () => {
  it.each([
    ['a page', pageOf('one')],
    ['one that holds nothing', empty],
  ])('keeps %s; if others would have to go for it, only when it is requested twice', (_, page) => {
    expect(readsOf(createPages(), page)).toBe(1)
    expect(readsOf(new PageCache(fullCache()), page)).toBe(2)
  })

  it('forgets a page when its partition is written', () => {
    const pages = createPages()
    readsOf(pages, pageOf('one'))
    pages.wrote(1, partition)
    expect(readsOf(pages, pageOf('two'))).toBe(1)
  })

  it('keeps a page at once if it was requested twice before the last write, and any other the second time', () => {
    const pages = createPages()
    const read = vi.fn(() => pageOf('one'))
    const round = (times: number) => {
      read.mockClear()
      pages.wrote(1, partition)
      for (let i = 0; i < times; i++) expect(ask(pages, request, read)).toEqual(pageOf('one'))
      return read.mock.calls.length
    }
    expect([9, 9, 2, 2].map(round)).toEqual([1, 1, 1, 1])
    expect([1, 1, 1, 9, 9].map(round)).toEqual([1, 1, 1, 2, 1])
    expect([1, 2, 2, 1, 3, 3].map(round)).toEqual([1, 2, 1, 1, 2, 1])
  })

  describe('after a write to the partition', () => {
    const before: RangePage = { ...pageOf('before'), more: false }
    const after: RangePage = { ...pageOf('after'), more: false }

    /** Requests a page twice in some epoch that was kept in another; returns how often it was read and amended. */
    function askAgain(page: RangePage, epochs: Partial<PageSource>, amended: RangePage | undefined) {
      const pages = createPages()
      const read = vi.fn(() => page)
      const amend = vi.fn(() => amended)
      pages.page(1, request, partition, { epoch: 4, oldestEpoch: 3, read, amend })
      pages.wrote(1, partition)
      const source = { epoch: 4, oldestEpoch: 3, ...epochs, read, amend }
      for (let i = 0; i < 2; i++) pages.page(1, request, partition, source)
      return { reads: read.mock.calls.length - 1, amended: amend.mock.calls }
    }

    it.each([
      ['in the same epoch', {}],
      ['when that is the oldest one held', { epoch: 5, oldestEpoch: 4 }],
    ])('amends the page and keeps it, %s', (_, epochs) => {
      expect(askAgain(before, epochs, after)).toEqual({ reads: 0, amended: [[before]] })
    })

    it('reads the page if the epoch is no longer held', () => {
      expect(askAgain(before, { epoch: 5, oldestEpoch: 5 }, after).amended).toEqual([])
    })

    it('amends the page again from the second request on in a new epoch', () => {
      const pages = createPages()
      const read = vi.fn(() => before)
      const source = { epoch: 4, oldestEpoch: 4, read, amend: () => after }
      const askIn = (epoch: number) => {
        pages.wrote(1, partition)
        return pages.page(1, request, partition, { ...source, epoch, oldestEpoch: epoch })
      }
      expect([4, 4, 4, 5, 5, 5, 5].map(askIn)).toEqual([before, after, after, before, before, after, after])
    })

    it('reads the page if there was more behind it', () => {
      expect(askAgain(pageOf('before'), {}, after).amended).toEqual([])
    })

    it('reads the page if too much was written', () => {
      const { reads, amended } = askAgain(before, {}, undefined)
      expect([reads > 0, amended]).toEqual([true, [[before]]])
    })
  })

  it('keeps a page when other partitions are written', () => {
    const pages = createPages()
    readsOf(pages, pageOf('one'))
    pages.wrote(2, partition)
    pages.wrote(1, 'b digest, 16 b.')
    expect(ask(pages, request, () => empty)).toEqual(pageOf('one'))
  })

  it('reads a page of more than 128 KB each time', () => {
    const pages = createPages(10_000_000)
    expect(readsOf(pages, pageOf('x'.repeat(120_000)))).toBe(1)
    pages.wrote(1, partition)
    expect(readsOf(pages, pageOf('x'.repeat(140_000)))).toBe(5)
  })

  it('takes no more memory for a page that is written and read in turn, even while it grows', () => {
    const cache = new RecordCache(10_000_000)
    const pages = new PageCache(cache)
    for (let i = 0; i < 1_000; i++) {
      pages.wrote(1, partition)
      const page = pageOf('x'.repeat(30_000 + 5 * i))
      for (let asked = 0; asked < 3; asked++) expect(ask(pages, request, () => page)).toEqual(page)
    }
    expect(cache.bytes).toBeLessThan(2_000_000)
  })

  const low = { sort: 'b', inclusive: true }
  const high = { sort: 'c', inclusive: false }
  it.each<[string, Partial<RangeRequest>]>([
    ['direction', { reverse: true }],
    ['number of records', { maxRecords: 1 }],
    ['number of bytes', { maxBytes: 1 }],
    ['lower bound', { within: { partition, low } }],
    ['other side of it', { within: { partition, low: { ...low, inclusive: false } } }],
    ['upper bound', { within: { partition, high } }],
    ['both', { within: { partition, low, high } }],
    ['start', { after: { partition, sort: 'b' } }],
  ])('tells requests apart that differ in: %s', (_, difference) => {
    const pages = createPages()
    const other = { ...request, ...difference }
    readsOf(pages, pageOf('one'))
    expect(ask(pages, other, () => pageOf('two'))).toEqual(pageOf('two'))
    expect(ask(pages, request, () => empty)).toEqual(pageOf('one'))
  })

  it('returns whatever a page contains', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const bytes = fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    })
    const record = fc.record({ sort: bytes, doc: text, sizeBytes: fc.nat() })
    fc.assert(
      fc.property(fc.array(record), fc.boolean(), (records, more) => {
        const page = { records: records.map((one) => ({ partition, ...one })), more }
        expect(readsOf(createPages(), page)).toBe(1)
      }),
    )
  })

  it('never returns what is no longer there, however little it can keep', () => {
    const key = fc.constantFrom('a', 'b')
    // So few that each is requested again after a write.
    const asked = fc.record({
      partition: key,
      low: fc.constantFrom(undefined, { sort: 'b', inclusive: true }),
      maxRecords: fc.constantFrom(1, 9),
    })
    const write = fc.record({
      partition: key,
      sort: key,
      length: fc.option(fc.integer({ max: 30_000, min: 0 })),
    })
    const step = fc.oneof({ weight: 3, arbitrary: asked }, { weight: 1, arbitrary: write })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const pages = new PageCache(fullCache())
        const docs = new Map<string, string>()
        for (const step of steps) {
          if ('sort' in step) {
            if (step.length === null) docs.delete(step.partition + step.sort)
            else docs.set(step.partition + step.sort, `${docs.size}`.repeat(step.length))
            pages.wrote(1, step.partition)
            continue
          }
          const { partition, low, maxRecords } = step
          const request = { space: 's', within: { partition, ...(low && { low }) }, maxRecords }
          const page = naivePage(docs, request)
          for (let i = 0; i < 3; i++) {
            expect(ask(pages, request, () => page)).toEqual(naivePage(docs, request))
          }
        }
      }),
      { numRuns: draws(30) },
    )
  })
})

/** Every document has a place of two characters: its partition and its sort key. */
function naivePage(docs: ReadonlyMap<string, string>, request: RangeRequest): RangePage {
  const { low, high } = rangeInterval(request)
  const places = [...docs.keys()].sort().map((key) => ({ partition: key[0] ?? '', sort: key[1] ?? '' }))
  const inside = places.filter(
    (place) => (!low || comparePositions(place, low) >= 0) && (!high || comparePositions(place, high) < 0),
  )
  const records = inside.slice(0, request.maxRecords).map((place) => {
    const doc = docs.get(place.partition + place.sort) ?? ''
    return { ...place, doc, sizeBytes: doc.length }
  })
  return { records, more: records.length < inside.length }
}
