import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeKeyText, encodeKeyText, keySeparator } from './key-text.ts'

const bytes = fc.oneof(
  fc.string({ unit: fc.constantFrom('\0', '\x01', '\x02', 'a') }),
  fc.uint8Array().map((array) => String.fromCharCode(...array)),
)

it('any bytes survive the round trip, and the text has neither a NUL nor a separator', () => {
  fc.assert(
    fc.property(bytes, (key) => {
      expect(encodeKeyText(key)).not.toContain('\0')
      expect(encodeKeyText(key)).not.toContain(keySeparator)
      expect(decodeKeyText(encodeKeyText(key))).toBe(key)
    }),
  )
})

it('the UTF-8 bytes of the text are in the order of the keys', () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const order = Buffer.compare(Buffer.from(encodeKeyText(a)), Buffer.from(encodeKeyText(b)))
      expect(order).toBe(a === b ? 0 : a < b ? -1 : 1)
    }),
  )
})
