import { ServiceError } from '@monotable/protocol'
import { expect, it } from 'vitest'
import { StorageError } from '../storage/storage-error.ts'
import { persist } from './copy-job.ts'

const { signal } = new AbortController()

async function attemptsUntilGivenUp(error: Error): Promise<number> {
  let attempts = 0
  const step = async () => {
    if (++attempts < 3) throw error
  }
  await persist(signal, step).catch(() => {})
  return attempts
}

it.each<[string, Error, number]>([
  ['a store that fails', new StorageError('IO', 'broken'), 3],
  ['a full disk', new StorageError('FULL', 'no room'), 3],
  ['a table that another server is changing', new ServiceError('ResourceInUseException', 'in use'), 3],
  ['a table that is gone', new StorageError('NO_SPACE', 'gone'), 1],
  ['a refusal', new ServiceError('ValidationException', 'wrong'), 1],
])('a step is retried or given up, after %s', async (_, error, attempts) => {
  expect(await attemptsUntilGivenUp(error)).toBe(attempts)
})
