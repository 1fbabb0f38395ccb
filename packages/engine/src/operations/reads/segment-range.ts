import type { ByteString } from '../../storage/storage.ts'

/** One of several equal parts of a table, divided by the digests of its partition keys. */
export interface Segment {
  readonly number: number
  readonly total: number
}

/** Returns the digests that a segment covers: `from` ≤ digest < `to`. */
export function segmentRange({ number, total }: Segment): { from?: ByteString; to?: ByteString } {
  return {
    ...(number > 0 && { from: boundary(number, total) }),
    ...(number + 1 < total && { to: boundary(number + 1, total) }),
  }
}

/** Returns whether a digest belongs to a segment. */
export function isInSegment(partition: ByteString, segment: Segment): boolean {
  const { from, to } = segmentRange(segment)
  return (from === undefined || partition >= from) && (to === undefined || partition < to)
}

// Only the first 32 bits of a digest count, which is fine enough for up to a million segments.
function boundary(number: number, total: number): ByteString {
  const prefix = Math.ceil((2 ** 32 * number) / total)
  return String.fromCharCode((prefix >>> 24) & 255, (prefix >>> 16) & 255, (prefix >>> 8) & 255, prefix & 255)
}
