/**
 * Orders texts as DynamoDB does, by their UTF-8 bytes. That is the order of code points, while JavaScript compares
 * UTF-16 units.
 */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at)
    const b = right.charCodeAt(at)
    if (a === b) continue
    // Surrogates stand for code points above U+FFFF, so they sort after U+E000 to U+FFFF.
    const aIsHigh = a >= 0xd800 && a <= 0xdfff
    const bIsHigh = b >= 0xd800 && b <= 0xdfff
    return aIsHigh === bIsHigh ? a - b : aIsHigh ? 1 : -1
  }
  return left.length - right.length
}
