import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordCache } from './record-cache.ts'

/** The least memory that makes a cache: slabs of 8 KB. */
const small = 65_536

const at = (sort: string, partition = 'a digest, 16 b.') => ({ partition, sort })
const record = (doc: string, sizeBytes = doc.length) => ({ doc, sizeBytes })

describe('a cache of records', () => {
  it('returns what was kept, and nothing that was forgotten', () => {
    const cache = new RecordCache(small)
    cache.keep(1, at('a'), record('one'))
    cache.keep(1, at('b'), record('two', 17))
    cache.forget(1, at('a'))
    cache.forget(1, at('c'))
    expect(cache.find(1, at('a'))).toBeUndefined()
    expect(cache.find(1, at('b'))).toEqual({ doc: 'two', sizeBytes: 17 })
  })

  it.each([
    ['nothing', ''],
    ['ASCII', '{"id":{"S":"1"}}'],
    ['control characters', '\u0000\u0001\n\u007f'],
    ['Latin-1', 'né à Zürich \u0080\u00ff'],
    ['a wide character at the end', `${'x'.repeat(301)}€`],
    ['scripts of all kinds', '日本語 Ελληνικά עברית'],
    ['pairs of surrogates', '👩‍👩‍👧 𝔘𝔫𝔦𝔠𝔬𝔡𝔢'],
    ['half a pair', 'a\ud83d'],
    ['the longest record', 'x'.repeat(32_768)],
    ['the longest wide record', '語'.repeat(32_768)],
  ])('returns %s exactly as it was', (_, doc) => {
    const cache = new RecordCache(10_000_000)
    for (const sort of ['', 'a', 'ab', 'abc', 'abcd']) cache.keep(1, at(sort), record(doc))
    for (const sort of ['', 'a', 'ab', 'abc', 'abcd']) {
      expect(cache.find(1, at(sort))).toEqual(record(doc))
    }
  })

  it.each([
    ['Latin-1', 'né à Zürich'],
    ['wide characters', '日本語 Ελληνικά'],
  ])('returns and replaces the beginning of a record in %s', (_, doc) => {
    const cache = new RecordCache(small)
    cache.keep(1, at('a'), record(doc, 17))
    cache.keep(1, at('b'), record(doc))
    expect(cache.findStart(1, at('a'), 4)).toBe(doc.slice(0, 4))
    expect(cache.findStart(1, at('a'), 99)).toBe(doc)
    cache.replaceStart(1, at('a'), 'new')
    cache.replaceStart(1, at('c'), 'new')
    expect(cache.find(1, at('a'))).toEqual({ doc: `new${doc.slice(3)}`, sizeBytes: 17 })
    expect(cache.find(1, at('b'))).toEqual(record(doc))
    expect(cache.findStart(1, at('c'), 4)).toBeUndefined()
  })

  it.each([
    ['space', 11, at('bc', 'a')],
    ['end of the partition', 1, at('c', 'ab')],
    ['empty sort', 1, at('', 'abc')],
    ['empty partition', 1, at('abc', '')],
    ['zero byte behind', 1, at('bc\u0000', 'a')],
    ['zero byte before', 1, at('bc', 'a\u0000')],
    ['high byte', 1, at('b\u00e3', 'a')],
  ])('tells places apart that differ in: %s', (_, space, place) => {
    const cache = new RecordCache(small)
    cache.keep(1, at('bc', 'a'), record('one'))
    expect(cache.find(space, place)).toBeUndefined()
    cache.keep(space, place, record('two'))
    expect(cache.find(1, at('bc', 'a'))).toEqual(record('one'))
    expect(cache.find(space, place)).toEqual(record('two'))
  })

  it('tells keys apart that were made to have the same hash, and keeps the newest of them', () => {
    const cache = new RecordCache(1_000_000)
    // In each pair, the second half undoes in the hash what the first has done, whatever the seed is.
    const halves = ['aaaaaaaa', 'aaa\u00e1aa`\u00e1']
    const sorts = Array.from({ length: 1_024 }, (_, i) =>
      Array.from({ length: 10 }, (_, bit) => halves[(i >> bit) & 1]).join(''),
    )
    sorts.forEach((sort, i) => {
      cache.keep(1, at(sort), record(`${i}`))
      expect(cache.find(1, at(sort))).toEqual(record(`${i}`))
    })
    const found = sorts.flatMap((sort, i) => {
      const value = cache.find(1, at(sort))
      return value ? [value.doc === `${i}`] : []
    })
    expect(found).toEqual([true, true, true, true])
  })

  it.each([
    ['shorter', 'x'.repeat(90)],
    ['of the same length', 'y'.repeat(100)],
    ['longer', 'x'.repeat(110)],
    ['much shorter', 'x'],
    ['much longer', 'x'.repeat(3_000)],
    ['wide', '語'.repeat(100)],
  ])('returns the new value when it is %s', (_, doc) => {
    const cache = new RecordCache(small)
    const before = record('x'.repeat(100))
    for (const sort of ['a', 'b', 'c']) cache.keep(1, at(sort), before)
    cache.keep(1, at('b'), record(doc))
    expect(cache.find(1, at('b'))).toEqual(record(doc))
    cache.keep(1, at('b'), before)
    for (const sort of ['a', 'b', 'c']) expect(cache.find(1, at(sort))).toEqual(before)
  })

  it.each([
    ['is too long', at('a'), record('x'.repeat(32_769))],
    ['fits no slab', at('a'), record('x'.repeat(9_000))],
    ['has a size that is no integer of 32 bits', at('a'), record('x', 2 ** 40)],
  ])('leaves a record that %s to SQLite, and forgets what was there before', (_, place, value) => {
    const cache = new RecordCache(small)
    cache.keep(1, place, record('short'))
    cache.keep(1, place, value)
    expect(cache.find(1, place)).toBeUndefined()
  })

  it('leaves records to SQLite whose keys are longer than any real one', () => {
    const cache = new RecordCache(1_000_000)
    cache.keep(1, at('s'.repeat(2_100)), record('long'))
    cache.keep(1, at('s'.repeat(10_000)), record('too long'))
    expect(cache.find(1, at('s'.repeat(2_100)))).toEqual(record('long'))
    expect(cache.find(1, at('s'.repeat(10_000)))).toBeUndefined()
  })

  it('keeps nothing if it may take next to no memory', () => {
    for (const maxBytes of [0, 1_000, small - 1]) {
      const cache = new RecordCache(maxBytes)
      cache.keep(1, at('a'), record('one'))
      expect(cache.find(1, at('a'))).toBeUndefined()
      expect(cache.bytes).toBe(0)
    }
  })

  it('is empty when cleared, and can be filled again', () => {
    const cache = new RecordCache(small)
    for (let i = 0; i < 1_000; i++) cache.keep(1, at(`${i}`), record(`before ${i}`))
    cache.clear()
    expect(cache.bytes).toBe(0)
    for (let i = 0; i < 1_000; i++) expect(cache.find(1, at(`${i}`))).toBeUndefined()
    cache.keep(1, at('1'), record('after'))
    expect(cache.find(1, at('1'))).toEqual(record('after'))
  })
})

