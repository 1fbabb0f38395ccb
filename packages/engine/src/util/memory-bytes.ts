import { totalmem } from 'node:os'

/**
 * Returns the memory of the machine or, if lower, the limit of the container. Without a limit Node reports 0 or a huge
 * number.
 */
export function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}
