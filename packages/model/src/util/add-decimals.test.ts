import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDecimals } from './add-decimals.ts'

it.each([
  ['0', '0', '0'],
  ['0.1', '0.2', '0.3'],
  ['-0.5', '0.25', '-0.25'],
  ['1e3', '1E-3', '1000.001'],
  ['1.50', '-1.5', '0'],
  ['12345678901234567890', '1', '12345678901234567891'],
  ['0.000001', '5e-7', '0.0000015'],
  ['.5', '-.25', '0.25'],
  ['5.', '+1', '6'],
])('%s and %s are %s', (one, other, sum) => {
  expect(addDecimals(one, other)).toBe(sum)
})

it('sums of any amounts in cents are exact', () => {
  const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  const text = (amount: bigint) => {
    const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
    return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      const [whole = '', fraction = ''] = text(one + other).split('.')
      const shown = `${whole}.${fraction}`.replace(/\.?0+$/, '')
      expect(addDecimals(text(one), text(other))).toBe(shown === '-0' ? '0' : shown)
    }),
  )
})
