import { Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { createGunzip } from 'node:zlib'
import type { AttributeMap, InputCompressionType } from '@monotable/protocol'
import { canonicalizeItem, setOwn } from '@monotable/protocol'
import { checkItemSize } from '../operations/items/put-item.ts'
import { checkIndexKeys, checkItemKey } from '../operations/parameters/check-keys.ts'
import { StoredItem } from '../tables/stored-item.ts'
import type { Table } from '../tables/table.ts'
import type { KeyType } from '../tables/table-definition.ts'
import { nestsTooMuch } from '../util/json-depth.ts'
import { compileReader } from '../validation/compile-reader.ts'
import { map } from '../validation/shape.ts'
import { CsvReader } from './csv.ts'
import { MalformedFile, readLines, readText } from './read-lines.ts'

/** An entry of a file: an item in the form of a request, or why there is none. */
export type ImportEntry = { readonly raw: object } | { readonly fault: string }

// Available in newer versions of Node.
const createZstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress

/** Returns whether files with this compression can be read. */
export function canDecompress(compression: InputCompressionType): boolean {
  return compression !== 'ZSTD' || createZstd !== undefined
}

/** Decompresses the bytes of a file. */
export async function* decompress(
  bytes: AsyncIterable<Uint8Array>,
  compression: InputCompressionType,
): AsyncIterable<Uint8Array> {
  if (compression === 'NONE') return yield* bytes
  const transform = compression === 'GZIP' ? createGunzip() : createZstd?.()
  if (transform === undefined) throw new MalformedFile('this version of Node cannot read ZSTD')
  const source = Readable.from(bytes)
  source.on('error', (error) => transform.destroy(error))
  try {
    for await (const chunk of source.pipe(transform)) yield chunk as Uint8Array
  } catch (cause) {
    throw new MalformedFile(`the file cannot be decompressed: ${(cause as Error).message}`, { cause })
  } finally {
    source.destroy()
  }
}

/** An item in DynamoDB's JSON, and the members next to it. */
export interface JsonRecord {
  readonly Item: object
  readonly [member: string]: unknown
}

/** An entry of a file other than comma-separated values: a line, or why there is none. */
export type RecordEntry = { readonly record: JsonRecord } | { readonly fault: string }

/**
 * Reads the lines of a file of DynamoDB's JSON: one object with the member `Item` per line, or several in a row. An
 * object without it ends the file, as does invalid JSON (measured on AWS in 2026).
 */
export async function* readJsonRecords(bytes: AsyncIterable<Uint8Array>): AsyncIterable<RecordEntry> {
  for await (const line of readLines(readText(bytes))) {
    if (nestsTooMuch(line)) {
      yield { fault: 'the line is nested too deeply' }
      continue
    }
    for (const parsed of parseLine(line)) {
      if (!isJsonRecord(parsed)) throw new MalformedFile('the line holds no object with the member Item')
      yield { record: parsed }
    }
  }
}

function isJsonRecord(parsed: unknown): parsed is JsonRecord {
  const raw = (parsed as { readonly Item?: unknown } | null)?.Item
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** Parses the values of a line, normally just one: AWS accepts objects without a line break between them too. */
function parseLine(line: string): Iterable<unknown> {
  try {
    return [JSON.parse(line)]
  } catch {
    return parseObjects(line)
  }
}

/** Parses objects one after the other, so that those before a mistake are used. */
function* parseObjects(line: string): Iterable<unknown> {
  for (let start = 0; start < line.length; ) {
    const end = objectEnd(line, start)
    yield parseValue(line.slice(start, end))
    start = end
  }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MalformedFile(`the line is not JSON: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Returns where the object that begins at `start` ends; the end of the line if it never does, or if it is not an
 * object.
 */
function objectEnd(line: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let i = start; i < line.length; i++) {
    const character = line[i]
    if (character === '"') quoted = !quoted
    else if (quoted) i += character === '\\' ? 1 : 0
    else if (character === '{') depth++
    else if (character === '}' && --depth <= 0) return i + 1
  }
  return line.length
}

/** How to read a file of comma-separated values. */
export interface CsvSetting {
  readonly delimiter?: string | undefined
  /** The names of the columns; if absent, the first row has them. */
  readonly header?: readonly string[] | undefined
  /** The types of key attributes; all others are strings. */
  readonly types: ReadonlyMap<string, KeyType>
  /** Called with the header of the file; throws if it is invalid. If a name is repeated, the last cell counts. */
  readonly checkHeader?: (header: readonly string[]) => void
}

/** Reads the items of a file of comma-separated values, one per row. */
export async function* readCsvItems(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, header: given, types, checkHeader }: CsvSetting,
): AsyncIterable<ImportEntry> {
  const reader = new CsvReader(delimiter)
  let header = given
  const itemOf = (row: readonly string[]): ImportEntry | undefined => {
    if (header !== undefined) return rowItem(row, header, types)
    checkHeader?.(row)
    header = row
    return undefined
  }
  for await (const text of readText(bytes)) {
    for (const entry of reader.push(text).map(itemOf)) if (entry) yield entry
  }
  for (const entry of reader.end().map(itemOf)) if (entry) yield entry
}

function rowItem(
  row: readonly string[],
  header: readonly string[],
  types: ReadonlyMap<string, KeyType>,
): ImportEntry {
  if (row.length !== header.length) {
    return { fault: `The row has ${row.length} columns, and the header ${header.length}` }
  }
  const raw: { [name: string]: { [type: string]: string } } = {}
  for (const [i, name] of header.entries()) setOwn(raw, name, { [types.get(name) ?? 'S']: row[i] ?? '' })
  return { raw }
}

const readAttributes = compileReader(map({ kind: 'attributeValue' }), 'field')

/** Returns an item of a file in its stored form, checked as PutItem checks it; throws if it is invalid. */
export function readImportedItem(table: Table, raw: object): StoredItem {
  const { item, sizeBytes } = canonicalizeItem(readAttributes(raw) as AttributeMap)
  checkItemSize(sizeBytes)
  checkItemKey(table, item)
  checkIndexKeys(table, item, 'put')
  return StoredItem.write(item, sizeBytes)
}
