import type { OperationName } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { retryStale } from '../operations/writes/retry-stale.ts'

/** Operations that only read items, or whose commits tell what they met: they can be run again. */
const itemReads: readonly OperationName[] = [
  'BatchGetItem',
  'ExecuteStatement',
  'ExecuteTransaction',
  'GetItem',
  'Query',
  'Scan',
  'SearchVectors',
  'TransactGetItems',
]
const reads: ReadonlySet<string> = new Set(itemReads)

/** Operations on items. A table that they go by is checked by their commits, or is half a second old at most. */
const itemOperations: ReadonlySet<string> = new Set<OperationName>([
  ...itemReads,
  'BatchExecuteStatement',
  'BatchWriteItem',
  'DeleteItem',
  'GetRecords',
  'PutItem',
  'TransactWriteItems',
  'UpdateItem',
])

/** Operations that try again by themselves, each part for itself: a part that is done must not be done again. */
const parted: ReadonlySet<string> = new Set<OperationName>(['BatchExecuteStatement', 'BatchWriteItem'])

/**
 * Runs an operation over a store that other servers use too. What is asked of tables themselves is answered by the
 * catalogue of now; what is asked of items is tried again when a table turns out to have changed.
 */
export async function runShared(
  context: OperationContext,
  operation: OperationName,
  run: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  if (parted.has(operation)) return run()
  if (itemOperations.has(operation)) return retryStale(context, run, { isRead: reads.has(operation) })
  await context.catalogue.refresh()
  // Whoever changes a table has it for itself; whoever describes one may find it gone.
  return operation === 'DescribeTable' ? retryStale(context, run, { isRead: true }) : run()
}
