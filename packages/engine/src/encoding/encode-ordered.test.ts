import {
  type AttributeValue,
  base64Of,
  canonicalizeNumber,
  compareScalars,
  numberSizeBytes,
} from '@monotable/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { encodeNumber } from './encode-number.ts'
import { encodeOrdered } from './encode-ordered.ts'
import { encodeTableSort } from './encode-table-sort.ts'
import { utf8ByteString } from './utf8-byte-string.ts'

const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.array(fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', 'é', '\ue000', '\uffff', '\ud83d\ude00'), {
      maxLength: 5,
    }),
  )
  .map((text) => ({ S: typeof text === 'string' ? text : text.join('') }))
const anyNumber = fc
  .tuple(
    fc.oneof(
      fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }),
      fc.bigInt({ min: -1000n, max: 1000n }),
    ),
    fc.oneof(fc.integer({ min: -130, max: 87 }), fc.integer({ min: -4, max: 4 })),
  )
  .map(([units, exponent]) => ({ N: canonicalizeNumber(`${units}e${exponent}`) }))
const anyBinary = fc
  .oneof(fc.uint8Array({ maxLength: 5 }), fc.array(fc.constantFrom(0, 1, 2, 254, 255), { maxLength: 5 }))
  .map((bytes) => ({ B: base64Of(Uint8Array.from(bytes)) }))
const sameTypePair: fc.Arbitrary<readonly [AttributeValue, AttributeValue]> = fc.oneof(
  fc.tuple(anyText, anyText),
  fc.tuple(anyNumber, anyNumber),
  fc.tuple(anyBinary, anyBinary),
)

function hex(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('hex')
}

describe('encodeNumber', () => {
  it.each([
    ['0', '80'],
    ['1', 'c102'],
    ['-1', '3e6466'],
    ['1.5', 'c10233'],
    ['-1.5', '3e643366'],
    ['15', 'c110'],
    ['100', 'c202'],
    ['120', 'c20215'],
    ['0.5', 'c033'],
    ['0.05', 'c006'],
    ['0.005', 'bf33'],
    ['1e125', 'ff0b'],
    ['-1e125', '005b66'],
    ['1e-130', '8002'],
    ['-1e-130', '7f6466'],
  ])('encodes %s as %s', (text, bytes) => {
    expect(hex(encodeNumber(canonicalizeNumber(text)))).toBe(bytes)
  })

  it('has the length that the number counts for in an item', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        expect(encodeNumber(number.N)).toHaveLength(numberSizeBytes(number.N))
      }),
    )
  })
})

describe('encodeOrdered', () => {
  it('orders bytes like the values', () => {
    fc.assert(
      fc.property(sameTypePair, ([a, b]) => {
        const left = encodeOrdered(a)
        const right = encodeOrdered(b)
        expect(left < right ? -1 : left > right ? 1 : 0).toBe(Math.sign(compareScalars(a, b)))
      }),
      { numRuns: draws(300) },
    )
  })

  it('produces one character per byte', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyNumber, anyBinary), (value) => {
        expect(Buffer.from(encodeOrdered(value), 'latin1').toString('latin1')).toBe(encodeOrdered(value))
      }),
    )
  })

  it('encodes strings as UTF-8', () => {
    expect(utf8ByteString('plain')).toBe('plain')
    expect(hex(utf8ByteString('é€😀'))).toBe('c3a9e282acf09f9880')
    expect(hex(encodeOrdered({ B: 'AAH/' }))).toBe('0001ff')
  })

  it('accepts only what can be a key', () => {
    for (const value of [{ BOOL: true }, { NULL: true }, { SS: ['a'] }, { L: [] }] as AttributeValue[]) {
      expect(() => encodeOrdered(value)).toThrow(TypeError)
    }
  })
})

describe('encodeTableSort', () => {
  it('is empty without a sort key', () => {
    expect(encodeTableSort(undefined)).toBe('')
    expect(encodeTableSort({ S: 'a' })).toBe('a')
  })
})
