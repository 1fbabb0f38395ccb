import {
  type ImportEntry,
  MalformedFile,
  readCsvItems,
  readIonExport,
  readLines,
  readText,
} from '@monotable/engine'
import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import type { FileWrite } from './file-write.ts'
import type { ImportFile } from './import-files.ts'
import { jsonWrites, writeOf } from './json-writes.ts'
import { plainWrites } from './plain-writes.ts'
import type { DescribedTable } from './table-connection.ts'

/** What the lines or rows of a file want done, in their order. */
export async function* readWrites(
  file: ImportFile,
  table: DescribedTable,
  delimiter?: string,
): AsyncIterable<FileWrite> {
  const types = new Map(table.AttributeDefinitions.map((each) => [each.AttributeName, each.AttributeType]))
  if (file.format === 'csv') {
    const keys = table.KeySchema.map((each) => each.AttributeName)
    const ofIndexes = new Set([...types.keys()].filter((name) => !keys.includes(name)))
    const checkHeader = (header: readonly string[]) => checkColumns(header, keys)
    for await (const entry of readCsvItems(file.open(), { types, delimiter, checkHeader }))
      yield csvWrite(entry, ofIndexes)
    return
  }
  if (file.format === 'ion') {
    for await (const entry of readIonExport(file.open()))
      yield 'fault' in entry ? entry : writeOf(entry.record)
    return
  }
  const lines = readLines(readText(file.open()))
  yield* file.format === 'json' ? plainWrites(lines, types) : jsonWrites(lines, table.TableName)
}

/**
 * ImportTable takes the last of two columns with one name; who types a command would miss the other. Without a column for
 * a key, every row would be refused; where lines end as they did on old Macs, there is no row besides the first.
 */
function checkColumns(header: readonly string[], keys: readonly string[]): void {
  if (header.some((name) => /\r(?!\n)/.test(name)))
    throw new MalformedFile(
      'the header holds a carriage return that ends no line: lines end with a line feed',
    )
  const seen = new Set<string>()
  const twice = header.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new MalformedFile(`the header names the column "${twice}" twice`)
  const missing = keys.find((name) => !seen.has(name))
  if (missing === undefined) return
  const hint =
    header.length > 1 ? '' : '; if something else than a comma is between columns, say so by --delimiter'
  throw new MalformedFile(`the header names no column "${missing}", which is a key of the table${hint}`)
}

/** A key of an index is never empty: where a row has nothing for it, the item is not in the index. */
function csvWrite(entry: ImportEntry, ofIndexes: ReadonlySet<string>): FileWrite {
  if ('fault' in entry) return entry
  const isThere = ([name, value]: [string, AttributeValue]) =>
    !(ofIndexes.has(name) && Object.values(value)[0] === '')
  return { put: Object.fromEntries(Object.entries(entry.raw as AttributeMap).filter(isThere)) }
}
