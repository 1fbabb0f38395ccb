/** A file is read a chunk or two ahead of its lines, so an estimate from the first lines would be far off. */
const earliestBytes = 1024 * 1024

/**
 * Estimates the total number of lines in files from how much has been read; `undefined` while too little has been read,
 * and at the end. A single document is read completely before its first item.
 *
 * @example
 * estimateTotal({ lines: 20_000, readBytes: 10e6, sizeBytes: 30e6 }) // 60000
 */
export function estimateTotal(progress: {
  readonly lines: number
  readonly readBytes: number
  /** NaN if unknown. */
  readonly sizeBytes: number
}): number | undefined {
  const { lines, readBytes, sizeBytes } = progress
  if (readBytes < earliestBytes || !(readBytes < sizeBytes)) return undefined
  return Math.round(Number(((lines * sizeBytes) / readBytes).toPrecision(3)))
}
