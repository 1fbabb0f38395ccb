import { gzipSync } from 'node:zlib'
import type { ReplicationGroupUpdate } from '@monotable/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { BulkWorld, bulkLine, worldStartMs } from '../testing/bulk-world.ts'
import type { MemoryObjects } from '../testing/memory-objects.ts'

let world: BulkWorld

beforeEach(async () => {
  world = await BulkWorld.open()
})

describe('a bulk operation', () => {
  test('is described at once, and puts items afterwards', async () => {
    world.upload('a.json', bulkLine('a', { genre: { S: 'jazz' } }) + bulkLine('b'))
    const begun = await world.begin({ MaxWriteRequestUnits: 5000 })
    expect(begun).toEqual({
      BulkOperationArn: expect.stringMatching(
        /^arn:aws:dynamodb:us-east-1:000000000000:table\/Music\/bulk-operation\/\d{14}-[0-9a-f]{8}$/,
      ),
      BulkOperationStatus: 'IN_PROGRESS',
      TableDetails: [{ TableName: 'Music', TableId: expect.any(String) }],
      ClientToken: expect.any(String),
      InputS3Configuration: {
        S3Bucket: 'in',
        S3BucketOwner: '000000000000',
        InputFormat: 'DYNAMODB_JSON',
        InputCompressionType: 'NONE',
      },
      OutputS3Configuration: {
        S3Bucket: 'out',
        S3BucketOwner: '000000000000',
        OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'],
      },
      StartTime: worldStartMs / 1000,
      ProcessedItemCount: 0,
      ProcessedInputBytes: 0,
      FailedItemCount: 0,
      BulkOperationUsage: [{ TableName: 'Music', BulkPutBytes: 0, Table: { BulkPutBytes: 0 } }],
      MaxWriteRequestUnits: 5000,
      PerformanceTier: 'STANDARD',
    })
    await world.db.settled()
    expect(await world.describe(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      EndTime: worldStartMs / 1000,
      ProcessedItemCount: 2,
      FailedItemCount: 0,
    })
    expect(await world.stored()).toEqual(['a', 'b'])
  })

  test('maintains indexes, streams, expiry and counts', async () => {
    await world.db.send('UpdateTimeToLive', {
      TableName: 'Music',
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    })
    await world.db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, old: { S: 'x' } } })
    world.upload(
      'a.json',
      bulkLine('a', { genre: { S: 'jazz' } }) + bulkLine('b', { ttl: { N: `${worldStartMs / 1000 + 60}` } }),
    )
    await world.finish()
    const { Items } = await world.db.send('Query', {
      TableName: 'Music',
      IndexName: 'byGenre',
      KeyConditionExpression: 'genre = :g',
      ExpressionAttributeValues: { ':g': { S: 'jazz' } },
    })
    expect(Items).toEqual([{ pk: { S: 'a' }, genre: { S: 'jazz' } }])
    const { Item } = await world.db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({ pk: { S: 'a' }, genre: { S: 'jazz' } })
    await world.clock.advance(61_000)
    await world.db.settled()
    expect(await world.stored()).toEqual(['a'])
    expect(await world.streamed()).toEqual(['INSERT a', 'MODIFY a', 'INSERT b', 'REMOVE b'])
    const { Table } = await world.db.send('DescribeTable', { TableName: 'Music' })
    expect(Table).toMatchObject({ ItemCount: 1 })
  })

  test('reports the bytes that it has put, by table and index', async () => {
    const text = bulkLine('a', { genre: { S: 'jazz' } }) + bulkLine('bb')
    world.upload('a.json', text)
    expect(await world.finish()).toMatchObject({
      TotalInputBytes: text.length,
      ProcessedInputBytes: text.length,
      BulkOperationUsage: [
        {
          TableName: 'Music',
          BulkPutBytes: 28,
          Table: { BulkPutBytes: 16 },
          GlobalSecondaryIndexes: { byGenre: { BulkPutBytes: 12 } },
        },
      ],
    })
  })

  test('reads objects with a prefix in the order of their keys, and the last of equal keys wins', async () => {
    world.upload('other/a.json', bulkLine('z'))
    world.upload('data/2.json', bulkLine('a', { v: { N: '3' } }))
    world.upload(
      'data/1.json',
      bulkLine('a', { v: { N: '1' } }) + bulkLine('a', { v: { N: '2' } }) + bulkLine('b'),
    )
    expect(await world.finish({ input: { S3KeyPrefix: 'data/' } })).toMatchObject({ ProcessedItemCount: 4 })
    expect(await world.stored()).toEqual(['a', 'b'])
    const { Item } = await world.db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({ pk: { S: 'a' }, v: { N: '3' } })
    expect(await world.streamed()).toEqual(['INSERT a', 'MODIFY a', 'INSERT b', 'MODIFY a'])
  })

  test('reads compressed files, and counts what it has read of them', async () => {
    const content = gzipSync(Array.from({ length: 1000 }, (_, i) => bulkLine(`k${i}`)).join(''))
    world.upload('a.json.gz', content)
    expect(await world.finish({ input: { InputCompressionType: 'GZIP' } })).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 1000,
      TotalInputBytes: content.length,
      ProcessedInputBytes: content.length,
    })
    expect(await world.stored()).toHaveLength(1000)
  })

  test('reads Amazon Ion, with conditions', async () => {
    world.upload(
      'a.ion',
      `$ion_1_0 {Item:{pk:"a",n:6d2,tags:$dynamodb_SS::["x","y"],bytes:{{aGk=}},m:{l:[1.,null,true]}}}
$ion_1_0 {Item:{pk:"b"},ConditionExpression:"#v > :v",ExpressionAttributeNames:{'#v':"v"},ExpressionAttributeValues:{':v':1.}}
$ion_1_0 {Item:{pk:"c",at:2026-01-01}}
$ion_1_0 {
  Item: { pk: "d" }
}
{pk:"bare"}
{Item:{pk:"lost"}}`,
    )
    expect(await world.finish({ input: { InputFormat: 'ION' } })).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 5,
      FailedItemCount: 2,
    })
    const { Item } = await world.db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({
      pk: { S: 'a' },
      n: { N: '600' },
      tags: { SS: ['x', 'y'] },
      bytes: { B: new Uint8Array([104, 105]) },
      m: { M: { l: { L: [{ N: '1' }, { NULL: true }, { BOOL: true }] } } },
    })
    expect(await world.stored()).toEqual(['a', 'd'])
    expect(world.reports('condition-check-failure')).toMatchObject([
      { itemNumber: 2, Item: { pk: { S: 'b' } } },
    ])
    expect(world.reports('error')).toMatchObject([
      { itemNumber: 3, errorMessage: "there is no type of DynamoDB for Ion's timestamp" },
      { itemNumber: 5, errorMessage: 'the struct holds no struct Item' },
    ])
  })

  test('succeeds at once for an empty place, and fails for an absent one', async () => {
    world.objects.objects.set('in', new Map())
    expect(await world.finish()).toMatchObject({ BulkOperationStatus: 'COMPLETED', TotalInputBytes: 0 })
    expect(await world.finish({ input: { S3Bucket: 'nowhere' } })).toMatchObject({
      BulkOperationStatus: 'FAILED',
      FailureCode: 'S3NoSuchBucket',
      FailureMessage: 'The specified bucket does not exist',
    })
  })
})

