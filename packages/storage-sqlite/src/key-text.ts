import type { ByteString } from '@monotable/engine'

/*
 * Keys are stored as TEXT, one character a byte: reading a blob costs a Buffer, several times as much as a
 * string. SQLite compares text by its UTF-8 bytes, which for these characters is the order of the bytes they
 * stand for. A NUL would end the text on its way in, so 00 is written as 01 01, and 01 as 01 02, which keeps
 * the order.
 */

/** Keys as SQLite is given them. */
export function encodeKeyText(bytes: ByteString): string {
  return needsEscape(bytes) ? bytes.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x01') : bytes
}

/** Keys as SQLite gave them. */
export function decodeKeyText(text: string): ByteString {
  return text.includes('\x01') ? text.replaceAll('\x01\x01', '\0').replaceAll('\x01\x02', '\x01') : text
}

function needsEscape(bytes: ByteString): boolean {
  return bytes.includes('\0') || bytes.includes('\x01')
}
