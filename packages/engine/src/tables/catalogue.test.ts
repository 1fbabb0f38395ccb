import { expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { Catalogue } from './catalogue.ts'

it('on a full disk, a space that nothing names stays until there is room, and does not prevent opening', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace('table-refused')
  const full = new StorageError('FULL', 'There is no room left on the disk.')
  vi.spyOn(storage, 'dropSpace').mockRejectedValueOnce(full)
  await Catalogue.open(storage)
  expect(await storage.listSpaces()).toContain('table-refused')
  await Catalogue.open(storage)
  expect(await storage.listSpaces()).not.toContain('table-refused')
})
