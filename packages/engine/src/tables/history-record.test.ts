import { expect, test } from 'vitest'
import { decodeHistory, encodeHistory, encodeMark, historyTimeMs, isMarkOf } from './history-record.ts'

const partition = String.fromCharCode(0, 255, 34, 92, 44, 93, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

test.each([
  { sort: '', before: undefined },
  { sort: 'plain', before: { doc: '{"pk":{"S":"a"}}', sizeBytes: 3 } },
  { sort: '],"b":null}', before: { doc: '{"pk":{"S":"],\\"b\\":"}}', sizeBytes: 9 } },
  { sort: '\u0000"\\\u00ff', before: { doc: '{"__proto__":{"N":"1"}}', sizeBytes: 11 } },
])('a write survives encoding: $sort', ({ sort, before }) => {
  const record = { timeMs: 1_700_000_000_123, partition, sort, before }
  const { doc } = encodeHistory(record)
  expect(() => JSON.parse(doc)).not.toThrow()
  expect(decodeHistory(doc)).toEqual(record)
  expect(historyTimeMs(doc)).toBe(record.timeMs)
})

test('a mark is not a write, and is recognized by its name', () => {
  const { doc } = encodeMark('backup-1')
  expect(decodeHistory(doc)).toBeUndefined()
  expect(historyTimeMs(doc)).toBeUndefined()
  expect(isMarkOf(doc, 'backup-1')).toBe(true)
  expect(isMarkOf(doc, 'backup-12')).toBe(false)
})
