import { expect, it } from 'vitest'
import { shortJson } from './short-json.ts'

it.each([
  [{ a: [1, 'x', null, true, { b: {} }], c: [] }, '{"a":[1,"x",null,true,{"b":{}}],"c":[]}'],
  [{ B: new Uint8Array([0, 1]) }, '{"B":"AAE="}'],
  ['<script>', '"<script>"'],
  [undefined, 'null'],
  [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
])('%j is written as it is', (value, text) => {
  expect(shortJson(value, 1_000)).toBe(text)
})

it('long values are truncated, and the rest is not visited', () => {
  let reads = 0
  const list = new Proxy(
    Array.from({ length: 1_000_000 }, () => 'word'),
    {
      get: (target, name) => {
        reads += 1
        return Reflect.get(target, name)
      },
    },
  )
  const text = shortJson({ list }, 100)
  expect(text).toHaveLength(101)
  expect(text.endsWith('…')).toBe(true)
  expect(reads).toBeLessThan(1_000)
})

it('endless nesting is truncated, and is then no valid JSON that anybody could send again', () => {
  const value: { inner?: object } = {}
  value.inner = value
  const text = shortJson(value, 1_000)
  expect(text.endsWith('…')).toBe(true)
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
})

it('an item of the maximum depth is written as it is', () => {
  let item: object = { S: 'bottom' }
  for (let level = 0; level < 32; level++) item = level % 2 === 0 ? { M: { a: item } } : { L: [item] }
  const request = { Item: { id: { S: '1' }, item } }
  expect(shortJson(request, 1_000)).toBe(JSON.stringify(request))
})
