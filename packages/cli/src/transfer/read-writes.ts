import { type ImportEntry, readCsvItems, readIonExport, readLines, readText } from '@monotable/engine'
import type { AttributeMap } from '@monotable/protocol'
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
    for await (const entry of readCsvItems(file.open(), { types })) yield csvWrite(entry)
    return
  }
  if (file.format === 'ion') {
    for await (const entry of readIonExport(file.open()))
      yield 'fault' in entry ? entry : writeOf(entry.record)
    return
  }
  for await (const line of readLines(readText(file.open()))) yield lineWrite(line)
}

function csvWrite(entry: ImportEntry): FileWrite {
  return 'fault' in entry ? entry : { put: entry.raw as AttributeMap }
}

/** A line of an export: an item, or what became of one. */
export function lineWrite(line: string): FileWrite {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch (error) {
    return { fault: `no JSON: ${(error as Error).message}` }
  }
  return writeOf((parsed ?? {}) as object)
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
