import type { AttributeMap } from '@monotable/protocol'
import { afterAll, expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'

const db = await createDatabase()
afterAll(() => db.close())

const S = (text: string) => ({ S: text })
const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`n${i}`, S('"')]))
const Key = { pk: S('a') }

await db.send('CreateTable', {
  TableName: 'Long',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'some',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['count'] },
    },
  ],
})

async function put(item: AttributeMap): Promise<AttributeMap> {
  const Item = { ...wide, ...Key, ...item }
  await db.send('PutItem', { TableName: 'Long', Item })
  return Item
}

it('a long item is updated, with its index entries, and measured like a newly written one', async () => {
  const before = await put({ g: S('x'), count: { N: '1' }, tags: { L: [S('p'), S('q')] } })
  const { Attributes } = await db.send('UpdateItem', {
    TableName: 'Long',
    Key,
    UpdateExpression: 'SET #c = #c + :one, tags[1] = pk, more = :m REMOVE n7',
    ExpressionAttributeNames: { '#c': 'count' },
    ExpressionAttributeValues: { ':one': { N: '1' }, ':m': S('é\n') },
    ReturnValues: 'UPDATED_OLD',
  })
  expect(Attributes).toEqual({ count: { N: '1' }, tags: { L: [S('q')] }, n7: S('"') })

  const { n7, ...kept } = before
  const after = { ...kept, count: { N: '2' }, tags: { L: [S('p'), S('a')] }, more: S('é\n') }
  const updated = await db.send('Scan', { TableName: 'Long', ReturnConsumedCapacity: 'TOTAL' })
  expect(updated.Items).toEqual([after])
  const indexed = await db.send('Scan', { TableName: 'Long', IndexName: 'some' })
  expect(indexed.Items).toEqual([{ ...Key, g: S('x'), count: { N: '2' } }])

  await db.send('PutItem', { TableName: 'Long', Item: after })
  expect(await db.send('Scan', { TableName: 'Long', ReturnConsumedCapacity: 'TOTAL' })).toEqual(updated)
})

it('a long item that fails the condition of a statement is charged and returned in full', async () => {
  const item = await put({ g: S('y') })
  const { Responses, ConsumedCapacity } = await db.send('BatchExecuteStatement', {
    Statements: [
      {
        Statement: `UPDATE "Long" SET n1 = 'x' WHERE pk = 'a' AND g = 'z'`,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
      { Statement: `DELETE FROM "Long" WHERE pk = 'b'` },
    ],
    ReturnConsumedCapacity: 'TOTAL',
  })
  expect(Responses?.[0]?.Error).toMatchObject({ Code: 'ConditionalCheckFailed', Item: item })
  expect(ConsumedCapacity).toEqual([{ TableName: 'Long', CapacityUnits: 6 }])
})

it('a long item that grows beyond the limit is refused', async () => {
  await put({ big: S('x'.repeat(200_000)) })
  const copies = { TableName: 'Long', Key, UpdateExpression: 'SET b1 = big, b2 = big' }
  await expect(db.send('UpdateItem', copies)).rejects.toThrow('Item size to update has exceeded')
})
