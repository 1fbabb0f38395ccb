import { failureName } from '../port/service-failure.ts'
import type { Random } from '../util/random.ts'

/** How often members of a batch are sent before it is given up. */
export const attemptLimit = 10

const firstDelayMs = 25
const longestDelayMs = 5_000

/** How long to wait before another attempt: any time up to a limit that doubles (full jitter). */
export function backoffMs(attempt: number, random: Random): number {
  return Math.floor(random.next() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt))
}

const throttles = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded']

/** Whether a request was refused because there was too much to do. */
export function isThrottled(error: unknown): boolean {
  return throttles.includes(failureName(error) as string)
}
