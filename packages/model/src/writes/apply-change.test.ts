import { expect, it } from 'vitest'
import { applyChange, unknownValue } from './apply-change.ts'

const added = (before: unknown, amount: number | bigint) =>
  applyChange({ kind: 'add', steps: ['n'], amount }, () => before)

it.each([
  [0.2, 0.1, 0.3],
  [2.1, 0.2, 2.3],
  [1e21, 1, 1e21],
  [5e-7, 1e-7, 6e-7],
  [9007199254740990, 1, 9007199254740991],
  [-1.5, 1.5, 0],
  [undefined, 2, 2],
  [12345678901234567890n, 1, 12345678901234567891n],
])('%s and %s are %s, as DynamoDB adds', (before, amount, sum) => {
  expect(added(before, amount)).toBe(sum)
})

it('unknown values stay unknown', () => {
  expect(added(unknownValue, 1)).toBe(unknownValue)
})
