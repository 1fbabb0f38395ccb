import { expect, test } from 'vitest'
import { javaText } from './java-text.ts'
import { type AttributeValueShape, integer, list, map, struct, text } from './shape.ts'

const value: AttributeValueShape = { kind: 'attributeValue' }

test.each([
  ['text', text(), 'text'],
  [5, integer(), '5'],
  [[], list(text()), '[]'],
  [['a', 'b'], list(text()), '[a, b]'],
  [{}, map(text()), '{}'],
  [{ a: 'b', c: 'd' }, map(text()), '{a=b, c=d}'],
  [{ B: 1 }, struct('Thing', { A: text(), B: integer() }, ['hidden']), 'Thing(a=null, b=1, hidden=null)'],
])('%j', (input, shape, printed) => {
  expect(javaText(input, shape)).toBe(printed)
})

test('a value is printed with all types, including nested values', () => {
  const printed = javaText({ L: [{ BOOL: true }, { B: new Uint8Array(3) }, { SS: ['x', 'y'] }] }, value)
  expect(printed).toMatch(/^AttributeValue\(s=null, .*m=null, l=\[AttributeValue\(.*bOOL=true\), /)
  expect(printed).toContain('b=java.nio.HeapByteBuffer[pos=0 lim=3 cap=3]')
  expect(printed).toContain('sS=[x, y]')
})

test('the printed depth is limited', () => {
  let deep: unknown = { S: 'leaf' }
  for (let level = 0; level < 50_000; level++) deep = { M: { a: deep } }
  expect(javaText(deep, value)).toContain('AttributeValue')
})
