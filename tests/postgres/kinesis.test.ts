import { type OpenedDatabase, openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { StandInKinesis } from '../kinesis/stand-in-kinesis.ts'
import { dropSchema } from './drop-schema.ts'

const TableName = 'Orders'
const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'
const credentials = { accessKeyId: 'local', secretAccessKey: 'secret' }

describe.skipIf(!hasPostgres())('Kinesis destinations over PostgreSQL', () => {
  const schema = `kinesis_${process.pid}`
  const kinesis = new StandInKinesis(credentials.secretAccessKey)
  let postgres: PostgresServer

  beforeAll(async () => {
    postgres = await startPostgres(['fsync=off'])
    await kinesis.start()
  })

  afterAll(async () => {
    await kinesis.stop()
    if (postgres !== undefined) await dropSchema(postgres.url, schema)
    await postgres?.stop()
  })

  const open = () =>
    openDatabase({
      postgres: `${postgres.url}?schema=${schema}`,
      kinesis: { endpoint: kinesis.endpoint, credentials },
    })

  const statusOf = async (db: OpenedDatabase) => {
    const told = await db.send('DescribeKinesisStreamingDestination', { TableName })
    return told.KinesisDataStreamDestinations?.[0]?.DestinationStatus
  }

  const add = (db: OpenedDatabase, pk: string) =>
    db.send('UpdateItem', {
      TableName,
      Key: { pk: { S: pk } },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    })

  const numbersOf = (pk: string) =>
    kinesis
      .told()
      .flatMap(({ dynamodb }) => (dynamodb.Keys.pk.S === pk ? [Number(dynamodb.NewImage.n.N)] : []))

  it('two servers that write the same items send each change once and in order, also after one of them is gone', async () => {
    const [one, two] = [await open(), await open()]
    await one.send('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await one.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
    await expect.poll(() => statusOf(two)).toBe('ACTIVE')
    const items = ['a', 'b', 'c']
    const both = [one, two].flatMap((db) => items.map((pk) => ({ db, pk })))
    for (let round = 0; round < 20; round++) await Promise.all(both.map(({ db, pk }) => add(db, pk)))
    const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
    for (const pk of items) await expect.poll(() => numbersOf(pk)).toEqual(upTo(40))
    await one.close()
    for (let round = 0; round < 5; round++) await Promise.all(items.map((pk) => add(two, pk)))
    for (const pk of items) await expect.poll(() => numbersOf(pk)).toEqual(upTo(45))
    await two.send('DisableKinesisStreamingDestination', { TableName, StreamArn })
    await expect.poll(() => statusOf(two)).toBe('DISABLED')
    expect(kinesis.faults).toEqual([])
    await two.close()
  })
})
