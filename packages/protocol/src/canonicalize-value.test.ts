import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttributeValue } from './attribute-value.ts'
import { areTooDeep, canonicalizeItem, canonicalizeValue } from './canonicalize-value.ts'
import { compareUtf8 } from './compare-utf8.ts'
import { ValueError } from './value-error.ts'
import { itemSizeBytes } from './value-size-bytes.ts'
import { valuesEqual } from './values-equal.ts'

const invalid = 'One or more parameter values were invalid: '
const empty = 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'
const several =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes'
const tooDeep =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'

function errorOf(run: () => unknown): ValueError {
  try {
    run()
  } catch (error) {
    if (error instanceof ValueError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

function nested(levels: number, leaf: unknown): unknown {
  let value = leaf
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { M: { m: value } } : { L: [value] }
  return value
}

describe('canonicalizeValue', () => {
  it.each<[unknown, AttributeValue]>([
    [{ S: '' }, { S: '' }],
    [{ S: 'x\ud800y' }, { S: 'x\ufffdy' }],
    [{ S: '\udc00\ud83d\ude00' }, { S: '\ufffd\ud83d\ude00' }],
    [{ S: 'a', N: null, B: undefined }, { S: 'a' }],
    [{ S: 'a', Q: 'unknown' }, { S: 'a' }],
    [{ N: '1.50' }, { N: '1.5' }],
    [{ B: new Uint8Array([255, 0]) }, { B: '/wA=' }],
    [{ B: '' }, { B: '' }],
    [{ BOOL: false }, { BOOL: false }],
    [{ NULL: true }, { NULL: true }],
    [{ SS: ['c', '', 'a', 'b'] }, { SS: ['', 'a', 'b', 'c'] }],
    [{ SS: ['\ud83d\ude00', '\uffff'] }, { SS: ['\uffff', '\ud83d\ude00'] }],
    [{ NS: ['3', '-1.0', '20'] }, { NS: ['-1', '3', '20'] }],
    [{ BS: ['/w==', new Uint8Array([0]), ''] }, { BS: ['', 'AA==', '/w=='] }],
    [{ L: [{ N: '01' }, { L: [] }] }, { L: [{ N: '1' }, { L: [] }] }],
    [{ M: { a: { N: '01' }, b: { M: {} } } }, { M: { a: { N: '1' }, b: { M: {} } } }],
  ])('%j becomes %j', (raw, value) => {
    expect(canonicalizeValue(raw)).toEqual(value)
  })

  it.each<[unknown, string, string?]>([
    [{}, empty],
    [null, empty],
    [{ Q: 'x' }, empty],
    [{ S: null }, empty],
    [{ L: [{}] }, empty],
    [{ L: [null] }, empty],
    [{ M: { a: {} } }, empty],
    [{ S: 'a', N: '1' }, several],
    [{ NULL: true, S: 'a' }, several],
    [{ S: 'a', N: 'x' }, 'The parameter cannot be converted to a numeric value: x'],
    [{ N: 'x', SS: [] }, `${invalid}An string set  may not be empty`],
    [{ NULL: false }, `${invalid}Null attribute value types must have the value of true`],
    [{ SS: [] }, `${invalid}An string set  may not be empty`],
    [{ NS: [] }, `${invalid}An number set  may not be empty`],
    [{ BS: [] }, `${invalid}Binary sets should not be empty`],
    [{ SS: ['a', null] }, `${invalid}An string set may not have a null string as a member`],
    [
      { SS: ['b', 'a', 'b'] },
      `${invalid}Input collection ["a", "b", "b"] contains duplicates.`,
      `${invalid}Input collection [b, a, b] contains duplicates.`,
    ],
    [
      { SS: ['', ''] },
      `${invalid}Input collection ["", ""] contains duplicates.`,
      `${invalid}Input collection [, ] contains duplicates.`,
    ],
    [
      { BS: ['/w==', 'AA==', 'AA=='] },
      `${invalid}Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.`,
      `${invalid}Input collection [/w==, AA==, AA==]of type BS contains duplicates.`,
    ],
    [
      { NS: ['2', '1', '2.0'] },
      `${invalid}Input collection contains duplicates.`,
      'Input collection contains duplicates',
    ],
    [
      { NS: ['1', '1', ''] },
      'The parameter cannot be converted to a numeric value: ',
      'The parameter cannot be converted to a numeric value',
    ],
    [{ M: { '': { S: 'x' } } }, 'Empty attribute name'],
  ])('%j is refused', (raw, current, older = current) => {
    const error = errorOf(() => canonicalizeValue(raw))
    expect(error.message).toBe(current)
    expect(error.messageIn('classic')).toBe(older)
  })

  it('accepts a scalar on the 32nd level', () => {
    expect(canonicalizeValue(nested(31, { S: 'x' }))).toEqual(nested(31, { S: 'x' }))
  })

  it.each([32, 33, 5000])('refuses a scalar below %i lists and maps', (levels) => {
    expect(errorOf(() => canonicalizeValue(nested(levels, { S: 'x' }))).message).toBe(tooDeep)
  })

  it('refuses even an empty list on the 32nd level', () => {
    expect(errorOf(() => canonicalizeValue(nested(31, { L: [] }))).message).toBe(tooDeep)
  })

  it('reports excessive depth before an empty name inside', () => {
    const raw = { M: { '': { S: 'x' }, deep: nested(40, { S: 'x' }) } }
    expect(errorOf(() => canonicalizeValue(raw)).message).toBe(tooDeep)
  })
})

describe('canonicalizeItem', () => {
  it('treats names of built-in properties as ordinary names', () => {
    const raw = JSON.parse(
      '{"__proto__":{"S":"a"},"constructor":{"N":"01"},"toString":{"M":{"__proto__":{"S":"b"}}}}',
    )
    const { item, sizeBytes } = canonicalizeItem(raw)
    expect(JSON.stringify(item)).toBe(
      '{"__proto__":{"S":"a"},"constructor":{"N":"1"},"toString":{"M":{"__proto__":{"S":"b"}}}}',
    )
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype)
    expect(sizeBytes).toBe(9 + 1 + 11 + 2 + 8 + 3 + 1 + 9 + 1)
  })

  it('reports an empty name of the item before mistakes in its values', () => {
    const error = errorOf(() => canonicalizeItem({ a: { N: 'x' }, '': { S: 'a' } }))
    expect(error.message).toBe('Empty attribute name')
  })

  it('refuses a name of more than 65535 bytes', () => {
    expect(() => canonicalizeItem({ ['é'.repeat(32_767)]: { S: '' } })).not.toThrow()
    expect(() => canonicalizeItem({ ['é'.repeat(32_768)]: { S: '' } })).toThrow('65536')
  })

  it('shares nothing with the input and does not change it', () => {
    const raw = { a: { L: [{ N: '1.0' }] }, b: { NS: ['2', '1'] } }
    const before = structuredClone(raw)
    const { item } = canonicalizeItem(raw)
    expect(raw).toEqual(before)
    expect(item['a']).not.toBe(raw.a)
  })

  it('returns a form that stays the same, with the size of that form', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1, unit: 'binary' }), rawValue), (raw) => {
        const { item, sizeBytes } = canonicalizeItem(raw)
        expect(canonicalizeItem(item)).toEqual({ item, sizeBytes })
        expect(itemSizeBytes(item)).toBe(sizeBytes)
        expect(JSON.parse(JSON.stringify(item))).toEqual(item)
        expect(Object.keys(item).length).toBe(Object.keys(raw).length)
      }),
    )
  })

  it('returns equal values whatever the order of sets', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1 }), (members) => {
        const value = canonicalizeValue({ SS: members })
        const { SS } = value as { SS: readonly string[] }
        expect(valuesEqual(value, canonicalizeValue({ SS: [...members].reverse() }))).toBe(true)
        for (const [index, member] of SS.entries()) {
          if (index > 0) expect(compareUtf8(SS[index - 1] ?? '', member)).toBeLessThan(0)
        }
      }),
    )
  })
})

