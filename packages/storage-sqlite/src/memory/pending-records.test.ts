import { partitionInterval } from '@monotable/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Before, isRemoved, PendingRecords } from './pending-records.ts'

const everything = { reverse: false, limit: Number.POSITIVE_INFINITY }

/** Writes a place, or takes back the last write. */
const stepArbitrary = fc.oneof(
  fc.record({
    sort: fc.constantFrom('a', 'b', 'c', 'd'),
    size: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  }),
  fc.constant('undo' as const),
  fc.constant('range' as const),
  fc.constant('resolve' as const),
)

describe('pending records', () => {
  it('contain what was written last, in order, and grow the space accordingly', () => {
    const before: Record<string, number | undefined> = { a: 5, b: undefined, c: 7, d: undefined }
    const isKnown = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean(), d: fc.boolean() })
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 40 }), isKnown, (steps, known) => {
        const pending = new PendingRecords()
        const history: { undo: () => void; content: Map<string, number | undefined> }[] = []
        let content = new Map<string, number | undefined>()
        const resolved = new Set<string>()
        for (const step of steps) {
          if (step === 'range') pending.range(partitionInterval('p'), { ...everything, partition: 'p' })
          else if (step === 'resolve') {
            pending.resolve(({ sort }) => before[sort])
            for (const sort of content.keys()) resolved.add(sort)
          } else if (step === 'undo') {
            const last = history.pop()
            last?.undo()
            content = last?.content ?? content
            for (const sort of resolved) if (!content.has(sort)) resolved.delete(sort)
          } else {
            const { sort, size } = step
            const value = size === undefined ? undefined : { doc: '1', sizeBytes: size }
            const was: Before = known[sort as 'a'] ? (before[sort] ?? 'nothing') : 'unknown'
            history.push({ undo: pending.set({ partition: 'p', sort }, value, was), content })
            content = new Map(content).set(sort, size)
          }
        }
        const { records, end } = pending.range({}, everything)
        expect(end).toBeUndefined()
        expect(
          records.map((record) => [record.sort, isRemoved(record) ? undefined : record.sizeBytes]),
        ).toEqual([...content].sort(([a], [b]) => (a < b ? -1 : 1)))
        expect(pending.unknown).toBe(
          [...content.keys()].filter((sort) => !known[sort as 'a'] && !resolved.has(sort)).length,
        )
        pending.resolve(({ sort }) => before[sort])
        const grown = { records: 0, sizeBytes: 0 }
        for (const [sort, size] of content) {
          grown.records += (size === undefined ? 0 : 1) - (before[sort] === undefined ? 0 : 1)
          grown.sizeBytes += (size ?? 0) - (before[sort] ?? 0)
        }
        expect(pending.growth).toEqual(grown)
        expect(pending.unknown).toBe(0)
      }),
    )
  })

  it('return no more of an interval than was asked for, from either end', () => {
    const pending = new PendingRecords()
    for (const sort of ['c', 'a', 'd', 'b'])
      pending.set({ partition: 'p', sort }, { doc: sort, sizeBytes: 1 }, 'nothing')
    const sortsOf = (reverse: boolean) =>
      pending.range({}, { reverse, limit: 3 }).records.map(({ sort }) => sort)
    expect(sortsOf(false)).toEqual(['a', 'b', 'c'])
    expect(sortsOf(true)).toEqual(['d', 'c', 'b'])
    expect(pending.range({}, { reverse: true, limit: 3 }).end).toMatchObject({ sort: 'b' })
    expect(pending.range({}, { reverse: false, limit: 5 }).end).toBeUndefined()
  })
})
