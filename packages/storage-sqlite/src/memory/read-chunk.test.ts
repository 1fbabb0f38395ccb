import type { StoredRecord } from '@monotable/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunk, joinChunks } from './read-chunk.ts'

const sorts = fc.uniqueArray(fc.integer({ min: 10, max: 40 }), { maxLength: 20 })

function recordsOf(numbers: readonly number[], doc: string, reverse: boolean): StoredRecord[] {
  const inOrder = [...numbers].sort((a, b) => (reverse ? b - a : a - b))
  return inOrder.map((n) => ({ partition: 'p', sort: `${n}`, doc, sizeBytes: 1 }))
}

describe('two chunks', () => {
  it('become one that goes as far as both do, with the newer before the older', () => {
    const limits = fc.record({
      newer: fc.integer({ min: 1, max: 25 }),
      older: fc.integer({ min: 1, max: 25 }),
    })
    fc.assert(
      fc.property(sorts, sorts, limits, fc.boolean(), (newer, older, limit, reverse) => {
        const newerRecords = recordsOf(newer, 'newer', reverse)
        const olderRecords = recordsOf(older, 'older', reverse)
        const { records, end } = joinChunks(
          createChunk(newerRecords.slice(0, limit.newer), limit.newer),
          createChunk(olderRecords.slice(0, limit.older), limit.older),
          reverse,
        )
        const all = recordsOf([...new Set([...newer, ...older])], '', reverse).map((record) =>
          newer.includes(Number(record.sort)) ? { ...record, doc: 'newer' } : { ...record, doc: 'older' },
        )
        const isWithin = ({ sort }: StoredRecord) =>
          end === undefined || (reverse ? sort >= end.sort : sort <= end.sort)
        expect(records).toEqual(all.filter(isWithin))
        // The chunk can be continued: all that was asked for has been read, or there is no more.
        if (end) expect(records).not.toEqual([])
        else expect(records).toHaveLength(all.length)
      }),
    )
  })
})
