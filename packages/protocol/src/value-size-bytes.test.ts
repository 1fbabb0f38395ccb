import { describe, expect, it } from 'vitest'
import type { AttributeValue } from './attribute-value.ts'
import { canonicalizeNumber } from './canonicalize-number.ts'
import { numberSizeBytes } from './number-size-bytes.ts'
import { itemSizeBytes, valueSizeBytes } from './value-size-bytes.ts'

describe('numberSizeBytes', () => {
  // Measured on AWS, at the size limit of items.
  it.each([
    ['0', 1],
    ['-0', 1],
    ['1', 2],
    ['12', 2],
    ['123', 3],
    ['1234', 3],
    ['12345678901234567890123456789012345678', 20],
    ['0042', 2],
    ['100', 2],
    ['1010', 3],
    ['0.0000001', 2],
    ['1E125', 2],
    ['1E-100', 2],
    ['1.5', 3],
    ['15', 2],
    ['1.2', 3],
    ['1.200', 3],
    ['1.234', 4],
    ['3.14159', 5],
    ['123456', 4],
    ['100.5', 4],
    ['0.15', 2],
    ['-42', 3],
  ])('%s takes %i bytes', (text, bytes) => {
    expect(numberSizeBytes(canonicalizeNumber(text))).toBe(bytes)
  })

  // Measured on DynamoDB Local.
  it.each([
    ['120', 3],
    ['1200', 2],
    ['0.015', 3],
    ['0.0015', 2],
    ['0.00015', 3],
    ['1E-130', 2],
    ['-1E-130', 3],
    ['-12345678901234567890123456789012345678', 21],
    ['1.2345678901234567890123456789012345678', 21],
    ['-1.2345678901234567890123456789012345678', 21],
  ])('%s takes %i bytes, with pairs counted from the point', (text, bytes) => {
    expect(numberSizeBytes(canonicalizeNumber(text))).toBe(bytes)
  })
})

describe('valueSizeBytes', () => {
  // Measured on DynamoDB Local.
  it.each<[AttributeValue, number]>([
    [{ NULL: true }, 1],
    [{ BOOL: false }, 1],
    [{ S: '' }, 0],
    [{ S: 'é😀' }, 6],
    [{ S: 'é😀'.repeat(100) }, 600],
    [{ B: '' }, 0],
    [{ B: 'AA==' }, 1],
    [{ B: 'AAA=' }, 2],
    [{ B: 'AAAA' }, 3],
    [{ SS: ['a', 'bc'] }, 3],
    [{ NS: ['-3', '1', '22'] }, 7],
    [{ BS: ['AA=='] }, 1],
    [{ L: [] }, 3],
    [{ M: {} }, 3],
    [{ L: [{ S: 'a' }] }, 5],
    [{ L: [{ S: 'a' }, { NULL: true }] }, 7],
    [{ M: { a: { S: 'b' } } }, 6],
    [{ M: { a: { S: 'b' }, c: { L: [] } } }, 11],
    [{ L: [{ L: [] }] }, 7],
    [{ L: [{ M: {} }] }, 7],
  ])('%j takes %i bytes', (value, bytes) => {
    expect(valueSizeBytes(value)).toBe(bytes)
  })

  it('counts names of an item in UTF-8', () => {
    expect(itemSizeBytes({ pk: { S: 'a' }, é: { N: '1' } })).toBe(2 + 1 + 2 + 2)
  })
})

describe('a value larger than enough', () => {
  const unread: AttributeValue = {
    get S(): string {
      throw new Error('it was measured')
    },
  }

  it.each<[string, AttributeValue]>([
    ['a map', { M: { a: { S: 'a'.repeat(11) }, b: unread } }],
    ['a list', { L: [{ S: 'a'.repeat(11) }, unread] }],
    ['a map in a list', { L: [{ M: { a: { S: 'a'.repeat(11) }, b: unread } }, unread] }],
  ])('is measured no further: %s', (_, value) => {
    expect(itemSizeBytes({ value, other: unread }, 10)).toBeGreaterThan(10)
  })

  it('is measured exactly if it is just enough', () => {
    expect(itemSizeBytes({ a: { L: [{ S: 'b' }] }, c: { S: 'd' } }, 8)).toBe(8)
  })
})
