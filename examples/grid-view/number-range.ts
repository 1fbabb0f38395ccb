import type { NumberRange } from './page-issues.ts'

/** The range of numbers after the last that was seen, in either direction. */
export function numberRange({ direction, after }: Pick<NumberRange, 'direction' | 'after'>) {
  if (after === undefined) return {}
  return { num: direction === 'ascending' ? { gt: after } : { lt: after } }
}
