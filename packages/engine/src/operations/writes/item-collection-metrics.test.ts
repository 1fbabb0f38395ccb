import { expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'

// Table names that are also members of every object.
it.each(['constructor', '__proto__', 'toString'])(
  'the item collections of a table called %s are reported under its name',
  async (TableName) => {
    const db = await createDatabase()
    await db.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'other'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'byOther',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'other', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    })
    const items = ['a', 'b'].map((pk) => ({ pk: { S: pk }, sk: { S: '1' } }))
    const metrics = ['a', 'b'].map((pk) => {
      return { ItemCollectionKey: { pk: { S: pk } }, SizeEstimateRangeGB: [0, 1] }
    })
    const batch = await db.send('BatchWriteItem', {
      RequestItems: Object.fromEntries([[TableName, items.map((Item) => ({ PutRequest: { Item } }))]]),
      ReturnItemCollectionMetrics: 'SIZE',
    })
    expect(Object.entries(batch.ItemCollectionMetrics ?? {})).toEqual([[TableName, metrics]])
    const transaction = await db.send('TransactWriteItems', {
      TransactItems: items.map((Item) => ({ Put: { TableName, Item } })),
      ReturnItemCollectionMetrics: 'SIZE',
    })
    expect(Object.entries(transaction.ItemCollectionMetrics ?? {})).toEqual([[TableName, metrics]])
    await db.close()
  },
)
