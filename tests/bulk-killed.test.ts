import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DescribeBulkOperationCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  StartBulkPutItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KillableServer } from './killable-server.ts'

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const itemCount = 6000

let folder: string
let server: KillableServer

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-bulk-'))
  server = new KillableServer({ folder, credentials, args: ['--export-dir', 's3'] })
})

afterEach(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function progress(client: DynamoDBClient, BulkOperationArn: string) {
  const { BulkOperationDescription: found } = await client.send(
    new DescribeBulkOperationCommand({ BulkOperationArn }),
  )
  return { status: found?.BulkOperationStatus, items: found?.ProcessedItemCount ?? 0 }
}

test('a bulk operation puts every item once although its server is killed again and again', {
  timeout: 120_000,
}, async () => {
  mkdirSync(join(folder, 's3', 'in'), { recursive: true })
  const lines = Array.from({ length: itemCount }, (_, i) => {
    // The condition would report any item that is put twice.
    return JSON.stringify({ Item: { pk: { S: `${i}` } }, ConditionExpression: 'attribute_not_exists(pk)' })
  })
  writeFileSync(join(folder, 's3', 'in', 'a.json'), lines.slice(0, itemCount / 2).join('\n'))
  writeFileSync(join(folder, 's3', 'in', 'b.json'), lines.slice(itemCount / 2).join('\n'))
  let client = await server.start()
  await client.send(
    new CreateTableCommand({
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  const { BulkOperationDescription: begun } = await client.send(
    new StartBulkPutItemsCommand({
      TableName: 'Music',
      InputS3Configuration: { S3Bucket: 'in', InputFormat: 'DYNAMODB_JSON' },
      OutputS3Configuration: { S3Bucket: 'out', OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'] },
      MaxWriteRequestUnits: 3000,
    }),
  )
  const arn = begun?.BulkOperationArn ?? ''
  for (const share of [0.2, 0.4, 0.7]) {
    let told = 0
    while (told < itemCount * share) {
      await nextMoment()
      told = (await progress(client, arn)).items
    }
    await server.kill()
    client.destroy()
    client = await server.start()
    expect((await progress(client, arn)).items).toBeGreaterThanOrEqual(told)
  }
  while ((await progress(client, arn)).status === 'IN_PROGRESS') await nextMoment()
  expect(await progress(client, arn)).toEqual({ status: 'COMPLETED', items: itemCount })
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Music' }))
  expect(Table).toMatchObject({
    ItemCount: itemCount,
    TableSizeBytes: lines.reduce((sum, _, i) => sum + `pk${i}`.length, 0),
  })
  const output = join(folder, 's3', 'out', 'AWSDynamoDB', arn.split('/').at(-1) ?? '')
  expect(readdirSync(output).sort()).toEqual([
    'manifest-files.json',
    'manifest-files.md5',
    'manifest-summary.json',
    'manifest-summary.md5',
  ])
  client.destroy()
})

function nextMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
