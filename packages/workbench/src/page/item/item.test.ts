import { type AttributeMap, attributeTypeOf } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import type { TableModel } from '../../shared/api.ts'
import { attributeTypes, convertValue } from './convert-value.ts'
import { freeName, withAttribute, withoutAttribute, withRenamed } from './edit-map.ts'
import { itemFacts } from './item-facts.ts'
import { keepLineBreaks } from './keep-line-breaks.ts'
import { parseNewItem } from './parse-new-item.ts'
import { parseWireItem } from './parse-wire-item.ts'
import { freeMember } from './set-editor.tsx'
import { hexOf, validateBase64, validateNumber } from './validate-text.ts'
import { wireJson } from './wire-json.ts'

const key = (name: string) => ({ name, type: 'S' as const })

const model: TableModel = {
  table: 'T',
  source: 'guessed',
  key: { pk: [key('PK')], sk: [] },
  indexes: [
    { name: 'all', kind: 'global', projection: 'ALL', pk: [key('g')], sk: [] },
    { name: 'keys', kind: 'global', projection: 'KEYS_ONLY', pk: [key('g')], sk: [] },
    { name: 'sparse', kind: 'global', projection: 'ALL', pk: [key('missing')], sk: [] },
  ],
  entities: [],
  patterns: [],
  findings: [],
}

describe('keepLineBreaks', () => {
  it.each([
    ['a\r\nb', 'a\nbc', 'a\r\nbc'],
    ['a\r\nb', 'xa\nb', 'xa\r\nb'],
    ['a\r\nb', 'a\nnew\nb', 'a\r\nnew\r\nb'],
    ['a\r\nb', 'ab', 'ab'],
    ['a\rb\nc\r\nd', 'a\nb!\nc\nd', 'a\rb!\nc\r\nd'],
    ['a\rb', 'a\nb\nc', 'a\rb\rc'],
    ['a\nb', 'a\nb\nc', 'a\nb\nc'],
    ['\r\n', '', ''],
    ['\r\n\r\n', '\n', '\r\n'],
    ['', '\n', '\n'],
  ])('%j, which became %j in a field, is %j', (before, typed, kept) => {
    expect(keepLineBreaks(before, typed)).toBe(kept)
  })
})

describe('edit-map', () => {
  const map: AttributeMap = { a: { S: '1' }, b: { S: '2' } }

  it('renames in place, and never onto another attribute', () => {
    expect(Object.keys(withRenamed(map, 'a', 'c'))).toEqual(['c', 'b'])
    expect(withRenamed(map, 'a', 'b')).toBe(map)
    expect(withRenamed(map, 'a', '')).toBe(map)
  })

  it('takes any name literally', () => {
    const odd = withAttribute(map, '__proto__', { S: 'x' })
    expect(Object.keys(odd)).toEqual(['a', 'b', '__proto__'])
    expect(Object.keys(withoutAttribute(odd, '__proto__'))).toEqual(['a', 'b'])
    expect(freeName({ attribute1: { S: '' } })).toBe('attribute2')
  })
})

describe('convertValue', () => {
  it('returns a value of the wanted type, from every type to every type', () => {
    const values = attributeTypes.map((type) => convertValue({ S: '7' }, type))
    for (const value of values) {
      for (const type of attributeTypes) expect(attributeTypeOf(convertValue(value, type))).toBe(type)
    }
  })

  it('keeps what the other type can hold', () => {
    expect(convertValue({ S: '1.50' }, 'N')).toEqual({ N: '1.5' })
    expect(convertValue({ N: '12345678901234567890123456789012345678' }, 'S')).toEqual({
      S: '12345678901234567890123456789012345678',
    })
    expect(convertValue({ SS: ['a', 'b'] }, 'L')).toEqual({ L: [{ S: 'a' }, { S: 'b' }] })
    expect(convertValue({ L: [{ S: 'a' }, { S: 'a' }] }, 'SS')).toEqual({ SS: ['a'] })
  })
})

