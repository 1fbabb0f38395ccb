import { expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import { addOrdersIndex, ordersTable } from '../../testing/orders-table.ts'
import { createSharedMemory } from '../../testing/shared-memory.ts'
import { createTestClock } from '../../util/test-clock.ts'

const { TableName } = ordersTable

it('a batch that does not fit an index just created by another server is refused as a whole', async () => {
  const memory = createSharedMemory()
  // The clock stands still, so that no server refreshes its catalogue.
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const other = await createDatabase({ storage: memory.open().storage, clock })
  await other.send('CreateTable', ordersTable)
  const db = await createDatabase({ storage: memory.open().storage, clock })
  await other.send('UpdateTable', addOrdersIndex)
  const items = [
    { id: { S: 'good' }, by: { S: 'x' } },
    { id: { S: 'bad' }, by: { N: '1' } },
  ]
  const RequestItems = { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) }
  await expect(db.send('BatchWriteItem', { RequestItems })).rejects.toThrow('Type mismatch')
  expect((await db.send('Scan', { TableName })).Count).toBe(0)
})

it('a batch that is planned again writes what was given, whatever the caller does to it meanwhile', async () => {
  const memory = createSharedMemory()
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const other = await createDatabase({ storage: memory.open().storage, clock })
  await other.send('CreateTable', ordersTable)
  const db = await createDatabase({ storage: memory.open().storage, clock })
  await other.send('UpdateTable', addOrdersIndex)
  const Item: { [name: string]: { S: string } | { N: string } } = { id: { S: 'one' }, by: { S: 'x' } }
  const sending = db.send('BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item } }] } })
  Item['by'] = { N: '1' }
  await sending
  expect((await db.send('Scan', { TableName })).Items).toEqual([{ id: { S: 'one' }, by: { S: 'x' } }])
})
