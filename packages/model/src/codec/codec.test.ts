import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import type { WireItem, WireValue } from '../port/wire.ts'
import { decodeItem, decodeValue, type ItemView } from './decode-value.ts'
import { encodeItem, encodeValue } from './encode-value.ts'
import { type StandardSchema, shape } from './standard-schema.ts'
import { compileForms, type FormNode, type StoredForms } from './stored-form.ts'
import { findAttributeSchema, validateValue } from './validate-value.ts'

const date = new Date('2020-01-02T03:04:05.678Z')

describe('values are converted to DynamoDB and back', () => {
  it.each<[name: string, value: unknown, wire: WireValue, forms?: StoredForms]>([
    ['text', 'a', { S: 'a' }],
    ['a number', 1.5, { N: '1.5' }],
    ['a boolean', false, { BOOL: false }],
    ['null', null, { NULL: true }],
    ['binary', new Uint8Array([1, 2]), { B: new Uint8Array([1, 2]) }],
    ['a set of texts', new Set(['a', 'b']), { SS: ['a', 'b'] }],
    ['a set of numbers', new Set([1, 2]), { NS: ['1', '2'] }],
    ['a set of binary', new Set([new Uint8Array([1])]), { BS: [new Uint8Array([1])] }],
    ['a list', [1, ['a']], { L: [{ N: '1' }, { L: [{ S: 'a' }] }] }],
    ['a map', { a: { b: 1 } }, { M: { a: { M: { b: { N: '1' } } } } }],
    ['a Date as text', date, { S: '2020-01-02T03:04:05.678Z' }, { v: 'date' }],
    ['a Date in seconds', new Date(5000), { N: '5' }, { v: 'epoch' }],
    ['a Date in milliseconds', date, { N: '1577934245678' }, { v: 'epochMs' }],
    ['a bigint', 12345678901234567890n, { N: '12345678901234567890' }, { v: 'bigint' }],
    ['a decimal', '0.10000000000000000001', { N: '0.10000000000000000001' }, { v: 'decimal' }],
    ['a set of bigints', new Set([1n, 2n ** 60n]), { NS: ['1', '1152921504606846976'] }, { v: 'bigint' }],
    ['Dates in a list', [date], { L: [{ S: date.toISOString() }] }, { 'v[]': 'date' }],
    [
      'Dates in a dictionary',
      { x: { at: new Date(0) } },
      { M: { x: { M: { at: { N: '0' } } } } },
      { 'v.*.at': 'epoch' },
    ],
  ])('%s', (_, value, wire, forms = {}) => {
    const node = compileForms(forms)
    expect(encodeItem({ v: value }, node)).toEqual({ v: wire })
    expect(decodeItem({ v: wire }, viewOf(node), true)).toEqual({ v: value })
  })

  it('a hole in a list is refused, like undefined', () => {
    const list: unknown[] = ['a']
    list[2] = 'b'
    expect(() => encodeItem({ list })).toThrow('list[1]: a list cannot hold undefined')
  })

  it('undefined and empty sets are not stored; a declared set is read as an empty one', () => {
    expect(encodeItem({ a: undefined, b: new Set(), c: 1 })).toEqual({ c: { N: '1' } })
    const forms = compileForms({ tags: 'set' })
    expect(decodeItem({}, viewOf(forms), true)).toEqual({ tags: new Set() })
    expect(decodeItem({}, viewOf(forms), false)).toEqual({})
  })

  it.each<[value: unknown, message: string]>([
    [Number.NaN, 'NaN cannot be stored'],
    [new Date(Number.NaN), 'an invalid Date'],
    [() => 1, 'a function cannot be stored'],
    [[undefined], 'a list cannot hold undefined'],
    [new Map(), 'an instance of Map cannot be stored'],
    [new Set(['a', 1]), 'a Set holds only'],
    // They could not be read back.
    [2n ** 60n, '1152921504606846976 has more digits than a JavaScript number'],
    [new Set([1n, 2n ** 60n]), '1152921504606846976 has more digits'],
    [nested(40), 'is nested deeper than 32 levels'],
  ])('%s is refused', (value, message) => {
    expect(() => encodeValue(value)).toThrow(message)
  })

  it('a number with more digits than a JavaScript number has is refused, not rounded', () => {
    expect(decodeValue({ N: '0.1' })).toBe(0.1)
    expect(decodeValue({ N: '1000000000000000000000' })).toBe(1e21)
    expect(() => decodeValue({ N: '1234567890123456789' }, undefined, 'total')).toThrow(
      "total: 1234567890123456789 has more digits than a JavaScript number; declare it in stored as 'decimal'",
    )
  })

  it('a fraction where a bigint is declared is reported with its path', () => {
    const forms = compileForms({ 'lines[].cents': 'bigint', total: 'bigint' })
    const lines = { L: [{ M: { cents: { N: '1' } } }, { M: { cents: { N: '1.5' } } }] }
    const read = (item: WireItem) => () => decodeItem(item, viewOf(forms), true)
    expect(read({ lines })).toThrow(
      expect.objectContaining({ code: 'VALUE', details: { path: 'lines[1].cents' } }),
    )
    expect(read({ total: { NS: ['2', '1.5'] } })).toThrow(/^total: .*1\.5/)
  })

  it('a number close to a whole one is not read as that', () => {
    for (const text of ['1.00000000000000000001', '9007199254740990.7', '-0.99999999999999999999']) {
      expect(() => decodeValue({ N: text }, undefined, 'total')).toThrow('more digits')
    }
    for (const text of ['9007199254740991', '-9007199254740991', '1.0000000000000000']) {
      expect(decodeValue({ N: text })).toBe(Number(text))
    }
  })

  it('a number of any length is read as JavaScript reads it', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,18})(\.\d{1,8})?$/)
    fc.assert(
      fc.property(digits, (text) => {
        if (text.length <= 15) expect(decodeValue({ N: text })).toBe(Number(text))
      }),
    )
    for (const text of ['0', '67.43', '-0.5', '1.5E3', '123456789012345', '0.1234567890123', '1e-7']) {
      expect(decodeValue({ N: text })).toBe(Number(text))
    }
  })

  it('a view decodes items with attributes in any order', () => {
    const view = viewOf(compileForms({ at: 'epoch' }), ['PK'])
    const decoded = { a: 'x', at: new Date(5000) }
    expect(decodeItem({ PK: { S: 'k' }, a: { S: 'x' }, at: { N: '5' } }, view, true)).toEqual(decoded)
    expect(decodeItem({ at: { N: '5' }, PK: { S: 'k' }, a: { S: 'x' } }, view, true)).toEqual(decoded)
    expect(decodeItem({ a: { S: 'x' } }, view, true)).toEqual({ a: 'x' })
  })

  it('inherited properties are not attributes of an item', () => {
    const map = Object.assign(Object.create({ inherited: { S: 'b' } }), { own: { S: 'a' } })
    expect(decodeItem(map, viewOf(compileForms({})), true)).toEqual({ own: 'a' })
    expect(decodeValue({ M: map })).toEqual({ own: 'a' })
  })

  it('any plain value survives, whatever its names', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), tie('value'), {
          maxKeys: 3,
        }),
      ),
    })).value
    fc.assert(
      fc.property(value, (one) => {
        const wire = encodeValue(one)
        expect(wire && decodeValue(wire)).toEqual(one)
      }),
    )
  })
})

