/** Orders two canonical numbers by value: negative, zero or positive. */
export function compareNumbers(a: string, b: string): number {
  if (a === b) return 0
  const negative = a.charCodeAt(0) === 0x2d
  if (negative !== (b.charCodeAt(0) === 0x2d)) return negative ? -1 : 1
  const difference = integerLength(a) - integerLength(b)
  // With equally long integer parts the order of the digits is the order of the texts.
  const magnitude = difference !== 0 ? difference : a < b ? -1 : 1
  return negative ? -magnitude : magnitude
}

function integerLength(text: string): number {
  const dot = text.indexOf('.')
  return dot < 0 ? text.length : dot
}
