import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ObjectFolder } from '../util/object-folder.ts'

const compress = promisify(gzip)

/** Lines are gathered to about this much before they are compressed into a file. */
const fileBytes = 8 * 1024 * 1024

/** A file of lines as manifests tell of it. */
export interface LineFile {
  readonly key: string
  readonly itemCount: number
  readonly md5: string
  readonly etag: string
}

/** Where files of lines go. */
export interface LineFilesPlace {
  readonly objects: ObjectFolder
  readonly bucket: string
  readonly folder: string
  /** What the names of files are made of: the same in every attempt, so that one cut short leaves nothing behind. */
  readonly seed: string
  /** What the lines are written in. */
  readonly extension: 'json' | 'ion'
}

/** What all that is written for a caller lies in: as AWS lays it out in S3. */
export function outputRoot(prefix: string | undefined): string {
  const trimmed = prefix?.replace(/^\/+|\/+$/g, '') ?? ''
  return `${trimmed === '' ? '' : `${trimmed}/`}AWSDynamoDB`
}

/** Writes lines into compressed files of some megabytes. */
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

  /** Writes what is left, and gives all files: `least` of them at any rate, also when there was nothing to write. */
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
    // S3's tag of an upload in one part.
    const etag = `${createHash('md5').update(md5).digest('hex')}-1`
    this.#files.push({ key, itemCount, md5: md5.toString('base64'), etag })
  }

  #fileName(): string {
    const digest = createHash('sha256').update(`${this.#place.seed}/${this.#files.length}`).digest()
    const letters = 'abcdefghijklmnopqrstuvwxyz234567'
    return Array.from(digest.subarray(0, 26), (byte) => letters.charAt(byte % 32)).join('')
  }
}

/** A file as a line of `manifest-files.json`. */
export function manifestEntry({ itemCount, md5, etag, key }: LineFile): object {
  return { itemCount, md5Checksum: md5, etag, dataFileS3Key: key }
}

/** Both manifests of something that was written: what it is, and its files, each with a checksum beside it. */
export interface Manifests {
  readonly folder: string
  readonly summary: object
  readonly files: readonly object[]
}

/** Writes manifests, the summary last: where it is, everything is there. Gives its key. */
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

/** A time as manifests have it. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
