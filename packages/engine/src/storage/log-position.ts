import type { ByteString } from './storage.ts'

/** Encodes a position in a log as the `sort` of its record: eight bytes whose order is that of the numbers. */
export function encodeLogPosition(position: number): ByteString {
  let bytes = ''
  let rest = position
  for (let i = 0; i < 8; i++) {
    bytes = String.fromCharCode(rest % 256) + bytes
    rest = Math.floor(rest / 256)
  }
  return bytes
}

/** Returns the position that a `sort` encodes. */
export function decodeLogPosition(sort: ByteString): number {
  let position = 0
  for (let i = 0; i < sort.length; i++) position = position * 256 + sort.charCodeAt(i)
  return position
}
