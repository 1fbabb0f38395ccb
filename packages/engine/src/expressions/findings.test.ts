import type { AttributeValue } from '@monotable/protocol'
import { expect, test } from 'vitest'
import { compileCondition } from './compile-condition.ts'
import { Placeholders } from './placeholders.ts'

function condition(part: string, operator: 'AND' | 'OR', values?: { [placeholder: string]: AttributeValue }) {
  const source = Array.from({ length: 50 }, () => part).join(` ${operator} `)
  const placeholders = new Placeholders({ values })
  return compileCondition({ parameter: 'FilterExpression', source, placeholders })
}

/** A value that counts how often somebody looks at what is in it. */
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

test.each(['m = :v', 'NOT m <> :v', 'm IN (:v)'])('two maps are compared once, however often: %s', (part) => {
  const { count, value } = counted()
  const both = condition(part, 'AND', { ':v': { M: { a: { S: 'x' } } } })
  expect(both.test({ m: value })).toBe(true)
  expect(count.looks).toBe(1)
  expect(both.test({ m: { M: { a: { S: 'y' } } } })).toBe(false)
})

test('a list is looked through once, however often', () => {
  const { count, value } = counted()
  const has = condition('contains(l, :v)', 'AND', { ':v': { M: { a: { S: 'x' } } } })
  expect(has.test({ l: { L: [value] } })).toBe(true)
  expect(count.looks).toBe(1)
  expect(has.test({ l: { L: [{ S: 'x' }] } })).toBe(false)
})

test('to be the same is another thing than to be part of', () => {
  const both = condition('(l = :v OR contains(l, :v))', 'AND', { ':v': { L: [] } })
  expect(both.test({ l: { L: [{ L: [] }] } })).toBe(true)
})

test('what is the same in one item may be different in the next', () => {
  const equal = condition('m = n', 'AND')
  const m: AttributeValue = { L: [{ S: 'x' }] }
  expect(equal.test({ m, n: { L: [{ S: 'x' }] } })).toBe(true)
  expect(equal.test({ m, n: { L: [{ S: 'y' }] } })).toBe(false)
})