describe('schemas', () => {
  const positive: StandardSchema<number> = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => {
        return Number(value) > 0
          ? { value: Number(value) }
          : { issues: [{ message: 'must be positive', path: ['n', { key: 0 }] }] }
      },
    },
  }

  it('return their output for a value', () => {
    expect(validateValue(positive, '5', 'Thing')).toBe(5)
    expect(validateValue(shape<string>(), 'x', 'Thing')).toBe('x')
  })

  it('refuse with the path of the problem', () => {
    expect(() => validateValue(positive, -1, 'Thing')).toThrow('Thing is invalid: n.0: must be positive')
  })

  it('that validate asynchronously are refused', () => {
    const later: StandardSchema = {
      '~standard': { version: 1, vendor: 'test', validate: async (value) => ({ value }) },
    }
    expect(() => validateValue(later, 1, 'Thing')).toThrow('validates asynchronously')
  })

  it('are found for single attributes in zod and valibot', () => {
    const object = { ...shape<object>(), shape: { n: positive } }
    expect(findAttributeSchema(object, 'n')).toBe(positive)
    expect(findAttributeSchema({ ...shape<object>(), entries: { n: positive } } as StandardSchema, 'n')).toBe(
      positive,
    )
    expect(findAttributeSchema(object, 'toString')).toBeUndefined()
    expect(findAttributeSchema(shape<object>(), 'n')).toBeUndefined()
  })

  it('for attributes that an object does not name are its own, or the given one', () => {
    const others = shape<object>()
    const found = (schema: unknown, attribute = 'x') =>
      findAttributeSchema(schema as StandardSchema, attribute, others)
    expect(found(z.object({ n: z.string() }))).toBe(others)
    expect(found(v.object({ n: v.string() }))).toBe(others)
    expect(found(z.object({ n: z.string() }), 'n')).not.toBe(others)
    for (const schema of [z.strictObject({}), z3.object({}), z3.object({}).strict()]) {
      expect(() => validateValue(found(schema) as StandardSchema, 1, 'Thing')).toThrow('invalid')
    }
    for (const schema of [
      z.looseObject({}),
      z.object({}).catchall(z.number()),
      v.objectWithRest({}, v.number()),
    ]) {
      expect(validateValue(found(schema) as StandardSchema, 1, 'Thing')).toBe(1)
    }
    expect(() =>
      validateValue(found(z.object({}).catchall(z.string())) as StandardSchema, 1, 'Thing'),
    ).toThrow('invalid')
    for (const schema of [
      v.looseObject({}),
      z3.object({}).passthrough(),
      shape<object>(),
      z.union([z.object({})]),
    ]) {
      expect(found(schema)).toBeUndefined()
    }
  })
})

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

function viewOf(forms: FormNode, hidden: readonly string[] = []): ItemView {
  return { forms, hidden: new Set(hidden), names: [], nodes: [] }
}
