import { type ImportEntry, type RecordEntry, readJsonRecords } from './import-source.ts'
import { readIonRecords } from './read-ion-records.ts'

/** Reads the items of a file of DynamoDB's JSON or of Amazon Ion, and the members next to them. */
export function readRecords(
  bytes: AsyncIterable<Uint8Array>,
  format: 'DYNAMODB_JSON' | 'ION',
): AsyncIterable<RecordEntry> {
  return format === 'ION' ? readIonRecords(bytes) : readJsonRecords(bytes)
}

/** Same, for callers that want only the items. */
export async function* readRecordItems(
  bytes: AsyncIterable<Uint8Array>,
  format: 'DYNAMODB_JSON' | 'ION',
): AsyncIterable<ImportEntry> {
  for await (const entry of readRecords(bytes, format)) {
    yield 'fault' in entry ? entry : { raw: entry.record.Item }
  }
}

/** Reads the items of a file of DynamoDB's JSON. */
export function readJsonItems(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ImportEntry> {
  return readRecordItems(bytes, 'DYNAMODB_JSON')
}
