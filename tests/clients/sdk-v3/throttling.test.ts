import {
  BatchWriteItemCommand,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  PutItemCommand,
  RequestLimitExceeded,
  ScanCommand,
  ThrottlingException,
  TransactWriteItemsCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import type { DatabaseOptions } from '@monotable/engine'
import { createTestClock } from '@monotable/engine'
import { afterEach, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { makeTable } from './make-table.ts'

const arn = (table: string): string => `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`

let served: ServedDatabase
let client: DynamoDBClient

afterEach(async () => {
  client.destroy()
  await served.close()
})

async function open(options: DatabaseOptions, maxAttempts: number): Promise<void> {
  served = await serveDatabase(options)
  client = new DynamoDBClient({
    endpoint: served.url,
    region,
    credentials,
    retryMode: 'standard',
    maxAttempts,
  })
}

const small = {
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 2 },
} as const

const item = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } })
const put = (TableName: string, pk: string) => client.send(new PutItemCommand({ TableName, Item: item(pk) }))

describe('throttling as the AWS SDK v3 reports it', () => {
  const still = (capacity: DatabaseOptions['capacity']): DatabaseOptions => ({
    clock: createTestClock(Date.UTC(2026, 0, 1)),
    capacity: { throttle: true, ...capacity },
  })

  it('provisioned capacity', async () => {
    await open(still({}), 1)
    const TableName = await makeTable(client, small)
    await put(TableName, 'a')
    await put(TableName, 'b')
    const error = await rejection(put(TableName, 'c'))
    expect(error).toBeInstanceOf(ProvisionedThroughputExceededException)
    expect((error as ProvisionedThroughputExceededException).ThrottlingReasons).toEqual([
      { reason: 'TableWriteProvisionedThroughputExceeded', resource: arn(TableName) },
    ])
  })

  it('the maximum throughput on demand', async () => {
    await open(still({}), 1)
    const TableName = await makeTable(client, { OnDemandThroughput: { MaxReadRequestUnits: 1 } })
    const scan = () => client.send(new ScanCommand({ TableName, ConsistentRead: true }))
    await scan()
    const error = await rejection(scan())
    expect(error).toBeInstanceOf(ThrottlingException)
    expect((error as ThrottlingException).throttlingReasons).toEqual([
      { reason: 'TableReadMaxOnDemandThroughputExceeded', resource: arn(TableName) },
    ])
  })

  it('the limit of an account', async () => {
    await open(still({ accountWriteUnits: 1 }), 1)
    const TableName = await makeTable(client)
    await put(TableName, 'a')
    const error = await rejection(put(TableName, 'b'))
    expect(error).toBeInstanceOf(RequestLimitExceeded)
    expect((error as RequestLimitExceeded).ThrottlingReasons).toEqual([
      { reason: 'TableWriteAccountLimitExceeded', resource: arn(TableName) },
    ])
  })

  it('a transaction', async () => {
    await open(still({}), 1)
    const TableName = await makeTable(client, small)
    const TransactItems = ['a', 'b'].map((pk) => ({ Put: { TableName, Item: item(pk) } }))
    const error = await rejection(client.send(new TransactWriteItemsCommand({ TransactItems })))
    expect(error).toBeInstanceOf(ProvisionedThroughputExceededException)
    expect((error as ProvisionedThroughputExceededException).ThrottlingReasons).toEqual([
      { reason: 'TableWriteProvisionedThroughputExceeded', resource: arn(TableName) },
    ])
  })
})

describe('clients that retry', () => {
  it('succeed with the retries of the SDK', async () => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    await open({ clock, capacity: { throttle: true } }, 10)
    const TableName = await makeTable(client, small)
    // Advances the clock while the SDK waits for a retry, by the time that one write takes to become affordable.
    client.middlewareStack.add(
      (next) => async (args) => {
        const { headers } = args.request as { readonly headers: { readonly [name: string]: string } }
        if (!headers['amz-sdk-request']?.startsWith('attempt=1;')) await clock.advance(500)
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => put(TableName, `k${i}`)))
    const attempts = answers.map(({ $metadata }) => $metadata.attempts ?? 1)
    expect(Math.max(...attempts)).toBeGreaterThan(1)
    expect((await served.db.send('Scan', { TableName, Select: 'COUNT' })).Count).toBe(30)
  })

  it('succeed with a loop over UnprocessedItems', async () => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    await open({ clock, capacity: { throttle: true } }, 1)
    const TableName = await makeTable(client, small)
    let left: WriteRequest[] = Array.from({ length: 25 }, (_, i) => ({ PutRequest: { Item: item(`k${i}`) } }))
    let rounds = 0
    while (left.length > 0) {
      rounds++
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: left } }))
      left = answer.UnprocessedItems?.[TableName] ?? []
      await clock.advance(5_000)
    }
    expect(rounds).toBe(4)
    expect((await served.db.send('DescribeTable', { TableName })).Table?.ItemCount).toBe(25)
  })
})
