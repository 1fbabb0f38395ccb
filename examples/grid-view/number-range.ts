import type { NumberRange } from './page-issues.ts'

/** Returns the range of numbers after the last one seen, in either direction. */
export function numberRange({ direction, after }: Pick<NumberRange, 'direction' | 'after'>) {
  if (after === undefined) return {}
  return { num: direction === 'ascending' ? { gt: after } : { lt: after } }
}
