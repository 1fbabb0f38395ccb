const utf8 = new TextEncoder()

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(text)
}

/** Formats bytes as hexadecimal digits. */
export function formatHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
