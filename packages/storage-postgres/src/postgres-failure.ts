import { StorageError } from '@monotable/engine'
import { InDoubtError } from './sql.ts'

/** Returns the SQLSTATE of an error, or the code of a network error. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/* No SQLSTATE class begins with E, but EPIPE does. */
const sqlState = /^(?!E)[0-9A-Z]{5}$/

/*
 * 22012 is our own guard: something was no longer as it had been read. 23505: a place was no longer empty. 40001 and
 * 40P01: another transaction was in the way. 55P03: a lock was. XX000: Citus, for the same reason. 26000: the statement
 * that should have prepared this one failed. 42P05: the reverse.
 */
const conflicts: ReadonlySet<string> = new Set([
  '22012',
  '23505',
  '40001',
  '40P01',
  '55P03',
  'XX000',
  '26000',
  '42P05',
])

/** Whether the work met another transaction and was rolled back; it may be retried with fresh records. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error))
}

/* 42P06, 42P07, 42710: a schema or table was created by another process in the meantime. */
const definitions: ReadonlySet<string> = new Set(['42P06', '42P07', '42710'])

/** Rethrows an error; if another process was creating the same table or schema, as a conflict. */
export function asConflict(error: unknown): never {
  if (!definitions.has(codeOf(error))) throw error
  throw Object.assign(new Error('others make the same', { cause: error }), { code: '40001' })
}

/** Rethrows an error; if others held a lock, as that of a statement that took too long. */
export function asTooLong(error: unknown): never {
  if (codeOf(error) !== '55P03') throw error
  throw Object.assign(new Error('others hold a lock of the table', { cause: error }), {
    code: '57014',
  })
}

/*
 * 42703, 42804, 42883: there is no such column, or it has another type. 42809, 55000: not a table, or one that takes no
 * rows.
 */
const otherTables: ReadonlySet<string> = new Set(['42703', '42804', '42883', '42809', '55000'])

/** Whether a table is not as we would have created it. */
export function isOtherTable(error: unknown): boolean {
  return otherTables.has(codeOf(error))
}

/** Whether a space was named that does not exist. */
function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01'
}

/*
 * 08xxx and network errors: the connection. 25006: the former primary is a standby now. 25P03: this process left a
 * transaction idle for too long, for instance on a machine that was suspended. 25P04: a transaction took longer than
 * the database allows. 53xxx: too many connections, or too little memory. 57xxx: the database is shutting down, or
 * ended a statement that took too long.
 */
const trouble =
  /^(?:08...|25006|25P0[34]|53[023]..|57...|E(?!RR_)[A-Z_]+|ERR_(?:SOCKET|STREAM|TLS(?!_CERT))_\w+)$/
const troubleText = /connection|connect|timeout|closed|ended|not queryable/i

/** Whether the database could not be reached, or ended the connection. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'UNAVAILABLE'
  if (isUnreadable(error)) return false
  const code = codeOf(error)
  return code === '' ? error instanceof Error && troubleText.test(error.message) : trouble.test(code)
}

/** Whether a file could not be read that the address names, such as a certificate. */
function isUnreadable(error: unknown): boolean {
  return (error as { syscall?: unknown } | undefined)?.syscall === 'open'
}

/** Whether an error comes from the database itself rather than from the network. */
export function hasAnswered(error: unknown): boolean {
  return sqlState.test(codeOf(error))
}

/** Whether the database refused another connection. */
export function isCrowded(error: unknown): boolean {
  return codeOf(error) === '53300' || codeOf((error as { cause?: unknown } | undefined)?.cause) === '53300'
}

/** Returns the error for a connection that was accepted but never served, treated like one that was refused. */
export function crowded(cause: unknown): Error {
  const message = 'the login succeeded, but the pooler in front of the database has no connection left'
  return Object.assign(new Error(message, { cause }), { code: '53300' })
}

/** Whether the database was unreachable and the same work may be retried because none of it was done. */
export function isRetryable(error: unknown): boolean {
  // A statement or transaction that took too long would take as long again.
  const tookTooLong = codeOf(error) === '57014' || codeOf(error) === '25P04'
  return isUnavailable(error) && !(error instanceof InDoubtError) && !tookTooLong
}

/** Whether the database is unreachable for everybody. */
export function isOutage(error: unknown): boolean {
  return isRetryable(error) || error instanceof InDoubtError || error instanceof NotConnectedError
}

/** Whether there is no room left. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === (error instanceof StorageError ? 'FULL' : '53100')
}

/**
 * Whether an error leaves the outcome of a transaction unknown: it came from the network, or with the end of the
 * connection. `atCommit` if it was the answer to COMMIT; only some of those errors mean that the transaction was rolled
 * back.
 */
export function isInDoubt(error: unknown, atCommit: boolean): boolean {
  const code = codeOf(error)
  if (!sqlState.test(code) || /^(?:08|57P0|40003)/.test(code)) return true
  return atCommit && !/^(?:2[235]|40|44)/.test(code)
}

/**
 * Something answers but lets nobody in, or cannot be trusted, or the address is wrong: this lasts until somebody deals
 * with it.
 */
class NotConnectedError extends StorageError {
  constructor(cause: Error) {
    super('IO', refusalOf(cause), { cause })
  }
}

function refusalOf(cause: Error): string {
  if (isUnreadable(cause)) {
    return `A file that the address of the database names cannot be read (${cause.message}).`
  }
  const code = codeOf(cause)
  return `The database refused the login (${code === '' ? '' : `${code}: `}${messageOf(cause)}).`
}

/** Returns why there is no connection, as a `StorageError`. */
export function connectFailure(error: unknown): unknown {
  return isUnavailable(error) || isFull(error) ? storageFailure(error) : new NotConnectedError(error as Error)
}

/** Converts an error of the database to a `StorageError`. Any other error is a bug of ours and is returned as it is. */
export function storageFailure(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const message = messageOf(error as Error)
  const code = codeOf(error)
  if (isMissingTable(error)) return new StorageError('NO_SPACE', 'There is no such space.', { cause: error })
  if (isFull(error)) {
    return failure('FULL', `The database has no room left; nothing was written (${message}).`, error)
  }
  if (isUnavailable(error)) {
    return failure('UNAVAILABLE', `The database is not available right now (${message}).`, error)
  }
  if (isConflict(error)) {
    return failure('UNAVAILABLE', `Too many writers compete for the same records (${message}).`, error)
  }
  return code === '' ? error : failure('IO', `The database refused a statement (${code}: ${message}).`, error)
}

/** Returns the message of the database with its hint on what to do. */
function messageOf({ message, hint }: Error & { readonly hint?: string }): string {
  return hint ? `${message}; ${hint.replace(/\.$/, '')}` : message
}

function failure(code: 'FULL' | 'UNAVAILABLE' | 'IO', message: string, cause: unknown): StorageError {
  return new StorageError(code, message, { cause })
}
