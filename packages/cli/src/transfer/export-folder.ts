import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { AttributeMap } from '@monotable/protocol'
import { type DataFile, type ExportState, stateFile } from './export-state.ts'
import { formatItems } from './format-items.ts'
import type { DescribedTable } from './table-connection.ts'
import { writeFileWhole } from './write-file-whole.ts'

const compress = promisify(gzip)

/**
 * Holds the definition of the table. It is beside the manifests of its export, since one folder may hold exports of
 * several tables.
 */
export const definitionName = 'table.json'

/** Writes the files of an export into a folder, with the layout of an export to S3. */
export class ExportFolder {
  readonly #folder: string
  readonly #state: Pick<ExportState, 'exportId' | 'format'>

  constructor(folder: string, state: Pick<ExportState, 'exportId' | 'format'>) {
    this.#folder = folder
    this.#state = state
  }

  get root(): string {
    return `AWSDynamoDB/${this.#state.exportId}`
  }

  /** Checks that the folder is writable, and saves what is needed to create the table again. */
  async begin(table: DescribedTable, expiryAttribute?: string): Promise<void> {
    await this.#put(`${this.root}/_started`, '')
    // The answers of DescribeTable and DescribeTimeToLive in one document.
    const TimeToLiveDescription = { TimeToLiveStatus: 'ENABLED', AttributeName: expiryAttribute }
    const definition = { ...table, ...(expiryAttribute !== undefined && { TimeToLiveDescription }) }
    await this.#put(`${this.root}/${definitionName}`, `${JSON.stringify(definition, null, 1)}\n`)
  }

  /** Writes a data file. The same part of the same segment always has the same name. */
  async writeData(
    items: readonly AttributeMap[],
    { segment, part }: { readonly segment: number; readonly part: number },
  ): Promise<DataFile> {
    const { exportId, format } = this.#state
    const name = createHash('sha256').update(`${exportId}/${segment}/${part}`).digest('hex').slice(0, 26)
    const key = `${this.root}/data/${name}${format === 'csv' ? '.csv.gz' : '.json.gz'}`
    const content = await compress(formatItems(items, format))
    await writeFileWhole(join(this.#folder, key), content)
    const md5 = createHash('md5').update(content).digest()
    return {
      key,
      itemCount: items.length,
      md5Checksum: md5.toString('base64'),
      etag: `${createHash('md5').update(md5).digest('hex')}-1`,
    }
  }

  /** Writes the manifests; the export is then complete and can no longer be resumed. */
  async finish(table: DescribedTable, state: ExportState, endTime: string): Promise<void> {
    const files = state.segments.flatMap((segment) => segment.files)
    const lines = files.map(({ key, ...file }) => `${JSON.stringify({ ...file, dataFileS3Key: key })}\n`)
    await this.#putWithChecksum('manifest-files', lines.join(''))
    const { exportId, startTime, format } = state
    const summary = {
      version: '2020-06-30',
      exportArn: `${table.TableArn}/export/${exportId}`,
      startTime,
      endTime,
      tableArn: table.TableArn,
      tableId: table.TableId,
      exportTime: startTime,
      s3Bucket: null,
      s3Prefix: null,
      s3SseAlgorithm: null,
      s3SseKmsKeyId: null,
      manifestFilesS3Key: `${this.root}/manifest-files.json`,
      billedSizeBytes: state.bytes,
      itemCount: state.items,
      outputFormat: format === 'csv' ? 'CSV' : 'DYNAMODB_JSON',
    }
    await this.#putWithChecksum('manifest-summary', JSON.stringify(summary))
    await rm(stateFile(this.#folder), { force: true })
  }

  async #putWithChecksum(name: string, text: string): Promise<void> {
    await this.#put(`${this.root}/${name}.json`, text)
    await this.#put(`${this.root}/${name}.md5`, createHash('md5').update(text).digest('base64'))
  }

  async #put(key: string, text: string): Promise<void> {
    await writeFileWhole(join(this.#folder, key), text)
  }
}
