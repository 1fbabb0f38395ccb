import type { ByteString, Change, Position, Storage, StoredRecord } from '../storage/storage.ts'

/** Returns a partition of 16 bytes that begins with the given characters. */
export function partition(start: string): ByteString {
  return start.padEnd(16, '\0')
}

/** Returns a change that puts `doc`, which is JSON text, with its length as the size. */
export function put(space: string, at: Position, doc: string): Change {
  return { space, ...at, value: { doc, sizeBytes: doc.length } }
}

/** Returns a change that removes a record. */
export function remove(space: string, { partition, sort }: Position): Change {
  return { space, partition, sort, value: undefined }
}

/** Applies changes that depend on nothing. */
export function write(storage: Storage, changes: readonly Change[]): Promise<void> {
  return storage.mutate([], () => ({ changes, answer: undefined }))
}

/** Returns the document at a place. */
export async function docAt(storage: Storage, space: string, at: Position): Promise<string | undefined> {
  const [value] = await storage.read([{ space, ...at }])
  return value?.doc
}

/** Returns all records of a space. */
export async function allRecords(storage: Storage, space: string): Promise<readonly StoredRecord[]> {
  return plainRecords((await storage.range({ space, within: {} })).records)
}

/** Converts records for comparison: a store may return instances of a class of its own. */
export function plainRecords(records: readonly StoredRecord[]): StoredRecord[] {
  return records.map(({ partition, sort, doc, sizeBytes }) => ({ partition, sort, doc, sizeBytes }))
}

/** Returns all documents of a space, in order. */
export async function allDocs(storage: Storage, space: string): Promise<string[]> {
  return (await allRecords(storage, space)).map((record) => record.doc)
}
