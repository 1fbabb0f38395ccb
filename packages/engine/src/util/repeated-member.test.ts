import { expect, test } from 'vitest'
import { repeatedMember } from './repeated-member.ts'

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['[{"b":{"a":{"c":1}, "\\u0061" : [{"a":1}]}}]', 'a'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"a":{"a":1},"b":{"a":"a"},"c":[{"a":1},{"a":1}]}', undefined],
  ['{"a":"\\"a\\":{","b":"}","c":["a","a"]}', undefined],
  ['{"a":"\\\\","b":1}', undefined],
  ['"a"', undefined],
])('%s has a repeated member: %s', (text, name) => {
  expect(repeatedMember(text)).toBe(name)
})
