import { expect, test } from 'vitest'
import { isNestedDeeperThan } from './nesting-depth.ts'

function nested(levels: number, wrap: (value: unknown) => unknown): unknown {
  let value: unknown = { S: 'leaf' }
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

test.each([
  ['maps', (value: unknown) => ({ M: { a: value } })],
  ['lists', (value: unknown) => ({ L: [value] })],
])('%s count one level each', (_, wrap) => {
  const request = (levels: number) => ({ TableName: 'M', Item: { M: nested(levels, wrap) } })
  // An attribute called M counts as a level: here nothing distinguishes it from a type.
  expect(isNestedDeeperThan(10, request(9))).toBe(false)
  expect(isNestedDeeperThan(10, request(10))).toBe(true)
  expect(isNestedDeeperThan(62, { Item: { a: nested(62, wrap) } })).toBe(false)
  expect(isNestedDeeperThan(62, { Item: { a: nested(63, wrap) } })).toBe(true)
})

test('a cycle is visited once, and a value inside itself counts as infinitely deep', () => {
  const context: { self?: object } = {}
  context.self = context
  expect(isNestedDeeperThan(10, { TableName: 'T', Item: {}, context })).toBe(false)
  const list: { L: object[] } = { L: [] }
  list.L.push(list)
  expect(isNestedDeeperThan(10, { Item: { list } })).toBe(true)
})
