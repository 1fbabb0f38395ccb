import type { Decimal } from './decimal.ts'

/** A number as written: its value, and its written exponent (0 if there was none). */
export interface WrittenDecimal extends Decimal {
  readonly exponent: number
}

const DOT = 0x2e
const MINUS = 0x2d
const PLUS = 0x2b
const ZERO = 0x30
const LOWER_E = 0x65
const UPPER_E = 0x45

/**
 * Parses a decimal number; `undefined` if the text is not one.
 *
 *     Number   : Sign? ( Digit+ ( "." Digit* )? | "." Digit+ ) ( ( "e" | "E" ) Sign? Digit+ )?
 *     Sign     : "+" | "-"
 *
 * Exponents too large to be exact are returned as large numbers with the right sign, which is all that callers
 * need.
 */
export function parseDecimal(text: string): WrittenDecimal | undefined {
  const { length } = text
  let index = isSign(text.charCodeAt(0)) ? 1 : 0
  const mantissaStart = index
  let dot = -1
  let first = -1
  let last = -1
  for (; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (isDigit(unit)) {
      if (unit !== ZERO) {
        if (first < 0) first = index
        last = index
      }
    } else if (unit === DOT && dot < 0) {
      dot = index
    } else {
      break
    }
  }
  const mantissaEnd = index
  if (mantissaEnd - mantissaStart - (dot < 0 ? 0 : 1) < 1) return undefined
  const exponent = parseExponent(text, mantissaEnd)
  if (exponent === undefined) return undefined
  if (first < 0) return { negative: false, digits: '', point: 0, exponent }

  const dotAt = dot < 0 ? mantissaEnd : dot
  // The dot itself takes a position if the first digit comes after it.
  const point = (first < dotAt ? dotAt - first : dotAt - first + 1) + exponent
  return {
    negative: text.charCodeAt(0) === MINUS,
    digits: digitsBetween(text, first, last, dotAt),
    point,
    exponent,
  }
}

function digitsBetween(text: string, first: number, last: number, dot: number): string {
  if (dot <= first || dot >= last) return text.slice(first, last + 1)
  return text.slice(first, dot) + text.slice(dot + 1, last + 1)
}

/** Returns the exponent at `start`: 0 if the text ends there, `undefined` if it is malformed. */
function parseExponent(text: string, start: number): number | undefined {
  const { length } = text
  if (start === length) return 0
  const mark = text.charCodeAt(start)
  if (mark !== LOWER_E && mark !== UPPER_E) return undefined
  let index = start + 1
  const sign = text.charCodeAt(index)
  if (isSign(sign)) index++
  if (index >= length) return undefined
  let value = 0
  for (; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (!isDigit(unit)) return undefined
    value = value * 10 + (unit - ZERO)
  }
  return sign === MINUS ? -value : value
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= 0x39
}

function isSign(unit: number): boolean {
  return unit === MINUS || unit === PLUS
}
