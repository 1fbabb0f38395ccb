import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { canonicalizeNumber, isCanonicalNumber } from './canonicalize-number.ts'
import { ValueError } from './value-error.ts'

const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range'
const underflow = 'Number underflow. Attempting to store a number with magnitude smaller than supported range'
const notNumeric = 'The parameter cannot be converted to a numeric value'

function errorOf(text: string): ValueError {
  try {
    canonicalizeNumber(text)
  } catch (error) {
    if (error instanceof ValueError) return error
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('canonicalizeNumber', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['+0', '0'],
    ['000000', '0'],
    ['0.000', '0'],
    ['-0.0e5', '0'],
    ['0e125', '0'],
    ['0e-130', '0'],
    ['5', '5'],
    ['-5', '-5'],
    ['+1', '1'],
    ['0005', '5'],
    ['-0005', '-5'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['1.e5', '100000'],
    ['100.00', '100'],
    ['0042.1200', '42.12'],
    ['1E+2', '100'],
    ['1.50e1', '15'],
    ['1.5E2', '150'],
    ['12.345e1', '123.45'],
    ['12.345e-1', '1.2345'],
    ['1e-10', '0.0000000001'],
    ['0.05e1', '0.5'],
    ['-17.4E37', `-174${'0'.repeat(36)}`],
    ['1e0000000000000000000000000000002', '100'],
    ['1e125', `1${'0'.repeat(125)}`],
    ['9.9999999999999999999999999999999999999E+125', '9'.repeat(38) + '0'.repeat(88)],
    ['1e-130', `0.${'0'.repeat(129)}1`],
    ['-1e-130', `-0.${'0'.repeat(129)}1`],
    ['1.5e-130', `0.${'0'.repeat(129)}15`],
    ['9'.repeat(38), '9'.repeat(38)],
    [`-${'9'.repeat(38)}`, `-${'9'.repeat(38)}`],
    [`1${'0'.repeat(60)}`, `1${'0'.repeat(60)}`],
    [`0.${'0'.repeat(60)}1`, `0.${'0'.repeat(60)}1`],
    [`${'0'.repeat(200)}7${'0'.repeat(100)}.${'0'.repeat(200)}`, `7${'0'.repeat(100)}`],
  ])('%s is returned as %s', (text, canonical) => {
    expect(canonicalizeNumber(text)).toBe(canonical)
  })

  it.each([
    'abc',
    '1.2.3',
    ' 1',
    '1 ',
    '0x10',
    '1e',
    '1e+',
    '1e-',
    'e5',
    '.e5',
    '.',
    '+',
    '-',
    '+.',
    '--1',
    '+-1',
    '1+2',
    '1_0',
    'NaN',
    'Infinity',
    '-Infinity',
    '1d',
    '1e5x',
    '1e1.5',
    '\uff11',
    '1\n',
  ])('%j is not a number', (text) => {
    const error = errorOf(text)
    expect(error.message).toBe(`${notNumeric}: ${text}`)
    expect(error.messageIn('classic')).toBe(`${notNumeric}: ${text}`)
  })

  it.each([
    ['', `${notNumeric}: `, notNumeric],
    ['1e126', overflow, overflow],
    ['-1e126', overflow, overflow],
    ['11e125', overflow, overflow],
    ['0e126', overflow, overflow],
    ['1e-131', underflow, underflow],
    ['-0.9e-130', underflow, underflow],
    ['0e-131', underflow, underflow],
    ['1.0e100000000', overflow, overflow],
    ['1e2147483646', overflow, overflow],
    ['1e2147483647', overflow, underflow],
    ['1e99999999999', overflow, `${notNumeric}: 1e99999999999`],
    ['-1e99999999999', overflow, `${notNumeric}: -1e99999999999`],
    ['1e-99999999999', underflow, `${notNumeric}: 1e-99999999999`],
    ['1e9223372036854775808', notNumeric, `${notNumeric}: 1e9223372036854775808`],
    ['1'.repeat(39), 'Attempting to store more than 38 significant digits in a Number', undefined],
    [`0.${'1'.repeat(39)}`, 'Attempting to store more than 38 significant digits in a Number', undefined],
    [`1${'0'.repeat(37)}.1`, 'Attempting to store more than 38 significant digits in a Number', undefined],
    [`${'1'.repeat(40)}e100`, overflow, overflow],
  ])('%s is refused', (text, current, older) => {
    const error = errorOf(text)
    expect(error.message).toBe(current)
    expect(error.messageIn('classic')).toBe(older ?? current)
  })

  it('leaves the canonical form unchanged', () => {
    fc.assert(
      fc.property(writtenNumber, (text) => {
        const canonical = canonicalizeNumber(text)
        expect(canonicalizeNumber(canonical)).toBe(canonical)
        expect(canonical).toMatch(/^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/)
      }),
    )
  })

  it('keeps the value', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }),
        fc.integer({ min: -90, max: 80 }),
        (units, exponent) => {
          const canonical = canonicalizeNumber(`${units}e${exponent}`)
          const [integer = '', fraction = ''] = canonical.split('.')
          const scaled = BigInt(integer + fraction.padEnd(90, '0'))
          expect(scaled).toBe(units * 10n ** BigInt(exponent + 90))
        },
      ),
    )
  })
})

/** Numbers as people write them, all within the limits. */
const writtenNumber = fc
  .record({
    sign: fc.constantFrom('', '-', '+'),
    zeros: fc.constantFrom('', '0', '000'),
    integer: fc.stringMatching(/^\d{1,18}$/),
    fraction: fc.option(fc.stringMatching(/^\d{0,18}$/), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -80, max: 80 }), { nil: undefined }),
  })
  .map(({ sign, zeros, integer, fraction, exponent }) => {
    const dot = fraction === undefined ? '' : `.${fraction}`
    return `${sign}${zeros}${integer}${dot}${exponent === undefined ? '' : `e${exponent}`}`
  })

describe('isCanonicalNumber', () => {
  it('holds for nothing that would be changed', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0011259.--+e'), maxLength: 7 })
    let held = 0
    fc.assert(
      fc.property(text, (given) => {
        if (!isCanonicalNumber(given)) return
        held += 1
        // The exponent takes it off the fast path.
        expect(canonicalizeNumber(`${given}e0`)).toBe(given)
      }),
      { numRuns: draws(1_000) },
    )
    expect(held).toBeGreaterThan(100)
  })

  it.each(['0', '-1', '10', '0.5', '-0.05', '10.95', '9'.repeat(38)])('holds for %s', (text) => {
    expect(isCanonicalNumber(text)).toBe(true)
  })

  it.each(['', '-', '-0', '01', '1.', '.5', '1.0', '-0.0', '1.2.3', '1e5', '+1', ' 1', '9'.repeat(39)])(
    'does not hold for "%s"',
    (text) => {
      expect(isCanonicalNumber(text)).toBe(false)
    },
  )
})
