import { StorageError } from '@monotable/engine'

/** The SQLSTATE of an error, or the code of one of the network. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/*
 * 22012 is our own guard: something was not as it had been read. 23505: a place was not empty any more. 40001 and
 * 40P01: another transaction was in the way. XX000: Citus, for the same.
 */
const conflicts: ReadonlySet<string> = new Set(['22012', '23505', '40001', '40P01', 'XX000'])

/** Whether a commit met another one, was undone, and may be tried again on fresh records. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error))
}

/** Whether a space was named that is not there. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01'
}

/*
 * 08xxx and errors of the network: the connection. 25006: what was the primary is a standby now. 53xxx: too many
 * connections, or memory. 57xxx: the database is going down, or has ended a statement that took too long.
 */
const connectionTrouble = /^(?:08|25006|53[023]|57|E[A-Z]+$)/

/** Whether the database could not be reached, or ended the connection: what was under way may be done or not. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (connectionTrouble.test(code)) return true
  return (
    code === '' && error instanceof Error && /connection|connect|timeout|closed|ended/i.test(error.message)
  )
}

/** What went wrong, in the words of a store. Anything that is not the database's is our own bug and left alone. */
export function storageFailure(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const { message } = error as Error
  const code = codeOf(error)
  if (isMissingTable(error)) return new StorageError('NO_SPACE', 'There is no such space.', { cause: error })
  if (code === '53100')
    return failure('FULL', `The database has no room left; nothing was written (${message}).`, error)
  if (isUnavailable(error)) {
    return failure('UNAVAILABLE', `The database cannot be used just now (${message}).`, error)
  }
  if (isConflict(error)) {
    return failure('UNAVAILABLE', `Too many others write the same records (${message}).`, error)
  }
  return code === '' ? error : failure('IO', `The database refused a statement (${code}: ${message}).`, error)
}

function failure(code: 'FULL' | 'UNAVAILABLE' | 'IO', message: string, cause: unknown): StorageError {
  return new StorageError(code, message, { cause })
}
