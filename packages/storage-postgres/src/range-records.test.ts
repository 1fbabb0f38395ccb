import type { RangeRequest, StoredRecord } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { readRecords, splitRecords } from './range-records.ts'
import type { Row } from './sql.ts'

const p = 'p'.repeat(16)
const q = `\0\x1e,\\\xff${'q'.repeat(11)}`
const hexOf = (bytes: string) => Buffer.from(bytes, 'latin1').toString('hex')

/** Builds the row that a database returns for records in this order. */
function joined(records: readonly StoredRecord[], withPartitions = false): Row {
  return [
    records.map(({ sort }) => hexOf(sort)).join(','),
    records.map(({ sizeBytes }) => String(sizeBytes)).join(','),
    records.map(({ doc }) => doc).join('\x1e'),
    ...(withPartitions ? [records.map(({ partition }) => hexOf(partition)).join(',')] : []),
  ]
}

const record = (sort: string, doc: string, partition = p): StoredRecord => ({
  partition,
  sort,
  doc,
  sizeBytes: doc.length,
})

describe('records in one row', () => {
  const one: RangeRequest = { space: 's', within: { partition: p } }
  const all: RangeRequest = { space: 's', within: {} }

  it('are told apart whatever is in their keys', () => {
    const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i))
    const records = ['', '\0', '\x1e', ',', ',,', '\\036', everyByte, '\xff\xff']
      .sort()
      .map((sort) => record(sort, '{}'))
    expect(splitRecords(joined(records), one)).toEqual(records)
    const scattered = [record('', '1', q), record('\xff', '2', q), record('', '3')]
    expect(splitRecords(joined(scattered, true), all)).toEqual(scattered)
  })

  it('are told apart whatever is in their texts', () => {
    const values = ['\x1e', '\x1e\x1e,', '\0\n\r\t', '"\\"', '😀\u{10ffff}', '\ud800', '\u2028\x7f', '', 'é']
    const records = values.map((value, i) => record(String(i), JSON.stringify({ value })))
    expect(splitRecords(joined(records), one)).toEqual(records)
  })

  it('are none if the lists are null or there is no row', () => {
    expect(splitRecords([null, null, null], one)).toEqual([])
    expect(splitRecords([null, null, null, null], all)).toEqual([])
    expect(splitRecords(undefined, one)).toEqual([])
  })

  it('are one if it has an empty key and its text was left out', () => {
    expect(splitRecords(['', '7', ''], one)).toEqual([{ partition: p, sort: '', doc: '', sizeBytes: 7 }])
  })

  it('are put in order if a database has not kept it', () => {
    const records = [record('b', '1', q), record('a', '2'), record('b', '3'), record('\xff', '4')]
    const mixed = [2, 0, 3, 1].map((i) => records[i] as StoredRecord)
    expect(splitRecords(joined(mixed, true), all)).toEqual(records)
    expect(splitRecords(joined(mixed, true), { ...all, reverse: true })).toEqual(records.toReversed())
    const descending = records.toReversed()
    expect(splitRecords(joined(descending, true), { ...all, reverse: true })).toEqual(descending)
  })

  it('are refused if a text contains the separator', () => {
    expect(splitRecords(joined([record('a', '"\x1e"'), record('b', '1')]), one)).toBeUndefined()
  })
})

it('take their partition from the request or from the row when each has a row', () => {
  expect(readRecords([[hexOf('\0a'), '12', '{}']], { space: 's', within: { partition: p } })).toEqual([
    { partition: p, sort: '\0a', doc: '{}', sizeBytes: 12 },
  ])
  expect(readRecords([['', '12', '', hexOf(q)]], { space: 's', within: {} })).toEqual([
    { partition: q, sort: '', doc: '', sizeBytes: 12 },
  ])
})