test('previous states can be restored, and nothing was put twice', async () => {
  await world.db.send('UpdateContinuousBackups', {
    TableName: 'Music',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  await world.db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, v: { S: 'old' } } })
  const RestoreDateTime = world.clock.now() / 1000
  await world.clock.advance(10_000)
  world.upload('a.json', bulkLine('a', { v: { S: 'new' } }) + bulkLine('b'))
  await world.finish()
  await world.db.send('RestoreTableToPointInTime', {
    SourceTableName: 'Music',
    TargetTableName: 'AsItWas',
    RestoreDateTime,
  })
  await world.db.settled()
  const { Items } = await world.db.send('Scan', { TableName: 'AsItWas' })
  expect(Items).toEqual([{ pk: { S: 'a' }, v: { S: 'old' } }])
})

test('items are found by their vectors, whose bytes are counted separately', async () => {
  await world.db.send('CreateTable', {
    TableName: 'Near',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    VectorIndexes: [
      {
        IndexName: 'byPlace',
        VectorAttribute: { AttributeName: 'place' },
        Dimensions: 2,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
  const place = (x: number, y: number) => ({ place: { L: [{ N: `${x}` }, { N: `${y}` }] } })
  world.upload(
    'a.json',
    bulkLine('a', place(1, 1)) + bulkLine('b', place(5, 5)) + bulkLine('c', { place: { S: 'nowhere' } }),
  )
  const done = await world.finish({ TableName: 'Near' })
  expect(done).toMatchObject({
    BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
    FailedItemCount: 1,
    BulkOperationUsage: [{ VectorIndexes: { byPlace: { BulkPutVectorBytes: expect.any(Number) } } }],
  })
  const [usage] = done.BulkOperationUsage ?? []
  expect(usage?.BulkPutBytes).toBe(usage?.Table?.BulkPutBytes)
  const { SearchResults } = await world.db.send('SearchVectors', {
    TableName: 'Near',
    IndexName: 'byPlace',
    SearchVector: [{ N: '5' }, { N: '6' }],
    TopK: 1,
  })
  expect(SearchResults).toMatchObject([{ Item: { pk: { S: 'b' } } }])
})

test('reports next to the files that were read are not read when they are rewritten', async () => {
  world.upload('1.json', `${bulkLine('a')}${JSON.stringify({ Item: {} })}\n`)
  const { write } = world.objects
  // The database is closed in the middle of the files.
  let closed: Promise<void> | undefined
  const cut: MemoryObjects = {
    ...world.objects,
    write: async (bucket, key, content) => {
      if (key.includes('manifest') && closed === undefined) {
        closed = world.db.close()
        throw new Error('cut short')
      }
      await write(bucket, key, content)
    },
  }
  await world.reopen({ objects: cut })
  const begun = await world.begin({ output: { S3Bucket: 'in' } })
  await world.db.settled()
  await closed
  await world.reopen({ objects: world.objects })
  await world.db.settled()
  expect(await world.describe(begun)).toMatchObject({
    BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
    ProcessedItemCount: 2,
    FailedItemCount: 1,
  })
  const keys = [...(world.objects.objects.get('in')?.keys() ?? [])]
  expect(keys.filter((key) => key.endsWith('manifest-summary.json'))).toHaveLength(1)
  expect(keys.filter((key) => key.includes('/error/'))).toHaveLength(1)
})

describe('starting', () => {
  test('again with the same token returns the same operation for eight hours, and is refused with other parameters', async () => {
    world.upload('a.json', bulkLine('a'))
    const first = await world.finish({ ClientToken: 'token' })
    expect(await world.begin({ ClientToken: 'token' })).toEqual(first)
    await expect(world.begin({ ClientToken: 'token', MaxWriteRequestUnits: 2000 })).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
    await world.clock.advance(8 * 60 * 60 * 1000)
    expect((await world.begin({ ClientToken: 'token' })).BulkOperationArn).not.toBe(first.BulkOperationArn)
  })

  test('is refused while an index is created, a table restored, or too many are running', async () => {
    world.upload('a.json', bulkLine('a'))
    for (let i = 0; i < 300; i++) {
      await world.db.send('PutItem', { TableName: 'Music', Item: { pk: { S: `k${i}` } } })
    }
    await world.addIndex()
    await expect(world.begin()).rejects.toMatchObject({ name: 'ResourceInUseException' })
    await world.db.settled()
    const { BackupDetails } = await world.db.send('CreateBackup', { TableName: 'Music', BackupName: 'now' })
    const BackupArn = BackupDetails?.BackupArn ?? ''
    await world.db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
    await expect(world.begin({ TableName: 'Restored' })).rejects.toMatchObject({
      name: 'ResourceInUseException',
    })
    await world.db.settled()
    world.upload('a.json', Array.from({ length: 500 }, (_, i) => bulkLine(`k${i}`)).join(''))
    for (let i = 0; i < 50; i++) await world.begin({ MaxWriteRequestUnits: 1024 })
    await expect(world.begin()).rejects.toMatchObject({ name: 'LimitExceededException' })
    await world.pass(10_000)
    await world.db.settled()
    await world.begin()
  })

  test('is refused on a global table, and no replica is added meanwhile, as AWS documents', async () => {
    const withReplica = (ReplicaUpdates: ReplicationGroupUpdate[]) =>
      world.db.send('UpdateTable', { TableName: 'Music', ReplicaUpdates })
    world.upload('a.json', bulkLine('a') + bulkLine('b'))
    await world.begin()
    await expect(withReplica([{ Create: { RegionName: 'eu-west-1' } }])).rejects.toMatchObject({
      name: 'ResourceInUseException',
    })
    await world.db.settled()
    await withReplica([{ Create: { RegionName: 'eu-west-1' } }])
    await expect(world.begin()).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Bulk operations do not support global tables: Music',
    })
    await withReplica([{ Delete: { RegionName: 'eu-west-1' } }])
    expect(await world.finish()).toMatchObject({ BulkOperationStatus: 'COMPLETED' })
  })

  test('is refused without a folder', async () => {
    await world.reopen({})
    await expect(world.begin()).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('--export-dir'),
    })
  })

  test('by the ARN of the table returns its ARN', async () => {
    world.upload('a.json', bulkLine('a'))
    const TableName = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music'
    expect(await world.finish({ TableName })).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      TableDetails: [{ TableName }],
      BulkOperationUsage: [{ TableName }],
    })
  })
})