describe('validateText', () => {
  it('keeps 38 digits and rejects 39', () => {
    const digits = '9'.repeat(38)
    expect(validateNumber(` ${digits} `)).toEqual({ text: digits })
    expect(validateNumber(`${digits}9`)).toHaveProperty('problem')
    expect(validateNumber('1x')).toHaveProperty('problem')
  })

  it('recognizes base64', () => {
    expect(validateBase64('AAEC')).toEqual({ text: 'AAEC' })
    expect(validateBase64('AAE')).toHaveProperty('problem')
    expect(hexOf('AAEC')).toBe('00 01 02')
  })
})

describe('parseWireItem', () => {
  it('reads what was written, with all types', () => {
    const item = { a: { SS: ['x', 'y'] }, m: { M: { n: { N: '1' } } }, b: { B: 'AA==' } }
    expect(parseWireItem(JSON.stringify(item))).toEqual(item)
  })

  it.each([
    ['[]', 'An item must be an object'],
    ['{"a": "x"}', 'a must be a value with its type'],
    ['{"a": {"M": {"b": 1}}}', 'a.b must be'],
    ['{"a": {"L": [{"N": 1}]}}', 'a[0] is not a valid N value'],
    ['{"a": {"S": "x", "N": "1"}}', 'a must be'],
    ['{"a": {"constructor": "x"}}', 'a must be'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(() => parseWireItem(text)).toThrow(problem)
  })
})

describe('freeMember', () => {
  it.each([
    ['SS', ['member 2']],
    ['NS', ['1']],
    ['BS', ['AQ==']],
    ['BS', Array.from({ length: 300 }, (_, byte) => btoa(String.fromCharCode(byte % 256, byte >> 8)))],
  ] as const)('of %s is not among the existing members', (type, members) => {
    expect(members).not.toContain(freeMember(type, members))
  })
})

describe('parseNewItem', () => {
  const key = { pk: [{ name: 'PK', type: 'S' as const }], sk: [] }

  it('reads plain JSON, and DynamoDB JSON if the key has its type', () => {
    const plain = { PK: 'a', n: 1.5, list: [true, null], map: { S: 'no type here' } }
    expect(parseNewItem(JSON.stringify(plain), key)).toEqual({
      PK: { S: 'a' },
      n: { N: '1.5' },
      list: { L: [{ BOOL: true }, { NULL: true }] },
      map: { M: { S: { S: 'no type here' } } },
    })
    const wire = { PK: { S: 'a' }, set: { SS: ['x'] } }
    expect(parseNewItem(JSON.stringify(wire), key)).toEqual(wire)
  })

  it('keeps all digits of plain numbers', () => {
    const text = '{"PK": "a", "n": 12345678901234567890, "f": [0.12345678901234567890123], "t": "0.5"}'
    expect(parseNewItem(text, key)).toEqual({
      PK: { S: 'a' },
      n: { N: '12345678901234567890' },
      f: { L: [{ N: '0.12345678901234567890123' }] },
      t: { S: '0.5' },
    })
    expect(() => parseNewItem(`{"PK": "a", "n": ${'9'.repeat(39)}}`, key)).toThrow('38')
  })

  it('rejects a mixture', () => {
    expect(() => parseNewItem('{"PK": {"S": "a"}, "n": 1}', key)).toThrow('n must be a value with its type')
  })
})

describe('itemFacts', () => {
  it('computes the sizes of the item and of its copies in indexes', () => {
    const facts = itemFacts(model, { PK: { S: 'p' }, g: { S: 'g' }, text: { S: 'x'.repeat(2000) } })
    expect(facts).toMatchObject({ sizeBytes: 2009, readUnits: 0.5, writeUnits: 2, writeUnitsWithIndexes: 5 })
    expect(facts.indexes.map(({ name, pk }) => [name, pk])).toEqual([
      ['all', 'g'],
      ['keys', 'g'],
      ['sparse', undefined],
    ])
  })
})

describe('wireJson', () => {
  it('puts each scalar on one line, and can be read again', () => {
    const item: AttributeMap = { a: { S: 'x"}\n{' }, m: { M: { S: { N: '1' } } }, s: { SS: ['a'] } }
    expect(wireJson(item).split('\n')[1]).toBe('  "a": { "S": "x\\"}\\n{" },')
    expect(parseWireItem(wireJson(item))).toEqual(item)
  })
})
