import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A file of the page, ready to be sent. */
export interface PageFile {
  readonly type: string
  readonly body: Buffer
  readonly gzipped: Buffer | undefined
  readonly etag: string
  /** Whether its name changes with its contents, so that it can be cached for ever. */
  readonly isImmutable: boolean
}

const types: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['ico', 'image/x-icon'],
  ['woff2', 'font/woff2'],
  ['json', 'application/json'],
  ['map', 'application/json'],
])

/** Extensions of formats that are already compressed. */
const packed: ReadonlySet<string> = new Set(['png', 'ico', 'woff2'])

/** Serves the files of the page. They are cached in memory until they change. */
export class PageFiles {
  readonly #folder: string
  readonly #kept = new Map<string, { readonly changedMs: number; readonly file: PageFile }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Finds the file at a URL path; `undefined` if there is none. */
  async find(path: string): Promise<PageFile | undefined> {
    const name = path === '/' ? 'index.html' : path.slice(1)
    // Only names that the build makes, one or two levels deep, so that no path leads out of the folder.
    const [, extension = ''] = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*\.([a-z0-9]+)$/.exec(name) ?? []
    const type = types.get(extension)
    if (type === undefined) return undefined
    const place = join(this.#folder, name)
    const found = await stat(place).catch(() => undefined)
    if (found?.isFile() !== true) return undefined
    const kept = this.#kept.get(name)
    if (kept?.changedMs === found.mtimeMs) return kept.file
    const file = await readPageFile(place, { type, isPacked: packed.has(extension) })
    this.#kept.set(name, { changedMs: found.mtimeMs, file })
    return file
  }
}

async function readPageFile(
  place: string,
  { type, isPacked }: { readonly type: string; readonly isPacked: boolean },
): Promise<PageFile> {
  const body = await readFile(place)
  return {
    type,
    body,
    gzipped: isPacked ? undefined : await promisify(gzip)(body, { level: 9 }),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isImmutable: /[\\/]assets[\\/]/.test(place),
  }
}
