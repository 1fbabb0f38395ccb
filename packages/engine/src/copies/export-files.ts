import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ExportDocument } from '../tables/export-document.ts'
import type { ObjectFolder } from '../util/object-folder.ts'

const compress = promisify(gzip)

/** Lines are gathered to about this much before they are compressed into a file. */
const fileBytes = 8 * 1024 * 1024

interface DataFile {
  readonly key: string
  readonly itemCount: number
  readonly md5: string
  readonly etag: string
}

/** Where the files of an export lie: as AWS lays them out in S3. */
export function exportKeys({ id, prefix, period }: Pick<ExportDocument, 'id' | 'prefix' | 'period'>) {
  const trimmed = prefix?.replace(/^\/+|\/+$/g, '') ?? ''
  const root = `${trimmed === '' ? '' : `${trimmed}/`}AWSDynamoDB`
  return {
    folder: `${root}/${id}`,
    manifest: `${root}/${id}/manifest-summary.json`,
    // The data of all incremental exports lies in one folder, and the manifests tell them apart.
    data: period === undefined ? `${root}/${id}/data` : `${root}/data`,
  }
}

/** Writes the files of an export: data, manifests and their checksums. */
export class ExportWriter {
  readonly #objects: ObjectFolder
  readonly #document: ExportDocument
  readonly #files: DataFile[] = []
  #lines: string[] = []
  #bytes = 0
  itemCount = 0

  constructor(objects: ObjectFolder, document: ExportDocument) {
    this.#objects = objects
    this.#document = document
  }

  /** Shows that the folder can be written to. */
  async begin(): Promise<void> {
    await this.#put(`${exportKeys(this.#document).folder}/_started`, '')
  }

  /** Adds a line of JSON. */
  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#bytes += line.length
    this.itemCount++
    if (this.#bytes >= fileBytes) await this.#flush()
  }

  /** Writes what is left, and the manifests; gives the key of the summary. */
  async finish(facts: { readonly billedBytes: number; readonly endMs: number }): Promise<string> {
    // There is a file at least, also of an empty table.
    if (this.#lines.length > 0 || this.#files.length === 0) await this.#flush()
    const { folder, manifest } = exportKeys(this.#document)
    const list = this.#files.map((file) => {
      return JSON.stringify({
        itemCount: file.itemCount,
        md5Checksum: file.md5,
        etag: file.etag,
        dataFileS3Key: file.key,
      })
    })
    await this.#putWithChecksum(`${folder}/manifest-files`, `${list.join('\n')}\n`)
    await this.#putWithChecksum(`${folder}/manifest-summary`, JSON.stringify(this.#summary(facts)))
    return manifest
  }

  async #flush(): Promise<void> {
    const text = this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`
    const itemCount = this.#lines.length
    this.#lines = []
    this.#bytes = 0
    const content = await compress(text)
    const key = `${exportKeys(this.#document).data}/${this.#fileName()}.json.gz`
    await this.#objects.write(this.#document.bucket, key, content)
    const md5 = createHash('md5').update(content).digest()
    // S3's tag of an upload in one part.
    const etag = `${createHash('md5').update(md5).digest('hex')}-1`
    this.#files.push({ key, itemCount, md5: md5.toString('base64'), etag })
  }

  /** The same in every attempt, so that one that was cut short leaves nothing behind. */
  #fileName(): string {
    const digest = createHash('sha256').update(`${this.#document.id}/${this.#files.length}`).digest()
    const letters = 'abcdefghijklmnopqrstuvwxyz234567'
    return Array.from(digest.subarray(0, 26), (byte) => letters.charAt(byte % 32)).join('')
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

  async #putWithChecksum(path: string, text: string): Promise<void> {
    await this.#put(`${path}.json`, text)
    await this.#put(`${path}.md5`, createHash('md5').update(text).digest('base64'))
  }

  async #put(key: string, text: string): Promise<void> {
    await this.#objects.write(this.#document.bucket, key, Buffer.from(text))
  }
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
