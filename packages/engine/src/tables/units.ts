import { READ_UNIT_BYTES, WRITE_UNIT_BYTES } from '@monotable/protocol'

/** Write units of one item: one for each begun kilobyte, at least one. */
export function writeUnits(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / WRITE_UNIT_BYTES))
}

/** Read units of so many bytes read together: one for each begun 4 KB, half when eventually consistent. */
export function readUnits(sizeBytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(sizeBytes / READ_UNIT_BYTES)) * (consistent ? 1 : 0.5)
}
