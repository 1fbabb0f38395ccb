import { decompress, readJsonRecords } from '../copies/import-source.ts'
import { MalformedFile } from '../copies/read-lines.ts'
import type { BulkDocument } from '../tables/bulk-document.ts'
import type { FolderObject, ObjectFolder } from '../util/object-folder.ts'
import type { BulkEntry, BulkPage } from './commit-bulk-page.ts'

/** So many items are put at a time, so that traffic beside it waits for a few at most. */
const pageMaxEntries = 100
/** And about so much, by what was read for it. */
const pageMaxBytes = 256 * 1024

/**
 * The lines of an object in pages, without those that were done before. What is no line of items at all ends the object:
 * the rest cannot be told apart any more, and what came before stays.
 */
export async function* readBulkPages(
  objects: ObjectFolder,
  { input }: BulkDocument,
  { key, done }: Pick<FolderObject, 'key'> & { readonly done: number },
): AsyncIterable<BulkPage> {
  let readBytes = 0
  const counted = async function* () {
    for await (const chunk of objects.read(input.S3Bucket, key)) {
      readBytes += chunk.length
      yield chunk
    }
  }
  let entries: BulkEntry[] = []
  let before = done
  let pageStart = 0
  const flush = (): BulkPage => {
    const page = { key, before, entries, readBytes }
    before += entries.length
    entries = []
    pageStart = readBytes
    return page
  }
  let skipped = 0
  for await (const entry of readEntries(decompress(counted(), input.InputCompressionType ?? 'NONE'))) {
    if (skipped < done) {
      skipped++
      pageStart = readBytes
      continue
    }
    entries.push(entry)
    if (entries.length >= pageMaxEntries || readBytes - pageStart >= pageMaxBytes) yield flush()
  }
  if (entries.length > 0) yield flush()
}

async function* readEntries(bytes: AsyncIterable<Uint8Array>): AsyncIterable<BulkEntry> {
  try {
    for await (const record of readJsonRecords(bytes)) yield { record }
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error
    yield { fault: error.message }
  }
}
