import type { ByteString, Change, Position, Storage, StoredRecord } from '../storage/storage.ts'

/** A partition of 16 bytes that begins with the characters given. */
export function partition(start: string): ByteString {
  return start.padEnd(16, '\0')
}

/** A change that puts `doc`, which is JSON text, with a size of its length. */
export function put(space: string, at: Position, doc: string): Change {
  return { space, ...at, value: { doc, sizeBytes: doc.length } }
}

/** A change that removes. */
export function remove(space: string, { partition, sort }: Position): Change {
  return { space, partition, sort, value: undefined }
}

/** Makes changes that depend on nothing. */
export function write(storage: Storage, changes: readonly Change[]): Promise<void> {
  return storage.mutate([], () => ({ changes, answer: undefined }))
}

/** The document at a place. */
export async function docAt(storage: Storage, space: string, at: Position): Promise<string | undefined> {
  const [value] = await storage.read([{ space, ...at }])
  return value?.doc
}

/** All records of a space. */
export async function allRecords(storage: Storage, space: string): Promise<readonly StoredRecord[]> {
  return plainRecords((await storage.range({ space, within: {} })).records)
}

/** Records to compare with others: a store may give instances of a class of its own. */
export function plainRecords(records: readonly StoredRecord[]): StoredRecord[] {
  return records.map(({ partition, sort, doc, sizeBytes }) => ({ partition, sort, doc, sizeBytes }))
}

/** All documents of a space, in order. */
export async function allDocs(storage: Storage, space: string): Promise<string[]> {
  return (await allRecords(storage, space)).map((record) => record.doc)
}
