import { encodeUtf8, formatHex } from '../util/utf8.ts'

/**
 * Encodes text so that it sorts the other way round: each byte's complement in hexadecimal. The mark at the end sorts
 * above all digits, so that a text sorts after those that it begins.
 */
export function encodeDescending(text: string): string {
  return `${encodeDescendingPrefix(text)}~`
}

/** What the encodings of all texts that begin with a text begin with. */
export function encodeDescendingPrefix(text: string): string {
  return formatHex(encodeUtf8(text).map((byte) => 255 - byte))
}
