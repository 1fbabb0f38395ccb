import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

// AWS too gives one answer; whether it reads each mention in its own way was never recorded there.
test('a table named twice is answered under its first name, each key once and as requested', async () => {
  const db = await createDatabase()
  const TableName = 'Music'
  const { TableDescription } = await db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const arn = TableDescription?.TableArn as string
  const item = (pk: string) => ({ pk: { S: pk }, year: { N: '1961' } })
  for (const pk of ['a', 'b']) await db.send('PutItem', { TableName, Item: item(pk) })
  const key = (pk: string) => ({ pk: { S: pk } })
  const answer = await db.send('BatchGetItem', {
    RequestItems: {
      [arn]: { Keys: [key('a')], ProjectionExpression: 'pk' },
      [TableName]: { Keys: [key('a'), key('b')], ConsistentRead: true },
    },
    ReturnConsumedCapacity: 'TOTAL',
  })
  expect(answer).toEqual({
    Responses: { [arn]: [key('a'), item('b')] },
    UnprocessedKeys: {},
    ConsumedCapacity: [{ TableName: arn, CapacityUnits: 1.5 }],
  })
  await db.close()
})

const TableName = 'Notes'
const Keys = Array.from({ length: 10 }, (_, number) => ({ pk: { S: `${number}` } }))
const largeItems = { RequestItems: { [TableName]: { Keys, ProjectionExpression: 'pk' } } }

async function openLargeItems(): Promise<Database> {
  const db = await createDatabase()
  await db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const text = { S: 'x'.repeat(300_000) }
  for (const key of Keys) await db.send('PutItem', { TableName, Item: { ...key, text } })
  return db
}

test('other requests get a turn while attributes of many large items are selected', async () => {
  const db = await openLargeItems()
  let isDone = false
  let turns = 0
  const getting = db.send('BatchGetItem', largeItems).finally(() => {
    isDone = true
  })
  for (; !isDone; turns++) await setImmediate()
  expect(turns).toBeGreaterThanOrEqual(8)
  expect((await getting).Responses).toEqual({ [TableName]: Keys })
  await db.close()
})

test('the items of many batches are not all kept in memory at once', async () => {
  const db = await openLargeItems()
  const ended: number[] = []
  const batches = Array.from({ length: 6 }, async (_, number) => {
    expect((await db.send('BatchGetItem', largeItems)).Responses).toEqual({ [TableName]: Keys })
    ended.push(number)
  })
  await Promise.all(batches)
  expect(ended.slice(0, 2)).toEqual([4, 5])
  await db.close()
})
