import type { ByteString } from '@monotable/engine'

/** Converts a key to a parameter. */
export function toBytes(key: ByteString): Buffer {
  return Buffer.from(key, 'latin1')
}

/** Converts the result of `encode(…, 'hex')` to a key. */
export function fromHex(hex: string): ByteString {
  return Buffer.from(hex, 'hex').toString('latin1')
}

/**
 * Converts a list of such results, separated by commas, to keys. Decodes the list in one piece, which costs as much as
 * decoding one key.
 */
export function fromHexList(list: string): ByteString[] {
  const keys = list.split(',')
  const bytes = fromHex(keys.join(''))
  let at = 0
  return keys.map(({ length }) => {
    const start = at
    at += length / 2
    return bytes.slice(start, at)
  })
}
