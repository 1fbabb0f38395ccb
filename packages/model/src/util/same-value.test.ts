import { expect, it } from 'vitest'
import { sameValue } from './same-value.ts'

it.each([
  [undefined, undefined, true],
  [undefined, null, false],
  [new Set(['a', 'b']), new Set(['b', 'a']), true],
  [new Set(['a']), new Set(['b']), false],
  [new Set(), new Set(['b']), false],
  [{ deep: [new Set([1])] }, { deep: [new Set([2])] }, false],
  [9007199254740993n, 9007199254740995n, false],
  [9007199254740993n, 9007199254740993n, true],
  [new Date(0), new Date(1), false],
  [new Uint8Array([1]), new Uint8Array([1]), true],
  [new Uint8Array([1]), new Uint8Array([2]), false],
])('%o and %o: %s', (one, other, same) => {
  expect(sameValue(one, other)).toBe(same)
})
