const utf8 = new TextEncoder()

/**
 * Encodes text so that it sorts the other way round: each byte's complement in hexadecimal. The mark at the end sorts
 * above all digits, so that a text sorts after those that it begins.
 */
export function encodeDescending(text: string): string {
  return `${encodeDescendingPrefix(text)}~`
}

/** What the encodings of all texts that begin with a text begin with. */
export function encodeDescendingPrefix(text: string): string {
  let encoded = ''
  for (const byte of utf8.encode(text)) encoded += (255 - byte).toString(16).padStart(2, '0')
  return encoded
}
