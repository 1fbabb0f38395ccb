/**
 * Orders texts as DynamoDB does, by their UTF-8 bytes. That is the order of code points, while JavaScript compares
 * UTF-16 units.
 */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const difference = rankAt(left, at) - rankAt(right, at)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Surrogates stand for code points above U+FFFF, so they sort after U+E000 to U+FFFF. */
function rankAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