describe('a full cache of records', () => {
  it('keeps the newest, and has forgotten the oldest', () => {
    const cache = new RecordCache(small)
    for (let i = 0; i < 5_000; i++) {
      cache.keep(1, at(`${i}`), record(`doc ${i}`))
      expect(cache.find(2, at(`${i}`))).toBeUndefined()
    }
    for (let i = 0; i < 4_000; i++) expect(cache.find(1, at(`${i}`))).toBeUndefined()
    for (let i = 4_700; i < 5_000; i++) expect(cache.find(1, at(`${i}`))).toEqual(record(`doc ${i}`))
  })

  it('keeps what is used over and over', () => {
    const cache = new RecordCache(small)
    const hot = Array.from({ length: 100 }, (_, i) => at(`hot ${i}`))
    for (const place of hot) cache.keep(1, place, record('x'.repeat(100)))
    cache.keep(1, at('once'), record('x'))
    for (let i = 0; i < 20_000; i++) {
      cache.keep(1, at(`cold ${i}`), record('x'.repeat(100)))
      const place = hot[i % hot.length] as (typeof hot)[number]
      expect(cache.find(1, place)).toEqual(record('x'.repeat(100)))
    }
    expect(cache.find(1, at('once'))).toBeUndefined()
  })

  it('forgets in the end what was used only once', () => {
    const cache = new RecordCache(small)
    const places = Array.from({ length: 50 }, (_, i) => at(`${i}`))
    for (const place of places) cache.keep(1, place, record('x'.repeat(100)))
    for (const place of places) cache.find(1, place)
    for (let i = 0; i < 2_000; i++) cache.keep(1, at(`cold ${i}`), record('x'.repeat(100)))
    expect(places.filter((place) => cache.find(1, place))).toEqual([])
  })

  it('accepts new ones even if all are in constant use', () => {
    const cache = new RecordCache(small)
    for (let i = 0; i < 3_000; i++) {
      cache.keep(1, at(`${i}`), record('x'.repeat(i % 200)))
      for (let back = 0; back < 300; back++) cache.find(1, at(`${i - back}`))
      expect(cache.find(1, at(`${i}`))).toEqual(record('x'.repeat(i % 200)))
    }
  })

  it.each([
    ['short', () => 5],
    ['of many lengths', (i: number) => (i * 7_919) % 3_000],
    ['long at first and then short', (i: number) => (i < 10_000 ? 2_000 : 5)],
    ['short at first and then long', (i: number) => (i < 10_000 ? 5 : 2_000)],
    ['long now and then', (i: number) => (i % 50 === 0 ? 7_000 : 40)],
  ])('stays within its memory when records are %s', (_, lengthOf) => {
    for (const maxBytes of [small, 100_000, 1_000_000]) {
      const cache = new RecordCache(maxBytes)
      let mostBytes = 0
      for (let i = 0; i < 30_000; i++) {
        const { doc, sizeBytes } = record('x'.repeat(lengthOf(i)), i)
        cache.keep(1, at(`${i}`), { doc, sizeBytes })
        const found = cache.find(1, at(`${i}`))
        if (found?.doc !== doc || found.sizeBytes !== i) expect.fail(`${i} is not found`)
        mostBytes = Math.max(mostBytes, cache.bytes)
      }
      expect(mostBytes).toBeLessThanOrEqual(maxBytes)
      expect(mostBytes).toBeGreaterThan(maxBytes * 0.7)
    }
  })

  it('gives the memory of long records to the index of short ones', () => {
    const maxBytes = 4_000_000
    const cache = new RecordCache(maxBytes)
    for (let i = 0; i < 2_000; i++) cache.keep(1, at(`long ${i}`), record('x'.repeat(4_000)))
    for (let i = 0; i < 60_000; i++) cache.keep(1, at(`short ${i}`), record('x'))
    let found = 0
    for (let i = 0; i < 60_000; i++) if (cache.find(1, at(`short ${i}`))) found += 1
    expect(found).toBeGreaterThan(40_000)
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
  })

  it('takes memory only for what it contains, and little besides the records', () => {
    const cache = new RecordCache(1e9)
    cache.keep(1, at('first'), record('x'))
    expect(cache.bytes).toBeLessThan(1_100_000)
    for (let i = 0; i < 50_000; i++) {
      cache.keep(1, at(`${i}`.padStart(20), '0123456789abcdef'), record('x'.repeat(300)))
    }
    expect(cache.bytes).toBeLessThan(50_000 * (336 + 40) + 1_100_000)
  })
})

