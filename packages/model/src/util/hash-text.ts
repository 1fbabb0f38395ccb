import { encodeUtf8 } from './utf8.ts'

/**
 * Returns a number from 0 to 2^32 − 1 that is always the same for the same text, in every version: FNV-1a of its UTF-8
 * bytes with the finalizer of MurmurHash3, so that every bit of the text affects every bit of the number.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of encodeUtf8(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
