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

/** Reads the writes that the lines or rows of a file ask for, in order. */
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
 * Checks the header of a CSV file. ImportTable takes the last of two columns with the same name; a user at a terminal
 * would miss the other. Without a column for a key, every row would be refused; with the line ends of old Macs, there
 * is no row after the first.
 */
function checkColumns(header: readonly string[], keys: readonly string[]): void {
  if (header.some((name) => /\r(?!\n)/.test(name)))
    throw new MalformedFile(
      'the header has a carriage return without a line feed: lines must end with a line feed',
    )
  const seen = new Set<string>()
  const twice = header.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new MalformedFile(`the header names the column "${twice}" twice`)
  const missing = keys.find((name) => !seen.has(name))
  if (missing === undefined) return
  const hint = header.length > 1 ? '' : '; if the fields are not separated by commas, use --delimiter'
  throw new MalformedFile(`the header has no column "${missing}", which is a key of the table${hint}`)
}

/**
 * Makes the write of a row. Index keys cannot be empty: where a row has an empty cell for one, the attribute is left
 * out, and the item is not in the index.
 */
function csvWrite(entry: ImportEntry, ofIndexes: ReadonlySet<string>): FileWrite {
  if ('fault' in entry) return entry
  const isThere = ([name, value]: [string, AttributeValue]) =>
    !(ofIndexes.has(name) && Object.values(value)[0] === '')
  return { put: Object.fromEntries(Object.entries(entry.raw as AttributeMap).filter(isThere)) }
}
