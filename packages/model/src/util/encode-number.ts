/*
 * Numbers as text that sorts in numeric order, for any finite number or bigint:
 *
 *     o                       zero
 *     p EEE DIGITS "."        positive: 0.DIGITS × 10^(EEE − 500)
 *     n EEE DIGITS "~"        negative: exponent and digits subtracted from nines
 *
 * The mark at the end sorts below all digits, or above them, so that a number with fewer digits sorts correctly
 * whatever comes after it.
 */

const exponentBias = 500

/**
 * Sign, whole part, fraction and exponent of a decimal number, in any notation that DynamoDB accepts: `+1`, `.5` and
 * `1.` included.
 */
export const decimalPattern = /^\+?(-?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** Encodes a number so that texts sort in numeric order; returns `undefined` if it is not finite. */
export function encodeNumber(value: number | bigint): string | undefined {
  return encodeDecimal(String(value))
}

/** Encodes the text of a decimal number; all notations of one number have the same encoding. */
export function encodeDecimal(decimal: string): string | undefined {
  const match = decimalPattern.exec(decimal)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', power = '0'] = match
  const all = whole + fraction
  const significant = all.replace(/^0+/, '')
  if (significant === '') return 'o'
  const exponent = whole.length + Number(power) - (all.length - significant.length) + exponentBias
  if (exponent < 0 || exponent > 999) return undefined
  const digits = significant.replace(/0+$/, '')
  const text = String(exponent).padStart(3, '0') + digits
  return sign === '' ? `p${text}.` : `n${complementDigits(text)}~`
}

/** Subtracts each digit from nine. */
function complementDigits(digits: string): string {
  return digits.replace(/\d/g, (digit) => String(9 - Number(digit)))
}
