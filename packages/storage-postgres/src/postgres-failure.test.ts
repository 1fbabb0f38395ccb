import { expect, it } from 'vitest'
import { openPostgresStorage } from './open-postgres-storage.ts'
import { connectFailure, isRetryable, storageFailure } from './postgres-failure.ts'

it.each([
  ['25P03', 'a session that did nothing for too long', true],
  ['25P04', 'a transaction that took too long', false],
  ['57014', 'a statement that took too long', false],
])('%s, %s, is not a lasting failure of the store', (code, message, isTriedAgain) => {
  const error = Object.assign(new Error(message), { code })
  expect(storageFailure(error)).toMatchObject({ code: 'UNAVAILABLE' })
  expect(isRetryable(error)).toBe(isTriedAgain)
})

it('a database without room to accept a connection is reported as full', () => {
  const error = Object.assign(new Error('no space left on device'), { code: '53100' })
  expect(connectFailure(error)).toMatchObject({ code: 'FULL' })
})

it('a certificate that cannot be read is no outage that ends by itself', async () => {
  const url = 'postgres://me@127.0.0.1:1/app?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
  await expect(openPostgresStorage({ url })).rejects.toMatchObject({
    code: 'IO',
    message: expect.stringMatching(/^A file that the address .* cannot be read \(ENOENT: .*ca\.pem'\)\.$/),
  })
})
