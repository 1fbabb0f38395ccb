import { describe, expect, it } from 'vitest'
import type { AttributeValue } from './attribute-value.ts'
import { valuesEqual } from './values-equal.ts'

const distinct: readonly AttributeValue[] = [
  { S: '1' },
  { S: '' },
  { N: '1' },
  { N: '-1' },
  { B: 'AA==' },
  { BOOL: true },
  { BOOL: false },
  { NULL: true },
  { SS: ['1'] },
  { SS: ['1', '2'] },
  { SS: ['1', '3'] },
  { NS: ['1'] },
  { BS: ['AA=='] },
  { L: [] },
  { L: [{ S: 'a' }, { S: 'b' }] },
  { L: [{ S: 'b' }, { S: 'a' }] },
  { M: {} },
  { M: { a: { S: '1' } } },
  { M: { b: { S: '1' } } },
  { M: { a: { N: '1' } } },
  { M: JSON.parse('{"__proto__":{"S":"1"}}') },
]

describe('valuesEqual', () => {
  it('distinguishes values', () => {
    for (const [row, a] of distinct.entries()) {
      for (const [column, b] of distinct.entries()) {
        expect(valuesEqual(a, structuredClone(b)), `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(
          row === column,
        )
      }
    }
  })

  it.each<[AttributeValue, AttributeValue]>([
    [{ SS: ['a', 'b', 'c'] }, { SS: ['c', 'a', 'b'] }],
    [{ M: { a: { S: '1' }, b: { NS: ['1', '2'] } } }, { M: { b: { NS: ['2', '1'] }, a: { S: '1' } } }],
    [{ L: [{ M: { x: { NULL: true } } }] }, { L: [{ M: { x: { NULL: true } } }] }],
  ])('%j equals %j', (a, b) => {
    expect(valuesEqual(a, b)).toBe(true)
    expect(valuesEqual(b, a)).toBe(true)
  })
})
