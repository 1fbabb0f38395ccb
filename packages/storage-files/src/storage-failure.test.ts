import { runInNewContext } from 'node:vm'
import { StorageError } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { sqliteErrorNumber, storageFailure } from './sqlite-failure.ts'
import { isFatal, systemFailure } from './storage-failure.ts'

/**
 * Creates an error as another realm does; within Jest and on Deno, the errors of SQLite and of the system are like
 * this.
 */
function foreignError(fields: object): Error {
  return Object.assign(runInNewContext("new Error('from elsewhere')") as Error, fields)
}

describe('an error of another realm', () => {
  it('is not an instance of our own class', () => {
    expect(foreignError({})).not.toBeInstanceOf(Error)
  })

  it.each([
    [5, 'LOCKED'],
    [26, 'CORRUPT'],
    [13, 'FULL'],
    [10, 'IO'],
  ])('from SQLite, number %i, is reported as %s', (errcode, code) => {
    const failure = storageFailure(foreignError({ code: 'ERR_SQLITE_ERROR', errcode }))
    expect(failure).toBeInstanceOf(StorageError)
    expect(failure).toMatchObject({ code, message: expect.stringContaining('(SQLite: from elsewhere)') })
  })

  it.each([
    ['ENOSPC', 'FULL', false],
    ['EMFILE', 'UNAVAILABLE', false],
    ['EIO', 'IO', true],
  ])('from the system, %s, is reported as %s', (systemCode, code, fatal) => {
    const failure = systemFailure(foreignError({ code: systemCode }))
    expect(failure).toMatchObject({ name: 'StorageError', code })
    expect(isFatal(failure)).toBe(fatal)
  })
})

// In os_unix.c, such a read is SQLITE_IOERR_CORRUPTFS, which vdbe.c and main.c turn into SQLITE_CORRUPT.
it('a report of damage mentions that SQLite reports failed reads like this, too', () => {
  const error = Object.assign(new Error('malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 11 })
  expect(storageFailure(error)).toMatchObject({
    code: 'CORRUPT',
    message: expect.stringContaining('SQLite, which says the same when the disk fails to read it: malformed'),
  })
})

it.each([
  ['database is locked', 'LOCKED'],
  ['database disk image is malformed', 'CORRUPT'],
  ['file is not a database', 'CORRUPT'],
  ['database or disk is full', 'FULL'],
  ['disk I/O error', 'IO'],
])('"%s" is reported as %s without a number, too, because Deno gives none', (text, code) => {
  expect(storageFailure(Object.assign(new Error(text), { code: 'ERR_SQLITE_ERROR' }))).toMatchObject({ code })
})

it.each([undefined, null, 'no', {}, { errcode: 5 }, new Error('ours')])('%o is left alone', (thrown) => {
  expect(sqliteErrorNumber(thrown)).toBeUndefined()
  expect(storageFailure(thrown)).toBe(thrown)
  expect(systemFailure(thrown)).toBe(thrown)
})
