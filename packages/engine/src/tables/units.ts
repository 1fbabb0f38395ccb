import { READ_UNIT_BYTES, WRITE_UNIT_BYTES } from '@monotable/protocol'

/** Returns the write units of one item: one per started kilobyte, at least one. */
export function writeUnits(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / WRITE_UNIT_BYTES))
}

/** Returns the read units of bytes read together: one per started 4 KB, half of that if eventually consistent. */
export function readUnits(sizeBytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(sizeBytes / READ_UNIT_BYTES)) * (consistent ? 1 : 0.5)
}
