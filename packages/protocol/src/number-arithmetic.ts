import { NUMBER_OVERFLOW, NUMBER_UNDERFLOW } from './canonicalize-number.ts'
import { formatDecimal } from './decimal.ts'
import { NUMBER_MAX_DIGITS, NUMBER_MAX_EXPONENT, NUMBER_MIN_EXPONENT } from './limits.ts'
import { validationError } from './service-error.ts'

/** Integers of up to this many characters can be added exactly as JavaScript numbers. */
const SAFE_INTEGER_LENGTH = 15

/** Returns the exact sum of two canonical numbers; throws if it needs more than 38 digits or is out of range. */
export function addNumbers(a: string, b: string): string {
  if (isSafeInteger(a) && isSafeInteger(b)) return String(Number(a) + Number(b))
  return combine(a, b, 1n)
}

/** Returns the exact difference of two canonical numbers; throws if it needs more than 38 digits or is out of range. */
export function subtractNumbers(a: string, b: string): string {
  if (isSafeInteger(a) && isSafeInteger(b)) return String(Number(a) - Number(b))
  return combine(a, b, -1n)
}

function isSafeInteger(text: string): boolean {
  return text.length <= SAFE_INTEGER_LENGTH && !text.includes('.')
}

function combine(a: string, b: string, sign: 1n | -1n): string {
  const left = toScaled(a)
  const right = toScaled(b)
  const scale = Math.max(left.scale, right.scale)
  const leftUnits = left.units * 10n ** BigInt(scale - left.scale)
  const rightUnits = right.units * 10n ** BigInt(scale - right.scale)
  return fromScaled(leftUnits + sign * rightUnits, scale)
}

/** Returns a number as a whole multiple of 10^-scale. */
function toScaled(text: string): { units: bigint; scale: number } {
  const dot = text.indexOf('.')
  if (dot < 0) return { units: BigInt(text), scale: 0 }
  return { units: BigInt(text.slice(0, dot) + text.slice(dot + 1)), scale: text.length - dot - 1 }
}

function fromScaled(units: bigint, scale: number): string {
  if (units === 0n) return '0'
  const negative = units < 0n
  const all = String(negative ? -units : units)
  let end = all.length
  while (all.charCodeAt(end - 1) === 0x30) end--
  const digits = all.slice(0, end)
  const point = all.length - scale
  if (point - 1 < NUMBER_MIN_EXPONENT) throw validationError(NUMBER_UNDERFLOW)
  // Seen on AWS: a sum that needs a 39th digit is reported as an overflow too.
  if (point - 1 > NUMBER_MAX_EXPONENT || digits.length > NUMBER_MAX_DIGITS)
    throw validationError(NUMBER_OVERFLOW)
  return formatDecimal({ negative, digits, point })
}
