/** Returns a short fingerprint of a text (FNV-1a, twice 32 bits): it detects mistakes, not attacks. */
export function digestText(text: string): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x01000193)
  }
  return ((low >>> 0) * 2 ** 20 + (high >>> 12)).toString(36)
}
