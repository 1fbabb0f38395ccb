import { StorageError } from '@monotable/engine'
import { failureMeaning } from '@monotable/storage-files'

/** Refuses what should be text by the table's definition: not all damage is noticed by SQLite. */
export function requireText(value: unknown): void {
  if (typeof value !== 'string') throw new StorageError('CORRUPT', failureMeaning.CORRUPT)
}
