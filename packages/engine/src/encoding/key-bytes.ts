import { type AttributeValue, attributeTypeOf } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { encodeOrdered } from './encode-ordered.ts'

/** Combines several key values into one byte string; different lists of values give different strings. */
export function keyBytes(values: readonly AttributeValue[]): ByteString {
  let bytes = ''
  for (const value of values) {
    const encoded = encodeOrdered(value)
    bytes += attributeTypeOf(value) + lengthBytes(encoded.length) + encoded
  }
  return bytes
}

/** Returns four bytes, highest first. */
function lengthBytes(length: number): ByteString {
  return String.fromCharCode(length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff)
}