describe('a cache of records compared with a plain map', () => {
  const step = fc.record({
    verb: fc.constantFrom('keep', 'keep', 'keep', 'find', 'find', 'forget'),
    space: fc.constantFrom(1, 1, 1, 2),
    partition: fc.constantFrom('', 'p', '0123456789abcdef'),
    sort: fc.oneof(fc.constantFrom('', 'a', 'b', 'p'), fc.nat(40).map(String)),
    length: fc.oneof(fc.nat(300), fc.nat(8_000)),
    character: fc.constantFrom('x', 'é', '語'),
  })

  it('never returns anything but what was kept last', () => {
    const sequence = fc.array(step, { minLength: 50, maxLength: 400, size: 'max' })
    fc.assert(
      fc.property(sequence, fc.integer(), fc.option(fc.nat(400)), (steps, seed, clearsAt) => {
        const cache = new RecordCache(small, seed)
        const kept = new Map<string, { doc: string; sizeBytes: number }>()
        steps.forEach(({ verb, space, partition, sort, length, character }, i) => {
          if (i === clearsAt) {
            cache.clear()
            kept.clear()
          }
          const place = { partition, sort }
          const name = JSON.stringify([space, partition, sort])
          if (verb === 'keep') {
            const value = record(`${i}${character.repeat(length)}`, i)
            cache.keep(space, place, value)
            kept.set(name, value)
            if (length <= 3_000) expect(cache.find(space, place)).toEqual(value)
          } else if (verb === 'forget') {
            cache.forget(space, place)
            kept.delete(name)
            expect(cache.find(space, place)).toBeUndefined()
          } else {
            const found = cache.find(space, place)
            if (found !== undefined) expect(found).toEqual(kept.get(name))
          }
          expect(cache.bytes).toBeLessThanOrEqual(small)
        })
      }),
    )
  })
})
