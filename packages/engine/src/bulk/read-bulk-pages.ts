import type { BulkOperationInputFormat } from '@monotable/protocol'
import { decompress, type RecordEntry } from '../copies/import-source.ts'
import { MalformedFile } from '../copies/read-lines.ts'
import { readRecords } from '../copies/read-records.ts'
import type { BulkDocument } from '../tables/bulk-document.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import type { BulkPage } from './commit-bulk-page.ts'

/** How many items are put at a time, so that concurrent traffic never waits for more than a few. */
const pageMaxEntries = 100
/** And approximately how many bytes. */
const pageMaxBytes = 256 * 1024

/** How much is read, without finding anything to put, before checking again whether to continue. */
const restBytes = 4 * 1024 * 1024

/** What to read of an object. */
export interface BulkReading {
  readonly key: string
  /** How many of its lines were done before. */
  readonly done: number
  /** Returns whether the operation has stopped for good. */
  isOver(): Promise<boolean>
}

/**
 * Reads the lines of an object in pages, without those that were done before. Anything that is not a line of items
 * ends the object: the rest cannot be interpreted, and what came before stays.
 */
export async function* readBulkPages(
  objects: ObjectFolder,
  { input }: BulkDocument,
  { key, done, isOver }: BulkReading,
): AsyncIterable<BulkPage> {
  const read = { bytes: 0 }
  const plain = { bytes: 0 }
  const bytes = decompress(
    counted(objects.read(input.S3Bucket, key), read),
    input.InputCompressionType ?? 'NONE',
  )
  let entries: RecordEntry[] = []
  let before = done
  let skipped = 0
  let pageStart = 0
  const flush = (): BulkPage => {
    const page = { key, before, entries, readBytes: read.bytes }
    before += entries.length
    entries = []
    pageStart = plain.bytes
    return page
  }
  const watched = untilOver(counted(bytes, plain), isOver)
  for await (const entry of readEntries(watched, input.InputFormat)) {
    if (skipped < done) {
      skipped++
      pageStart = plain.bytes
      continue
    }
    entries.push(entry)
    // Measured after decompression, which is what has to be kept in memory.
    if (entries.length >= pageMaxEntries || plain.bytes - pageStart >= pageMaxBytes) yield flush()
  }
  if (entries.length > 0) yield flush()
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  count: { bytes: number },
): AsyncIterable<Uint8Array> {
  for await (const chunk of bytes) {
    count.bytes += chunk.length
    yield chunk
  }
}

/**
 * Ends the reading when the operation is over: a file may contain nothing for gigabytes. The resulting error is not
 * recorded either, since nothing is any more.
 */
async function* untilOver(
  bytes: AsyncIterable<Uint8Array>,
  isOver: BulkReading['isOver'],
): AsyncIterable<Uint8Array> {
  let unasked = 0
  for await (const chunk of bytes) {
    unasked += chunk.length
    if (unasked >= restBytes) {
      unasked = 0
      if (await isOver()) throw new MalformedFile('the operation is over')
    }
    yield chunk
  }
}

async function* readEntries(
  bytes: AsyncIterable<Uint8Array>,
  format: BulkOperationInputFormat,
): AsyncIterable<RecordEntry> {
  try {
    yield* readRecords(bytes, format)
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error
    yield { fault: error.message }
  }
}
