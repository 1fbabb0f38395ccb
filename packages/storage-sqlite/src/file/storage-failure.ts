import { types } from 'node:util'
import { StorageError, type StorageErrorCode } from '@monotable/engine'

const busy = 5
const tableLocked = 6
const corrupt = 11
const full = 13
const notADatabase = 26
/** The wal-index could not grow, which is what a full disk looks like from there. */
const noRoomForSharedMemory = 4874

/** Turns what SQLite threw into a `StorageError`. Anything else that is thrown is our own bug and is left alone. */
export function storageFailure(error: unknown): unknown {
  const number = sqliteErrorNumber(error)
  if (number === undefined) return error
  return explained(storageErrorCode(number), error as Error, 'SQLite: ')
}

/** The same of what the system threw: a lack of room may pass, all else is `IO`. */
export function systemFailure(error: unknown): unknown {
  if (error instanceof StorageError || !isError(error) || !('code' in error)) return error
  return explained(error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'FULL' : 'IO', error)
}

/** Refuses what should be text by the table's definition: not all damage is noticed by SQLite. */
export function requireText(value: unknown): void {
  if (typeof value !== 'string') throw new StorageError('CORRUPT', meaning.CORRUPT)
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
  return new StorageError(code, `${meaning[code]} (${source}${cause.message})`, { cause })
}

/** Whether nothing may be acknowledged any more after this failure: what is on disk is no longer known. */
export function isFatal(error: unknown): boolean {
  return error instanceof StorageError && (error.code === 'IO' || error.code === 'CORRUPT')
}

/** SQLite's extended result code, if the error is SQLite's. */
export function sqliteErrorNumber(error: unknown): number | undefined {
  if (!isError(error)) return undefined
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof errcode === 'number') return errcode
  return code === 'ERR_SQLITE_ERROR' ? (numberOfText.get(error.message) ?? anyError) : undefined
}

const anyError = 1

/** Deno's SQLite gives no numbers, but SQLite's own texts, which have been the same for decades. */
const numberOfText: ReadonlyMap<string, number> = new Map([
  ['database is locked', busy],
  ['database table is locked', tableLocked],
  ['database disk image is malformed', corrupt],
  ['database or disk is full', full],
  ['file is not a database', notADatabase],
])

/**
 * Whether it is an error, of whichever realm: within Jest, and on Deno, those of SQLite and of the system are made by
 * another `Error` than ours.
 */
function isError(value: unknown): value is Error {
  return types.isNativeError(value)
}

function storageErrorCode(number: number): StorageErrorCode {
  if (number === noRoomForSharedMemory) return 'FULL'
  switch (number & 0xff) {
    case busy:
    case tableLocked:
      return 'LOCKED'
    case corrupt:
    case notADatabase:
      return 'CORRUPT'
    case full:
      return 'FULL'
    default:
      return 'IO'
  }
}

const meaning: Readonly<Record<StorageErrorCode, string>> = {
  CLOSED: 'The store was closed.',
  LOCKED: 'Another process is using the store.',
  CORRUPT: 'What is stored is damaged and cannot be read; restore it from a backup.',
  NEWER_FORMAT: 'The store was written by a newer version.',
  OLDER_FORMAT: 'The store was written by a version that is too old.',
  FULL: 'There is no room left on the disk; nothing was written. Make room and try again.',
  IO: 'The system refused to read or write; nothing more will be written until the store is opened again.',
  NO_SPACE: 'There is no such space.',
  UNAVAILABLE: 'The store cannot be used just now.',
}
