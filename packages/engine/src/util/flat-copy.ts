import { Buffer } from 'node:buffer'

/** V8 makes strings that are put together, or cut out of others, of pieces only from this length on. */
const shortestPieced = 13

const scratch = Buffer.allocUnsafeSlow(4096)

/**
 * The same bytes, one a character, as one piece of memory that nothing else shares, for what is kept long. A string that
 * was put together from others stays a tree of them, and one cut out of another keeps that alive.
 */
export function flatCopy(bytes: string): string {
  const { length } = bytes
  if (length < shortestPieced || length > scratch.length) return bytes
  scratch.write(bytes, 'latin1')
  return scratch.toString('latin1', 0, length)
}
