import { Buffer } from 'node:buffer'
import { expect, it, vi } from 'vitest'
import { storageContract } from '../../testing/index.ts'
import { createMemoryStorage } from './create-memory-storage.ts'

storageContract({ name: 'memory', open: async () => createMemoryStorage(), modelRuns: 300 })

it('a write that finds no memory closes the store, rather than leave half of it there', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace('s')
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed')
  })
  const write = () => {
    const value = { doc: '{}', sizeBytes: 2 }
    const changes = [{ space: 's', partition: 'p'.repeat(16), sort: '', value }]
    return storage.mutate([], () => ({ changes, answer: undefined }))
  }
  await expect(write()).rejects.toMatchObject({ code: 'IO' })
  allocate.mockRestore()
  await expect(write()).rejects.toMatchObject({ code: 'CLOSED' })
})

it('a key that is too long to be kept is refused, and nothing else happens', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace('s')
  const value = { doc: '{}', sizeBytes: 2 }
  const places = ['short', 'l'.repeat(10_000)].map((sort) => ({
    space: 's',
    partition: 'p'.repeat(16),
    sort,
  }))
  const changes = places.map((place) => ({ ...place, value }))
  await expect(storage.mutate([], () => ({ changes, answer: undefined }))).rejects.toThrow(RangeError)
  expect(await storage.size('s')).toEqual({ records: 0, sizeBytes: 0 })
})
