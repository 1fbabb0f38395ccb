import { createHash } from 'node:crypto'
import type { AttributeValue } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { partitionDigest } from './partition-digest.ts'

function expected(bytes: Buffer): string {
  const md5 = createHash('md5').update('Outliers').update(bytes).digest()
  const sha256 = createHash('sha256').update(bytes).digest()
  return Buffer.concat([md5.subarray(0, 8), sha256.subarray(0, 8)]).toString('hex')
}

function hexDigest(values: readonly AttributeValue[]): string {
  return Buffer.from(partitionDigest(values), 'latin1').toString('hex')
}

describe('partitionDigest', () => {
  it.each<[AttributeValue, Buffer]>([
    [{ S: 'a' }, Buffer.from('a')],
    [{ S: 'é😀' }, Buffer.from('é😀')],
    [{ N: '0' }, Buffer.from([0x80])],
    [{ N: '-1.5' }, Buffer.from([0x3e, 0x64, 0x33, 0x66])],
    [{ B: '/wCA' }, Buffer.from([0xff, 0x00, 0x80])],
  ])('hashes the key bytes of %j as DynamoDB does, and again', (value, bytes) => {
    expect(partitionDigest([value])).toHaveLength(16)
    expect(hexDigest([value])).toBe(expected(bytes))
  })

  it('distinguishes lists of values that look the same when joined', () => {
    const lists: AttributeValue[][] = [
      [{ S: 'ab' }, { S: 'c' }],
      [{ S: 'a' }, { S: 'bc' }],
      [{ S: 'abc' }, { S: '' }],
      [{ B: 'YWI=' }, { S: 'c' }],
      [{ S: 'é' }, { S: 'c' }],
    ]
    expect(new Set(lists.map((list) => partitionDigest(list))).size).toBe(lists.length)
    for (const list of lists) expect(partitionDigest(list)).toHaveLength(16)
  })
})
