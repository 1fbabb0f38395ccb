import { createDatabase, createTestClock, type Database } from '@monotable/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRecorded } from '../../packages/storage-postgres/src/testing/open-recorded.ts'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import type { RecordingSql } from '../../packages/storage-postgres/src/testing/recording-sql.ts'

describe.skipIf(!hasPostgres())('round trips to the database', () => {
  let server: PostgresServer
  let sql: RecordingSql
  let db: Database

  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
    const recorded = await openRecorded(server.url, `trips_${process.pid}`)
    sql = recorded.sql
    // The clock stands still, so that no background work sends statements while round trips are counted.
    db = await createDatabase({ storage: recorded.storage, clock: createTestClock(Date.UTC(2026, 0, 1)) })
  })
  afterAll(async () => {
    await db?.close()
    server?.stop()
  })

  const createTable = async (name: string, indexes: number): Promise<void> => {
    const attributes = ['pk', ...Array.from({ length: indexes }, (_, i) => `k${i}`)]
    await db.send('CreateTable', {
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      ...(indexes > 0 && {
        GlobalSecondaryIndexes: attributes.slice(1).map((AttributeName) => ({
          IndexName: `by_${AttributeName}`,
          KeySchema: [{ AttributeName, KeyType: 'HASH' as const }],
          Projection: { ProjectionType: 'ALL' as const },
        })),
      }),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
  }

  const tripsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = sql.roundTrips
    await work()
    return sql.roundTrips - before
  }

  it('are as many for a table with ten indexes as for one without', async () => {
    const found = []
    for (const indexes of [0, 10]) {
      const TableName = `table${indexes}`
      await createTable(TableName, indexes)
      const Key = { pk: { S: '1' } }
      const fields = Object.fromEntries(Array.from({ length: indexes }, (_, i) => [`k${i}`, { S: `v${i}` }]))
      const Item = { ...Key, ...fields }
      const other = { pk: { S: '2' }, ...fields }
      const change = {
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': { N: '1' } },
      }
      found.push({
        put: await tripsOf(() => db.send('PutItem', { TableName, Item })),
        update: await tripsOf(() => db.send('UpdateItem', { TableName, Key, ...change })),
        transact: await tripsOf(() =>
          db.send('TransactWriteItems', {
            TransactItems: [{ Put: { TableName, Item: other } }, { Update: { TableName, Key, ...change } }],
          }),
        ),
        get: await tripsOf(() => db.send('GetItem', { TableName, Key })),
        remove: await tripsOf(() => db.send('DeleteItem', { TableName, Key })),
      })
    }
    expect(found[1]).toEqual(found[0])
    expect(found[0]).toMatchObject({ put: 2, get: 1 })
  })

  it('are as many for a batch of statements as for a single one', async () => {
    const TableName = 'statements'
    await createTable(TableName, 0)
    const numbers = ['1', '2', '3']
    const batch = (statementOf: (number: string) => string) => () =>
      db.send('BatchExecuteStatement', {
        Statements: numbers.map((number) => ({ Statement: statementOf(number) })),
      })
    expect(await tripsOf(batch((number) => `INSERT INTO ${TableName} VALUE {'pk': '${number}'}`))).toBe(2)
    expect(await tripsOf(batch((number) => `SELECT * FROM ${TableName} WHERE pk = '${number}'`))).toBe(1)
  })

  it('are two for a search in cached vectors: one for changes, one for the items found', async () => {
    const TableName = 'vectors'
    await db.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      VectorIndexes: [
        {
          IndexName: 'near',
          VectorAttribute: { AttributeName: 'at' },
          Dimensions: 1,
          DistanceFunction: 'EUCLIDEAN',
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    })
    const SearchVector = [{ N: '1' }]
    await db.send('PutItem', { TableName, Item: { pk: { S: '1' }, at: { L: SearchVector } } })
    const search = () => db.send('SearchVectors', { TableName, IndexName: 'near', SearchVector, TopK: 1 })
    await search()
    expect(await tripsOf(search)).toBe(2)
  })
})
