import type { DescribeImportInput, ImportTableDescription } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import type { ImportDocument } from '../tables/import-document.ts'
import { readCopyArn } from './copy-arn.ts'
import { importName } from './run-import.ts'

/** Describes an import. */
export async function describeImport(
  { imports, realm }: OperationContext,
  { ImportArn: arn }: DescribeImportInput,
): Promise<WireAnswer> {
  const { region, tableName, id } = readCopyArn(realm, arn, 'import')
  const document = region === realm.region ? await imports.get(importName(realm, tableName, id)) : undefined
  if (document === undefined) {
    throw new ServiceError('ImportNotFoundException', `Import not found: Import not found: ${arn}`)
  }
  return { ImportTableDescription: importDescription(document) }
}

/** Returns where AWS would write errors of items. */
export function logGroupArn({ region, accountId }: ImportDocument): string {
  return `arn:aws:logs:${region}:${accountId}:log-group:/aws-dynamodb/imports:*`
}

/** Returns an import as it goes on the wire. */
export function importDescription(document: ImportDocument): ImportTableDescription {
  const { counts, endMs, failure, options } = document
  return {
    ImportArn: document.arn,
    ImportStatus: document.status,
    TableArn: document.tableArn,
    TableId: document.tableId,
    ClientToken: document.clientToken,
    S3BucketSource: document.source,
    ErrorCount: counts.errors,
    CloudWatchLogGroupArn: logGroupArn(document),
    InputFormat: document.format,
    ...(options && { InputFormatOptions: options }),
    InputCompressionType: document.compression,
    TableCreationParameters: document.table,
    StartTime: document.startMs / 1000,
    ...(endMs !== undefined && { EndTime: endMs / 1000 }),
    // Absent rather than zero until something was read (measured on AWS in 2026); zero if there was nothing to
    // read.
    ...((counts.processedBytes > 0 || document.status === 'COMPLETED') && {
      ProcessedSizeBytes: counts.processedBytes,
    }),
    ProcessedItemCount: counts.processedItems,
    ImportedItemCount: counts.importedItems,
    ...(failure && { FailureCode: failure.code, FailureMessage: failure.message }),
  }
}
