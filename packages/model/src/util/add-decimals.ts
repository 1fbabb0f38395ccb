const decimalPattern = /^(-?\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/**
 * Adds decimal numbers to the last digit, as DynamoDB does and as numbers of JavaScript cannot.
 *
 * @example
 * addDecimals('0.1', '0.2')
 * // '0.3'
 */
export function addDecimals(one: string, other: string): string {
  const left = parseDecimal(one)
  const right = parseDecimal(other)
  const power = Math.min(left.power, right.power, 0)
  const scaled = ({ digits, power: own }: Decimal) => digits * 10n ** BigInt(own - power)
  const sum = scaled(left) + scaled(right)
  const text = String(sum < 0n ? -sum : sum).padStart(1 - power, '0')
  const whole = text.slice(0, text.length + power)
  const fraction = text.slice(text.length + power).replace(/0+$/, '')
  return `${sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

interface Decimal {
  readonly digits: bigint
  /** The power of ten that the digits are multiplied with. */
  readonly power: number
}

function parseDecimal(text: string): Decimal {
  const [, whole = '0', fraction = '', power = '0'] = decimalPattern.exec(text) ?? []
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length }
}
