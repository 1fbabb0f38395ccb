import { statfsSync } from 'node:fs'

/** How many times the limit has to fit into the free space: both journals may hold several times as much together. */
const times = 16

/** Below this, a handover would cost more than what it hands over. */
const leastBytes = 128 * 1_024

/**
 * Returns the journal size at which its changes are handed to the data file: the usual one, or less where there is
 * little room. When the disk is full, what the journals hold may find no room in the data file, and then that much has
 * to be removed before anything can be written again.
 */
export function pendingLimit(dataFile: string, usualBytes: number): number {
  try {
    const { bavail, bsize } = statfsSync(dataFile)
    return Math.min(usualBytes, Math.max(leastBytes, Math.floor((bavail * bsize) / times)))
  } catch {
    // Not all systems say how much is free.
    return usualBytes
  }
}
