import type { ByteString } from '@monotable/engine'

/*
 * Keys are stored as TEXT, one character per byte: reading a blob costs a Buffer, which is several times as expensive
 * as a string. SQLite compares text by its UTF-8 bytes, which for these characters is the order of the bytes they stand
 * for. A NUL would end the text on its way in, and 02 separates keys that are read in one piece, so 00, 01 and 02 are
 * written as 01 03, 01 04 and 01 05, which keeps the order.
 */

/** Never occurs in a key's text. */
export const keySeparator = '\x02'

/** Encodes a key as the text that SQLite stores. */
export function encodeKeyText(bytes: ByteString): string {
  // Three plain searches are quicker than one for a class of characters, and most keys contain none of them.
  if (!bytes.includes('\0') && !bytes.includes('\x01') && !bytes.includes('\x02')) return bytes
  let text = ''
  let start = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i)
    if (byte > 2) continue
    text += `${bytes.slice(start, i)}\x01${String.fromCharCode(byte + 3)}`
    start = i + 1
  }
  return text + bytes.slice(start)
}

/** Decodes a key from the text that SQLite stores. */
export function decodeKeyText(text: string): ByteString {
  if (!text.includes('\x01')) return text
  let bytes = ''
  let start = 0
  for (let i = text.indexOf('\x01'); i >= 0; i = text.indexOf('\x01', i + 2)) {
    bytes += text.slice(start, i) + String.fromCharCode(text.charCodeAt(i + 1) - 3)
    start = i + 2
  }
  return bytes + text.slice(start)
}
