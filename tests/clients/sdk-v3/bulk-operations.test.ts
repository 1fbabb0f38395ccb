import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  CancelBulkOperationCommand,
  CreateTableCommand,
  DescribeBulkOperationCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListBulkOperationsCommand,
  PutItemCommand,
  paginateListBulkOperations,
  QueryCommand,
  ResourceNotFoundException,
  StartBulkPutItemsCommand,
  type StartBulkPutItemsCommandInput,
  waitUntilBulkOperationCompleted,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createObjectFolder } from '../../../packages/cli/src/object-folder.ts'
import { openDatabase } from '../../../packages/cli/src/open-database.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'

let folder: string
let served: ServedDatabase
let client: DynamoDBClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-bulk-'))
  served = await serveDatabase({ objects: createObjectFolder(folder) })
  client = new DynamoDBClient({ endpoint: served.url, region, credentials, maxAttempts: 1 })
})

afterAll(async () => {
  client.destroy()
  await served.close()
  await rm(folder, { recursive: true, force: true })
})

const table = {
  TableName: 'Music',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' as const },
    { AttributeName: 'genre', AttributeType: 'S' as const },
  ],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byGenre',
      KeySchema: [{ AttributeName: 'genre', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'KEYS_ONLY' as const },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST' as const,
}

beforeEach(async () => {
  await served.db.reset()
  await rm(join(folder, 'in'), { recursive: true, force: true })
  await rm(join(folder, 'out'), { recursive: true, force: true })
  await mkdir(join(folder, 'in', 'data'), { recursive: true })
  await client.send(new CreateTableCommand(table))
})

const upload = (name: string, content: string | Uint8Array) =>
  writeFile(join(folder, 'in', 'data', name), content)

const line = (pk: string, more: object = {}, beside: object = {}) =>
  `${JSON.stringify({ Item: { pk: { S: pk }, ...more }, ...beside })}\n`

