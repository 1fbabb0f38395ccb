import type { AttributeValue } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { base64ByteString } from './base64-byte-string.ts'
import { encodeNumber } from './encode-number.ts'
import { utf8ByteString } from './utf8-byte-string.ts'

/**
 * Encodes a string, number or binary to bytes in the order of the values of that type: strings as UTF-8, numbers by
 * value, binaries unchanged. Other types have no order; passing one is a bug.
 */
export function encodeOrdered(value: AttributeValue): ByteString {
  if ('S' in value) return utf8ByteString(value.S)
  if ('N' in value) return encodeNumber(value.N)
  if ('B' in value) return base64ByteString(value.B)
  throw new TypeError('only strings, numbers and binaries can be keys')
}
