import { findOperation } from './known-targets.ts'
import type { ReceivedRequest } from './server-request.ts'

/** Operations that answer with more than one item. */
const longAnswers: ReadonlySet<string> = new Set([
  'BatchExecuteStatement',
  'BatchGetItem',
  'ExecuteStatement',
  'ExecuteTransaction',
  'GetRecords',
  'Query',
  'Scan',
  'SearchVectors',
  'TransactGetItems',
])

/** Whether the answer to a request may be longer than an item. */
export function mayAnswerLong({ headers }: ReceivedRequest): boolean {
  return longAnswers.has(findOperation(headers.get('x-amz-target') ?? '') ?? '')
}
