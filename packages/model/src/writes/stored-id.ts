import type { WireValue } from '../port/wire.ts'
import { encodeDecimal } from '../util/encode-number.ts'

/** Whether two values are equal for DynamoDB. */
export function sameStored(one: WireValue, other: WireValue): boolean {
  return storedId(one) === storedId(other)
}

/**
 * Returns a text that is the same for all values that are equal for DynamoDB: numbers in any notation, sets in any
 * order.
 */
export function storedId(value: WireValue): string {
  return JSON.stringify(normalized(value))
}

function normalized(value: WireValue): unknown {
  if ('SS' in value) return { SS: [...value.SS].sort() }
  if ('NS' in value) return { NS: value.NS.map(digits).sort() }
  if ('BS' in value) return { BS: value.BS.map(bytes).sort() }
  if ('B' in value) return { B: bytes(value.B) }
  if ('N' in value) return { N: digits(value.N) }
  if ('L' in value) return { L: value.L.map(normalized) }
  if (!('M' in value)) return value
  return {
    M: Object.entries(value.M)
      .map(([name, member]) => [name, normalized(member)])
      .sort(),
  }
}

function digits(number: string): string {
  return encodeDecimal(number) ?? number
}

/** Formats bytes one by one: a Buffer would be converted to text, in which different bytes can look the same. */
function bytes(value: Uint8Array): string {
  return [...value].join()
}
