import { DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { createTestClock, type TestClock } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSingleTable } from './create-single-table.ts'

const start = Date.UTC(2026, 0, 1)
const TableName = 'Expiring'

/** The seeds' samples of items that expire, at times of the test's choice. */
describe('seeds 000, 001, 002: items that expire', () => {
  let clock: TestClock
  let served: ServedDatabase
  let low: DynamoDBClient
  let client: DynamoDBDocumentClient

  beforeEach(async () => {
    clock = createTestClock(start)
    served = await serveDatabase({ clock })
    low = new DynamoDBClient({ endpoint: served.url, region, credentials })
    client = DynamoDBDocumentClient.from(low)
    await createSingleTable(served.db, { name: TableName, pk: 'PK', sk: 'SK' })
    const specification = { Enabled: true, AttributeName: 'ttl' }
    await low.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: specification }))
  })
  afterEach(async () => {
    low.destroy()
    await served.close()
  })

  const put = (PK: string, ttl?: number) =>
    client.send(new PutCommand({ TableName, Item: { PK, SK: PK, ...(ttl !== undefined && { ttl }) } }))
  const inSeconds = (seconds: number) => start / 1000 + seconds
  const pass = async (seconds: number) => {
    await clock.advance(seconds * 1000)
    await served.db.settled()
  }
  const names = async () => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }))
    return Items.map((item) => item['PK']).sort()
  }

  it('seed 000, scheduled delete: the table deletes expired items on its own', async () => {
    await put('TOKEN#short', inSeconds(60))
    await put('TOKEN#long', inSeconds(3_600))
    await put('TOKEN#kept')
    await pass(60)
    expect(await names()).toEqual(['TOKEN#kept', 'TOKEN#long'])
  })

  it('seed 001, session store: a session lives for a week and is gone then', async () => {
    await put('SESSION#1', inSeconds(7 * 86_400))
    const find = () => client.send(new GetCommand({ TableName, Key: { PK: 'SESSION#1', SK: 'SESSION#1' } }))
    await pass(7 * 86_400 - 1)
    expect((await find()).Item).toBeDefined()
    await pass(1)
    expect((await find()).Item).toBeUndefined()
  })

  it('seed 002, session with an expiry: using a session extends its life', async () => {
    await put('SESSION#2', inSeconds(100))
    await pass(90)
    await put('SESSION#2', inSeconds(200))
    await pass(20)
    expect(await names()).toEqual(['SESSION#2'])
    await pass(90)
    expect(await names()).toEqual([])
  })
})
