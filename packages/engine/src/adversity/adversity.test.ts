import { expect, it } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { createTestClock } from '../util/test-clock.ts'

it('stale reads see nothing of what was before a database was brought back to a snapshot', async () => {
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const db = await createDatabase({ clock, adversity: { staleReads: 1, staleMs: 1_000 } })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  const put = (v: string) => db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, v: { S: v } } })
  await put('kept')
  await clock.advance(2_000)
  const snapshot = await db.snapshot()
  await put('undone')
  await clock.advance(2_000)
  await put('undone too')
  await db.restore(snapshot)
  for (let read = 0; read < 20; read++) {
    const { Item } = await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item?.['v']).toEqual({ S: 'kept' })
    const { Items } = await db.send('Scan', { TableName: 'Music' })
    expect(Items?.map(({ v }) => v)).toEqual([{ S: 'kept' }])
  }
  await db.close()
})
