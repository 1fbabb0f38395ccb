import { encodeOrdered } from './encode-ordered.ts'
import { operandsOf, prefixRange, type SortCondition, type SortRange } from './sort-range.ts'

/** Returns bounds that contain exactly those sort keys of a table that meet a condition. */
export function tableSortBounds(condition: SortCondition | undefined): SortRange {
  if (condition === undefined) return {}
  const [first, last] = operandsOf(condition)
  const sort = encodeOrdered(first)
  switch (condition.operator) {
    case '<':
    case '<=':
      return { high: { sort, inclusive: condition.operator === '<=' } }
    case '>':
    case '>=':
      return { low: { sort, inclusive: condition.operator === '>=' } }
    case 'begins_with':
      return prefixRange(sort)
    default:
      return { low: { sort, inclusive: true }, high: { sort: encodeOrdered(last), inclusive: true } }
  }
}
