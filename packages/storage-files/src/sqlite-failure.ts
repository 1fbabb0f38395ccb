import type { StorageErrorCode } from '@monotable/engine'
import { explained, isError } from './storage-failure.ts'

const busy = 5
const tableLocked = 6
const corrupt = 11
const full = 13
const notADatabase = 26
/** The wal-index could not grow: how SQLite's shared memory reports a full disk. */
const noRoomForSharedMemory = 4874

/** Turns what SQLite threw into a `StorageError`. Anything else is a bug of ours and is returned as it is. */
export function storageFailure(error: unknown): unknown {
  const number = sqliteErrorNumber(error)
  if (number === undefined) return error
  const source = number === corrupt ? corruptSource : 'SQLite: '
  return explained(storageErrorCode(number), error as Error, source)
}

/** SQLite reports a read that fails with EIO under the number of damage, too, and the next attempt may succeed. */
const corruptSource = 'SQLite, which says the same when the disk fails to read it: '

/** Returns SQLite's extended result code; `undefined` if the error is not SQLite's. */
export function sqliteErrorNumber(error: unknown): number | undefined {
  if (!isError(error)) return undefined
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof errcode === 'number') return errcode
  return code === 'ERR_SQLITE_ERROR' ? (numberOfText.get(error.message) ?? anyError) : undefined
}

/** Whether somebody else has locked the file. */
export function isBusy(error: unknown): boolean {
  return ((sqliteErrorNumber(error) ?? 0) & 0xff) === busy
}

const anyError = 1

/** Deno's SQLite gives no numbers, only SQLite's own messages, which have been the same for decades. */
const numberOfText: ReadonlyMap<string, number> = new Map([
  ['database is locked', busy],
  ['database table is locked', tableLocked],
  ['database disk image is malformed', corrupt],
  ['database or disk is full', full],
  ['file is not a database', notADatabase],
])

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
