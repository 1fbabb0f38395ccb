/**
 * A decomposed decimal number: `0.d₁d₂d₃… × 10^point`. `digits` has no zeros at either end and is empty for zero,
 * which is never negative.
 */
export interface Decimal {
  readonly negative: boolean
  readonly digits: string
  readonly point: number
}

/** Formats a number without an exponent and without unnecessary zeros: DynamoDB's canonical form. */
export function formatDecimal({ negative, digits, point }: Decimal): string {
  const { length } = digits
  if (length === 0) return '0'
  const sign = negative ? '-' : ''
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= length) return sign + digits + '0'.repeat(point - length)
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
