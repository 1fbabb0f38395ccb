import { canonicalizeNumber } from '@monotable/protocol'

/** The largest number that 32 bits can represent; negated, the smallest. */
export const FLOAT32_MAX = 3.4028234663852886e38
/** Numbers below this have fewer significant digits. */
const FLOAT32_MIN_NORMAL = 2 ** -126

/**
 * Returns a number as stored in an index, or `undefined` if it is too large. The text must be a number.
 *
 * @example
 * toFloat32('16777217') // 16777216
 * toFloat32('1e39') // undefined
 */
export function toFloat32(text: string): number | undefined {
  const value = Math.fround(Number(text))
  return Number.isFinite(value) ? value : undefined
}

/** Returns a score as in an answer: rounded to 32 bits, and never infinite (seen on AWS). */
export function saturate(score: number): number {
  const rounded = Math.fround(score)
  if (Number.isFinite(rounded)) return rounded === 0 ? 0 : rounded
  return rounded > 0 ? FLOAT32_MAX : -FLOAT32_MAX
}

/**
 * Returns the shortest decimal that represents a 32-bit number. As seen on AWS (floci, September 2026), a whole
 * number has a zero after the point, and numbers below a millionth, or with more than 13 digits before the point,
 * have an exponent.
 *
 * @example
 * float32Text(Math.fround(0.1)) // '0.1'
 * float32Text(1) // '1.0'
 * float32Text(1e13) // '1e13'
 */
export function float32Text(value: number): string {
  const short = shortest(value)
  const [digits = '', exponent = ''] = short.split('e')
  const places = Number(exponent)
  if (value !== 0 && (places < -6 || places > 12)) {
    return `${digits.replace(/\.?0+$/, '')}e${places}`
  }
  const text = canonicalizeNumber(short)
  return text.includes('.') ? text : `${text}.0`
}

/**
 * Returns the shortest text of a number. Six digits are exact enough to find every shorter text, except for numbers
 * near zero; nine are enough for all.
 */
function shortest(value: number): string {
  for (let decimals = Math.abs(value) < FLOAT32_MIN_NORMAL ? 0 : 5; decimals < 8; decimals++) {
    const text = value.toExponential(decimals)
    if (Math.fround(Number(text)) === value) return text
  }
  return value.toExponential(8)
}
