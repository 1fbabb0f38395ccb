import type { DescribeExportInput, ExportDescription } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { type ExportDocument, exportName } from '../tables/export-document.ts'
import { readCopyArn } from './copy-arn.ts'

/** Describes an export. */
export async function describeExport(
  { exports, realm }: OperationContext,
  { ExportArn: arn }: DescribeExportInput,
): Promise<WireAnswer> {
  const { region, tableName, id } = readCopyArn(realm, arn, 'export')
  if (region !== realm.region) {
    throw new ServiceError('ExportNotFoundException', 'Export not found: Invalid export arn')
  }
  const document = await exports.get(exportName(realm, tableName, id))
  if (document === undefined) {
    // AWS says it twice.
    throw new ServiceError('ExportNotFoundException', `Export not found: Export not found: ${arn}`)
  }
  return { ExportDescription: exportDescription(document) }
}

/**
 * Returns an export as it goes on the wire; settings that were not requested are left out, except the format and
 * the encryption.
 */
export function exportDescription(document: ExportDocument): ExportDescription {
  return {
    ExportArn: document.arn,
    ExportStatus: document.status,
    StartTime: document.startMs / 1000,
    TableArn: document.table.arn,
    TableId: document.table.id,
    ClientToken: document.clientToken,
    DestinationType: 'S3',
    S3Bucket: document.bucket,
    S3SseAlgorithm: document.sseAlgorithm,
    ExportFormat: document.format,
    ...requested(document),
    ...result(document),
  }
}

function requested(document: ExportDocument): ExportDescription {
  const { exportMs, bucketOwner, prefix, sseKeyId, type, period, filter } = document
  return {
    ...(exportMs !== undefined && { ExportTime: exportMs / 1000 }),
    ...(bucketOwner !== undefined && { S3BucketOwner: bucketOwner }),
    ...(prefix !== undefined && { S3Prefix: prefix }),
    ...(sseKeyId !== undefined && { S3SseKmsKeyId: sseKeyId }),
    ...(type !== undefined && { ExportType: type }),
    ...(filter && { FilterSpecification: filter }),
    ...(period && {
      IncrementalExportSpecification: {
        ExportFromTime: period.fromMs / 1000,
        ExportToTime: period.toMs / 1000,
        ExportViewType: period.viewType,
      },
    }),
  }
}

function result({ endMs, manifest, billedBytes, itemCount, failure }: ExportDocument): ExportDescription {
  return {
    ...(endMs !== undefined && { EndTime: endMs / 1000 }),
    ...(manifest !== undefined && { ExportManifest: manifest }),
    ...(billedBytes !== undefined && { BilledSizeBytes: billedBytes }),
    ...(itemCount !== undefined && { ItemCount: itemCount }),
    ...(failure && { FailureCode: failure.code, FailureMessage: failure.message }),
  }
}
