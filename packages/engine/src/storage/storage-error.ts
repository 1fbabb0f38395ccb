/**
 * Why a store failed:
 * `CLOSED` it was closed; `LOCKED` another process has it; `CORRUPT` what is stored cannot be read;
 * `NEWER_FORMAT` it was written by a newer version; `OLDER_FORMAT` it was written by one so old that it is not read any
 * more; `OTHER_STORE` a store of another kind has its data there; `FULL` there is no room left; `IO` the system refused a
 * read or write; `NO_SPACE` a space that does not exist was named; `UNAVAILABLE` it cannot be reached, or has too much to
 * do, and may be well again soon.
 */
export type StorageErrorCode =
  | 'CLOSED'
  | 'LOCKED'
  | 'CORRUPT'
  | 'NEWER_FORMAT'
  | 'OLDER_FORMAT'
  | 'OTHER_STORE'
  | 'FULL'
  | 'IO'
  | 'NO_SPACE'
  | 'UNAVAILABLE'

/** A failure of a store, with a code that does not change and a message for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