const request: StartBulkPutItemsCommandInput = {
  TableName: 'Music',
  InputS3Configuration: { S3Bucket: 'in', S3KeyPrefix: 'data/', InputFormat: 'DYNAMODB_JSON' },
  OutputS3Configuration: { S3Bucket: 'out', OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'] },
}

async function start(more: Partial<StartBulkPutItemsCommandInput> = {}): Promise<string> {
  const answer = await client.send(new StartBulkPutItemsCommand({ ...request, ...more }))
  expect(answer.BulkOperationDescription).toMatchObject({
    BulkOperationStatus: 'IN_PROGRESS',
    StartTime: expect.any(Date),
    // The SDK generates the token.
    ClientToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  return answer.BulkOperationDescription?.BulkOperationArn ?? ''
}

async function finished(BulkOperationArn: string) {
  await waitUntilBulkOperationCompleted(
    { client, maxWaitTime: 120, minDelay: 1, maxDelay: 1 },
    { BulkOperationArn },
  )
  return (await client.send(new DescribeBulkOperationCommand({ BulkOperationArn }))).BulkOperationDescription
}

describe('the SDK', () => {
  it('puts the items of files into a table, waits, and finds the items that were not put', async () => {
    await client.send(new PutItemCommand({ TableName: 'Music', Item: { pk: { S: 'a' } } }))
    const fresh = { ConditionExpression: 'attribute_not_exists(pk)' }
    const lines = [
      line('a', {}, fresh),
      line('b', { genre: { S: 'jazz' } }, fresh),
      line('c', { genre: { N: '1' } }),
    ]
    await upload('1.json.gz', gzipSync(lines.join('')))
    await upload('2.json.gz', 'this is not compressed')
    const arn = await start({
      InputS3Configuration: {
        S3Bucket: 'in',
        S3KeyPrefix: 'data/',
        InputFormat: 'DYNAMODB_JSON',
        InputCompressionType: 'GZIP',
      },
    })
    expect(await finished(arn)).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      EndTime: expect.any(Date),
      ProcessedItemCount: 4,
      FailedItemCount: 2,
      BulkOperationUsage: [
        {
          TableName: 'Music',
          Table: { BulkPutBytes: 12 },
          GlobalSecondaryIndexes: { byGenre: { BulkPutBytes: 12 } },
        },
      ],
    })
    const output = join(folder, 'out', 'AWSDynamoDB', arn.split('/').at(-1) ?? '')
    const told = async (kind: string) => {
      const [name = ''] = await readdir(join(output, kind))
      const text = gunzipSync(await readFile(join(output, kind, name))).toString()
      return text
        .trim()
        .split('\n')
        .map((entry) => JSON.parse(entry) as unknown)
    }
    expect(await told('error')).toMatchObject([
      { s3ObjectKey: 'data/1.json.gz', itemNumber: 3, Item: { pk: { S: 'c' } } },
      { s3ObjectKey: 'data/2.json.gz', itemNumber: 1 },
    ])
    expect(await told('condition-check-failure')).toEqual([
      {
        s3ObjectKey: 'data/1.json.gz',
        itemNumber: 1,
        Item: { pk: { S: 'a' } },
        ExistingItem: { pk: { S: 'a' } },
      },
    ])
  })

  it('puts many thousand items while others write', { timeout: 300_000 }, async () => {
    const count = 20_000
    for (let part = 0; part < 4; part++) {
      const lines = Array.from({ length: count / 4 }, (_, i) => {
        return line(`item-${part * (count / 4) + i}`, {
          genre: { S: `g${i % 1000}` },
          note: { S: 'x'.repeat(50) },
        })
      })
      await upload(`${part}.json.gz`, gzipSync(lines.join('')))
    }
    const arn = await start({
      InputS3Configuration: {
        S3Bucket: 'in',
        S3KeyPrefix: 'data/',
        InputFormat: 'DYNAMODB_JSON',
        InputCompressionType: 'GZIP',
      },
    })
    let mine = 0
    for (let isDone = false; !isDone; mine++) {
      await client.send(new PutItemCommand({ TableName: 'Music', Item: { pk: { S: `mine-${mine}` } } }))
      const { BulkOperationDescription: now } = await client.send(
        new DescribeBulkOperationCommand({ BulkOperationArn: arn }),
      )
      isDone = now?.BulkOperationStatus !== 'IN_PROGRESS'
    }
    expect(await finished(arn)).toMatchObject({ BulkOperationStatus: 'COMPLETED', ProcessedItemCount: count })
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Music' }))
    expect(Table).toMatchObject({ ItemCount: count + mine, GlobalSecondaryIndexes: [{ ItemCount: count }] })
    const { Count } = await client.send(
      new QueryCommand({
        TableName: 'Music',
        IndexName: 'byGenre',
        KeyConditionExpression: 'genre = :g',
        ExpressionAttributeValues: { ':g': { S: 'g7' } },
      }),
    )
    expect(Count).toBe(count / 1000)
  })

  it('cancels, lists in pages, and knows the errors', async () => {
    await upload('a.json', Array.from({ length: 20_000 }, (_, i) => line(`k${i}`)).join(''))
    const arn = await start({ MaxWriteRequestUnits: 1024 })
    expect(await client.send(new CancelBulkOperationCommand({ BulkOperationArn: arn }))).toMatchObject({
      BulkOperationArn: arn,
      BulkOperationStatus: 'CANCELLING',
    })
    await expect(finished(arn)).rejects.toThrow('CANCELLED')
    await upload('a.json', line('a'))
    const others = [await start(), await start()]
    for (const other of others) await finished(other)
    const listed: unknown[] = []
    for await (const page of paginateListBulkOperations({ client, pageSize: 1 }, {})) {
      listed.push(...(page.BulkOperationsSummaryList ?? []).map((entry) => entry.BulkOperationArn))
    }
    expect(listed.toSorted()).toEqual([arn, ...others].toSorted())
    const { BulkOperationsSummaryList } = await client.send(new ListBulkOperationsCommand({}))
    expect(BulkOperationsSummaryList).toHaveLength(3)
    const unknown = `${arn.slice(0, -8)}00000000`
    await expect(
      client.send(new DescribeBulkOperationCommand({ BulkOperationArn: unknown })),
    ).rejects.toBeInstanceOf(ResourceNotFoundException)
  })

  it('does the same in process', async () => {
    await upload('a.json', line('a'))
    const db = await openDatabase({ exports: folder })
    try {
      const direct = db.sdkClient()
      await direct.createTable(table)
      const { BulkOperationDescription } = await direct.startBulkPutItems(request)
      expect(BulkOperationDescription?.StartTime).toBeInstanceOf(Date)
      await db.settled()
      const { Item } = await direct.send(new GetItemCommand({ TableName: 'Music', Key: { pk: { S: 'a' } } }))
      expect(Item).toEqual({ pk: { S: 'a' } })
    } finally {
      await db.close()
    }
  })
})
