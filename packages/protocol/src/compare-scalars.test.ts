import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Length, base64Of } from './base64.ts'
import { compareScalars } from './compare-scalars.ts'
import { utf8Length } from './utf8-length.ts'
import { wellFormedText } from './well-formed-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffff', '\ud83d\ude00', '\ud800', '\udc00'))
    .map((parts) => parts.join('')),
)

/** The common start of two long values, chosen so that they differ near the end of a piece compared as a whole. */
const sameLength = fc.constantFrom(0, 0, 1020, 1024, 2047)

const shortBytes = fc.uint8Array({ maxLength: 6 })

describe('compareScalars', () => {
  it('orders strings by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(sameLength, anyText, anyText, (length, first, second) => {
        const a = 'x'.repeat(length) + wellFormedText(first)
        const b = 'x'.repeat(length) + wellFormedText(second)
        expect(Math.sign(compareScalars({ S: a }, { S: b }))).toBe(
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        )
      }),
    )
  })

  it('orders binaries by their bytes', () => {
    fc.assert(
      fc.property(sameLength, shortBytes, shortBytes, (length, first, second) => {
        const a = Buffer.concat([Buffer.alloc(length), first])
        const b = Buffer.concat([Buffer.alloc(length), second])
        const order = compareScalars({ B: base64Of(a) }, { B: base64Of(b) })
        expect(Math.sign(order)).toBe(Buffer.compare(a, b))
      }),
    )
  })

  it('orders numbers by value', () => {
    expect(compareScalars({ N: '9' }, { N: '10' })).toBeLessThan(0)
  })

  it('refuses to compare different types', () => {
    expect(() => compareScalars({ S: '1' }, { N: '1' })).toThrow(TypeError)
  })
})

describe('lengths', () => {
  it('are those of the bytes', () => {
    fc.assert(
      fc.property(anyText, fc.uint8Array(), (text, bytes) => {
        expect(utf8Length(text)).toBe(Buffer.from(text).length)
        expect(utf8Length(text.repeat(20))).toBe(Buffer.from(text.repeat(20)).length)
        expect(base64Length(base64Of(bytes))).toBe(bytes.length)
      }),
    )
  })
})
