/** Write units of one item: one for each begun kilobyte, at least one. */
export function writeUnits(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / 1024))
}

/** Read units of so many bytes read together: one for each begun 4 KB, half when eventually consistent. */
export function readUnits(sizeBytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(sizeBytes / 4096)) * (consistent ? 1 : 0.5)
}
