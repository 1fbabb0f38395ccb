import { expect, it, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { StorageError } from '../storage/storage-error.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'

it('a trigger that several servers have is not stopped by its observers', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const memory = createSharedMemory()
  const first = await createDatabase({ storage: memory.open().storage })
  let isLost = false
  const { storage } = memory.open()
  const second = await createDatabase({
    storage: {
      ...storage,
      mutate: async (keys, decide) => {
        if (isLost) throw new StorageError('UNAVAILABLE', 'the store cannot be reached')
        return storage.mutate(keys, decide)
      },
    },
  })
  await first.send('CreateTable', {
    TableName: 'Orders',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  })
  await first.on('Orders', () => {}, { name: 'both' })
  let seen = 0
  const waiting = await second.on('Orders', () => {}, {
    name: 'both',
    observe: () => {
      seen++
      throw new Error('nobody is to hear of it')
    },
  })
  isLost = true
  await vi.waitFor(() => expect(seen).toBeGreaterThan(0), { timeout: 50_000 })
  isLost = false
  await waiting.stop()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(warnings).toHaveBeenCalled()
  warnings.mockRestore()
  await first.close()
  await second.close()
})
