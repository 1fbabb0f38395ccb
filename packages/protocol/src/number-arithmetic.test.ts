import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalizeNumber } from './canonicalize-number.ts'
import { compareNumbers } from './compare-numbers.ts'
import { addNumbers, subtractNumbers } from './number-arithmetic.ts'

const SCALE = 60

/** Returns a canonical number as a whole multiple of 10^-60. */
function model(canonical: string): bigint {
  const [integer = '', fraction = ''] = canonical.split('.')
  return BigInt(integer + fraction.padEnd(SCALE, '0'))
}

const canonicalNumber = fc
  .tuple(
    fc.oneof(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.bigInt({ min: -999n, max: 999n })),
    fc.integer({ min: -12, max: 3 }),
  )
  .map(([units, exponent]) => canonicalizeNumber(`${units}e${exponent}`))

describe('arithmetic of numbers', () => {
  it.each([
    ['1', '2', '3', '-1'],
    ['0.1', '0.2', '0.3', '-0.1'],
    ['1', '10000000000000000000000', '10000000000000000000001', '-9999999999999999999999'],
    ['-5', '5', '0', '-10'],
    ['999999999999999', '999999999999999', '1999999999999998', '0'],
    ['0.5', '0.5', '1', '0'],
    ['1.5', '-0.5', '1', '2'],
    ['9'.repeat(37), '1', `1${'0'.repeat(37)}`, `${'9'.repeat(36)}8`],
  ])('the sum of %s and %s is %s, and the difference %s', (a, b, sum, difference) => {
    expect(addNumbers(a, b)).toBe(sum)
    expect(subtractNumbers(a, b)).toBe(difference)
  })

  it.each([
    ['9e125', '9e125', 'Number overflow'],
    ['1e50', '1', 'Number overflow'],
    ['1', '1e-38', 'Number overflow'],
    ['1.1e-130', '-1e-130', 'Number underflow'],
  ])('%s + %s is refused', (a, b, message) => {
    expect(() => addNumbers(canonicalizeNumber(a), canonicalizeNumber(b))).toThrow(message)
  })

  it('agrees with integers of any size', () => {
    fc.assert(
      fc.property(canonicalNumber, canonicalNumber, (a, b) => {
        const sum = addNumbers(a, b)
        expect(model(sum)).toBe(model(a) + model(b))
        expect(canonicalizeNumber(sum)).toBe(sum)
        const difference = subtractNumbers(a, b)
        expect(model(difference)).toBe(model(a) - model(b))
        expect(canonicalizeNumber(difference)).toBe(difference)
      }),
    )
  })
})

describe('compareNumbers', () => {
  it.each([
    ['0', '0', 0],
    ['-1', '1', -1],
    ['0', '-0.5', 1],
    ['9', '10', -1],
    ['-9', '-10', 1],
    ['1', '1.5', -1],
    ['-1', '-1.5', 1],
    ['1.5', '1.45', 1],
    ['0.09', '0.1', -1],
    ['100000000000000000000001', '100000000000000000000000', 1],
  ])('%s against %s', (a, b, order) => {
    expect(Math.sign(compareNumbers(a, b))).toBe(order)
  })

  it('orders by value', () => {
    fc.assert(
      fc.property(canonicalNumber, canonicalNumber, (a, b) => {
        const left = model(a)
        const right = model(b)
        expect(Math.sign(compareNumbers(a, b))).toBe(left < right ? -1 : left > right ? 1 : 0)
      }),
    )
  })
})
