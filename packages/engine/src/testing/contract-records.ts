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
export function remove(space: string, at: Position): Change {
  return { space, ...at, value: undefined }
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
  return (await storage.range({ space, within: {} })).records
}

/** All documents of a space, in order. */
export async function allDocs(storage: Storage, space: string): Promise<string[]> {
  return (await allRecords(storage, space)).map((record) => record.doc)
}
