import type { Difference } from './difference.ts'
import { knownAnswerDifferences } from './known-answer-differences.ts'
import type { KnownDifference } from './known-difference.ts'
import { knownOutcomeDifferences } from './known-outcome-differences.ts'
import { knownStatementDifferences } from './known-statement-differences.ts'
import { knownTableDifferences } from './known-table-differences.ts'
import { knownUnitDifferences } from './known-unit-differences.ts'

/** All differences that are explained, each with the reason why our answer is right. */
export const knownDifferences: readonly KnownDifference[] = [
  ...knownOutcomeDifferences,
  ...knownAnswerDifferences,
  ...knownUnitDifferences,
  ...knownStatementDifferences,
  ...knownTableDifferences,
]

/** Returns the entry that explains a difference, if there is one. */
export function findKnown(difference: Difference): KnownDifference | undefined {
  return knownDifferences.find(({ matches }) => matches(difference))
}
