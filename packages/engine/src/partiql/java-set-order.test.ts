import { expect, it } from 'vitest'
import { javaSetOrder } from './java-set-order.ts'

it.each([
  [
    ['b', 'a'],
    ['a', 'b'],
  ],
  [
    ['zz', 'aa', 'mm'],
    ['zz', 'aa', 'mm'],
  ],
  [['nonproj'], ['nonproj']],
  [[], []],
])('%j are listed as %j', (names, expected) => {
  expect(javaSetOrder(names)).toEqual(expected)
})
