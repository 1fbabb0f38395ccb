import {
  type ImportEntry,
  MalformedFile,
  readCsvItems,
  readIonExport,
  readLines,
  readText,
} from '@monotable/engine'
import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import type { ImportFile } from './import-files.ts'
import type { DescribedTable } from './table-connection.ts'

/** What one line or row wants done. */
export type FileWrite =
  | { readonly put: AttributeMap }
  | { readonly remove: AttributeMap }
  | { readonly fault: string }

/** What the lines or rows of a file want done, in their order. */
export async function* readWrites(file: ImportFile, table: DescribedTable): AsyncIterable<FileWrite> {
  if (file.format === 'csv') {
    const types = new Map(table.AttributeDefinitions.map((each) => [each.AttributeName, each.AttributeType]))
    const own = new Set(table.KeySchema.map((each) => each.AttributeName))
    const ofIndexes = new Set([...types.keys()].filter((name) => !own.has(name)))
    for await (const entry of readCsvItems(file.open(), { types })) yield csvWrite(entry, ofIndexes)
    return
  }
  if (file.format === 'ion') {
    for await (const entry of readIonExport(file.open()))
      yield 'fault' in entry ? entry : writeOf(entry.record)
    return
  }
  yield* jsonWrites(readLines(readText(file.open())))
}

/** A key of an index is never empty: where a row has nothing for it, the item is not in the index. */
function csvWrite(entry: ImportEntry, ofIndexes: ReadonlySet<string>): FileWrite {
  if ('fault' in entry) return entry
  const isThere = ([name, value]: [string, AttributeValue]) =>
    !(ofIndexes.has(name) && Object.values(value)[0] === '')
  return { put: Object.fromEntries(Object.entries(entry.raw as AttributeMap).filter(isThere)) }
}

/** Longer than this, a document is not held in memory. */
const documentMaxLength = 256 * 1024 * 1024

/**
 * Lines of an export, each an item or what became of one; or one document with `Items`, over many lines or in one, as
 * `aws dynamodb scan` prints it.
 */
export async function* jsonWrites(lines: AsyncIterable<string>): AsyncIterable<FileWrite> {
  let document: string[] | undefined
  let length = 0
  for await (const line of lines) {
    if (length === 0 && line === '{') document = []
    length += line.length
    if (document === undefined) {
      yield* writesOf(line)
      continue
    }
    document.push(line)
    if (length > documentMaxLength) {
      const advice = `jq -c '.Items[] | {Item: .}' makes lines of it, which may be as many as there are`
      throw new MalformedFile(`one JSON document of more than 256 MB: ${advice}`)
    }
  }
  if (document !== undefined) yield* writesOf(document.join(' '))
}

function writesOf(text: string): readonly FileWrite[] {
  let parsed: object
  try {
    parsed = (JSON.parse(text) ?? {}) as object
  } catch (error) {
    return [{ fault: `no JSON: ${(error as Error).message}` }]
  }
  const { Items: items } = parsed as { readonly Items?: unknown }
  return Array.isArray(items) ? items.map((Item) => writeOf({ Item })) : [writeOf(parsed)]
}

function writeOf(parsed: object): FileWrite {
  const { Item, Keys, NewImage } = parsed as { readonly [name: string]: AttributeMap | undefined }
  if (isMap(Item)) return { put: Item }
  if (isMap(NewImage)) return { put: NewImage }
  if (isMap(Keys)) return { remove: Keys }
  return { fault: 'neither an Item nor a change of one' }
}

function isMap(value: unknown): value is AttributeMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
