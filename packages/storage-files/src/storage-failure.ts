import { types } from 'node:util'
import { StorageError, type StorageErrorCode } from '@monotable/engine'

/** Errors that may pass; all others are `IO`. A caller that gets no handle for a file has not done anything yet. */
const passing: ReadonlyMap<unknown, StorageErrorCode> = new Map([
  ['ENOSPC', 'FULL'],
  ['EDQUOT', 'FULL'],
  ['EMFILE', 'UNAVAILABLE'],
  ['ENFILE', 'UNAVAILABLE'],
])

/**
 * Turns what the system threw into a `StorageError`: a lack of room or of handles may pass, and all else is `IO`. An
 * error that is not from the system is a bug of ours and is returned as it is.
 */
export function systemFailure(error: unknown): unknown {
  if (error instanceof StorageError || !isError(error) || !('code' in error)) return error
  return explained(passing.get(error.code) ?? 'IO', error)
}

/** Runs `work`, turning errors of the system into `StorageError`s. */
export function withSystemFailures<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw systemFailure(error)
  }
}

/** Wraps an error in a `StorageError` that explains it. */
export function explained(code: StorageErrorCode, cause: Error, source = ''): StorageError {
  return new StorageError(code, `${failureMeaning[code]} (${source}${cause.message})`, { cause })
}

/**
 * Whether nothing may be acknowledged any more after this failure, because the contents of the disk are no longer
 * known.
 */
export function isFatal(error: unknown): boolean {
  return error instanceof StorageError && (error.code === 'IO' || error.code === 'CORRUPT')
}

/** Whether no file can be opened at the moment, which may pass. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'UNAVAILABLE'
}

/** Whether the failure is a lack of room, which may pass. */
export function isFull(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'FULL'
}

/**
 * Whether the value is an error of any realm: within Jest and on Deno, the errors of SQLite and of the system come from
 * a different `Error` class than ours.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value)
}

/** The meaning of each code. */
export const failureMeaning: Readonly<Record<StorageErrorCode, string>> = {
  CLOSED: 'The store was closed.',
  LOCKED: 'Another process is using the store.',
  CORRUPT: 'The stored data is damaged and cannot be read; restore it from a backup.',
  NEWER_FORMAT: 'The store was written by a newer version.',
  OLDER_FORMAT: 'The store was written by a version that is too old.',
  OTHER_STORE: 'A store of another kind has its data there.',
  FULL: 'There is no room left on the disk; nothing was written. Make room and try again.',
  IO: 'The system refused to read or write; nothing more is written until the store is opened again.',
  NO_SPACE: 'There is no such space.',
  UNAVAILABLE: 'The store is not available right now.',
}
