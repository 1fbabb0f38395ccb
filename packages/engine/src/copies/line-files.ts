import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ObjectFolder } from '../util/object-folder.ts'

const compress = promisify(gzip)

/** How much is collected, approximately, before it is compressed into a file. */
const fileBytes = 8 * 1024 * 1024

/** A file of lines as described in manifests. */
export interface LineFile {
  readonly key: string
  readonly itemCount: number
  readonly md5: string
  readonly etag: string
}

/** Where files of lines are written. */
export interface LineFilesPlace {
  readonly objects: ObjectFolder
  readonly bucket: string
  readonly folder: string
  /** The basis of the file names: the same in every attempt, so that an interrupted one leaves nothing behind. */
  readonly seed: string
  /** The format of the lines. */
  readonly extension: 'json' | 'ion'
}

/** Returns the folder for everything written for a caller, in AWS's layout on S3. */
export function outputRoot(prefix: string | undefined): string {
  const trimmed = prefix?.replace(/^\/+|\/+$/g, '') ?? ''
  return `${trimmed === '' ? '' : `${trimmed}/`}AWSDynamoDB`
}

/** Writes lines to compressed files of several megabytes. */
export class LineFiles {
  readonly #place: LineFilesPlace
  readonly #files: LineFile[] = []
  #lines: string[] = []
  #bytes = 0

  constructor(place: LineFilesPlace) {
    this.#place = place
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#bytes += line.length
    if (this.#bytes >= fileBytes) await this.#flush()
  }

  /** Writes the remaining lines and returns all files: at least `least` of them, even if there was nothing to write. */
  async finish(least: 0 | 1): Promise<readonly LineFile[]> {
    if (this.#lines.length > 0 || this.#files.length < least) await this.#flush()
    return this.#files
  }

  async #flush(): Promise<void> {
    const { objects, bucket, folder, extension } = this.#place
    const text = this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`
    const itemCount = this.#lines.length
    this.#lines = []
    this.#bytes = 0
    const content = await compress(text)
    const key = `${folder}/${this.#fileName()}.${extension}.gz`
    await objects.write(bucket, key, content)
    const md5 = createHash('md5').update(content).digest()
    // S3's ETag for an upload in one part.
    const etag = `${createHash('md5').update(md5).digest('hex')}-1`
    this.#files.push({ key, itemCount, md5: md5.toString('base64'), etag })
  }

  #fileName(): string {
    const digest = createHash('sha256').update(`${this.#place.seed}/${this.#files.length}`).digest()
    const letters = 'abcdefghijklmnopqrstuvwxyz234567'
    return Array.from(digest.subarray(0, 26), (byte) => letters.charAt(byte % 32)).join('')
  }
}

/** Returns a file as a line of `manifest-files.json`. */
export function manifestEntry({ itemCount, md5, etag, key }: LineFile): object {
  return { itemCount, md5Checksum: md5, etag, dataFileS3Key: key }
}

/** Both manifests of a finished output: its summary and its files, each with a checksum file. */
export interface Manifests {
  readonly folder: string
  readonly summary: object
  readonly files: readonly object[]
}

/** Writes manifests, the summary last: if it exists, everything does. Returns its key. */
export async function writeManifests(
  { objects, bucket }: Pick<LineFilesPlace, 'objects' | 'bucket'>,
  { folder, summary, files }: Manifests,
): Promise<string> {
  const put = async (path: string, text: string) => {
    await objects.write(bucket, `${path}.json`, Buffer.from(text))
    await objects.write(bucket, `${path}.md5`, Buffer.from(createHash('md5').update(text).digest('base64')))
  }
  await put(`${folder}/manifest-files`, files.map((file) => `${JSON.stringify(file)}\n`).join(''))
  await put(`${folder}/manifest-summary`, JSON.stringify(summary))
  return `${folder}/manifest-summary.json`
}

/** Formats a time for manifests. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
