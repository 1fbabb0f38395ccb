import type { AttributeValue } from '@monotable/protocol'
import type { ByteString, SortBound } from '../storage/storage.ts'
import { encodeComponents, escapeComponent } from './encode-index-sort.ts'
import { encodeOrdered } from './encode-ordered.ts'
import {
  endOfPrefix,
  operandsOf,
  prefixRange,
  type SortCondition,
  type SortRange,
  sortRange,
} from './sort-range.ts'

/** What a query asks of an index's sort attributes, in their order. */
export interface IndexSortCondition {
  /** Values that the first attributes must have. */
  readonly equal: readonly AttributeValue[]
  /** What is asked of the attribute after those. */
  readonly next?: SortCondition | undefined
}

/** The bounds on an index's entries that hold exactly for those that meet a condition, whatever their tie. */
export function indexSortBounds({ equal, next }: IndexSortCondition): SortRange {
  const prefix = encodeComponents(equal)
  if (next === undefined) return prefixRange(prefix)
  const [first, last] = operandsOf(next)
  const whole = prefixRange(prefix)
  switch (next.operator) {
    case '<':
      return sortRange(whole.low, before(prefix, first))
    case '<=':
      return sortRange(whole.low, behind(prefix, first))
    case '>':
      return sortRange(from(behind(prefix, first)), whole.high)
    case '>=':
      return sortRange(from(before(prefix, first)), whole.high)
    case 'begins_with':
      return prefixRange(prefix + escapeComponent(encodeOrdered(first)))
    default:
      return sortRange(from(before(prefix, first)), behind(prefix, last))
  }
}

/** An end right before all entries whose next component is this value. */
function before(prefix: ByteString, value: AttributeValue): SortBound {
  return { sort: prefix + encodeComponents([value]), inclusive: false }
}

/** An end right behind all entries whose next component is this value, and its tie whatever it may be. */
function behind(prefix: ByteString, value: AttributeValue): SortBound {
  // A component ends with a byte of 00, so there is always something behind it.
  return { sort: endOfPrefix(prefix + encodeComponents([value])) ?? '', inclusive: false }
}

/** The same place as a beginning. */
function from({ sort }: SortBound): SortBound {
  return { sort, inclusive: true }
}
