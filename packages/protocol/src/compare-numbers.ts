/** Compares two canonical numbers by value: negative, zero or positive. */
export function compareNumbers(a: string, b: string): number {
  if (a === b) return 0
  const negative = a.charCodeAt(0) === 0x2d
  if (negative !== (b.charCodeAt(0) === 0x2d)) return negative ? -1 : 1
  const difference = integerLength(a) - integerLength(b)
  // If the integer parts are equally long, the texts have the order of the digits.
  const magnitude = difference !== 0 ? difference : a < b ? -1 : 1
  return negative ? -magnitude : magnitude
}

function integerLength(text: string): number {
  const dot = text.indexOf('.')
  return dot < 0 ? text.length : dot
}
