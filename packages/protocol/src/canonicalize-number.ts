import { formatDecimal } from './decimal.ts'
import { NUMBER_MAX_DIGITS, NUMBER_MAX_EXPONENT, NUMBER_MIN_EXPONENT } from './limits.ts'
import { parseDecimal, type WrittenDecimal } from './parse-decimal.ts'
import { ValueError } from './value-error.ts'

/** The message for a number whose magnitude is too large. */
export const NUMBER_OVERFLOW =
  'Number overflow. Attempting to store a number with magnitude larger than supported range'
/** The message for a number whose magnitude is too small. */
export const NUMBER_UNDERFLOW =
  'Number underflow. Attempting to store a number with magnitude smaller than supported range'

const NOT_A_NUMBER = 'The parameter cannot be converted to a numeric value'
const TOO_MANY_DIGITS = 'Attempting to store more than 38 significant digits in a Number'
const INT32_MAX = 2 ** 31 - 1
const INT64_LIMIT = 2 ** 63

/**
 * Returns a number in the form in which DynamoDB returns it: no exponent, no plus sign, no insignificant zeros.
 * Throws a `ValueError` if the text is not a number, has too many digits, or is too large or too small.
 *
 * @example
 * canonicalizeNumber('+001.50E2') // '150'
 */
export function canonicalizeNumber(text: string): string {
  if (isCanonicalNumber(text)) return text
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw notANumber(text)
  checkRange(text, decimal)
  if (decimal.digits.length > NUMBER_MAX_DIGITS) throw new ValueError(TOO_MANY_DIGITS)
  return formatDecimal(decimal)
}

/** Returns whether a text is a number in canonical form and short enough not to exceed any limit: most numbers are. */
export function isCanonicalNumber(text: string): boolean {
  const { length } = text
  if (length === 0 || length > NUMBER_MAX_DIGITS) return false
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  const end = endOfDigits(text, start)
  const startsWithZero = text.charCodeAt(start) === ZERO
  if (end === start || (startsWithZero && end > start + 1)) return false
  if (end === length) return !startsWithZero || length === 1
  const last = text.charCodeAt(length - 1)
  return (
    text.charCodeAt(end) === POINT && last !== POINT && last !== ZERO && endOfDigits(text, end + 1) === length
  )
}

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39

function endOfDigits(text: string, start: number): number {
  let end = start
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end)
    if (unit < ZERO || unit > NINE) break
  }
  return end
}

function checkRange(text: string, decimal: WrittenDecimal): void {
  // Zero is checked by its written exponent (seen on AWS in 2026: 0e126 is refused, 0e125 is 0).
  const magnitude = decimal.digits === '' ? decimal.exponent : decimal.point - 1
  if (magnitude <= NUMBER_MAX_EXPONENT && magnitude >= NUMBER_MIN_EXPONENT) return
  if (Math.abs(decimal.exponent) >= INT64_LIMIT)
    throw new ValueError(NOT_A_NUMBER, `${NOT_A_NUMBER}: ${text}`)
  const fault = magnitude > 0 ? NUMBER_OVERFLOW : NUMBER_UNDERFLOW
  throw new ValueError(fault, olderRangeFault(text, decimal, fault))
}

/** The older layer keeps exponents in 32 bits: they wrap around, or make the number invalid. */
function olderRangeFault(text: string, { exponent, point }: WrittenDecimal, fault: string): string {
  if (exponent > INT32_MAX + 1 || exponent < -INT32_MAX) return `${NOT_A_NUMBER}: ${text}`
  return point > INT32_MAX ? NUMBER_UNDERFLOW : fault
}

function notANumber(text: string): ValueError {
  return new ValueError(`${NOT_A_NUMBER}: ${text}`, text === '' ? NOT_A_NUMBER : `${NOT_A_NUMBER}: ${text}`)
}
