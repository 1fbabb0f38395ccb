import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { BulkWorld, bulkLine } from '../testing/bulk-world.ts'

let world: BulkWorld

beforeEach(async () => {
  world = await BulkWorld.open()
})

describe('items that are not put', () => {
  test('are reported, and the others are put', async () => {
    const large = { v: { S: 'x'.repeat(410_000) } }
    const lines = [
      bulkLine('a'),
      `${JSON.stringify({ Item: { no: { S: 'key' } } })}\n`,
      `${JSON.stringify({ Item: { pk: { N: '1' } } })}\n`,
      bulkLine('large', large),
      bulkLine('wrong', { genre: { N: '1' } }),
      bulkLine('bad', { v: { X: '1' } }),
      bulkLine('b'),
    ]
    world.upload('a.json', lines.join(''))
    const done = await world.finish({ output: { S3KeyPrefix: 'pre/' } })
    expect(done).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 7,
      FailedItemCount: 5,
    })
    expect(done).not.toHaveProperty('FailureCode')
    expect(await world.stored()).toEqual(['a', 'b'])
    expect(world.reports('error')).toEqual([
      {
        s3ObjectKey: 'a.json',
        itemNumber: 2,
        errorMessage: 'One or more parameter values were invalid: Missing the key pk in the item',
        Item: { no: { S: 'key' } },
      },
      expect.objectContaining({ itemNumber: 3, errorMessage: expect.stringContaining('Type mismatch') }),
      expect.objectContaining({ itemNumber: 4, errorMessage: expect.stringContaining('Item size') }),
      expect.objectContaining({ itemNumber: 5, errorMessage: expect.stringContaining('byGenre') }),
      expect.objectContaining({ itemNumber: 6, Item: { pk: { S: 'bad' }, v: { X: '1' } } }),
    ])
    const id = done.BulkOperationArn?.split('/').at(-1)
    const folder = `pre/AWSDynamoDB/${id}`
    const data = world.outputKeys().filter((key) => key.includes('/error/'))
    expect(world.outputKeys()).toEqual([
      ...data,
      `${folder}/manifest-files.json`,
      `${folder}/manifest-files.md5`,
      `${folder}/manifest-summary.json`,
      `${folder}/manifest-summary.md5`,
    ])
    const summary = world.objects.objects.get('out')?.get(`${folder}/manifest-summary.json`)
    expect(JSON.parse(Buffer.from(summary ?? '').toString())).toMatchObject({
      bulkOperationArn: done.BulkOperationArn,
      processedItemCount: 7,
      failedItemCount: 5,
    })
    const files = world.objects.objects.get('out')?.get(`${folder}/manifest-files.json`)
    expect(JSON.parse(Buffer.from(files ?? '').toString())).toMatchObject({
      outputType: 'ERROR',
      itemCount: 5,
      dataFileS3Key: data[0],
    })
  })

  test.each([2_000, 200_000])(
    'a line that is nested %i levels deep is reported, and the next one is put',
    async (depth) => {
      const value = `${'{"L":['.repeat(depth / 2)}{"S":"x"}${']}'.repeat(depth / 2)}`
      world.upload('a.json', `${bulkLine('a')}{"Item":{"pk":{"S":"deep"},"v":${value}}}\n${bulkLine('b')}`)
      expect(await world.finish()).toMatchObject({ ProcessedItemCount: 3, FailedItemCount: 1 })
      expect(await world.stored()).toEqual(['a', 'b'])
      expect(world.reports('error')).toEqual([
        { s3ObjectKey: 'a.json', itemNumber: 2, errorMessage: 'the line is nested too deeply' },
      ])
    },
  )

  test('a line that is not an item ends its object, and the next object is read', async () => {
    world.upload('1.json', `${bulkLine('a')}no JSON\n${bulkLine('lost')}`)
    world.upload('2.json', `${JSON.stringify({ pk: { S: 'bare' } })}\n${bulkLine('lost')}`)
    world.upload('3.json', bulkLine('b'))
    expect(await world.finish()).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 4,
      FailedItemCount: 2,
    })
    expect(await world.stored()).toEqual(['a', 'b'])
    expect(world.reports('error')).toEqual([
      { s3ObjectKey: '1.json', itemNumber: 2, errorMessage: expect.stringContaining('no JSON') },
      { s3ObjectKey: '2.json', itemNumber: 1, errorMessage: expect.stringContaining('Item') },
    ])
  })

  test('an object with another compression than stated cannot be read', async () => {
    world.upload('1.json.gz', gzipSync(bulkLine('a')))
    world.upload('2.json.gz', bulkLine('b'))
    world.upload('3.json.gz', gzipSync(bulkLine('c')))
    expect(await world.finish({ input: { InputCompressionType: 'GZIP' } })).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      FailedItemCount: 1,
    })
    expect(await world.stored()).toEqual(['a', 'c'])
  })

  test('because of their condition are reported with the existing item, and do not count as errors', async () => {
    await world.db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, v: { N: '1' } } })
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    const newer = {
      ConditionExpression: '#v < :v',
      ExpressionAttributeNames: { '#v': 'v' },
      ExpressionAttributeValues: { ':v': { N: '2' } },
    }
    world.upload(
      'a.json',
      bulkLine('a', { v: { N: '5' } }, condition) +
        bulkLine('b', {}, condition) +
        bulkLine('b', { v: { N: '6' } }, condition) +
        bulkLine('none', {}, newer) +
        bulkLine('a', { v: { N: '2' } }, newer),
    )
    const done = await world.finish()
    expect(done).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 5,
      FailedItemCount: 0,
      BulkOperationUsage: [{ Table: { BulkPutBytes: 9 } }],
    })
    expect(world.reports('condition-check-failure')).toEqual([
      {
        s3ObjectKey: 'a.json',
        itemNumber: 1,
        Item: { pk: { S: 'a' }, v: { N: '5' } },
        ExistingItem: { pk: { S: 'a' }, v: { N: '1' } },
      },
      {
        s3ObjectKey: 'a.json',
        itemNumber: 3,
        Item: { pk: { S: 'b' }, v: { N: '6' } },
        ExistingItem: { pk: { S: 'b' } },
      },
      { s3ObjectKey: 'a.json', itemNumber: 4, Item: { pk: { S: 'none' } } },
    ])
    const { Item } = await world.db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({ pk: { S: 'a' }, v: { N: '2' } })
    expect(await world.streamed()).toEqual(['INSERT a', 'INSERT b', 'MODIFY a'])
  })

  test('an invalid condition makes its item invalid', async () => {
    world.upload(
      'a.json',
      bulkLine('a', {}, { ConditionExpression: 'v <' }) +
        bulkLine('b', {}, { ConditionExpression: 'v = :v' }) +
        bulkLine('c', {}, { ExpressionAttributeNames: { '#v': 'v' } }) +
        bulkLine('d', {}, { ConditionExpression: 5 }) +
        bulkLine('e', {}, { ConditionExpression: null }),
    )
    expect(await world.finish()).toMatchObject({ FailedItemCount: 4 })
    expect(await world.stored()).toEqual(['e'])
    expect(world.reports('error')).toEqual([
      expect.objectContaining({ errorMessage: expect.stringContaining('Syntax error') }),
      expect.objectContaining({ errorMessage: expect.stringContaining(':v') }),
      expect.objectContaining({ errorMessage: expect.stringContaining('ExpressionAttributeNames') }),
      expect.objectContaining({ itemNumber: 4 }),
    ])
  })

  test('only requested reports are written', async () => {
    world.upload('a.json', `${JSON.stringify({ Item: {} })}\n`)
    const done = await world.finish({ output: { OutputType: ['CONDITION_CHECK_FAILURE'] } })
    expect(done).toMatchObject({ BulkOperationStatus: 'COMPLETED_WITH_ERRORS', FailedItemCount: 1 })
    expect(world.outputKeys().filter((key) => key.endsWith('.gz'))).toEqual([])
  })
})

