import type { AttributeValue } from './attribute-value.ts'
import { compareBase64 } from './base64.ts'
import { compareNumbers } from './compare-numbers.ts'
import { compareUtf8 } from './compare-utf8.ts'

/**
 * Compares two canonical values of the same type S, N or B: strings by their UTF-8 bytes, numbers by value,
 * binaries by their bytes. Passing anything else is a bug.
 */
export function compareScalars(a: AttributeValue, b: AttributeValue): number {
  if ('S' in a && 'S' in b) return compareUtf8(a.S, b.S)
  if ('N' in a && 'N' in b) return compareNumbers(a.N, b.N)
  if ('B' in a && 'B' in b) return compareBase64(a.B, b.B)
  throw new TypeError('only two strings, two numbers or two binaries have an order')
}
