import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FLOAT32_MAX, float32Text, saturate, toFloat32 } from './float32.ts'

test.each([
  ['16777217', 16777216],
  ['0.1', Math.fround(0.1)],
  ['1.000000059604644775390625', 1],
  ['-0', -0],
  ['340282350000000000000000000000000000000', FLOAT32_MAX],
  ['1e-200', 0],
])('%s is stored as %d', (text, expected) => {
  expect(toFloat32(text)).toBe(expected)
})

test.each(['1e39', '-1e39', '9'.repeat(40), '1e400'])('%s is too large to be stored', (text) => {
  expect(toFloat32(text)).toBeUndefined()
})

test.each([
  [1, '1.0'],
  [-1, '-1.0'],
  [0, '0.0'],
  [-0, '0.0'],
  [0.1, '0.1'],
  [16777216, '16777216.0'],
  [0.000123, '0.000123'],
  [1e-6, '0.000001'],
  [1.1e-6, '0.0000011'],
  [9.9e-7, '9.9e-7'],
  [1e-7, '1e-7'],
  [1.25e-7, '1.25e-7'],
  [1e-20, '1e-20'],
  [1234567900, '1234568000.0'],
  [-1e10, '-10000000000.0'],
  [9e12, '9000000000000.0'],
  [1e13, '1e13'],
  [-1.5e13, '-1.5e13'],
  [3.4e38, '3.4e38'],
  [FLOAT32_MAX, '3.4028235e38'],
])('%d is written as %s', (value, text) => {
  expect(float32Text(Math.fround(value))).toBe(text)
})

test('the text of a number represents that number, and no text with fewer digits does', () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = float32Text(value)
      expect(toFloat32(text)).toBe(value === 0 ? 0 : value)
      const digits = text
        .replace(/e.*/, '')
        .replace(/[-.]/g, '')
        .replace(/^0+|0+$/g, '').length
      if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value)
    }),
  )
})

test('scores beyond 32 bits become the largest number of 32 bits', () => {
  expect(saturate(1e300)).toBe(FLOAT32_MAX)
  expect(saturate(-1e300)).toBe(-FLOAT32_MAX)
  expect(saturate(0.4)).toBe(Math.fround(0.4))
  expect(saturate(-0)).toBe(0)
})
