import { ServiceError } from '@monotable/protocol'
import { afterEach, expect, it } from 'vitest'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

let db: Database

afterEach(() => db.close())

/** A table with a local index, whose item collections may hold 100 KB. */
async function open(collectionMaxBytes?: number): Promise<void> {
  db = await createDatabase(collectionMaxBytes === undefined ? {} : { capacity: { collectionMaxBytes } })
  await db.send('CreateTable', {
    TableName: 'Posts',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'at'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'ByTime',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
}

const item = (pk: string, sk: string, bytes: number, indexed = false) => ({
  pk: { S: pk },
  sk: { S: sk },
  text: { S: 'x'.repeat(bytes) },
  ...(indexed && { at: { S: sk } }),
})

const put = (...given: Parameters<typeof item>) =>
  db.send('PutItem', { TableName: 'Posts', Item: item(...given) })

const full = { name: 'ItemCollectionSizeLimitExceededException', message: 'Collection size exceeded.' }

it('a collection that would become too large accepts no more, while others do', async () => {
  await open(100_000)
  await put('a', '1', 60_000)
  await expect(put('a', '2', 60_000)).rejects.toMatchObject(full)
  await put('b', '1', 60_000)
  await put('a', '2', 30_000)
})

it('concurrent writes do not exceed the limit together', async () => {
  await open(100_000)
  const keys = Array.from({ length: 20 }, (_, n) => `${n}`)
  const ended = await Promise.allSettled(keys.map((sk) => put('a', sk, 9_990)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const deleted = keys.map((sk) => ({ DeleteRequest: { Key: { pk: { S: 'a' }, sk: { S: sk } } } }))
  await db.send('BatchWriteItem', { RequestItems: { Posts: deleted } })
  await put('a', '1', 99_000)
})

it('entries of local indexes count', async () => {
  await open(100_000)
  await expect(put('a', '1', 60_000, true)).rejects.toMatchObject(full)
  await put('a', '1', 45_000, true)
  await expect(put('a', '2', 20_000)).rejects.toMatchObject(full)
})

it('writes that shrink a collection or keep its size succeed', async () => {
  await open(100_000)
  await put('a', '1', 90_000)
  await put('a', '1', 80_000)
  await expect(put('a', '2', 30_000)).rejects.toMatchObject(full)
  await db.send('DeleteItem', { TableName: 'Posts', Key: { pk: { S: 'a' }, sk: { S: '1' } } })
  await put('a', '2', 30_000)
})

it('a failed write does not count', async () => {
  await open(100_000)
  for (let i = 0; i < 5; i++) {
    const conditional = {
      TableName: 'Posts',
      Item: item('a', '1', 60_000),
      ConditionExpression: 'attribute_exists(pk)',
    }
    await expect(db.send('PutItem', conditional)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    })
  }
  await put('a', '1', 60_000)
})

it('the items of one transaction count together', async () => {
  await open(100_000)
  const puts = ['1', '2', '3'].map((sk) => ({ Put: { TableName: 'Posts', Item: item('a', sk, 40_000) } }))
  const error = await db
    .send('TransactWriteItems', { TransactItems: puts })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ServiceError)
  expect((error as ServiceError).fields).toEqual({
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'None' },
      { Code: 'ItemCollectionSizeLimitExceeded', Message: 'Collection size exceeded.' },
    ],
  })
  await db.send('TransactWriteItems', { TransactItems: puts.slice(0, 2) })
})

it('the size of existing items counts', async () => {
  await open(100_000)
  await put('a', '1', 60_000)
  const snapshot = await db.snapshot()
  await db.send('DeleteItem', { TableName: 'Posts', Key: { pk: { S: 'a' }, sk: { S: '1' } } })
  await db.restore(snapshot)
  await expect(put('a', '2', 60_000)).rejects.toMatchObject(full)
})

it('the limit is 10 GB by default', async () => {
  await open()
  for (let i = 0; i < 10; i++) await put('a', String(i), 399_000)
})