test('operations are listed in pages, newest first, if they are no older than 90 days', async () => {
  world.upload('a.json', bulkLine('a'))
  const arns: (string | undefined)[] = []
  for (let i = 0; i < 12; i++) {
    arns.unshift((await world.finish()).BulkOperationArn)
    await world.clock.advance(1)
  }
  const first = await world.db.send('ListBulkOperations', {})
  expect(first.BulkOperationsSummaryList?.map((entry) => entry.BulkOperationArn)).toEqual(arns.slice(0, 10))
  expect(first.BulkOperationsSummaryList?.[0]).toEqual({
    BulkOperationArn: arns[0],
    BulkOperationStatus: 'COMPLETED',
    StartTime: expect.any(Number),
    EndTime: expect.any(Number),
  })
  expect(first.NextToken).toMatch(/^([0-9a-f]{16})+$/)
  const next = await world.db.send('ListBulkOperations', { MaxResults: 25, NextToken: first.NextToken })
  expect(next.BulkOperationsSummaryList?.map((entry) => entry.BulkOperationArn)).toEqual(arns.slice(10))
  expect(next).not.toHaveProperty('NextToken')
  // Otherwise its stream would keep working during all that time.
  await world.db.send('DeleteTable', { TableName: 'Music' })
  await world.clock.advance(90 * 24 * 60 * 60 * 1000)
  expect(await world.db.send('ListBulkOperations', {})).toEqual({ BulkOperationsSummaryList: [] })
  const BulkOperationArn = arns[0] as string
  expect(
    (await world.db.send('DescribeBulkOperation', { BulkOperationArn })).BulkOperationDescription,
  ).toBeDefined()
})
