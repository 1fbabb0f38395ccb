import { encodeUtf8, formatHex } from '../util/utf8.ts'

/**
 * Encodes text so that it sorts in reverse: the complement of each byte, in hexadecimal. The mark at the end sorts
 * above all digits, so that a text sorts before its own prefixes.
 */
export function encodeDescending(text: string): string {
  return `${encodeDescendingPrefix(text)}~`
}

/** Returns the common beginning of the encodings of all texts that begin with a text. */
export function encodeDescendingPrefix(text: string): string {
  return formatHex(encodeUtf8(text).map((byte) => 255 - byte))
}
