/**
 * Why a store failed. `CLOSED`: it was closed. `LOCKED`: another process has it open. `CORRUPT`: the stored data
 * cannot be read. `NEWER_FORMAT`: a newer version wrote it. `OLDER_FORMAT`: a version wrote it that is too old to
 * be read. `OTHER_STORE`: a store of another kind has its data there. `FULL`: no space left. `IO`: the operating
 * system refused a read or write. `NO_SPACE`: a named space does not exist. `UNAVAILABLE`: the store cannot be
 * reached or is overloaded, and may soon recover.
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

/** A failure of a store, with a stable code and a message for humans. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
