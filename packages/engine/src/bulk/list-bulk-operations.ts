import type { ListBulkOperationsInput } from '@monotable/protocol'
import { pageOfCopies } from '../copies/page-of-copies.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { realmPrefix } from '../tables/backup-document.ts'

/** Those that started longer ago are not listed; they can be described. */
const listedMs = 90 * 24 * 60 * 60 * 1000

/** Lists bulk operations, the newest first, also those of tables that are gone. */
export async function listBulkOperations(
  { bulkOperations, clock, realm }: OperationContext,
  { MaxResults: pageSize, NextToken: token }: ListBulkOperationsInput,
): Promise<WireAnswer> {
  const sinceMs = clock.now() - listedMs
  const all = (await bulkOperations.list(realmPrefix(realm))).filter(({ startMs }) => startMs >= sinceMs)
  const { page, next } = pageOfCopies(all, { kind: 'bulk-operation', pageSize, token })
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
