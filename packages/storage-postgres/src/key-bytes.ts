import type { ByteString } from '@monotable/engine'

/** A key as a parameter. */
export function toBytes(key: ByteString): Buffer {
  return Buffer.from(key, 'latin1')
}

/** A key out of the text that the database gives for it: `\x` and the bytes in hexadecimal. */
export function fromHex(text: string): ByteString {
  return Buffer.from(text.slice(2), 'hex').toString('latin1')
}
