import { Buffer } from 'node:buffer'

/** V8 represents concatenations and substrings by references only from this length on. */
const shortestPieced = 13

const scratch = Buffer.allocUnsafeSlow(4096)

/**
 * Returns the same bytes as one piece of memory that nothing else shares, for strings that are kept long. A
 * concatenated string stays a tree of its parts, and a substring keeps the whole string alive.
 */
export function flatCopy(bytes: string): string {
  const { length } = bytes
  if (length < shortestPieced || length > scratch.length) return bytes
  scratch.write(bytes, 'latin1')
  return scratch.toString('latin1', 0, length)
}

/** Returns the beginning of a text as memory of its own, for one that is kept longer than the whole text. */
export function flatStart(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')
}
