import { StorageError } from '@monotable/engine'
import { InDoubtError } from './sql.ts'

/** The SQLSTATE of an error, or the code of one of the network. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/* No class of SQLSTATE begins with E; EPIPE does. */
const sqlState = /^(?!E)[0-9A-Z]{5}$/

/*
 * 22012 is our own guard: something was not as it had been read. 23505: a place was not empty any more. 40001 and
 * 40P01: another transaction was in the way. 55P03: a lock. XX000: Citus, for the same. 26000: a statement was sent
 * behind one that should have prepared it and failed. 42P05: the reverse.
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

/** Whether something met another transaction, was undone, and may be tried again on fresh records. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error))
}

/* 42P06, 42P07, 42710: a schema or table was made by somebody else in the meantime. */
const definitions: ReadonlySet<string> = new Set(['42P06', '42P07', '42710'])

/** Throws an error again, as a conflict when somebody else was making the same table or schema. */
export function asConflict(error: unknown): never {
  if (!definitions.has(codeOf(error))) throw error
  throw Object.assign(new Error('others make the same', { cause: error }), { code: '40001' })
}

/** Throws an error again, as that of a statement which took too long when others held a lock meanwhile. */
export function asTooLong(error: unknown): never {
  if (codeOf(error) !== '55P03') throw error
  throw Object.assign(new Error('others hold a lock of the table', { cause: error }), {
    code: '57014',
  })
}

/* 42703, 42804, 42883: there is no such column, or it is of another type. 42809, 55000: it is no table, or one that takes nothing. */
const otherTables: ReadonlySet<string> = new Set(['42703', '42804', '42883', '42809', '55000'])

/** Whether a table is not what it would be if we had made it. */
export function isOtherTable(error: unknown): boolean {
  return otherTables.has(codeOf(error))
}

/** Whether a space was named that is not there. */
function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01'
}

/*
 * 08xxx and errors of the network: the connection. 25006: what was the primary is a standby now. 25P03: this process did
 * nothing for too long with a transaction open, such as on a machine that slept. 25P04: a transaction took longer than the
 * database lets it. 53xxx: too many connections, or memory. 57xxx: the database is going down, or has ended a statement
 * that took too long.
 */
const trouble =
  /^(?:08...|25006|25P0[34]|53[023]..|57...|E(?!RR_)[A-Z_]+|ERR_(?:SOCKET|STREAM|TLS(?!_CERT))_\w+)$/
const troubleText = /connection|connect|timeout|closed|ended|not queryable/i

/** Whether the database could not be reached, or ended the connection. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'UNAVAILABLE'
  const code = codeOf(error)
  return code === '' ? error instanceof Error && troubleText.test(error.message) : trouble.test(code)
}

/** Whether an error is the database's own, and not that of the way to it. */
export function hasAnswered(error: unknown): boolean {
  return sqlState.test(codeOf(error))
}

/** Whether the database would not let another connection in. */
export function isCrowded(error: unknown): boolean {
  return codeOf(error) === '53300' || codeOf((error as { cause?: unknown } | undefined)?.cause) === '53300'
}

/** What tells that somebody was let in and then not served, as one that was not let in. */
export function crowded(cause: unknown): Error {
  const message =
    'we were let in, and nobody serves us: what stands before the database has no connection left'
  return Object.assign(new Error(message, { cause }), { code: '53300' })
}

/** Whether the database was out of reach, and the same may be tried again: nothing of it was done. */
export function isRetryable(error: unknown): boolean {
  // What took too long, a statement or a transaction, would take as long again.
  const tookTooLong = codeOf(error) === '57014' || codeOf(error) === '25P04'
  return isUnavailable(error) && !(error instanceof InDoubtError) && !tookTooLong
}

/** Whether the database is out of reach for everybody. */
export function isOutage(error: unknown): boolean {
  return isRetryable(error) || error instanceof InDoubtError || error instanceof NotConnectedError
}

/** Whether there is no room left. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === (error instanceof StorageError ? 'FULL' : '53100')
}

/**
 * Whether an error leaves open what has become of a transaction: it came from the network, or with the end of the
 * connection. `atCommit` when it was the answer to COMMIT, which only some errors are known to have undone.
 */
export function isInDoubt(error: unknown, atCommit: boolean): boolean {
  const code = codeOf(error)
  if (!sqlState.test(code) || /^(?:08|57P0|40003)/.test(code)) return true
  return atCommit && !/^(?:2[235]|40|44)/.test(code)
}

/** Somebody is there and lets nobody in, or is not to be trusted: nothing can be done until somebody sees to it. */
class NotConnectedError extends StorageError {
  constructor(cause: Error) {
    const code = codeOf(cause)
    super('IO', `The database cannot be entered (${code === '' ? '' : `${code}: `}${messageOf(cause)}).`, {
      cause,
    })
  }
}

/** Why there is no connection, in the words of a store. */
export function connectFailure(error: unknown): unknown {
  return isUnavailable(error) || isFull(error) ? storageFailure(error) : new NotConnectedError(error as Error)
}

/** What went wrong, in the words of a store. Anything that is not the database's is our own bug and left alone. */
export function storageFailure(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const message = messageOf(error as Error)
  const code = codeOf(error)
  if (isMissingTable(error)) return new StorageError('NO_SPACE', 'There is no such space.', { cause: error })
  if (isFull(error)) {
    return failure('FULL', `The database has no room left; nothing was written (${message}).`, error)
  }
  if (isUnavailable(error)) {
    return failure('UNAVAILABLE', `The database cannot be used just now (${message}).`, error)
  }
  if (isConflict(error)) {
    return failure('UNAVAILABLE', `Too many others write the same records (${message}).`, error)
  }
  return code === '' ? error : failure('IO', `The database refused a statement (${code}: ${message}).`, error)
}

/** What the database says, and what it advises to do about it. */
function messageOf({ message, hint }: Error & { readonly hint?: string }): string {
  return hint ? `${message}; ${hint.replace(/\.$/, '')}` : message
}

function failure(code: 'FULL' | 'UNAVAILABLE' | 'IO', message: string, cause: unknown): StorageError {
  return new StorageError(code, message, { cause })
}
