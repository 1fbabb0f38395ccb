import type { BulkOperationOutputType } from '@monotable/protocol'
import { isoTime, LineFiles, manifestEntry, outputRoot, writeManifests } from '../copies/line-files.ts'
import { yieldToRequests } from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import type { Change, Position } from '../storage/storage.ts'
import type { BulkDocument } from '../tables/bulk-document.ts'
import type { StoredItem } from '../tables/stored-item.ts'
import type { ObjectFolder } from '../util/object-folder.ts'

const pageMaxRecords = 256
const pageMaxBytes = 1024 * 1024

/** A longer item is not repeated in the report on it. */
const repeatedMaxLength = 2 * 1024 * 1024

/** The position of an item. */
export interface ItemPlace {
  readonly key: string
  /** Counted from 1 within its object. */
  readonly number: number
}

/** The report on an item that was not put. */
export interface BulkReport {
  readonly type: BulkOperationOutputType
  readonly line: string
}

/** Returns the report on a line that is not an item, or does not fit the table. */
export function errorReport(place: ItemPlace, message: string, item?: object): BulkReport {
  const text = item === undefined ? undefined : JSON.stringify(item)
  const repeated = text !== undefined && text.length <= repeatedMaxLength ? `,"Item":${text}` : ''
  return { type: 'ERROR', line: `${startOf(place, { errorMessage: message })}${repeated}}` }
}

/** Returns the report on an item whose condition did not hold. */
export function conditionReport(
  place: ItemPlace,
  item: StoredItem,
  existing: StoredItem | undefined,
): BulkReport {
  const there = existing === undefined ? '' : `,"ExistingItem":${existing.doc}`
  return { type: 'CONDITION_CHECK_FAILURE', line: `${startOf(place)},"Item":${item.doc}${there}}` }
}

/** Returns the beginning of a line, without its closing brace: items are already text. */
function startOf({ key, number }: ItemPlace, more: object = {}): string {
  return JSON.stringify({ s3ObjectKey: key, itemNumber: number, ...more }).slice(0, -1)
}

/** Returns the record that stores a report until the operation ends; `order` is unique within the operation. */
export function reportChange({ space }: BulkDocument, { type, line }: BulkReport, order: number): Change {
  const value = { doc: line, sizeBytes: line.length }
  return { space, partition: partitions[type], sort: String(order).padStart(16, '0'), value }
}

const partitions: { readonly [Type in BulkOperationOutputType]: string } = {
  ERROR: 'error'.padEnd(16, '\0'),
  CONDITION_CHECK_FAILURE: 'condition'.padEnd(16, '\0'),
}

const folders: { readonly [Type in BulkOperationOutputType]: string } = {
  ERROR: 'error',
  CONDITION_CHECK_FAILURE: 'condition-check-failure',
}

/**
 * Writes the stored reports to files, by type, and manifests that name them. Repeating this produces the same
 * files.
 */
export async function writeReports(
  { storage, clock }: OperationContext,
  document: BulkDocument,
  objects: ObjectFolder,
): Promise<void> {
  const { id, output } = document
  const { S3Bucket: bucket, S3KeyPrefix: prefix } = output
  const folder = `${outputRoot(prefix)}/${id}`
  const files: object[] = []
  for (const type of new Set(output.OutputType)) {
    const seed = `${id}/${type}`
    const lines = new LineFiles({
      objects,
      bucket,
      folder: `${folder}/${folders[type]}`,
      seed,
      extension: 'json',
    })
    for await (const line of keptLines(storage, document, type)) await lines.add(line)
    files.push(...(await lines.finish(0)).map((file) => ({ outputType: type, ...manifestEntry(file) })))
  }
  const summary = summaryOf(document, { folder, endMs: clock.now() })
  await writeManifests({ objects, bucket }, { folder, summary, files })
}

async function* keptLines(
  storage: OperationContext['storage'],
  { space }: BulkDocument,
  type: BulkOperationOutputType,
): AsyncIterable<string> {
  let after: Position | undefined
  for (let more = true; more; ) {
    const page = await storage.range({
      space,
      within: { partition: partitions[type] },
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
      ...(after && { after }),
    })
    for (const { doc } of page.records) yield doc
    after = page.records.at(-1)
    more = page.more
    await yieldToRequests()
  }
}

function summaryOf(
  { arn, askedName, output, progress, startMs, tableId }: BulkDocument,
  { folder, endMs }: { readonly folder: string; readonly endMs: number },
): object {
  return {
    bulkOperationArn: arn,
    startTime: isoTime(startMs),
    endTime: isoTime(endMs),
    tableName: askedName,
    tableId,
    s3Bucket: output.S3Bucket,
    s3Prefix: output.S3KeyPrefix ?? null,
    s3SseAlgorithm: output.S3SseAlgorithm ?? null,
    s3SseKmsKeyId: output.S3SseKmsKeyId ?? null,
    manifestFilesS3Key: `${folder}/manifest-files.json`,
    outputType: output.OutputType,
    processedItemCount: progress.processedItems,
    failedItemCount: progress.failedItems,
  }
}
