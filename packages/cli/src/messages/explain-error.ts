import { StorageError, type StorageErrorCode } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { explainFileError } from './explain-file-error.ts'

/** What was attempted, for use in the error message. */
export interface Attempt {
  /** The address to listen on, if a server was to be started. */
  readonly host?: string
  readonly port?: number
  /** Where the data was to be kept. */
  readonly path: string | undefined
  /** Whether the command could use a server instead. */
  readonly takesEndpoint?: boolean
}

const storageAdvice: { readonly [Code in StorageErrorCode]?: string } = {
  LOCKED: 'Another process has it open. Stop that process, or use another --path.',
  NEWER_FORMAT: 'It was written by a newer version of Monotable. Install that version or a later one.',
  OLDER_FORMAT: 'It was written by a version of Monotable that is too old to be read. Use another --path.',
  OTHER_STORE:
    'Leave out --store to use the store that is there. To change the store, copy the tables to another --path with ' +
    '"monotable export" and "monotable import".',
  CORRUPT: 'The data there is damaged and cannot be read. Restore it from a backup, or use another --path.',
  FULL: 'There is no room left on the disk. What was written is still there: make room, then start again.',
  IO: 'It must be a folder that this user may read and write.',
}

/** Advice by the beginning of the error code of PostgreSQL or of the network. */
const postgresAdvice: readonly (readonly [start: RegExp, advice: string])[] = [
  [/^(?:28|3D)/, 'Check the user, the password and the name of the database.'],
  [/^42501/, 'The user must be allowed to create schemas in the database, or own the schema.'],
  [
    /CERT|LEAF_SIGNATURE/,
    'Its certificate is not trusted. Name the certificate of its authority with sslrootcert=ca.pem, and use the host name ' +
      'that its certificate has; sslmode=no-verify turns the check off.',
  ],
  [/^53300/, 'It accepts no more connections: raise max_connections, or stop another server.'],
  [/^(?:08|57|E[A-Z])/, 'It cannot be reached: check that it is running, and that its address is right.'],
]

const lockedAdvice =
  'A server has it open. Connect to that server with --endpoint, such as --endpoint http://127.0.0.1:8000, or stop it.'

function folderAdviceFor({ code, cause }: StorageError, { takesEndpoint }: Attempt): string | undefined {
  if (code === 'LOCKED' && takesEndpoint) return lockedAdvice
  return (isOfFiles(code) ? explainFileError(cause) : undefined) ?? storageAdvice[code]
}

function postgresAdviceFor({ code, cause }: StorageError): string | undefined {
  if (code === 'NEWER_FORMAT') return storageAdvice.NEWER_FORMAT
  if (cause === undefined) return undefined
  const found = String((cause as { code?: unknown }).code ?? '')
  return postgresAdvice.find(([start]) => start.test(found))?.[1]
}

/** Explains to a person why a server did not start; `undefined` for our own mistakes. */
export function explainError(error: unknown, attempt: Attempt): string | undefined {
  if (error instanceof ConfigurationError) return error.message
  if (error instanceof StorageError) {
    const isFolder = !attempt.path?.startsWith('PostgreSQL')
    const advice = isFolder ? folderAdviceFor(error, attempt) : postgresAdviceFor(error)
    const reason = advice === undefined ? error.message : `${advice}\n(${detailOf(error)})`
    return `Cannot open the data in ${attempt.path}. ${reason}`
  }
  return explainSystemError(error as NodeJS.ErrnoException, attempt)
}

function detailOf({ code, cause, message }: StorageError): string {
  return isOfFiles(code) && cause instanceof Error ? cause.message : message
}

/** Whether the operating system refused a file operation, perhaps only temporarily. */
function isOfFiles(code: StorageErrorCode): boolean {
  return code === 'IO' || code === 'UNAVAILABLE'
}

function explainSystemError(
  error: NodeJS.ErrnoException,
  { host = '', port = 0 }: Attempt,
): string | undefined {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Use another --port, or --port 0 for any free one.`
    case 'EACCES':
      return error.syscall === 'listen'
        ? `This user may not listen on port ${port} of ${host}. Use a --port of 1024 or higher.`
        : error.message
    case 'EINVAL':
      return error.syscall === 'listen' ? noAddress(host) : undefined
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return noAddress(host)
    default:
      return undefined
  }
}

function noAddress(host: string): string {
  // Some machines have IPv6 only. The workbench listens here too, and has no --host.
  const advice =
    host === '127.0.0.1'
      ? '"monotable serve" can use another --host: ::1 for this machine only, :: for all of its addresses.'
      : 'Use another --host: 127.0.0.1 for this machine only, 0.0.0.0 for all of its addresses.'
  return `This machine has no address "${host}" to listen on. ${advice}`
}
