import type { Difference } from './difference.ts'

/** A way in which DynamoDB Local is not DynamoDB, so that our engine rightly answers otherwise. */
export interface KnownDifference {
  readonly name: string
  /** What DynamoDB Local does, and what DynamoDB does. */
  readonly why: string
  /** Where DynamoDB's behaviour is written or was seen. */
  readonly source: string
  readonly matches: (difference: Difference) => boolean
}

export const knownDifferences: readonly KnownDifference[] = []