describe('areTooDeep', () => {
  const nested = (levels: number, inside: AttributeValue): AttributeValue =>
    levels === 0 ? inside : { M: { a: nested(levels - 1, inside) } }

  it('notices a value that is too deep in only one of its places', () => {
    const shared = nested(5, { S: 'x' })
    const item = { a: shared, b: nested(26, shared), c: nested(27, shared) }
    expect(areTooDeep(item, ['a', 'b'])).toBe(false)
    expect(areTooDeep(item, ['a', 'b', 'c'])).toBe(true)
  })

  it('examines a value only once if it is in many places', () => {
    let looks = 0
    const shared = {
      get M() {
        looks++
        return { a: { S: 'x' } }
      },
    }
    const item = { a: shared, b: shared, c: { L: [shared, shared] }, d: nested(1, shared) }
    expect(areTooDeep(item, ['a', 'b', 'c', 'd'])).toBe(false)
    // As an attribute and one level deeper; the names and the values.
    expect(looks).toBe(4)
  })
})

const numberText = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -30, max: 30 }))
  .map(([units, exponent]) => `${units}e${exponent}`)
const text = fc.string({ unit: 'binary' })
const bytes = fc.uint8Array()

const { rawValue } = fc.letrec<{ rawValue: unknown }>((tie) => ({
  rawValue: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ S: text }),
    fc.record({ N: numberText }),
    fc.record({ B: bytes }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constant({ NULL: true }),
    fc.record({ SS: fc.uniqueArray(text, { minLength: 1 }) }),
    fc.record({ NS: fc.uniqueArray(fc.integer().map(String), { minLength: 1 }) }),
    fc.record({ BS: fc.uniqueArray(bytes, { minLength: 1, selector: String }) }),
    fc.record({ L: fc.array(tie('rawValue'), { maxLength: 4 }) }),
    fc.record({ M: fc.dictionary(fc.string({ minLength: 1 }), tie('rawValue'), { maxKeys: 4 }) }),
  ),
}))
