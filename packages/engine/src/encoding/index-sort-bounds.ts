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

/** The condition of a query on an index's sort attributes, in their order. */
export interface IndexSortCondition {
  /** Values that the first attributes must have. */
  readonly equal: readonly AttributeValue[]
  /** The condition on the attribute after those. */
  readonly next?: SortCondition | undefined
}

/** Returns bounds that contain exactly those index entries that meet a condition, whatever their tie. */
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

/** Returns the bound right before all entries whose next component is this value. */
function before(prefix: ByteString, value: AttributeValue): SortBound {
  return { sort: prefix + encodeComponents([value]), inclusive: false }
}

/** Returns the bound right after all entries whose next component is this value, whatever their tie. */
function behind(prefix: ByteString, value: AttributeValue): SortBound {
  // A component ends with a byte of 00, so there is always something after it.
  return { sort: endOfPrefix(prefix + encodeComponents([value])) ?? '', inclusive: false }
}

/** Returns the same place as a lower bound. */
function from({ sort }: SortBound): SortBound {
  return { sort, inclusive: true }
}
