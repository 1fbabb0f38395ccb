import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedDatabase, openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { dropSchema } from './drop-schema.ts'

const TableName = 'Music'
const itemCount = 3000

describe.skipIf(!hasPostgres())('a bulk operation over PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-bulk-'))
  const schema = `bulk_${process.pid}`
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres(['fsync=off'])
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = () => openDatabase({ postgres: { url: postgres.url, schema }, exports: folder })
  const describeIt = async (db: OpenedDatabase, BulkOperationArn: string) =>
    (await db.send('DescribeBulkOperation', { BulkOperationArn })).BulkOperationDescription

  it('continues on another server while others write, and puts every item once', {
    timeout: 120_000,
  }, async () => {
    mkdirSync(join(folder, 'in'))
    const lines = Array.from({ length: itemCount }, (_, i) => {
      return JSON.stringify({ Item: { pk: { S: `${i}` } }, ConditionExpression: 'attribute_not_exists(pk)' })
    })
    writeFileSync(join(folder, 'in', 'a.json'), lines.join('\n'))
    const first = await open()
    await first.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    const { BulkOperationDescription } = await first.send('StartBulkPutItems', {
      TableName,
      InputS3Configuration: { S3Bucket: 'in', InputFormat: 'DYNAMODB_JSON' },
      OutputS3Configuration: { S3Bucket: 'out', OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'] },
      MaxWriteRequestUnits: 2000,
    })
    const arn = BulkOperationDescription.BulkOperationArn ?? ''
    const second = await open()
    while (((await describeIt(second, arn)).ProcessedItemCount ?? 0) < itemCount / 3) await nextMoment()
    await first.close()
    let mine = 0
    for (; (await describeIt(second, arn)).BulkOperationStatus === 'IN_PROGRESS'; mine++) {
      await second.send('PutItem', { TableName, Item: { pk: { S: `mine-${mine}` } } })
      await nextMoment()
    }
    expect(await describeIt(second, arn)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: itemCount,
      FailedItemCount: 0,
    })
    const { Table } = await second.send('DescribeTable', { TableName })
    expect(Table?.ItemCount).toBe(itemCount + mine)
    await second.close()
    await dropSchema(postgres.url, schema)
  })
})

function nextMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
