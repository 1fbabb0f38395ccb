import { StorageError } from '@monotable/engine'
import { failureMeaning } from '@monotable/storage-files'

/** Refuses a value that the table's definition says is text but is not: SQLite does not notice all damage. */
export function requireText(value: unknown): void {
  if (typeof value !== 'string') throw new StorageError('CORRUPT', failureMeaning.CORRUPT)
}
