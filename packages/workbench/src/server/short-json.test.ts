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

it('what is long is cut, and no more of it is looked at', () => {
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

it('what is nested without end is cut', () => {
  const value: { inner?: object } = {}
  value.inner = value
  expect(shortJson(value, 1_000)).toContain('"…"')
})
