import type { ByteString, SpaceId } from '@monotable/engine'
import type { FramedChange, JournalChange } from '@monotable/storage-files'

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

export function spaceDropped(name: SpaceId): JournalChange {
  return { space: catalogueNumber, partition, sort: name, value: undefined }
}

/**
 * Ends a file that another one follows, with the checksums of its blocks: a version that does not know of them takes it for
 * the end of a space that there is not.
 */
export function fileEnd(sums: ByteString): JournalChange {
  return { space: catalogueNumber, partition: '', sort: sums, value: undefined }
}

/** The checksums that a change ends a file with. */
export function fileEndSums({ space, partition, sort }: FramedChange): ByteString | undefined {
  return space === catalogueNumber && partition === '' ? sort : undefined
}
