import { StorageError, type StorageErrorCode } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { explainError } from './explain-error.ts'

const attempt = { host: '127.0.0.1', port: 8000, path: 'PostgreSQL at db:5432/app' }

function explain(code: StorageErrorCode, message: string, cause?: { code: string; message: string }) {
  const inner = cause && Object.assign(new Error(cause.message), { code: cause.code })
  return explainError(new StorageError(code, message, inner && { cause: inner }), attempt)
}

describe('why PostgreSQL could not be opened', () => {
  it.each([
    ['28P01', 'password authentication failed', 'Check the user, the password'],
    ['3D000', 'database "nodb" does not exist', 'Check the user, the password'],
    ['42501', 'permission denied for database app', 'must be allowed to create schemas'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'sslrootcert=ca.pem'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match', 'the host name that its certificate has'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', 'sslrootcert=ca.pem'],
  ])('%s: %s', (code, message, advice) => {
    const text = explain('IO', 'The database refused a statement.', { code, message })
    expect(text).toContain(advice)
    expect(text).toContain(`(${message})`)
  })

  it.each([
    ['ECONNREFUSED', 'It cannot be reached'],
    ['ETIMEDOUT', 'It cannot be reached'],
    ['57P03', 'It cannot be reached'],
    ['53300', 'It accepts no more connections'],
  ])('%s: %s', (code, advice) => {
    expect(explain('UNAVAILABLE', 'not just now', { code, message: '' })).toContain(advice)
  })

  it('a fault that the store itself found is reported without guessing a cause', () => {
    const name = '"My-Schema" is not a valid schema name: use only lower-case letters, digits and _.'
    expect(explain('IO', name)).toBe(`Cannot open the data in PostgreSQL at db:5432/app. ${name}`)
    const standby = 'The database takes no writes: it is a standby, or read-only.'
    expect(explain('UNAVAILABLE', standby)).toContain(`app. ${standby}`)
  })
})

it('when a folder allows no further open files, the message says which limit to raise', () => {
  const cause = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  const error = new StorageError('UNAVAILABLE', 'The store is not available right now.', { cause })
  expect(explainError(error, { path: '/data' })).toContain('ulimit -n')
})

it.each([
  ['192.0.2.1', 'EADDRNOTAVAIL', '--host: 127.0.0.1 '],
  ['127.0.0.1', 'EADDRNOTAVAIL', '--host: ::1 '],
  // Without IPv6 in the kernel.
  ['::1', 'EAFNOSUPPORT', '--host: 127.0.0.1 '],
])('a machine without the address %s (%s) is told of one of another kind', (host, code, advice) => {
  const error = Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' })
  expect(explainError(error, { host, path: undefined })).toContain(advice)
})
