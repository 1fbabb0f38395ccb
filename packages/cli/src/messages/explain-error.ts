import { StorageError, type StorageErrorCode } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { explainFileError } from './explain-file-error.ts'

/** What failed, for the sake of its message. */
export interface Attempt {
  /** Where it was to listen, if it was. */
  readonly host?: string
  readonly port?: number
  /** Where the data was to be. */
  readonly path: string | undefined
  /** Whether the command could reach a server instead. */
  readonly takesEndpoint?: boolean
}

const storageAdvice: { readonly [Code in StorageErrorCode]?: string } = {
  LOCKED: 'Another process has it open. Stop that one, or give this one another --path.',
  NEWER_FORMAT: 'It was written by a newer version of Monotable. Install that version or a later one.',
  OLDER_FORMAT: 'It was written by a version of Monotable that is too old. Give another --path.',
  OTHER_STORE:
    'Leave --store out to use what is there. To move it, give another --path, and copy the tables with "monotable export" ' +
    'and "monotable import".',
  CORRUPT: 'What is stored there cannot be read. Restore it from a copy, or give another --path.',
  FULL: 'There is no room left on the disk. What was written is still there: make room, and start again.',
  IO: 'It must be a folder that this user may read and write.',
}

/** By the beginning of the code that PostgreSQL, or the network, gives for what is wrong. */
const postgresAdvice: readonly (readonly [start: RegExp, advice: string])[] = [
  [/^(?:28|3D)/, 'See that the user, the password and the name of the database are right.'],
  [/^42501/, 'The user must be allowed to create schemas in the database, or own the schema.'],
  [
    /CERT|LEAF_SIGNATURE/,
    'Its certificate is not trusted. Name who vouches for it by sslrootcert=ca.pem, and the host as the certificate does; ' +
      'sslmode=no-verify trusts anybody.',
  ],
  [/^53300/, 'It lets in no more connections: raise max_connections, or stop another server.'],
  [/^(?:08|57|E[A-Z])/, 'It cannot be reached; see that it runs, and that its address is right.'],
]

const lockedAdvice =
  'A server has it open. Reach that one with --endpoint, such as --endpoint http://127.0.0.1:8000, or stop it.'

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

/** Says in one message for a person why a server did not start; `undefined` for what is our own mistake. */
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

/** Whether the system has refused something, perhaps only for now. */
function isOfFiles(code: StorageErrorCode): boolean {
  return code === 'IO' || code === 'UNAVAILABLE'
}

function explainSystemError(
  error: NodeJS.ErrnoException,
  { host = '', port = 0 }: Attempt,
): string | undefined {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Give another --port, or --port 0 for any free one.`
    case 'EACCES':
      return error.syscall === 'listen'
        ? `This user may not listen on port ${port} of ${host}. Give a --port from 1024 on.`
        : error.message
    case 'EINVAL':
      return error.syscall === 'listen' ? noAddress(host) : undefined
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return noAddress(host)
    default:
      return undefined
  }
}

function noAddress(host: string): string {
  return `This machine has no address "${host}" to listen on. Give another --host: 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses.`
}
