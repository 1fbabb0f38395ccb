import type { BulkOperationDescription, DescribeBulkOperationInput } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import type { BulkDocument } from '../tables/bulk-document.ts'
import { describeUsage } from './bulk-usage.ts'
import { requireBulkOperation } from './require-bulk-operation.ts'

/** Describes a bulk operation. */
export async function describeBulkOperation(
  context: OperationContext,
  { BulkOperationArn: arn }: DescribeBulkOperationInput,
): Promise<WireAnswer> {
  return { BulkOperationDescription: bulkDescription(await requireBulkOperation(context, arn)) }
}

/** Returns a bulk operation as it goes on the wire. */
export function bulkDescription(document: BulkDocument): BulkOperationDescription {
  const { endMs, failure, maxUnits, progress, totalBytes } = document
  return {
    BulkOperationArn: document.arn,
    BulkOperationStatus: document.status,
    TableDetails: [{ TableName: document.askedName, TableId: document.tableId }],
    ClientToken: document.clientToken,
    InputS3Configuration: document.input,
    OutputS3Configuration: document.output,
    StartTime: document.startMs / 1000,
    ...(endMs !== undefined && { EndTime: endMs / 1000 }),
    ProcessedItemCount: progress.processedItems,
    ProcessedInputBytes: progress.doneBytes + (progress.at?.readBytes ?? 0),
    ...(totalBytes !== undefined && { TotalInputBytes: totalBytes }),
    BulkOperationUsage: [describeUsage(document)],
    FailedItemCount: progress.failedItems,
    ...(failure && { FailureCode: failure.code, FailureMessage: failure.message }),
    ...(maxUnits !== undefined && { MaxWriteRequestUnits: maxUnits }),
    PerformanceTier: document.tier,
  }
}
