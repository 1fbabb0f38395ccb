import type { AttributeValue } from '@monotable/protocol'
import { expect, test } from 'vitest'
import { compileCondition } from './compile-condition.ts'
import { Placeholders } from './placeholders.ts'

function condition(part: string, operator: 'AND' | 'OR', values?: { [placeholder: string]: AttributeValue }) {
  const source = Array.from({ length: 50 }, () => part).join(` ${operator} `)
  const placeholders = new Placeholders({ values })
  return compileCondition({ parameter: 'FilterExpression', source, placeholders })
}

/** Creates a value that counts how often its contents are read. */
function counted() {
  const count = { looks: 0 }
  const inside = {
    get a() {
      count.looks++
      return { S: 'x' }
    },
  }
  return { count, value: { M: inside } }
}

test.each(['m = :v', 'NOT m <> :v', 'm IN (:v)'])('two maps are compared only once: %s', (part) => {
  const { count, value } = counted()
  const both = condition(part, 'AND', { ':v': { M: { a: { S: 'x' } } } })
  expect(both.test({ m: value })).toBe(true)
  expect(count.looks).toBe(1)
  expect(both.test({ m: { M: { a: { S: 'y' } } } })).toBe(false)
})

test('a list is searched only once', () => {
  const { count, value } = counted()
  const has = condition('contains(l, :v)', 'AND', { ':v': { M: { a: { S: 'x' } } } })
  expect(has.test({ l: { L: [value] } })).toBe(true)
  expect(count.looks).toBe(1)
  expect(has.test({ l: { L: [{ S: 'x' }] } })).toBe(false)
})

test('being equal and being contained are kept apart', () => {
  const both = condition('(l = :v OR contains(l, :v))', 'AND', { ':v': { L: [] } })
  expect(both.test({ l: { L: [{ L: [] }] } })).toBe(true)
})

test('values that are equal in one item may differ in the next', () => {
  const equal = condition('m = n', 'AND')
  const m: AttributeValue = { L: [{ S: 'x' }] }
  expect(equal.test({ m, n: { L: [{ S: 'x' }] } })).toBe(true)
  expect(equal.test({ m, n: { L: [{ S: 'y' }] } })).toBe(false)
})
