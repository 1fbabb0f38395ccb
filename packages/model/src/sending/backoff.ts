import type { Random } from '../util/random.ts'

/** How often members of a batch are sent before giving up. */
export const attemptLimit = 10

const firstDelayMs = 25
const longestDelayMs = 5_000

/** Returns how long to wait before another attempt: a random time up to a limit that doubles (full jitter). */
export function backoffMs(attempt: number, random: Random): number {
  return Math.floor(random.next() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt))
}

/** Whether the name of a refusal, or of a cancellation reason, means throttling. */
export function isThrottled(name: string | undefined): boolean {
  return /^(ProvisionedThroughput|RequestLimit)Exceeded|^Throttling/.test(name as string)
}
