import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import type DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { connectSdkV2 } from '../sdk-v2/connect-sdk-v2.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSingleTable } from './create-single-table.ts'
import { createSearchHandler } from './search-handler.ts'

// Mistakes in the seeds, which fail or give wrong answers here exactly as on AWS.
type Item = Record<string, unknown>
const TableName = 'data'
const missingAttribute = 'The provided expression refers to an attribute that does not exist in the item'

describe('mistakes in the seeds', () => {
  let served: ServedDatabase
  let low: DynamoDBClient
  let client: DynamoDBDocumentClient
  beforeAll(async () => {
    served = await serveDatabase()
    low = new DynamoDBClient({ endpoint: served.url, region, credentials })
    client = DynamoDBDocumentClient.from(low)
    await createSingleTable(served.db, {
      name: TableName,
      pk: 'PK',
      sk: 'SK',
      indexes: { sorted: { pk: 'SK', sk: 'sort' } },
    })
  })
  afterAll(async () => {
    low.destroy()
    await served.close()
  })

  it('seeds 000 and 001, expiry: the filter "ttl <= now" keeps exactly the expired items', async () => {
    await putAll(
      { PK: 'ttl', SK: 'expired', ttl: 10 },
      { PK: 'ttl', SK: 'live', ttl: 30 },
      { PK: 'ttl', SK: 'endless' },
    )
    const kept = async (FilterExpression: string) =>
      sortKeys({
        KeyConditionExpression: 'PK = :pk',
        FilterExpression,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':pk': 'ttl', ':now': 20 },
      })
    expect(await kept('#ttl <= :now')).toEqual(['expired'])
    expect(await kept('#ttl > :now')).toEqual(['live'])
    expect(await kept('#ttl > :now OR attribute_not_exists(#ttl)')).toEqual(['endless', 'live'])
  })

  it('seed 000, last ten: inverted numbers read backwards return the oldest, and so do plain ones read forwards', async () => {
    await putAll(
      ...[1, 2, 3].map((number) => ({ PK: 'inverted', SK: `#QUESTION#${100_000 - number}`, number })),
      ...[1, 2, 3].map((number) => ({ PK: 'inverted', SK: `ORDER#0000${number}`, number })),
    )
    const first = async (prefix: string, ScanIndexForward: boolean) => {
      const items = await query({
        KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
        ExpressionAttributeValues: { ':pk': 'inverted', ':sk': prefix },
        ScanIndexForward,
        Limit: 1,
      })
      return items[0]?.['number']
    }
    expect(await first('#QUESTION', false)).toBe(1)
    expect(await first('#QUESTION', true)).toBe(3)
    expect(await first('ORDER', true)).toBe(1)
    expect(await first('ORDER', false)).toBe(3)
  })

  it('seed 002, user with orders: a range from "ORDER#" to "ORDER#~" never holds the profile', async () => {
    await putAll({ PK: 'USER#1', SK: 'PROFILE' }, { PK: 'USER#1', SK: 'ORDER#2024-02-03#a' })
    const between = (high: string) =>
      sortKeys({
        KeyConditionExpression: 'PK = :pk AND SK BETWEEN :low AND :high',
        ExpressionAttributeValues: { ':pk': 'USER#1', ':low': 'ORDER#', ':high': high },
      })
    expect(await between('ORDER#~')).toEqual(['ORDER#2024-02-03#a'])
    expect(await between('PROFILE')).toEqual(['ORDER#2024-02-03#a', 'PROFILE'])
  })

  it('seed 002, change data capture: its handler looks for "ORDER#" in a key that never contains it', async () => {
    await createSingleTable(served.db, { name: 'my-app', pk: 'pk', sk: 'sk', stream: true })
    const { handler, documents } = createSearchHandler()
    const trigger = await served.db.on('my-app', handler)
    // The seed's own orders are stored under their user; ORDER# is in the sort key.
    const Item = { pk: 'USER#1', sk: 'ORDER#2024-02-03#a' }
    await client.send(new PutCommand({ TableName: 'my-app', Item }))
    await trigger.idle()
    expect(documents.size).toBe(0)
    await trigger.stop()
  })

  describe('counting from a missing attribute', () => {
    const update = (sk: string, UpdateExpression: string, values: Item = { ':incr': 1 }) => ({
      TableName,
      Key: { PK: 'count', SK: sk },
      UpdateExpression,
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: values,
    })
    const run = (input: UpdateCommandInput) =>
      client.send(new UpdateCommand({ ...input, ReturnValues: 'UPDATED_NEW' }))

    it('seeds 000 and 001, counter: SET n = n + :incr fails while the attribute is missing', async () => {
      const onNothing = await rejection(run(update('absent', 'SET #n = #n + :incr')))
      expect(onNothing).toMatchObject({ name: 'ValidationException', message: missingAttribute })
      await putAll({ PK: 'count', SK: 'present' })
      const onItem = await rejection(run(update('present', 'SET #n = #n + :incr')))
      expect(onItem).toMatchObject({ name: 'ValidationException', message: missingAttribute })
    })

    it('seeds 000 and 001, counter in a transaction: the same error is the cancellation reason', async () => {
      const action = { Update: update('absent', 'SET #n = #n + :incr') }
      const error = await rejection(client.send(new TransactWriteCommand({ TransactItems: [action] })))
      expect(error).toBeInstanceOf(TransactionCanceledException)
      expect(error.message).toBe(
        'Transaction cancelled, please refer cancellation reasons for specific reasons [ValidationError]',
      )
      expect((error as TransactionCanceledException).CancellationReasons).toEqual([
        { Code: 'ValidationError', Message: missingAttribute },
      ])
    })

    it('seeds 000 and 001, counter: ADD and if_not_exists start from nothing', async () => {
      expect((await run(update('added', 'ADD #n :incr'))).Attributes).toEqual({ n: 1 })
      const withDefault = update('set', 'SET #n = if_not_exists(#n, :zero) + :incr', {
        ':incr': 1,
        ':zero': 0,
      })
      expect((await run(withDefault)).Attributes).toEqual({ n: 1 })
    })
  })

  describe('key conditions', () => {
    const refused = async (input: Omit<QueryCommandInput, 'TableName'>) => {
      const error = await rejection(query(input))
      expect(error.name).toBe('ValidationException')
      return error.message
    }

    it('seed 000, sort key: contains and IN are not key conditions', async () => {
      const ExpressionAttributeValues = { ':pk': 'p', ':sk': 's' }
      const contains = 'PK = :pk AND contains(SK, :sk)'
      expect(await refused({ KeyConditionExpression: contains, ExpressionAttributeValues })).toBe(
        'Invalid operator used in KeyConditionExpression: contains',
      )
      const membership = 'PK = :pk AND SK IN (:sk)'
      expect(await refused({ KeyConditionExpression: membership, ExpressionAttributeValues })).toBe(
        'Invalid operator used in KeyConditionExpression: IN',
      )
    })

    it('seed 001, pages: a comma between conditions is a syntax error', async () => {
      const message = await refused({
        KeyConditionExpression: '#pk = :pk, #sk < :sk',
        ExpressionAttributeNames: { '#pk': 'PK', '#sk': 'SK' },
        ExpressionAttributeValues: { ':pk': 'p', ':sk': 'ORDER$' },
      })
      expect(message).toBe('Invalid KeyConditionExpression: Syntax error; token: ",", near: ":pk, #sk"')
    })

    it('seed 001, pages: without a lower bound, items of other entities are returned, too', async () => {
      await putAll(
        { PK: 'pages', SK: 'ADDRESS#1' },
        { PK: 'pages', SK: 'ORDER#1' },
        { PK: 'pages', SK: 'USER' },
      )
      const found = await sortKeys({
        KeyConditionExpression: '#pk = :pk AND #sk < :sk',
        ExpressionAttributeNames: { '#pk': 'PK', '#sk': 'SK' },
        ExpressionAttributeValues: { ':pk': 'pages', ':sk': 'ORDER$' },
        ScanIndexForward: false,
        Limit: 5,
      })
      expect(found).toEqual(['ORDER#1', 'ADDRESS#1'])
    })

    it('seed 001, composite sort key: a name that is used but not defined is reported, not the one that is unused', async () => {
      const message = await refused({
        KeyConditionExpression: '#c = :c AND #osd BETWEEN :start and :end',
        ExpressionAttributeNames: { '#c': 'PK', '#ot': 'SK' },
        ExpressionAttributeValues: { ':c': 'p', ':start': 'a', ':end': 'b' },
      })
      expect(message).toBe(
        'Invalid KeyConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #osd',
      )
    })

    it('seed 001, names and values that are not used are refused', async () => {
      const input = { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': 'p' } }
      expect(await refused({ ...input, ExpressionAttributeNames: { '#actor': 'PK' } })).toBe(
        'Value provided in ExpressionAttributeNames unused in expressions: keys: {#actor}',
      )
      expect(await refused({ ...input, ExpressionAttributeValues: { ':pk': 'p', ':incr': 1 } })).toBe(
        'Value provided in ExpressionAttributeValues unused in expressions: keys: {:incr}',
      )
    })

    it('seed 001, values without a type, which the SDK sends as empty ones, are refused', async () => {
      const lenient = connectSdkV2(served.url, { paramValidation: false })
      const input = {
        TableName,
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': 'ORDER#1' },
      } as unknown as DynamoDB.QueryInput
      const error = await rejection(lenient.query(input).promise())
      expect(error.name).toBe('ValidationException')
      expect(error.message).toContain(
        'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
      )
    })
  })

  describe('update expressions', () => {
    const refused = async (input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) => {
      const update = new UpdateCommand({ TableName, Key: { PK: 'update', SK: 's' }, ...input })
      const error = await rejection(client.send(update))
      expect(error.name).toBe('ValidationException')
      return error.message
    }

    it('seed 001, nested update: an assignment without "=" is a syntax error', async () => {
      const message = await refused({
        UpdateExpression: 'SET #phone.#mobile :cell',
        ExpressionAttributeNames: { '#phone': 'PhoneNumbers', '#mobile': 'MobileNumber' },
        ExpressionAttributeValues: { ':cell': '+47 5550 0100' },
      })
      expect(message).toBe(
        '1 validation error detected: Invalid UpdateExpression: Syntax error; token: ":cell", near: "#mobile :cell"',
      )
    })

    it('seed 001, nested update: the parent map must exist', async () => {
      const message = await refused({
        UpdateExpression: 'SET #phone.#mobile = :cell',
        ExpressionAttributeNames: { '#phone': 'PhoneNumbers', '#mobile': 'MobileNumber' },
        ExpressionAttributeValues: { ':cell': '+47 5550 0100' },
      })
      expect(message).toBe('The document path provided in the update expression is invalid for update')
    })

    it('seed 001, sequential ids: ":inc" and ":incr" are different names', async () => {
      const message = await refused({
        UpdateExpression: 'SET #count = #count + :inc',
        ExpressionAttributeNames: { '#count': 'IssueCount' },
        ExpressionAttributeValues: { ':incr': 1 },
      })
      expect(message).toBe(
        '1 validation error detected: Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :inc',
      )
    })

    it('seed 001, names and values that are not used are refused in updates, too', async () => {
      const message = await refused({
        UpdateExpression: 'SET a = :a',
        ExpressionAttributeNames: { '#unused': 'b' },
        ExpressionAttributeValues: { ':a': 1 },
      })
      expect(message).toBe(
        '1 validation error detected: Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}',
      )
    })
  })

  it('seeds 000 and 001, size of transactions: 26 items, and as many as 100, are written together', async () => {
    for (const count of [26, 100]) {
      const TransactItems = Array.from({ length: count }, (_, at) => ({
        Put: { TableName, Item: { PK: `transaction-${count}`, SK: String(at) } },
      }))
      await client.send(new TransactWriteCommand({ TransactItems }))
      const values = { ':pk': `transaction-${count}` }
      const found = await query({ KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: values })
      expect(found).toHaveLength(count)
    }
  })

  it('seed 004, single table: rows stored under one name are not found in the index under another', async () => {
    await putAll({ PK: 'issue-1', SK: 'xvalue-a', sort: '2023-08-01#000001' })
    const inIndex = (related: string) =>
      query({
        IndexName: 'sorted',
        KeyConditionExpression: 'SK = :related',
        ExpressionAttributeValues: { ':related': related },
      })
    expect(await inIndex('xattrib-a')).toEqual([])
    expect(await inIndex('xvalue-a')).toHaveLength(1)
  })

  async function putAll(...items: Item[]): Promise<void> {
    const requests = items.map((item) => ({ PutRequest: { Item: item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }))
  }

  async function query(input: Omit<QueryCommandInput, 'TableName'>): Promise<Item[]> {
    return (await client.send(new QueryCommand({ TableName, ...input }))).Items ?? []
  }

  async function sortKeys(input: Omit<QueryCommandInput, 'TableName'>): Promise<unknown[]> {
    return (await query(input)).map((item) => item['SK'])
  }
})
