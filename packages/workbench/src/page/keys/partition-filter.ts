import type { KeyModel } from '../../shared/api.ts'

/** Which partitions are meant: the one whose key is a text, or all whose keys begin with it. */
export interface PartitionFilter {
  readonly text: string
  readonly isPrefix: boolean
}

const ESCAPED_STAR = '\\*'

/**
 * Reads what is typed for a partition key, and stands in addresses: `a*` is the beginning of some, `a\*` one that ends with
 * a star. Only texts have beginnings.
 */
export function parsePartition(typed: string, { pk }: KeyModel): PartitionFilter {
  if (typed.endsWith(ESCAPED_STAR))
    return { text: `${typed.slice(0, -ESCAPED_STAR.length)}*`, isPrefix: false }
  const isPrefix = typed.endsWith('*') && pk[0]?.type === 'S'
  return { text: isPrefix ? typed.slice(0, -1) : typed, isPrefix }
}

/** How the partition of a key is asked for; the reverse of `parsePartition`. */
export function formatPartition(key: string): string {
  return key.endsWith('*') ? `${key.slice(0, -1)}${ESCAPED_STAR}` : key
}
