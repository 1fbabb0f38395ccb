import { types } from 'node:util'
import { StorageError, type StorageErrorCode } from '@monotable/engine'

/** What may pass; all else is `IO`. Who finds no handle left for a file has done nothing yet. */
const passing: ReadonlyMap<unknown, StorageErrorCode> = new Map([
  ['ENOSPC', 'FULL'],
  ['EDQUOT', 'FULL'],
  ['EMFILE', 'UNAVAILABLE'],
  ['ENFILE', 'UNAVAILABLE'],
])

/**
 * Turns what the system threw into a `StorageError`: a lack of room or of handles may pass, all else is `IO`. Anything else
 * that is thrown is our own bug and is left alone.
 */
export function systemFailure(error: unknown): unknown {
  if (error instanceof StorageError || !isError(error) || !('code' in error)) return error
  return explained(passing.get(error.code) ?? 'IO', error)
}

/** Does something with files; what the system throws is told in our words. */
export function withSystemFailures<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw systemFailure(error)
  }
}

/** Says in our words what an error of another means. */
export function explained(code: StorageErrorCode, cause: Error, source = ''): StorageError {
  return new StorageError(code, `${failureMeaning[code]} (${source}${cause.message})`, { cause })
}

/** Whether nothing may be acknowledged any more after this failure: what is on disk is no longer known. */
export function isFatal(error: unknown): boolean {
  return error instanceof StorageError && (error.code === 'IO' || error.code === 'CORRUPT')
}

/** Whether no file can be opened just now, which may pass. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'UNAVAILABLE'
}

/** Whether it is a lack of room, which may pass. */
export function isFull(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'FULL'
}

/**
 * Whether it is an error, of whichever realm: within Jest, and on Deno, those of SQLite and of the system are made by
 * another `Error` than ours.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value)
}

/** What the codes mean. */
export const failureMeaning: Readonly<Record<StorageErrorCode, string>> = {
  CLOSED: 'The store was closed.',
  LOCKED: 'Another process is using the store.',
  CORRUPT: 'What is stored is damaged and cannot be read; restore it from a backup.',
  NEWER_FORMAT: 'The store was written by a newer version.',
  OLDER_FORMAT: 'The store was written by a version that is too old.',
  OTHER_STORE: 'A store of another kind has its data there.',
  FULL: 'There is no room left on the disk; nothing was written. Make room and try again.',
  IO: 'The system refused to read or write; nothing more will be written until the store is opened again.',
  NO_SPACE: 'There is no such space.',
  UNAVAILABLE: 'The store cannot be used just now.',
}
