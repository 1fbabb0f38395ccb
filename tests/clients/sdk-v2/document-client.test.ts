import type DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { connectDocumentClientV2, connectSdkV2 } from './connect-sdk-v2.ts'

const TableName = 'Library'

describe('the document client of the AWS SDK v2', () => {
  let served: ServedDatabase
  let documents: DynamoDB.DocumentClient
  beforeAll(async () => {
    served = await serveDatabase()
    documents = connectDocumentClientV2(served.url)
    const low = connectSdkV2(served.url)
    await low
      .createTable({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'shelf', AttributeType: 'S' },
          { AttributeName: 'title', AttributeType: 'S' },
          { AttributeName: 'year', AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: 'shelf', KeyType: 'HASH' },
          { AttributeName: 'title', KeyType: 'RANGE' },
        ],
        LocalSecondaryIndexes: [
          {
            IndexName: 'by-year',
            KeySchema: [
              { AttributeName: 'shelf', KeyType: 'HASH' },
              { AttributeName: 'year', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      })
      .promise()
    await low.waitFor('tableExists', { TableName, $waiter: { delay: 1, maxAttempts: 10 } }).promise()
  })
  afterAll(() => served.close())

  it('put and get carry JavaScript values', async () => {
    const Item = {
      shelf: 'types',
      title: 'all',
      year: 1984,
      lent: false,
      note: null,
      cover: Buffer.from([0, 200, 255]),
      chapters: ['one', 2, { three: [3] }],
    }
    await documents.put({ TableName, Item }).promise()
    const answer = await documents.get({ TableName, Key: { shelf: 'types', title: 'all' } }).promise()
    expect(answer.Item).toEqual(Item)
  })

  it('createSet makes sets of texts, numbers and bytes', async () => {
    const Item = {
      shelf: 'sets',
      title: 'all',
      genres: documents.createSet(['crime', 'history']),
      loans: documents.createSet([3, 10]),
      scans: documents.createSet([Buffer.from([1]), Buffer.from([2])]),
    }
    await documents.put({ TableName, Item }).promise()
    const answer = await documents.get({ TableName, Key: { shelf: 'sets', title: 'all' } }).promise()
    expect(answer.Item?.['genres']).toMatchObject({ type: 'String', values: ['crime', 'history'] })
    expect(answer.Item?.['loans']).toMatchObject({ type: 'Number', values: [3, 10] })
    expect(answer.Item?.['scans'].values).toEqual([Buffer.from([1]), Buffer.from([2])])
  })

  it('update and delete return the requested values', async () => {
    const Key = { shelf: 'updates', title: 'one' }
    await documents
      .put({ TableName, Item: { ...Key, loans: 1, tags: documents.createSet(['a', 'b']) } })
      .promise()
    const updated = await documents
      .update({
        TableName,
        Key,
        UpdateExpression: 'SET #loans = #loans + :one DELETE #tags :a',
        ExpressionAttributeNames: { '#loans': 'loans', '#tags': 'tags' },
        ExpressionAttributeValues: { ':one': 1, ':a': documents.createSet(['a']) },
        ReturnValues: 'UPDATED_NEW',
      })
      .promise()
    expect(updated.Attributes).toMatchObject({ loans: 2, tags: { values: ['b'] } })
    const deleted = await documents.delete({ TableName, Key, ReturnValues: 'ALL_OLD' }).promise()
    expect(deleted.Attributes).toMatchObject({ ...Key, loans: 2 })
  })

  it('query reads the table and a local index, and scan filters', async () => {
    const books = [
      { shelf: 'novels', title: 'C', year: 1900 },
      { shelf: 'novels', title: 'A', year: 1950 },
      { shelf: 'novels', title: 'B', year: 1925 },
    ]
    await documents
      .batchWrite({ RequestItems: { [TableName]: books.map((Item) => ({ PutRequest: { Item } })) } })
      .promise()
    const condition = { KeyConditionExpression: 'shelf = :s', ExpressionAttributeValues: { ':s': 'novels' } }
    const byTitle = await documents.query({ TableName, ...condition }).promise()
    expect(byTitle.Items?.map((book) => book['title'])).toEqual(['A', 'B', 'C'])
    const byYear = await documents
      .query({ TableName, IndexName: 'by-year', ConsistentRead: true, Limit: 2, ...condition })
      .promise()
    expect(byYear.Items?.map((book) => book['year'])).toEqual([1900, 1925])
    expect(byYear.LastEvaluatedKey).toEqual({ shelf: 'novels', title: 'B', year: 1925 })
    const scanned = await documents
      .scan({
        TableName,
        FilterExpression: '#year BETWEEN :from AND :to AND shelf = :s',
        ExpressionAttributeNames: { '#year': 'year' },
        ExpressionAttributeValues: { ':from': 1920, ':to': 1960, ':s': 'novels' },
      })
      .promise()
    expect(scanned.Items?.map((book) => book['title']).sort()).toEqual(['A', 'B'])
  })

  it('batchGet reads existing items and leaves nothing unprocessed', async () => {
    await documents.put({ TableName, Item: { shelf: 'batch', title: '1' } }).promise()
    const Keys = ['1', '2'].map((title) => ({ shelf: 'batch', title }))
    const answer = await documents.batchGet({ RequestItems: { [TableName]: { Keys } } }).promise()
    expect(answer.Responses?.[TableName]).toEqual([{ shelf: 'batch', title: '1' }])
    expect(answer.UnprocessedKeys).toEqual({})
  })

  it('transactWrite writes all or nothing, and transactGet reads in order', async () => {
    const Item = (title: string) => ({ shelf: 'tx', title })
    const insert = (title: string) => ({
      Put: { TableName, Item: Item(title), ConditionExpression: 'attribute_not_exists(shelf)' },
    })
    await documents.transactWrite({ TransactItems: [insert('1'), insert('2')] }).promise()
    const request = documents.transactWrite({ TransactItems: [insert('3'), insert('1')] })
    let reasons: unknown
    request.on('extractError', (response) => {
      reasons = JSON.parse(String(response.httpResponse.body)).CancellationReasons
    })
    const error = await rejection(request.promise())
    expect(error).toMatchObject({
      code: 'TransactionCanceledException',
      statusCode: 400,
      retryable: false,
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
    })
    expect(reasons).toEqual([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
    ])
    const TransactItems = ['2', '3', '1'].map((title) => ({ Get: { TableName, Key: Item(title) } }))
    const read = await documents.transactGet({ TransactItems }).promise()
    expect(read.Responses).toEqual([{ Item: Item('2') }, {}, { Item: Item('1') }])
  })

  it('empty values become NULL and numbers keep all digits if the SDK is told so', async () => {
    const careful = connectDocumentClientV2(served.url, { convertEmptyValues: true, wrapNumbers: true })
    const Key = { shelf: 'options', title: '1' }
    const digits = '12345678901234567890.5'
    await connectSdkV2(served.url)
      .putItem({ TableName, Item: { shelf: { S: 'options' }, title: { S: '1' }, exact: { N: digits } } })
      .promise()
    const empty = { ':empty': '' }
    await careful
      .update({ TableName, Key, UpdateExpression: 'SET blank = :empty', ExpressionAttributeValues: empty })
      .promise()
    const { Item } = await careful.get({ TableName, Key }).promise()
    expect(Item?.['blank']).toBeNull()
    expect(String(Item?.['exact'])).toBe(digits)
  })

  it('a callback gets the error and its code', async () => {
    const error = await new Promise<AWSErrorLike | null>((resolve) => {
      documents.get({ TableName: 'nowhere', Key: { shelf: 's', title: 't' } }, (failure) => resolve(failure))
    })
    expect(error).toMatchObject({
      code: 'ResourceNotFoundException',
      message: 'Requested resource not found',
      statusCode: 400,
      requestId: expect.any(String),
    })
  })
})

interface AWSErrorLike {
  readonly code: string
}
