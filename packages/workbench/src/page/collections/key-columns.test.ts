import { describe, expect, it } from 'vitest'
import { keyColumns, longestKeys } from './key-columns.ts'
import { RowStore } from './row-store.ts'

const key = {
  pk: [{ name: 'PK', type: 'S' }],
  sk: [{ name: 'SK', type: 'S' }],
} as const
const reading = { pk: 'DEVICE#0095'.length, sk: 'READING#2023-11-14T22:14:55.000Z'.length }

describe('keyColumns', () => {
  it('a key has the room that it needs, and what it does not need is left to the attributes', () => {
    const { pkPx, keyCharacters, roomPx } = keyColumns(836, { hasSort: true, longest: reading })
    expect(pkPx).toBeLessThan(130)
    expect(keyCharacters).toBeGreaterThanOrEqual(reading.sk)
    expect(roomPx).toBeGreaterThan(400)
  })

  it('keys of any length leave at least a third of the width to the attributes', () => {
    for (const widthPx of [500, 640, 836, 1220, 1900]) {
      const { roomPx, isStacked } = keyColumns(widthPx, { hasSort: true, longest: { pk: 2048, sk: 1024 } })
      expect(isStacked).toBe(false)
      expect(roomPx).toBeGreaterThan(widthPx / 3)
    }
  })

  it('short keys still leave room for the names of attributes and entities', () => {
    const { pkPx, skPx } = keyColumns(1220, { hasSort: true, longest: { pk: 1, sk: 1 } })
    expect(pkPx).toBeGreaterThan(100)
    expect(skPx).toBeGreaterThan(140)
  })

  it('on a phone the attributes are below the sort key, and use the whole width beside the partition key', () => {
    const { isStacked, rowPx, roomPx } = keyColumns(390, { hasSort: true, longest: { pk: 60, sk: 60 } })
    expect(isStacked).toBe(true)
    expect(rowPx).toBeGreaterThan(keyColumns(1220, { hasSort: true, longest: reading }).rowPx)
    expect(roomPx).toBeGreaterThan(200)
    expect(keyColumns(320, { hasSort: true, longest: { pk: 60, sk: 60 } }).roomPx).toBeGreaterThan(150)
  })

  it('without a sort key, the partition key has more', () => {
    const longest = { pk: 40, sk: 0 }
    const alone = keyColumns(1220, { hasSort: false, longest })
    expect(alone.pkPx).toBeGreaterThan(40 * 7)
    expect(alone.skPx).toBeLessThan(150)
  })
})

describe('longestKeys', () => {
  it('counts the characters of the keys and of their names, in the first rows', () => {
    const rows = new RowStore(() => '')
    expect(longestKeys(rows, key)).toEqual({ pk: 2, sk: 2 })
    rows.append([
      { PK: { S: 'A#12345' }, SK: { S: 'x' } },
      { PK: { S: 'A#1' }, SK: { S: 'longer' } },
    ])
    expect(longestKeys(rows, key)).toEqual({ pk: 7, sk: 6 })
  })
})
