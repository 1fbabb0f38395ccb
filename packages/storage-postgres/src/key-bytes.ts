import type { ByteString } from '@monotable/engine'

/** A key as a parameter. */
export function toBytes(key: ByteString): Buffer {
  return Buffer.from(key, 'latin1')
}

/** A key out of what `encode(…, 'hex')` makes of it. */
export function fromHex(hex: string): ByteString {
  return Buffer.from(hex, 'hex').toString('latin1')
}

/** Keys out of a list of such with commas between them. They are decoded in one piece, which costs as much as one. */
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
