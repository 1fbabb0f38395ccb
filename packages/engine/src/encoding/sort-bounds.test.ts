import { type AttributeValue, base64Of, canonicalizeNumber, compareScalars } from '@monotable/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { encodeIndexSort, keyTie } from './encode-index-sort.ts'
import { encodeOrdered } from './encode-ordered.ts'
import { indexSortBounds } from './index-sort-bounds.ts'
import type { SortCondition, SortRange } from './sort-range.ts'
import { tableSortBounds } from './table-sort-bounds.ts'

const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.array(fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', 'é', '\ue000', '\uffff', '\ud83d\ude00'), {
      maxLength: 5,
    }),
  )
  .map((text) => ({ S: typeof text === 'string' ? text : text.join('') }))
const anyNumber = fc
  .tuple(fc.bigInt({ min: -20n, max: 20n }), fc.integer({ min: -4, max: 4 }))
  .map(([units, exponent]) => ({ N: canonicalizeNumber(`${units}e${exponent}`) }))
const anyBinary = fc
  .oneof(fc.uint8Array({ maxLength: 5 }), fc.array(fc.constantFrom(0, 1, 2, 254, 255), { maxLength: 5 }))
  .map((bytes) => ({ B: base64Of(Uint8Array.from(bytes)) }))
const anyTie = fc
  .oneof(
    fc.constant(Array<number>(16).fill(0)),
    fc.constant(Array<number>(16).fill(255)),
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
  )
  .map((bytes) => Buffer.from(bytes).toString('latin1'))

/** Values of one type: first those in entries, then two operands. */
const column = fc.oneof(
  fc.tuple(fc.array(anyText, { minLength: 1, maxLength: 6 }), anyText, anyText),
  fc.tuple(fc.array(anyNumber, { minLength: 1, maxLength: 6 }), anyNumber, anyNumber),
  fc.tuple(fc.array(anyBinary, { minLength: 1, maxLength: 6 }), anyBinary, anyBinary),
) as fc.Arbitrary<[AttributeValue[], AttributeValue, AttributeValue]>

const operators = ['=', '<', '<=', '>', '>=', 'BETWEEN', 'begins_with'] as const

/** Returns whether a value meets a condition, judged by the values alone. */
function meets(value: AttributeValue, { operator, operands }: SortCondition): boolean {
  const [first, second] = operands as [AttributeValue, AttributeValue]
  const order = compareScalars(value, first)
  switch (operator) {
    case '=':
      return order === 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case 'BETWEEN':
      return order >= 0 && compareScalars(value, second) <= 0
    case 'begins_with':
      return encodeOrdered(value).startsWith(encodeOrdered(first))
  }
}

function covers({ low, high }: SortRange, sort: string): boolean {
  if (low && (low.inclusive ? sort < low.sort : sort <= low.sort)) return false
  return !(high && (high.inclusive ? sort > high.sort : sort >= high.sort))
}

describe('tableSortBounds', () => {
  it('leaves everything without a condition', () => {
    expect(tableSortBounds(undefined)).toEqual({})
  })

  it.each(operators)('covers exactly the sort keys that meet %s', (operator) => {
    fc.assert(
      fc.property(column, ([values, first, second]) => {
        const operands = operator === 'BETWEEN' ? [first, second] : [first]
        const range = tableSortBounds({ operator, operands })
        for (const value of [...values, first, second]) {
          expect(covers(range, encodeOrdered(value))).toBe(meets(value, { operator, operands }))
        }
      }),
    )
  })

  it('has no upper bound for a prefix that consists only of the highest byte', () => {
    const range = tableSortBounds({ operator: 'begins_with', operands: [{ B: '//8=' }] })
    expect(range).toEqual({ low: { sort: '\u00ff\u00ff', inclusive: true } })
  })
})

describe('indexSortBounds', () => {
  it('leaves everything without a condition', () => {
    expect(indexSortBounds({ equal: [] })).toEqual({})
  })

  it.each(operators)(
    'covers exactly the entries that meet %s on a component, whatever their tie',
    (operator) => {
      fc.assert(
        fc.property(
          column,
          column,
          anyText,
          anyTie,
          ([values, first, second], [others, equal], rest, tie) => {
            const operands = operator === 'BETWEEN' ? [first, second] : [first]
            const next = { operator, operands }
            for (const value of [...values, first, second]) {
              const single = encodeIndexSort([value], tie)
              expect(covers(indexSortBounds({ equal: [], next }), single)).toBe(meets(value, next))
              for (const other of [...others, equal]) {
                const entry = encodeIndexSort([other, value, rest], tie)
                const matches = compareScalars(other, equal) === 0 && meets(value, next)
                expect(covers(indexSortBounds({ equal: [equal], next }), entry)).toBe(matches)
              }
            }
          },
        ),
      )
    },
  )

  it('covers exactly the entries with equal first components', () => {
    fc.assert(
      fc.property(column, anyNumber, anyTie, ([values, equal], rest, tie) => {
        for (const value of [...values, equal]) {
          const entry = encodeIndexSort([value, rest], tie)
          expect(covers(indexSortBounds({ equal: [equal] }), entry)).toBe(compareScalars(value, equal) === 0)
        }
      }),
    )
  })
})

describe('encodeIndexSort', () => {
  it('orders entries component by component, then by tie', () => {
    const entry = fc.tuple(anyText, anyNumber, anyBinary, anyTie)
    fc.assert(
      fc.property(entry, entry, (a, b) => {
        const left = encodeIndexSort(a.slice(0, 3) as AttributeValue[], a[3])
        const right = encodeIndexSort(b.slice(0, 3) as AttributeValue[], b[3])
        const order =
          compareScalars(a[0], b[0]) ||
          compareScalars(a[1], b[1]) ||
          compareScalars(a[2], b[2]) ||
          compareText(a[3], b[3])
        expect(Math.sign(compareText(left, right))).toBe(Math.sign(order))
      }),
      { numRuns: draws(200) },
    )
  })

  it('consists of just the tie if the index has no sort key', () => {
    expect(encodeIndexSort([], 'tie')).toBe('tie')
  })
})

describe('keyTie', () => {
  it('has 16 bytes and distinguishes keys, even if their concatenated parts are equal', () => {
    const keys: AttributeValue[][] = [
      [{ S: 'ab' }, { S: 'c' }],
      [{ S: 'a' }, { S: 'bc' }],
      [{ S: 'abc' }],
      [{ B: 'YWJj' }],
      [{ N: '1' }],
      [{ S: '1' }],
    ]
    const ties = keys.map((key) => keyTie(key))
    expect(new Set(ties).size).toBe(keys.length)
    for (const tie of ties) expect(Buffer.from(tie, 'latin1').toString('latin1')).toBe(tie)
    for (const tie of ties) expect(tie).toHaveLength(16)
  })
})

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
