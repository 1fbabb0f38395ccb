import { Agent } from 'node:http'
import type { DynamoDBStreamEvent } from '@monotable/engine'
import DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { connectDocumentClientV2, connectSdkV2 } from '../sdk-v2/connect-sdk-v2.ts'
import { type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSingleTable } from './create-single-table.ts'

// One test for each sample of the seed, in its order; this alone makes the file long.
type Item = DynamoDB.DocumentClient.AttributeMap

const TableName = 'data'
const { Converter } = DynamoDB
const cancelled = (...codes: string[]): string =>
  `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`
const self = (key: string) => ({ PK: key, SK: key })

describe('seed 000, patterns for single-table design, with the document client of the AWS SDK v2', () => {
  let served: ServedDatabase
  let documents: DynamoDB.DocumentClient
  beforeAll(async () => {
    served = await serveDatabase()
    documents = connectDocumentClientV2(served.url)
    await createSingleTable(served.db, {
      name: TableName,
      pk: 'PK',
      sk: 'SK',
      indexes: {
        GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' },
        SPARSE_SHIPPED: { pk: 'SPARSE_SHIPPED_PK', sk: 'SPARSE_SHIPPED_SK' },
        REPLICA: { pk: 'PK', sk: 'SK', projection: 'KEYS_ONLY' },
      },
    })
  })
  afterAll(() => served.close())

  describe('denormalisation', () => {
    it('seed 000, complex attribute: an address is part of its user and is read and changed by path', async () => {
      const address = { street: '1 Quay Street', city: 'Bergen', zip: '5003' }
      await put({ ...self('USER#ann@example.com'), TYPE: 'USER', Name: 'Ann', Address: address })
      await documents
        .update({
          TableName,
          Key: self('USER#ann@example.com'),
          UpdateExpression: 'SET Address.zip = :zip',
          ExpressionAttributeValues: { ':zip': '5004' },
        })
        .promise()
      const { Item } = await documents
        .get({
          TableName,
          Key: self('USER#ann@example.com'),
          ProjectionExpression: 'Address.city, Address.zip',
        })
        .promise()
      expect(Item).toEqual({ Address: { city: 'Bergen', zip: '5004' } })
    })

    it('seed 000, duplicated data: each book names its author, and one read needs no other', async () => {
      await putAll(
        { ...self('BOOK#FIRST_SNOW'), TYPE: 'BOOK', Name: 'First Snow', Author: 'N. N.' },
        { ...self('BOOK#LAST_SNOW'), TYPE: 'BOOK', Name: 'Last Snow', Author: 'N. N.' },
      )
      const { Item } = await documents.get({ TableName, Key: self('BOOK#LAST_SNOW') }).promise()
      expect(Item?.['Author']).toBe('N. N.')
    })
  })

  describe('one to many', () => {
    beforeAll(() =>
      putAll(
        { ...self('CUSTOMER#C7'), TYPE: 'CUSTOMER', Name: 'Cora' },
        {
          PK: 'CUSTOMER#C7',
          SK: 'ORDER#00001',
          TYPE: 'ORDER',
          GSI1PK: 'CUSTOMER#C7#ORDER#00001',
          GSI1SK: 'ORDER#00001',
        },
        {
          PK: 'CUSTOMER#C7',
          SK: 'ORDER#00002',
          TYPE: 'ORDER',
          GSI1PK: 'CUSTOMER#C7#ORDER#00002',
          GSI1SK: 'ORDER#00002',
        },
        { PK: 'CUSTOMER#C7', SK: '#QUESTION#99999', TYPE: 'QUESTION', QuestionId: '00001' },
        { PK: 'CUSTOMER#C7', SK: '#QUESTION#99998', TYPE: 'QUESTION', QuestionId: '00002' },
        { ...self('LOG#00001'), TYPE: 'LOG', GSI1PK: 'CUSTOMER#C7#ORDER#00001', GSI1SK: 'LOG#00001' },
        { ...self('LOG#00002'), TYPE: 'LOG', GSI1PK: 'CUSTOMER#C7#ORDER#00001', GSI1SK: 'LOG#00002' },
      ),
    )

    it('seed 000, one to many: the customer alone, by full key', async () => {
      const { Item } = await documents.get({ TableName, Key: self('CUSTOMER#C7') }).promise()
      expect(Item?.['Name']).toBe('Cora')
    })

    it('seed 000, one to many: only the orders, by the beginning of the sort key', async () => {
      expect(
        await sortKeys('PK = :pk AND begins_with(SK, :sk)', { ':pk': 'CUSTOMER#C7', ':sk': 'ORDER' }),
      ).toEqual(['ORDER#00001', 'ORDER#00002'])
    })

    it('seed 000, one to many: one order of the customer', async () => {
      const Key = { PK: 'CUSTOMER#C7', SK: 'ORDER#00001' }
      expect((await documents.get({ TableName, Key }).promise()).Item?.['TYPE']).toBe('ORDER')
    })

    it('seed 000, one to many in an index: an order comes with its logs', async () => {
      const { Items } = await documents
        .query({
          TableName,
          IndexName: 'GSI1',
          KeyConditionExpression: 'GSI1PK = :pk',
          ExpressionAttributeValues: { ':pk': 'CUSTOMER#C7#ORDER#00001' },
        })
        .promise()
      expect(Items?.map((item) => item['GSI1SK'])).toEqual(['LOG#00001', 'LOG#00002', 'ORDER#00001'])
    })

    it('seed 000, two relations around one parent: the customer with the orders after it', async () => {
      const found = await sortKeys('PK = :pk AND SK >= :pk', { ':pk': 'CUSTOMER#C7' }, { Limit: 11 })
      expect(found).toEqual(['CUSTOMER#C7', 'ORDER#00001', 'ORDER#00002'])
    })

    it('seed 000, two relations around one parent: the customer with the questions before it', async () => {
      const found = await sortKeys(
        'PK = :pk AND SK <= :pk',
        { ':pk': 'CUSTOMER#C7' },
        { Limit: 11, ScanIndexForward: false },
      )
      expect(found).toEqual(['CUSTOMER#C7', '#QUESTION#99999', '#QUESTION#99998'])
    })

    it('seed 000, inverted numbers: the newest question comes first when reading forwards', async () => {
      const values = { ':pk': 'CUSTOMER#C7', ':sk': '#QUESTION' }
      const found = await sortKeys('PK = :pk AND begins_with(SK, :sk)', values, { Limit: 10 })
      expect(found).toEqual(['#QUESTION#99998', '#QUESTION#99999'])
    })

    it('seed 000, two relations around one parent: everything with one request', async () => {
      expect(await sortKeys('PK = :pk', { ':pk': 'CUSTOMER#C7' })).toEqual([
        '#QUESTION#99998',
        '#QUESTION#99999',
        'CUSTOMER#C7',
        'ORDER#00001',
        'ORDER#00002',
      ])
    })
  })

  describe('many to many', () => {
    const plays = (student: string, sport: string): Item => ({
      PK: `STUDENT#${student}`,
      SK: `SPORT#${sport}`,
      TYPE: 'STUDENT_SPORT',
      GSI1PK: `SPORT#${sport}`,
      GSI1SK: `STUDENT#${student}`,
    })
    const alone = (key: string): Item => ({ ...self(key), GSI1PK: key, GSI1SK: key })
    beforeAll(() =>
      putAll(
        alone('STUDENT#IDA'),
        alone('STUDENT#LEO'),
        alone('SPORT#ROWING'),
        alone('SPORT#CHESS'),
        plays('IDA', 'ROWING'),
        plays('LEO', 'ROWING'),
        plays('IDA', 'CHESS'),
      ),
    )

    it('seed 000, adjacency list: a student with the sports, and the sports only', async () => {
      expect(await sortKeys('PK = :pk', { ':pk': 'STUDENT#IDA' })).toEqual([
        'SPORT#CHESS',
        'SPORT#ROWING',
        'STUDENT#IDA',
      ])
      const values = { ':pk': 'STUDENT#IDA', ':sk': 'SPORT' }
      expect(await sortKeys('PK = :pk AND begins_with(SK, :sk)', values)).toEqual([
        'SPORT#CHESS',
        'SPORT#ROWING',
      ])
    })

    it('seed 000, adjacency list: the other side is read from the index with swapped keys', async () => {
      const inSwapped = (condition: string, values: Item) =>
        documents
          .query({
            TableName,
            IndexName: 'GSI1',
            KeyConditionExpression: condition,
            ExpressionAttributeValues: values,
          })
          .promise()
          .then(({ Items }) => Items?.map((item) => item['GSI1SK']))
      expect(await inSwapped('GSI1PK = :pk', { ':pk': 'SPORT#ROWING' })).toEqual([
        'SPORT#ROWING',
        'STUDENT#IDA',
        'STUDENT#LEO',
      ])
      const values = { ':pk': 'SPORT#ROWING', ':sk': 'STUDENT' }
      expect(await inSwapped('GSI1PK = :pk AND begins_with(GSI1SK, :sk)', values)).toEqual([
        'STUDENT#IDA',
        'STUDENT#LEO',
      ])
    })

    it('seed 000, details after a relation: a batch get reads the related items at once', async () => {
      const { Items = [] } = await query('PK = :pk AND begins_with(SK, :sk)', {
        ':pk': 'STUDENT#IDA',
        ':sk': 'SPORT',
      })
      const Keys = Items.map((item) => self(item['SK']))
      const { Responses } = await documents.batchGet({ RequestItems: { [TableName]: { Keys } } }).promise()
      expect(Responses?.[TableName]?.map((item) => item['PK']).sort()).toEqual([
        'SPORT#CHESS',
        'SPORT#ROWING',
      ])
    })

    it('seed 000, materialised graph: typed edges are read from a node and from the other end', async () => {
      await putAll(
        {
          PK: 'STUDENT#MAX',
          SK: 'TEACHER#ROSE#CLASS#LATIN',
          TYPE: 'CLASS',
          GSI1PK: 'TEACHER#ROSE',
          GSI1SK: 'STUDENT#MAX',
        },
        {
          PK: 'STUDENT#MAX',
          SK: 'HOME#NO#BERGEN',
          TYPE: 'HOME',
          GSI1PK: 'COUNTRY#NO',
          GSI1SK: 'STUDENT#MAX',
        },
      )
      const values = { ':pk': 'STUDENT#MAX', ':sk': 'TEACHER#' }
      expect(await sortKeys('PK = :pk AND begins_with(SK, :sk)', values)).toEqual([
        'TEACHER#ROSE#CLASS#LATIN',
      ])
      const { Items } = await documents
        .query({
          TableName,
          IndexName: 'GSI1',
          KeyConditionExpression: 'GSI1PK = :pk',
          ExpressionAttributeValues: { ':pk': 'COUNTRY#NO' },
        })
        .promise()
      expect(Items?.map((item) => item['TYPE'])).toEqual(['HOME'])
    })
  })

  it('seed 000, hierarchy in a composite sort key: read at each level', async () => {
    const PK = 'SALE#NORWAY'
    const SKs = [
      'BERGEN#00011#2021-05-03',
      'BERGEN#00011#2021-06-01',
      'BERGEN#00012#2021-05-04',
      'OSLO#00001#2021-05-05',
    ]
    await putAll(...SKs.map((SK) => ({ PK, SK, TYPE: 'SALE' })))
    const below = (start: string) =>
      sortKeys('PK = :pk AND begins_with(SK, :sk)', { ':pk': PK, ':sk': start })
    expect(await sortKeys('PK = :pk', { ':pk': PK })).toEqual(SKs)
    expect(await below('BERGEN')).toHaveLength(3)
    expect(await below('BERGEN#00011')).toHaveLength(2)
    expect(await below('BERGEN#00011#2021-05')).toEqual(['BERGEN#00011#2021-05-03'])
  })

  it('seed 000, sorting: capital letters come before small ones, and digits before both', async () => {
    const SKs = ['10', '2', 'Zebra', 'apple']
    await putAll(...SKs.map((SK) => ({ PK: 'ORDERING', SK })))
    expect(await sortKeys('PK = :pk', { ':pk': 'ORDERING' })).toEqual(SKs)
  })

  it('seed 000, unique field: the transaction fails when the name or the address is taken, and the reasons say which', async () => {
    const register = (name: string, email: string) =>
      documents.transactWrite({
        TransactItems: [
          insert({ ...self(`USER#${name}`), Username: name }),
          insert(self(`USEREMAIL#${email}`)),
        ],
      })
    await register('kim', 'kim@example.com').promise()
    const request = register('kim2', 'kim@example.com')
    const reasons = reasonsOf(request)
    const error = await rejection(request.promise())
    expect(error).toMatchObject({
      code: 'TransactionCanceledException',
      message: cancelled('None', 'ConditionalCheckFailed'),
    })
    expect(reasons()).toEqual(['None', 'ConditionalCheckFailed'])
    expect((await documents.get({ TableName, Key: self('USER#kim2') }).promise()).Item).toBeUndefined()
  })

  it('seed 000, scheduled delete: the filter keeps items that have not expired and items that never expire', async () => {
    const now = 1_700_000_000
    await putAll(
      { PK: 'USER#eve', SK: 'TOKEN#old', ttl: now - 1 },
      { PK: 'USER#eve', SK: 'TOKEN#new', ttl: now + 1 },
      { PK: 'USER#eve', SK: 'TOKEN#kept' },
    )
    const { Items } = await documents
      .query({
        TableName,
        KeyConditionExpression: '#PK = :PK',
        FilterExpression: '#ttl > :now OR attribute_not_exists(#ttl)',
        ExpressionAttributeNames: { '#PK': 'PK', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':PK': 'USER#eve', ':now': now },
      })
      .promise()
    expect(Items?.map((item) => item['SK'])).toEqual(['TOKEN#kept', 'TOKEN#new'])
  })

  it('seed 000, auto-incrementing number: each update returns the next one', async () => {
    await put({ ...self('AUTOINCREMENT'), number: 41 })
    const next = () =>
      documents
        .update({
          TableName,
          Key: self('AUTOINCREMENT'),
          UpdateExpression: 'SET #number = #number + :incr',
          ExpressionAttributeNames: { '#number': 'number' },
          ExpressionAttributeValues: { ':incr': 1 },
          ReturnValues: 'UPDATED_NEW',
        })
        .promise()
    expect((await next()).Attributes).toEqual({ number: 42 })
    const more = await Promise.all([next(), next(), next()])
    expect(more.map(({ Attributes }) => Attributes?.['number']).sort()).toEqual([43, 44, 45])
  })

  it('seed 000, counting: a like counts once, however often it is sent', async () => {
    await put({ ...self('POST#A1'), likeCount: 0 })
    const like = () =>
      documents
        .transactWrite({
          TransactItems: [
            insert({ PK: 'POST#A1', SK: 'LIKE#kim' }),
            {
              Update: {
                TableName,
                Key: self('POST#A1'),
                ConditionExpression: 'attribute_exists(PK)',
                UpdateExpression: 'SET #likeCount = #likeCount + :incr',
                ExpressionAttributeNames: { '#likeCount': 'likeCount' },
                ExpressionAttributeValues: { ':incr': 1 },
              },
            },
          ],
        })
        .promise()
    await like()
    expect(await rejection(like())).toMatchObject({ message: cancelled('ConditionalCheckFailed', 'None') })
    expect((await documents.get({ TableName, Key: self('POST#A1') }).promise()).Item?.['likeCount']).toBe(1)
  })

  it('seed 000, sparse index: only shipped orders are in it', async () => {
    const shipped = (at: string): Item => ({
      STATUS: 'SHIPPED',
      SPARSE_SHIPPED_PK: 'CUSTOMER#S1',
      SPARSE_SHIPPED_SK: at,
    })
    await putAll(
      { ...self('ORDER#00001'), STATUS: 'AWAITING_PAYMENT' },
      { ...self('ORDER#00002'), ...shipped('2021-02-01T08:00:00') },
      { ...self('ORDER#00003'), ...shipped('2021-03-01T08:00:00') },
      { ...self('ORDER#00004'), STATUS: 'PACKED', SPARSE_SHIPPED_PK: 'CUSTOMER#S1' },
    )
    const IndexName = 'SPARSE_SHIPPED'
    const all = await documents.scan({ TableName, IndexName }).promise()
    expect(all.Items?.map((item) => item['PK'])).toEqual(['ORDER#00002', 'ORDER#00003'])
    const newest = await documents
      .query({
        TableName,
        IndexName,
        KeyConditionExpression: 'SPARSE_SHIPPED_PK = :c AND SPARSE_SHIPPED_SK >= :since',
        ExpressionAttributeValues: { ':c': 'CUSTOMER#S1', ':since': '2021-02-15' },
        Limit: 10,
      })
      .promise()
    expect(newest.Items?.map((item) => item['PK'])).toEqual(['ORDER#00003'])
  })

  it('seed 000, vertical partition: parts under one partition key, and a summary beside the content', async () => {
    await putAll(
      { PK: 'ARTICLE#9', SK: 'SUMMARY', title: 'Tides' },
      { PK: 'ARTICLE#9', SK: 'CONTENT', text: 'x'.repeat(20_000) },
    )
    expect(await sortKeys('PK = :pk', { ':pk': 'ARTICLE#9' })).toEqual(['CONTENT', 'SUMMARY'])
    const Key = { PK: 'ARTICLE#9', SK: 'SUMMARY' }
    const { ConsumedCapacity } = await documents
      .get({ TableName, Key, ReturnConsumedCapacity: 'TOTAL' })
      .promise()
    expect(ConsumedCapacity?.CapacityUnits).toBe(0.5)
  })

  it('seed 000, copies of a hot record: any copy answers', async () => {
    const copies = ['01', '02', '03']
    await documents
      .transactWrite({
        TransactItems: copies.map((copy) => ({
          Put: { TableName, Item: { ...self(`GLOBAL_SETTINGS_${copy}`), theme: 'dark' } },
        })),
      })
      .promise()
    for (const copy of copies) {
      const { Item } = await documents.get({ TableName, Key: self(`GLOBAL_SETTINGS_${copy}`) }).promise()
      expect(Item?.['theme']).toBe('dark')
    }
  })

  it('seed 000, write sharding: one query for each shard, merged by time', async () => {
    const times = ['09:01', '09:02', '09:03', '09:04', '09:05', '09:06']
    await putAll(
      ...times.map((time, at) => ({
        PK: `2021-10-19_${(at % 4) + 1}`,
        SK: `2021-10-19T${time}`,
        TYPE: 'LOG',
      })),
    )
    const shards = await Promise.all(
      [1, 2, 3, 4].map((shard) =>
        sortKeys('PK = :pk AND SK > :from', { ':pk': `2021-10-19_${shard}`, ':from': '2021-10-19T09:02' }),
      ),
    )
    expect(shards.flat().sort()).toEqual(times.slice(2).map((time) => `2021-10-19T${time}`))
  })

  it('seed 000, replica by an index: the table and an index with the same keys hold the same items', async () => {
    await put({ PK: 'REPLICATED', SK: '1', payload: 'only in the table' })
    const { Items } = await documents
      .query({
        TableName,
        IndexName: 'REPLICA',
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': 'REPLICATED' },
      })
      .promise()
    expect(Items).toEqual([{ PK: 'REPLICATED', SK: '1' }])
  })

  it('seed 000, singleton: one item holds the settings', async () => {
    await put({ ...self('SETTINGS'), locale: 'nb' })
    expect((await documents.get({ TableName, Key: self('SETTINGS') }).promise()).Item?.['locale']).toBe('nb')
  })

  it('seed 000, time series: the table of an older period gets less capacity', async () => {
    const low = connectSdkV2(served.url)
    const table = { TableName: 'events-2021-01' }
    await low
      .createTable({
        ...table,
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        ProvisionedThroughput: { ReadCapacityUnits: 50, WriteCapacityUnits: 50 },
      })
      .promise()
    await served.db.settled()
    const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 1 }
    await low.updateTable({ ...table, ProvisionedThroughput }).promise()
    await served.db.settled()
    const { Table } = await low.describeTable(table).promise()
    expect(Table?.ProvisionedThroughput).toMatchObject({
      ...ProvisionedThroughput,
      NumberOfDecreasesToday: 1,
    })
  })

  it('seed 000, limited set: jobs are added until the limit is reached', async () => {
    const Key = self('JOBQUEUE')
    await put(Key)
    const names = { '#inProgress': 'inProgress' }
    await documents
      .update({
        TableName,
        Key,
        UpdateExpression: 'SET #inProgress = if_not_exists(#inProgress, :job)',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':job': documents.createSet(['JOB#1']) },
      })
      .promise()
    const add = (job: string) =>
      documents
        .update({
          TableName,
          Key,
          ConditionExpression: 'size(#inProgress) < :maxItems',
          UpdateExpression: 'ADD #inProgress :job',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ':job': documents.createSet([job]), ':maxItems': 3 },
          ReturnValues: 'ALL_NEW',
        })
        .promise()
    await add('JOB#2')
    expect((await add('JOB#3')).Attributes?.['inProgress'].values).toEqual(['JOB#1', 'JOB#2', 'JOB#3'])
    expect(await rejection(add('JOB#4'))).toMatchObject({
      code: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
    })
  })

  it('seed 000, condition on the same item: only an editor changes the document', async () => {
    const Key = self('DOCUMENT#D1')
    await put({ ...Key, TYPE: 'DOCUMENT', editors: ['Ada', 'Bo'], content: 'first' })
    const edit = (user: string) =>
      documents
        .update({
          TableName,
          Key,
          ConditionExpression: 'contains(#editors, :user)',
          UpdateExpression: 'SET #content = :content',
          ExpressionAttributeNames: { '#content': 'content', '#editors': 'editors' },
          ExpressionAttributeValues: { ':content': `by ${user}`, ':user': user },
          ReturnValues: 'ALL_NEW',
        })
        .promise()
    expect((await edit('Ada')).Attributes?.['content']).toBe('by Ada')
    expect(await rejection(edit('Cy'))).toMatchObject({ code: 'ConditionalCheckFailedException' })
  })

  it('seed 000, condition across items: the list of editors is another item of the transaction', async () => {
    await putAll({ ...self('DOCUMENT#D2'), content: 'first' }, { ...self('EDITORS'), editors: ['Ada'] })
    const edit = (user: string) =>
      documents.transactWrite({
        TransactItems: [
          {
            ConditionCheck: {
              TableName,
              Key: self('EDITORS'),
              ConditionExpression: 'contains(#editors, :user)',
              ExpressionAttributeNames: { '#editors': 'editors' },
              ExpressionAttributeValues: { ':user': user },
            },
          },
          {
            Update: {
              TableName,
              Key: self('DOCUMENT#D2'),
              UpdateExpression: 'SET #content = :content',
              ExpressionAttributeNames: { '#content': 'content' },
              ExpressionAttributeValues: { ':content': `by ${user}` },
            },
          },
        ],
      })
    await edit('Ada').promise()
    const refused = edit('Cy')
    const reasons = reasonsOf(refused)
    await rejection(refused.promise())
    expect(reasons()).toEqual(['ConditionalCheckFailed', 'None'])
    expect((await documents.get({ TableName, Key: self('DOCUMENT#D2') }).promise()).Item?.['content']).toBe(
      'by Ada',
    )
  })

  it('seed 000, idempotent sets: adding or deleting a member twice has the effect of doing it once', async () => {
    const Key = self('SETS#1')
    const change = (verb: 'ADD' | 'DELETE') =>
      documents
        .update({
          TableName,
          Key,
          UpdateExpression: `${verb} members :m`,
          ExpressionAttributeValues: { ':m': documents.createSet(['x']) },
          ReturnValues: 'ALL_NEW',
        })
        .promise()
    await change('ADD')
    expect((await change('ADD')).Attributes?.['members'].values).toEqual(['x'])
    await change('DELETE')
    expect((await change('DELETE')).Attributes).toEqual(Key)
  })

  it('seed 000, insert only: the second put of the same key is refused', async () => {
    const insertOnce = () =>
      documents
        .put({
          TableName,
          Item: { ...self('ACTION#77'), ExecutedAt: '2021-01-01T00:00:00.000Z' },
          ConditionExpression: 'attribute_not_exists(#PK)',
          ExpressionAttributeNames: { '#PK': 'PK' },
        })
        .promise()
    await insertOnce()
    expect(await rejection(insertOnce())).toMatchObject({ code: 'ConditionalCheckFailedException' })
  })

  it('seed 000, optimistic locking: of two writers that read the same version one fails', async () => {
    const Key = self('ITEM#55')
    await put({ ...Key, data: 'old', version: 3 })
    const write = (data: string) =>
      documents
        .update({
          TableName,
          Key,
          UpdateExpression: 'set #data = :newData, #version = :newVersion',
          ConditionExpression: '#version = :expectedVersion',
          ExpressionAttributeNames: { '#data': 'data', '#version': 'version' },
          ExpressionAttributeValues: { ':newData': data, ':newVersion': 4, ':expectedVersion': 3 },
          ReturnValues: 'ALL_NEW',
        })
        .promise()
    const outcomes = await Promise.allSettled([write('one'), write('two')])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    const { Item } = await documents.get({ TableName, Key }).promise()
    expect(Item?.['version']).toBe(4)
  })

  it('seed 000, version history: a new version is staged, then the pointer moves', async () => {
    const PK = 'PAGE#1'
    const current = async () => {
      const pointer = await documents.get({ TableName, Key: { PK, SK: 'V0' } }).promise()
      return documents.get({ TableName, Key: { PK, SK: `V${pointer.Item?.['CurVer']}` } }).promise()
    }
    await putAll({ PK, SK: 'V0', CurVer: 2 }, { PK, SK: 'V1', text: 'a' }, { PK, SK: 'V2', text: 'b' })
    await put({ PK, SK: 'V3', text: 'c' })
    expect((await current()).Item?.['text']).toBe('b')
    await documents
      .update({
        TableName,
        Key: { PK, SK: 'V0' },
        UpdateExpression: 'SET CurVer = :new',
        ConditionExpression: 'CurVer = :old',
        ExpressionAttributeValues: { ':new': 3, ':old': 2 },
      })
      .promise()
    expect((await current()).Item?.['text']).toBe('c')
  })

  it('seed 000, attribute versioning: the newest version of one part is the last of its range', async () => {
    const PK = 'DOCUMENT#KB'
    await putAll(
      { PK, SK: 'INTRO_V1', text: 'i1' },
      { PK, SK: 'MAIN_CONTENT_V1', text: 'm1' },
      { PK, SK: 'MAIN_CONTENT_V2', text: 'm2' },
    )
    const { Items } = await query(
      'PK = :pk AND begins_with(SK, :sk)',
      { ':pk': PK, ':sk': 'MAIN_CONTENT_V' },
      { ScanIndexForward: false, Limit: 1 },
    )
    expect(Items?.[0]?.['text']).toBe('m2')
  })

  it('seed 000, migration: a parallel scan finds every item once, and each is written in its new form', async () => {
    await createSingleTable(served.db, { name: 'legacy', pk: 'id' })
    const old = Array.from({ length: 20 }, (_, at) => ({ id: `user-${at}`, mail: `u${at}@example.com` }))
    await documents
      .batchWrite({ RequestItems: { legacy: old.map((Item) => ({ PutRequest: { Item } })) } })
      .promise()
    const workers = [0, 1, 2].map(async (Segment) => {
      const { Items = [] } = await documents
        .scan({ TableName: 'legacy', Segment, TotalSegments: 3 })
        .promise()
      await putAll(
        ...Items.map((item) => ({ PK: 'MIGRATED', SK: `USER#${item['id']}`, email: item['mail'] })),
      )
      return Items.length
    })
    const moved = await Promise.all(workers)
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(await sortKeys('PK = :pk', { ':pk': 'MIGRATED' })).toHaveLength(20)
  })
  it('seed 000, migration by stream and flag: items are marked, and the handler rewrites each once', async () => {
    await createSingleTable(served.db, { name: 'old-table', pk: 'id', stream: true })
    await createSingleTable(served.db, { name: 'new-table', pk: 'PK', sk: 'SK' })
    for (let id = 0; id < 10; id++) await putInto('old-table', { id: `u${id}`, mail: `u${id}@example.com` })
    let calls = 0
    const migrate = async ({ Records }: DynamoDBStreamEvent) => {
      calls += Records.length
      for (const { dynamodb } of Records) {
        const { id, mail } = Converter.unmarshall(dynamodb?.NewImage ?? {})
        await putInto('new-table', { PK: `USER#${id}`, SK: 'PROFILE', email: mail })
        // Writing to the same table triggers the stream again; the filter passes only marked items.
        await putInto('old-table', { id, mail, migrated: true })
      }
    }
    const trigger = await served.db.on('old-table', migrate, {
      filter: { dynamodb: { NewImage: { migrate: { BOOL: [true] } } } },
    })
    const { Items: keys = [] } = await documents.scan({ TableName: 'old-table' }).promise()
    for (const item of keys) await putInto('old-table', { ...item, migrate: true })
    await trigger.idle()
    await trigger.stop()
    expect(calls).toBe(10)
    expect((await documents.scan({ TableName: 'new-table' }).promise()).Count).toBe(10)
    const { Items = [] } = await documents.scan({ TableName: 'old-table' }).promise()
    expect(Items.every((item) => item['migrated'] === true && item['migrate'] === undefined)).toBe(true)
  })

  it('seed 000, aggregation by stream: a sum stays right when records are delivered twice', async () => {
    await createSingleTable(served.db, { name: 'sales', pk: 'PK', sk: 'SK', stream: true })
    let failures = 2
    const addUp = async ({ Records }: DynamoDBStreamEvent) => {
      for (const { eventID, dynamodb } of Records) {
        const { amount } = Converter.unmarshall(dynamodb?.NewImage ?? {})
        await addOnce(eventID ?? '', amount)
      }
      // The sum was written, but the failure makes the stream deliver all records again.
      if (failures-- > 0) throw new Error('the answer was lost')
    }
    const addOnce = async (eventId: string, amount: number): Promise<void> => {
      const mark = { PK: `EVENT#${eventId}`, SK: 'SEEN' }
      const sum = {
        Key: self('SUM'),
        UpdateExpression: 'ADD sold :amount',
        ExpressionAttributeValues: { ':amount': amount },
      }
      const request = documents.transactWrite({
        TransactItems: [
          { Put: { TableName: 'sales', Item: mark, ConditionExpression: 'attribute_not_exists(PK)' } },
          { Update: { TableName: 'sales', ...sum } },
        ],
      })
      await request.promise().catch((error: Error) => {
        if (!error.message.includes('ConditionalCheckFailed')) throw error
      })
    }
    const trigger = await served.db.on('sales', addUp, {
      filter: { eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: [{ prefix: 'SALE#' }] } } } },
      maxAttempts: 5,
      retryDelayMs: 0,
      batchSize: 4,
    })
    for (let at = 1; at <= 10; at++) await putInto('sales', { PK: 'SHOP#1', SK: `SALE#${at}`, amount: at })
    await trigger.idle()
    await trigger.stop()
    const { Item } = await documents.get({ TableName: 'sales', Key: self('SUM') }).promise()
    expect(failures).toBeLessThan(0)
    expect(Item?.['sold']).toBe(55)
  })

  it('seed 000, fan-out by stream: each listener gets all changes, and a failing one does not hold up the others', async () => {
    await createSingleTable(served.db, { name: 'events', pk: 'PK', sk: 'SK', stream: true })
    const heard: { [listener: string]: string[] } = { mail: [], search: [] }
    const listener = (name: string) => async (event: DynamoDBStreamEvent) => {
      const keys = event.Records.map(({ dynamodb }) => dynamodb?.Keys?.['SK']?.S ?? '')
      if (name === 'mail' && keys.includes('2')) throw new Error('no such address')
      heard[name]?.push(...keys)
    }
    const options = { bisect: true, maxAttempts: 2, retryDelayMs: 0 }
    const mail = await served.db.on('events', listener('mail'), { name: 'mail', ...options })
    const search = await served.db.on('events', listener('search'), { name: 'search', ...options })
    for (const SK of ['1', '2', '3']) await putInto('events', { PK: 'E', SK })
    await Promise.all([mail.idle(), search.idle()])
    expect(heard).toEqual({ mail: ['1', '3'], search: ['1', '2', '3'] })
    expect(await mail.deadLetters()).toHaveLength(1)
    expect(await search.deadLetters()).toEqual([])
    await Promise.all([mail.stop(), search.stop()])
  })

  it('seed 000, keep-alive: an agent passed in code keeps its connection open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const low = connectSdkV2(served.url, { httpOptions: { agent } })
    const sockets = new Set<unknown>()
    agent.on('free', (socket) => sockets.add(socket))
    for (let at = 0; at < 3; at++) await low.listTables().promise()
    expect(sockets.size).toBe(1)
    agent.destroy()
  })

  async function put(Item: Item): Promise<void> {
    await documents.put({ TableName, Item }).promise()
  }

  async function putInto(table: string, Item: Item): Promise<void> {
    await documents.put({ TableName: table, Item }).promise()
  }

  async function putAll(...items: Item[]): Promise<void> {
    if (items.length === 0) return
    const requests = items.map((Item) => ({ PutRequest: { Item } }))
    await documents.batchWrite({ RequestItems: { [TableName]: requests } }).promise()
  }

  const insert = (Item: Item) => ({
    Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(PK)' },
  })

  function query(
    KeyConditionExpression: string,
    ExpressionAttributeValues: Item,
    more: Partial<DynamoDB.DocumentClient.QueryInput> = {},
  ): Promise<DynamoDB.DocumentClient.QueryOutput> {
    return documents
      .query({ TableName, KeyConditionExpression, ExpressionAttributeValues, ...more })
      .promise()
  }

  async function sortKeys(...asked: Parameters<typeof query>): Promise<unknown[]> {
    const { Items = [] } = await query(...asked)
    return Items.map((item) => item['SK'])
  }
})

/** Returns the cancellation reasons from the body, as the sample does: the SDK v2 leaves them out of its error. */
function reasonsOf(request: {
  on(event: 'extractError', listener: (response: HttpAnswer) => void): unknown
}) {
  let codes: unknown[] = []
  request.on('extractError', (response) => {
    const body = JSON.parse(String(response.httpResponse.body)) as { CancellationReasons: { Code: string }[] }
    codes = body.CancellationReasons.map((reason) => reason.Code)
  })
  return () => codes
}

interface HttpAnswer {
  readonly httpResponse: { readonly body: unknown }
}
