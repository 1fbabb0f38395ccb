import { createHash } from 'node:crypto'
import { createReadStream, existsSync, type ReadStream, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import { MalformedFile } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { definitionName } from './export-folder.ts'
import { stateFile } from './export-state.ts'
import { parseJson } from './parse-json.ts'
import type { ImportFormat } from './transfer-options.ts'
import { type FoundFile, walkFolder } from './walk-folder.ts'

/** A file to import. */
export interface ImportFile {
  readonly name: string
  /** The path of the file; absent for standard input. */
  readonly place?: string
  readonly format: ImportFormat
  /** Returns the stored size in bytes; NaN if it is unknown, as for a pipe. */
  size(): number
  /** Reads the bytes, decompressed. */
  open(): AsyncIterable<Uint8Array>
  /** Returns how many bytes have been read, of the stored, possibly compressed ones. */
  bytesRead(): number
}

/** The files of an import. */
export interface ImportFiles {
  readonly files: readonly ImportFile[]
  /** The number of items, if a manifest states it. */
  readonly total?: number
  /** The path of the definition of the exported table. */
  readonly definition?: string
}

const endings = /\.(json|jsonl|ndjson|csv|ion)(\.gz)?$/i

/**
 * Finds the files at a place: those listed in the manifest of an export, or all in a folder whose names look like
 * items.
 */
export function requireImportFiles(from: string, format: ImportFormat | undefined): ImportFiles {
  if (from === '-') return { files: [standardInput(format ?? 'dynamodb-json')] }
  // Anything that is not a folder can be read, such as a pipe.
  if (!isFolder(from)) return { files: [fileAt(from, from, format)] }
  if (existsSync(stateFile(from))) {
    throw new ConfigurationError(
      `The export in ${from} is incomplete. Finish it with "monotable export --resume".`,
    )
  }
  const { files, fault } = walkFolder(from)
  const found = findExport(from, files)
  if (found !== undefined) return found
  // An export names its files; without one, files in an unreadable folder would be silently left out.
  if (fault !== undefined) throw fault
  return requireLooseFiles(from, files, format)
}

function isFolder(from: string): boolean {
  try {
    return statSync(from).isDirectory()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ConfigurationError(`There is no file or folder ${from}.`)
  }
}

function requireLooseFiles(
  folder: string,
  entries: readonly FoundFile[],
  format?: ImportFormat,
): ImportFiles {
  const names = entries
    .filter(isLoose)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
  if (names.length === 0) {
    throw new ConfigurationError(
      `${folder} has no file that ends in .json, .jsonl, .ion or .csv, also gzipped (.gz).`,
    )
  }
  return { files: names.map((name) => fileAt(join(folder, name), name, format)) }
}

function isLoose({ name }: FoundFile): boolean {
  return endings.test(name) && !isOurs(name)
}

function isOurs(name: string): boolean {
  return name === definitionName || /^manifest-(?:files|summary)\.json$|import-state-\w{12}\.json$/.test(name)
}

/**
 * Finds the only export in a folder, at any depth. Refuses several exports, since they are of different tables or
 * times; an export deep among other files; and an incomplete export.
 */
function findExport(folder: string, entries: readonly FoundFile[]): ImportFiles | undefined {
  const holding = (name: string) =>
    entries.filter((entry) => entry.name === name).map((entry) => entry.parentPath)
  const roots = holding('manifest-files.json').sort()
  if (roots.length > 1) {
    throw new ConfigurationError(`${folder} has several exports; name one of them:\n  ${roots.join('\n  ')}`)
  }
  const [root] = roots
  if (root === undefined) {
    const [begun] = holding('_started')
    if (begun === undefined) return undefined
    throw new ConfigurationError(`The export in ${begun} is incomplete: it has no manifest-files.json.`)
  }
  const isDeep = relative(folder, root).split(sep).length > 2
  const isBeside = ({ parentPath }: FoundFile) => relative(join(root, '..'), parentPath).startsWith('..')
  if (isDeep && entries.some((entry) => isLoose(entry) && isBeside(entry))) {
    throw new ConfigurationError(`${folder} has an export, ${root}, and other files; name the one to import.`)
  }
  const file = join(root, 'manifest-files.json')
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const manifest = lines.map((line) => parseJson(line, file, 'Copy the export again.') as ManifestEntry)
  const definition = join(root, definitionName)
  return {
    files: manifest.filter(({ itemCount }) => itemCount > 0).map((entry) => manifestFile(root, entry)),
    total: manifest.reduce((sum, { itemCount }) => sum + itemCount, 0),
    ...(existsSync(definition) && { definition }),
  }
}

interface ManifestEntry {
  readonly itemCount: number
  readonly md5Checksum: string
  readonly dataFileS3Key: string
}

/** Returns a file that a manifest names; its contents are rejected as a whole if they are corrupt. */
function manifestFile(root: string, { md5Checksum, dataFileS3Key: key }: ManifestEntry): ImportFile {
  // Keys are relative to the bucket, and the folder may be anywhere: the data is beside the manifest, or one level up.
  const name = key.split('/').at(-1) ?? ''
  const place = [join(root, 'data', name), join(root, '..', 'data', name)].find(existsSync)
  if (place === undefined)
    throw new ConfigurationError(`The file ${key} of the export in ${root} is missing.`)
  const file = fileAt(place, name, undefined)
  return {
    ...file,
    open: async function* () {
      const digest = createHash('md5')
      for await (const chunk of createReadStream(place)) digest.update(chunk as Uint8Array)
      if (digest.digest('base64') !== md5Checksum) {
        throw new MalformedFile(`${place} does not match its manifest: the checksum differs`)
      }
      yield* file.open()
    },
  }
}

function fileAt(place: string, name: string, format: ImportFormat | undefined): ImportFile {
  const ending = endings.exec(name)?.[1]?.toLowerCase()
  let source: ReadStream | undefined
  return {
    name,
    place,
    format: format ?? (ending === 'csv' || ending === 'ion' ? ending : 'dynamodb-json'),
    size: () => {
      const found = statSync(place)
      return found.isFile() ? found.size : Number.NaN
    },
    open: () => {
      source = createReadStream(place)
      return /\.gz$/i.test(name) ? gunzip(source, place) : source
    },
    bytesRead: () => source?.bytesRead ?? 0,
  }
}

async function* gunzip(source: ReadStream, place: string): AsyncIterable<Uint8Array> {
  const transform = createGunzip()
  source.on('error', (error) => transform.destroy(error))
  try {
    for await (const chunk of source.pipe(transform)) yield chunk as Uint8Array
  } catch (cause) {
    throw new MalformedFile(`${place} cannot be read: ${(cause as Error).message}`, { cause })
  } finally {
    source.destroy()
  }
}

function standardInput(format: ImportFormat): ImportFile {
  return {
    name: 'standard input',
    format,
    size: () => Number.NaN,
    open: () => process.stdin,
    bytesRead: () => 0,
  }
}
