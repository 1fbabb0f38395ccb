import { decimalPattern } from './encode-number.ts'

/** Digits, and the power of ten by which they are multiplied. */
type Decimal = readonly [digits: bigint, power: number]

/**
 * Adds decimal numbers exactly, as DynamoDB does and JavaScript's numbers cannot.
 *
 * @example
 * addDecimals('0.1', '0.2')
 * // '0.3'
 */
export function addDecimals(one: string, other: string): string {
  const [digits, power] = sumOf(one, other)
  const sum = power > 0 ? digits * 10n ** BigInt(power) : digits
  const places = Math.max(-power, 0)
  const text = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places).replace(/0+$/, '')
  return `${sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Adds numbers as the decimals they are written as: 0.1 and 0.2 are 0.3. */
export function addNumbers(one: number, other: number | bigint): number {
  return Number(sumOf(String(one), String(other)).join('e'))
}

function sumOf(one: string, other: string): Decimal {
  const [left, right] = [parseDecimal(one), parseDecimal(other)]
  const power = Math.min(left[1], right[1])
  const scaled = ([digits, own]: Decimal) => digits * 10n ** BigInt(own - power)
  return [scaled(left) + scaled(right), power]
}

function parseDecimal(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimalPattern.exec(text) ?? []
  return [BigInt(sign + whole + fraction), Number(power) - fraction.length]
}
