import { type ConditionalOperator, validationError } from '@monotable/protocol'
import { type Condition, createCondition } from './compile-condition.ts'
import type { DocumentPath } from './document-path.ts'
import type { Test } from './evaluate-condition.ts'

/** Joins legacy tests on attributes to a condition; no tests mean no condition. */
export function joinTests(
  tests: readonly Test[],
  paths: readonly DocumentPath[],
  operator: ConditionalOperator | undefined,
): Condition | undefined {
  if (operator !== undefined) checkOperator(tests.length)
  return tests.length === 0 ? undefined : createCondition({ kind: operator ?? 'AND', tests }, paths)
}

function checkOperator(count: number): void {
  if (count === 0) throw validationError('ConditionalOperator cannot be used without Filter or Expected')
  if (count > 1) return
  throw validationError(
    'ConditionalOperator can only be used when Filter or Expected has two or more elements',
  )
}
