import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PartitionMap } from './partition-map.ts'

const hex = (bytes: string) => Buffer.from(bytes, 'latin1').toString('hex')
const froms = (map: PartitionMap) => map.partitions.map(({ from }) => hex(from))
const place = (text: string) => Buffer.from(text.padEnd(32, '0'), 'hex').toString('latin1')

/** Heats one partition for a number of seconds, alternating between the given places. */
function heatFor(map: PartitionMap, seconds: number, places: readonly string[]): void {
  for (let second = 1; second <= seconds; second++) {
    for (const one of places) {
      map.heat(map.partitionAt(one), one, { nowMs: second * 1_000, splitSeconds: 300 })
    }
  }
}

describe('partitions', () => {
  it.each([
    { count: 1, expected: [''] },
    { count: 2, expected: ['', '800000000000'] },
    { count: 4, expected: ['', '400000000000', '800000000000', 'c00000000000'] },
  ])('$count of them are equal parts of all hashes', ({ count, expected }) => {
    expect(froms(new PartitionMap(count, 0))).toEqual(expected)
  })

  it('every place is in the one partition that begins at or before it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.uint8Array({ minLength: 16, maxLength: 20 }),
        (count, bytes) => {
          const map = new PartitionMap(count, 0)
          const at = Buffer.from(bytes).toString('latin1')
          const found = map.partitionAt(at)
          const end = map.endOf(found)
          expect(found.from <= at && (end === undefined || at < end)).toBe(true)
        },
      ),
    )
  })

  it('more capacity splits the widest, and less capacity merges nothing', () => {
    const map = new PartitionMap(2, 0)
    map.grow(3, 0)
    expect(froms(map)).toEqual(['', '400000000000', '800000000000'])
    map.grow(1, 0)
    expect(map.partitions).toHaveLength(3)
  })

  it('a partition that holds too much is split', () => {
    const map = new PartitionMap(1, 0)
    map.growWithSize(10, 10, 0)
    expect(map.partitions).toHaveLength(1)
    map.growWithSize(35, 10, 0)
    expect(map.partitions).toHaveLength(4)
  })

  it('five hot minutes split a partition in the middle of the accessed places', () => {
    const map = new PartitionMap(1, 0)
    const places = ['10', '11', '12', '13'].map(place)
    heatFor(map, 299, places)
    expect(map.partitions).toHaveLength(1)
    heatFor(map, 300, places)
    expect(froms(map)).toEqual(['', '12'.padEnd(32, '0')])
  })

  it('a pause restarts the count', () => {
    const map = new PartitionMap(1, 0)
    for (let second = 0; second < 700; second++) {
      if (second % 299 === 0) continue
      map.heat(map.partitionAt(''), place('10'), { nowMs: second * 1_000, splitSeconds: 300 })
    }
    expect(map.partitions).toHaveLength(1)
  })

  it('a single hot place is isolated from its neighbours and then not divided further', () => {
    const map = new PartitionMap(1, 0)
    heatFor(map, 300, [place('10')])
    const expected = ['', '10'.padEnd(32, '0'), '10'.padEnd(34, '0')]
    expect(froms(map)).toEqual(expected)
    heatFor(map, 900, [place('10')])
    expect(froms(map)).toEqual(expected)
  })

  it('a collection is divided by its sort keys', () => {
    const map = new PartitionMap(1, 0)
    heatFor(map, 300, [`${place('10')}a`, `${place('10')}b`])
    expect(froms(map)).toEqual(['', hex(`${place('10')}b`)])
  })

  it('the number of partitions is bounded, however much there is', () => {
    const map = new PartitionMap(1_000_000, 0)
    map.growWithSize(Number.MAX_SAFE_INTEGER, 1, 0)
    expect(map.partitions).toHaveLength(1_024)
  })
})
