import type { OperationName } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { retryStale } from '../operations/writes/retry-stale.ts'

/** Operations that only read items, or whose commits report stale tables: they can be run again. */
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

/**
 * Operations on items. The table definitions they use are checked by their commits, or are at most a second old when
 * they begin.
 */
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

/** Operations that retry each of their parts themselves: a part that is done must not be repeated. */
const parted: ReadonlySet<string> = new Set<OperationName>(['BatchExecuteStatement', 'BatchWriteItem'])

/**
 * Runs an operation over a store that other servers also use. Operations on tables use an up-to-date catalogue;
 * operations on items are retried if a table turns out to have changed.
 */
export async function runShared(
  context: OperationContext,
  operation: OperationName,
  run: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  const { catalogue } = context
  const isOfItems = itemOperations.has(operation)
  if (!isOfItems || catalogue.shared?.isOld) await catalogue.refresh()
  if (parted.has(operation)) return run()
  if (isOfItems) return retryStale(context, run, { isRead: reads.has(operation) })
  // A change of a table has exclusive access to it; a DescribeTable may find that the table has been deleted.
  return operation === 'DescribeTable' ? retryStale(context, run, { isRead: true }) : run()
}
