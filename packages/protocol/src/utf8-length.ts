/** Shorter texts are measured here; a call into Node costs more than it saves. */
const NATIVE_FROM_LENGTH = 10

/** Returns the length of a text in UTF-8 bytes. A lone surrogate counts three, like the U+FFFD that replaces it. */
export function utf8Length(text: string): number {
  const { length } = text
  if (length >= NATIVE_FROM_LENGTH) return Buffer.byteLength(text, 'utf8')
  let bytes = length
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    if (isHighSurrogate(unit) && index + 1 < length && isLowSurrogate(text.charCodeAt(index + 1))) {
      // A surrogate pair is four bytes for two units.
      index++
    }
  }
  return bytes
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