test('it uses no capacity of a throttled table', async () => {
  world.db = await createDatabase({
    clock: world.clock,
    objects: world.objects,
    capacity: { throttle: true },
  })
  await world.db.send('CreateTable', {
    TableName: 'Music',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: { ReadCapacityUnits: 100, WriteCapacityUnits: 1 },
  })
  world.upload('a.json', Array.from({ length: 2000 }, (_, i) => bulkLine(`k${i}`)).join(''))
  expect(await world.finish()).toMatchObject({ BulkOperationStatus: 'COMPLETED', ProcessedItemCount: 2000 })
  await world.db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'mine' } } })
})

test('an item that would make an item collection too large is reported, and the others are put', async () => {
  world.db = await createDatabase({
    clock: world.clock,
    objects: world.objects,
    capacity: { collectionMaxBytes: 1000 },
  })
  await world.db.send('CreateTable', {
    TableName: 'Music',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
      { AttributeName: 'v', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'byV',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'v', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const filling = { note: { S: 'x'.repeat(500) } }
  world.upload(
    'a.json',
    bulkLine('a', { sk: { S: '1' }, v: { S: 'v' }, ...filling }) +
      bulkLine('a', { sk: { S: '2' }, ...filling }) +
      bulkLine('a', { sk: { S: '3' } }) +
      bulkLine('b', { sk: { S: '1' } }),
  )
  expect(await world.finish()).toMatchObject({
    BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
    ProcessedItemCount: 4,
    FailedItemCount: 1,
    BulkOperationUsage: [{ LocalSecondaryIndexes: { byV: { BulkPutBytes: expect.any(Number) } } }],
  })
  expect(world.reports('error')).toMatchObject([{ itemNumber: 2, errorMessage: 'Collection size exceeded.' }])
})
