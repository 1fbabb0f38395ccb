import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordCache } from './record-cache.ts'

const at = (sort: string, partition = 'p') => ({ partition, sort })
const record = (doc: string) => ({ doc, sizeBytes: doc.length })

describe('a cache of records', () => {
  it('gives what was kept, and nothing that was forgotten', () => {
    const cache = new RecordCache(10_000)
    cache.keep(1, at('a'), record('one'))
    cache.keep(1, at('b'), record('two'))
    cache.forget(1, at('a'))
    expect(cache.find(1, at('a'))).toBeUndefined()
    expect(cache.find(1, at('b'))).toEqual(record('two'))
  })

  it('tells places apart whose texts run together to the same', () => {
    const cache = new RecordCache(10_000)
    cache.keep(1, at('bc', 'a'), record('one'))
    expect(cache.find(1, at('c', 'ab'))).toBeUndefined()
    expect(cache.find(11, at('bc', 'a'))).toBeUndefined()
  })

  it('forgets what was not used for long, and keeps what is used again and again', () => {
    const cache = new RecordCache(10_000)
    cache.keep(1, at('often'), record('x'))
    cache.keep(1, at('once'), record('x'))
    for (let i = 0; i < 200; i++) {
      cache.keep(1, at(`other-${i}`), record('x'))
      expect(cache.find(1, at('often'))).toEqual(record('x'))
    }
    expect(cache.find(1, at('once'))).toBeUndefined()
  })

  it('leaves long records to SQLite, also one that has grown', () => {
    const cache = new RecordCache(10_000_000)
    cache.keep(1, at('a'), record('short'))
    cache.keep(1, at('a'), record('x'.repeat(100_000)))
    expect(cache.find(1, at('a'))).toBeUndefined()
  })

  it('never gives anything but what was kept last', () => {
    const step = fc.record({
      verb: fc.constantFrom('keep', 'forget', 'find', 'clear'),
      space: fc.integer({ min: 1, max: 2 }),
      sort: fc.constantFrom('a', 'b', 'c', 'd'),
      doc: fc.string({ maxLength: 300 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new RecordCache(2_000)
        const kept = new Map<string, string>()
        for (const { verb, space, sort, doc } of steps) {
          const name = `${space}${sort}`
          if (verb === 'keep') {
            cache.keep(space, at(sort), record(doc))
            kept.set(name, doc)
          } else if (verb === 'forget') {
            cache.forget(space, at(sort))
            kept.delete(name)
          } else if (verb === 'clear') {
            cache.clear()
            kept.clear()
          } else {
            const found = cache.find(space, at(sort))
            if (found !== undefined) expect(found.doc).toBe(kept.get(name))
          }
        }
      }),
    )
  })
})
