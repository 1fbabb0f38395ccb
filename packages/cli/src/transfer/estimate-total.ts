/** A file is read ahead of its lines, by a piece or two: what is told of the first of them would be far off. */
const earliestBytes = 1024 * 1024

/**
 * About how many lines files have in all, by how much of them has been read; nothing where that cannot be told yet, nor at
 * the end. What is one document is read as a whole before its first item.
 *
 * @example
 * estimateTotal({ lines: 20_000, readBytes: 10e6, sizeBytes: 30e6 }) // 60000
 */
export function estimateTotal(progress: {
  readonly lines: number
  readonly readBytes: number
  /** NaN where nobody knows. */
  readonly sizeBytes: number
}): number | undefined {
  const { lines, readBytes, sizeBytes } = progress
  if (readBytes < earliestBytes || !(readBytes < sizeBytes)) return undefined
  return Math.round(Number(((lines * sizeBytes) / readBytes).toPrecision(3)))
}
