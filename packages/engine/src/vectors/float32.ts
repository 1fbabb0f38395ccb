import { canonicalizeNumber } from '@monotable/protocol'

/** The largest number that 32 bits can hold; also the smallest, with a minus. */
export const FLOAT32_MAX = 3.4028234663852886e38
/** Numbers below this have fewer significant digits. */
const FLOAT32_MIN_NORMAL = 2 ** -126

/**
 * A number as an index keeps it, or `undefined` when it is too large for that. The text must be a number's.
 *
 * @example
 * toFloat32('16777217') // 16777216
 * toFloat32('1e39') // undefined
 */
export function toFloat32(text: string): number | undefined {
  const value = Math.fround(Number(text))
  return Number.isFinite(value) ? value : undefined
}

/** A score as an answer gives it: rounded to 32 bits, and never infinite (seen on AWS). */
export function saturate(score: number): number {
  const rounded = Math.fround(score)
  if (Number.isFinite(rounded)) return rounded === 0 ? 0 : rounded
  return rounded > 0 ? FLOAT32_MAX : -FLOAT32_MAX
}

/**
 * The shortest decimal that stands for a number of 32 bits. As seen on AWS (floci, September 2026), a whole number has
 * a zero behind its point, and what is below a millionth, or has more than 13 digits before its point, an exponent.
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
 * Six digits are exact enough to find every text that is shorter, but for the numbers that are nearly zero; nine are
 * enough for all.
 */
function shortest(value: number): string {
  for (let decimals = Math.abs(value) < FLOAT32_MIN_NORMAL ? 0 : 5; decimals < 8; decimals++) {
    const text = value.toExponential(decimals)
    if (Math.fround(Number(text)) === value) return text
  }
  return value.toExponential(8)
}
