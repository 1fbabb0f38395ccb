import type { CancelBulkOperationInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { bulkName } from '../tables/bulk-document.ts'
import { requireBulkOperation } from './require-bulk-operation.ts'

/** Requests a bulk operation to stop: the server that runs it notices before its next commit. What it has put stays. */
export async function cancelBulkOperation(
  context: OperationContext,
  { BulkOperationArn: arn }: CancelBulkOperationInput,
): Promise<WireAnswer> {
  const found = await requireBulkOperation(context, arn)
  const current = await context.bulkOperations.change(bulkName(found, found), (document) => {
    return document?.status === 'IN_PROGRESS' ? { ...document, status: 'CANCELLING' } : document
  })
  // Repeating the request is not an error.
  if (current?.status !== 'CANCELLING') {
    throw validationError(`Invalid Request: The bulk operation is not in progress: ${arn}`)
  }
  return { BulkOperationArn: arn, BulkOperationStatus: 'CANCELLING' }
}
