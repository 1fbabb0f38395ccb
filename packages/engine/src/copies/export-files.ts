import type { ExportDocument } from '../tables/export-document.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import { isoTime, LineFiles, manifestEntry, outputRoot, writeManifests } from './line-files.ts'

/** Returns where the files of an export go, in AWS's layout on S3. */
function exportKeys({ id, prefix, period }: Pick<ExportDocument, 'id' | 'prefix' | 'period'>) {
  const root = outputRoot(prefix)
  return {
    folder: `${root}/${id}`,
    // The data of all incremental exports is in one folder, and the manifests tell them apart.
    data: period === undefined ? `${root}/${id}/data` : `${root}/data`,
  }
}

/** Writes the files of an export: data, manifests and their checksums. */
export class ExportWriter {
  readonly #objects: ObjectFolder
  readonly #document: ExportDocument
  readonly #lines: LineFiles
  itemCount = 0

  constructor(objects: ObjectFolder, document: ExportDocument) {
    this.#objects = objects
    this.#document = document
    const { bucket, id: seed, format } = document
    const extension = format === 'ION' ? 'ion' : 'json'
    this.#lines = new LineFiles({ objects, bucket, folder: exportKeys(document).data, seed, extension })
  }

  /** Checks that the folder can be written to. */
  async begin(): Promise<void> {
    const key = `${exportKeys(this.#document).folder}/_started`
    await this.#objects.write(this.#document.bucket, key, Buffer.from(''))
  }

  /** Adds an item or a change as a line. */
  async add(line: string): Promise<void> {
    this.itemCount++
    await this.#lines.add(line)
  }

  /** Writes the remaining lines and the manifests; returns the key of the summary. */
  async finish(facts: { readonly billedBytes: number; readonly endMs: number }): Promise<string> {
    // There is at least one file, even for an empty table.
    const files = await this.#lines.finish(1)
    const { bucket } = this.#document
    return writeManifests(
      { objects: this.#objects, bucket },
      {
        folder: exportKeys(this.#document).folder,
        summary: this.#summary(facts),
        files: files.map(manifestEntry),
      },
    )
  }

  #summary({ billedBytes, endMs }: { readonly billedBytes: number; readonly endMs: number }): object {
    const document = this.#document
    const { period, exportMs } = document
    return {
      version: period === undefined ? '2020-06-30' : '2023-08-01',
      exportArn: document.arn,
      startTime: isoTime(document.startMs),
      endTime: isoTime(endMs),
      tableArn: document.table.arn,
      tableId: document.table.id,
      ...(exportMs !== undefined && { exportTime: isoTime(exportMs) }),
      ...(period && { exportFromTime: isoTime(period.fromMs), exportToTime: isoTime(period.toMs) }),
      s3Bucket: document.bucket,
      s3Prefix: document.prefix ?? null,
      s3SseAlgorithm: document.sseAlgorithm,
      s3SseKmsKeyId: document.sseKeyId ?? null,
      manifestFilesS3Key: `${exportKeys(document).folder}/manifest-files.json`,
      billedSizeBytes: billedBytes,
      itemCount: this.itemCount,
      outputFormat: document.format,
      ...(period && { outputView: period.viewType, exportType: 'INCREMENTAL_EXPORT' }),
    }
  }
}
