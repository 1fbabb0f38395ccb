import type { ListBulkOperationsInput } from '@monotable/protocol'
import { pageOfCopies } from '../copies/page-of-copies.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { realmPrefix } from '../tables/backup-document.ts'

/** Lists bulk operations, newest first, including those of deleted tables. */
export async function listBulkOperations(
  { bulkOperations, clock, realm }: OperationContext,
  { MaxResults: pageSize, NextToken: token }: ListBulkOperationsInput,
): Promise<WireAnswer> {
  const all = await bulkOperations.list(realmPrefix(realm))
  const { page, next } = pageOfCopies(all, {
    kind: 'bulk-operation',
    nowMs: clock.now(),
    pageSize,
    token,
  })
  return {
    BulkOperationsSummaryList: page.map(({ arn, status, startMs, endMs }) => ({
      BulkOperationArn: arn,
      BulkOperationStatus: status,
      StartTime: startMs / 1000,
      ...(endMs !== undefined && { EndTime: endMs / 1000 }),
    })),
    ...(next !== undefined && { NextToken: next }),
  }
}
