import { expect, test, vi } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { addOrdersIndex, ordersTable } from '../../testing/orders-table.ts'
import { createTestClock } from '../../util/test-clock.ts'

// Retries happen at once.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: () => new Promise((resolve) => setImmediate(resolve)),
}))

const { TableName } = ordersTable

test('an index that the store had no room for is filled once there is room', async () => {
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const storage = createMemoryStorage()
  const mutate = storage.mutate.bind(storage)
  let isFull = false
  storage.mutate = (keys, decide) =>
    isFull && keys.some(({ space }) => space.startsWith('table-'))
      ? Promise.reject(new StorageError('FULL', 'the disk is full'))
      : mutate(keys, decide)
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const db = await createDatabase({ storage, clock })
  const describe = async () => {
    const { Table } = await db.send('DescribeTable', { TableName })
    return Table?.GlobalSecondaryIndexes?.[0]
  }
  await db.send('CreateTable', ordersTable)
  await db.send('PutItem', { TableName, Item: { id: { S: 'a' }, by: { S: 'x' } } })
  isFull = true
  await db.send('UpdateTable', addOrdersIndex)
  await db.settled()
  expect(await describe()).toMatchObject({ IndexStatus: 'CREATING' })
  expect(warned).toHaveBeenCalledOnce()
  isFull = false
  await clock.advance(60_000)
  await db.settled()
  expect(await describe()).toMatchObject({ IndexStatus: 'ACTIVE', ItemCount: 1 })
  await db.close()
})
