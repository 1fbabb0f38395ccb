import type { ByteString, SpaceId } from '@monotable/engine'
import type { FramedChange, JournalChange } from '@monotable/storage-files'

/*
 * The list of spaces is written to the log as changes to a hidden space: the sort key is the name of a space, and the
 * document its number. A removal means that the space was dropped.
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
 * Returns the change that ends a file when another one follows, with the checksums of the file's blocks. A version that
 * does not know of checksums takes it for the end of a space that does not exist.
 */
export function fileEnd(sums: ByteString): JournalChange {
  return { space: catalogueNumber, partition: '', sort: sums, value: undefined }
}

/** Returns the checksums in a change that ends a file; `undefined` for any other change. */
export function fileEndSums({ space, partition, sort }: FramedChange): ByteString | undefined {
  return space === catalogueNumber && partition === '' ? sort : undefined
}
