import type { KeyModel } from '../../shared/api.ts'
import { plainSight } from './plain-sight.ts'

/** Selects partitions: the one with this key, or all whose keys begin with the text. */
export interface PartitionFilter {
  readonly text: string
  readonly isPrefix: boolean
}

const ESCAPED_STAR = '\\*'

/**
 * Parses the partition key filter that the user types and that URLs contain: `a*` selects keys by prefix, `a\*` a key
 * that ends with a star. Only string keys have prefixes.
 */
export function parsePartition(typed: string, { pk }: KeyModel): PartitionFilter {
  if (typed.endsWith(ESCAPED_STAR))
    return { text: `${typed.slice(0, -ESCAPED_STAR.length)}*`, isPrefix: false }
  const isPrefix = typed.endsWith('*') && pk[0]?.type === 'S'
  return { text: isPrefix ? typed.slice(0, -1) : typed, isPrefix }
}

/** Formats the filter for the partition with a key; the reverse of `parsePartition`. */
export function formatPartition(key: string): string {
  return key.endsWith('*') ? `${key.slice(0, -1)}${ESCAPED_STAR}` : key
}

/** A longer name leaves no room for a hint beside it. */
const NAME_MAX = 8

/** Returns the name of the partition key for the field of the filter, and a hint at what it accepts. */
export function partitionField({ pk }: KeyModel): { readonly label: string; readonly placeholder: string } {
  const label = pk.map(({ name }) => plainSight(name)).join(' · ')
  const hasHint = label.length <= NAME_MAX && pk[0]?.type === 'S'
  return { label, placeholder: hasHint ? `${label} or prefix*` : label }
}
