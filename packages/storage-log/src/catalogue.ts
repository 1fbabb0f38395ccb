import type { SpaceId } from '@monotable/engine'
import type { JournalChange } from '@monotable/storage-files'

/*
 * Which spaces there are is written to the log as changes of a space that nobody sees: a name is its sort, and the number
 * of the space its document; where there is none, the space was dropped.
 */

/** No space has this number. */
export const catalogueNumber = 0

const partition = '\0'.repeat(16)

export function spaceMade(name: SpaceId, number: number): JournalChange {
  return { space: catalogueNumber, partition, sort: name, value: { doc: String(number), sizeBytes: 0 } }
}

/** Ends a file that another one follows: as if a space without a name were dropped, of which there is none. */
export const fileFollows: JournalChange = { space: catalogueNumber, partition, sort: '', value: undefined }

export function spaceDropped(name: SpaceId): JournalChange {
  return { space: catalogueNumber, partition, sort: name, value: undefined }
}
