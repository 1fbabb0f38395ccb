import { describe, expect, it } from 'vitest'
import { Reading } from './reading.ts'
import { repairValue } from './repair-value.ts'

function repair(value: unknown) {
  const reading = new Reading()
  const repaired = repairValue(value, reading, 'at')
  return { repaired, messages: reading.messages }
}

describe('repairValue', () => {
  it.each([
    [{ S: 'a' }],
    [{ N: '1.5e3' }],
    [{ BOOL: false }],
    [{ M: { list: { L: [{ S: 'a' }] }, set: { SS: ['a', 'b'] } } }],
    [{ B: 'aGk=' }],
    [{ NULL: true }],
  ])('leaves %j as it is', (value) => {
    expect(repair(value)).toEqual({ repaired: value, messages: [] })
  })

  it.each([
    [{ N: 1 }, { N: '1' }, 'at', 'N held no text; numbers are written as text'],
    [{ S: 7 }, { S: '7' }, 'at', 'S held no text; it was converted to text'],
    [
      { M: { a: 'b' } },
      { M: { a: { S: 'b' } } },
      'at.a',
      'was plain JSON; it was converted to a DynamoDB value',
    ],
    [{ L: ['b'] }, { L: [{ S: 'b' }] }, 'at[0]', 'was plain JSON; it was converted to a DynamoDB value'],
    [{ M: { a: {} } }, { M: {} }, 'at.a', 'is empty; it was left out'],
    [{}, undefined, 'at', 'is empty; it was left out'],
    [{ N: 'one' }, undefined, 'at', 'N holds no number; it was left out'],
    [{ BOOL: 'true' }, { BOOL: true }, 'at', 'BOOL was a word; it was corrected'],
    [{ NULL: false }, { NULL: true }, 'at', 'NULL is always true; it was corrected'],
    [{ SS: [] }, undefined, 'at', 'SS is an empty set, which DynamoDB does not store; it was left out'],
    [
      { SS: ['a', 'a', 1] },
      { SS: ['a', '1'] },
      'at',
      'SS held duplicates or values that are not text; it was corrected',
    ],
    [{ B: 'ü' }, { B: 'w7w=' }, 'at', 'B held no Base64; it was encoded'],
    [
      { S: 'a', N: '1' },
      { M: { S: { S: 'a' }, N: { S: '1' } } },
      'at',
      'was plain JSON; it was converted to a DynamoDB value',
    ],
  ])('turns %j into %j', (value, repaired, path, message) => {
    expect(repair(value)).toEqual({ repaired, messages: [{ path, message }] })
  })

  it('keeps names with a meaning in JavaScript', () => {
    const value = JSON.parse('{"M":{"__proto__":{"S":"a"},"constructor":{"S":"b"}}}') as object
    expect(JSON.stringify(repair(value).repaired)).toBe(JSON.stringify(value))
  })

  it('leaves out what is nested deeper than DynamoDB allows, and terminates', () => {
    let value: object = { S: 'a' }
    for (let depth = 0; depth < 5_000; depth++) value = { L: [value] }
    const { repaired, messages } = repair(value)
    expect(JSON.stringify(repaired).length).toBeLessThan(1_000)
    expect(messages.map(({ message }) => message)).toEqual(['is nested too deep; it was left out'])
  })
})
