import { ConfigurationError } from '@monotable/server'
import { afterEach, expect, test, vi } from 'vitest'
import { adversityOfEnvironment, describeAdversity, readAdversity } from './adversity.ts'
import { openDatabase } from './open-database.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['', {}],
  ['seed=7', { seed: 7 }],
  ['seed=7,stale-reads=0.5 late-ttl-ms=1000', { seed: 7, staleReads: 0.5, lateTtlMs: 1_000 }],
  ['all,throttling=0', expect.objectContaining({ staleReads: 0.2, throttling: 0 })],
])('%j is read', (text, options) => {
  expect(readAdversity(text)).toEqual(options)
})

test.each([
  ['throtling=1', /^--adversity: "throtling" is not a kind of adversity; use all, seed, /],
  ['throttling', /^--adversity: throttling must be a number from 0 to 1/],
  ['throttling=', /must be a number/],
  ['throttling=1=2', /must be a number/],
  ['seed=-1', /^--adversity: seed must be a number from 0 to 4294967295/],
  ['__proto__=1', /is not a kind of adversity/],
])('%j is rejected with an explanation', (text, message) => {
  expect(() => readAdversity(text)).toThrow(message)
})

test('the environment variable turns it on and emits a warning with the seed', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  vi.stubEnv('MONOTABLE_ADVERSITY', 'seed=3,throttling=1')
  const db = await openDatabase()
  expect(warned).toHaveBeenCalledWith('MONOTABLE_ADVERSITY is set: seed 3, throttling 1', 'Adversity')
  await db.send('CreateTable', {
    TableName: 'Music',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const put = db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' } } })
  await expect(put).rejects.toMatchObject({ name: 'ThrottlingException' })
  await db.close()
  warned.mockRestore()
})

test('an invalid environment variable is an error that names it', () => {
  // A message for a person: serve prints it and exits, without a stack trace.
  expect(() => adversityOfEnvironment({ MONOTABLE_ADVERSITY: 'much' })).toThrow(ConfigurationError)
  expect(() => adversityOfEnvironment({ MONOTABLE_ADVERSITY: 'much' })).toThrow(
    /MONOTABLE_ADVERSITY cannot be used/,
  )
  expect(adversityOfEnvironment({})).toBeUndefined()
})

test('a description begins with the seed', () => {
  expect(describeAdversity({ staleReads: 0.5 })).toBe('seed 1, staleReads 0.5')
})
