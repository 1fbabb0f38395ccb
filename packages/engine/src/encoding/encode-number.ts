import type { ByteString } from '../storage/storage.ts'

const ZERO = '\u0080'
/** A pair of digits is encoded as its value plus one, or as 101 minus its value in a negative number. */
const PAIR_OFFSET = 1
const NEGATIVE_PAIR_BASE = 101
/** Ends a negative number; above every pair, so that -1.5 comes before -1. A number with all its pairs needs no end. */
const NEGATIVE_END = '\u0066'
const MAX_PAIRS = 20
/** The first byte of a positive number whose first pair comes right after the decimal point. */
const EXPONENT_ZERO = 0xc0

/**
 * Encodes a canonical number to bytes in the order of the values. This is DynamoDB's own encoding, as dynalite
 * found it, so hashing it puts items where DynamoDB puts them.
 *
 *     0        80
 *     x > 0    [c0 + exponent] [pair + 1]…
 *     x < 0    [3f - exponent] [101 - pair]… [66 unless there are 20 pairs]
 *
 * Pairs are digits of base 100, without zeros at either end; the exponent counts pairs before the point.
 */
export function encodeNumber(canonical: string): ByteString {
  if (canonical === '0') return ZERO
  const negative = canonical.charCodeAt(0) === 0x2d
  const { digits, exponent } = pairsOf(canonical, negative ? 1 : 0)
  const first = EXPONENT_ZERO + exponent
  let bytes = String.fromCharCode(negative ? 0xff - first : first)
  for (let index = 0; index < digits.length; index += 2) {
    const pair = digits.charCodeAt(index) * 10 + digits.charCodeAt(index + 1) - 11 * 0x30
    bytes += String.fromCharCode(negative ? NEGATIVE_PAIR_BASE - pair : PAIR_OFFSET + pair)
  }
  return negative && digits.length < 2 * MAX_PAIRS ? bytes + NEGATIVE_END : bytes
}

/** Returns the digits in pairs counted from the decimal point, without zero pairs at either end. */
function pairsOf(text: string, start: number): { digits: string; exponent: number } {
  const dot = text.indexOf('.')
  if (dot < 0) return integerPairs(text.slice(start))
  const fraction = padEnd(text.slice(dot + 1))
  if (text.charCodeAt(start) !== 0x30) {
    const integer = padStart(text.slice(start, dot))
    return { digits: integer + fraction, exponent: integer.length / 2 }
  }
  let from = 0
  while (isZeroPair(fraction, from)) from += 2
  return { digits: fraction.slice(from), exponent: 0 - from / 2 }
}

function integerPairs(text: string): { digits: string; exponent: number } {
  const digits = padStart(text)
  let to = digits.length
  while (isZeroPair(digits, to - 2)) to -= 2
  return { digits: digits.slice(0, to), exponent: digits.length / 2 }
}

function padStart(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

function padEnd(digits: string): string {
  return digits.length % 2 === 0 ? digits : `${digits}0`
}

function isZeroPair(digits: string, index: number): boolean {
  return digits.charCodeAt(index) === 0x30 && digits.charCodeAt(index + 1) === 0x30
}
