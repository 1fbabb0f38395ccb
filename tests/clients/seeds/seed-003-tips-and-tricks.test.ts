import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSingleTable } from './create-single-table.ts'

type Item = Record<string, unknown>
const TableName = 'tips'
const metadata = '#METADATA'

describe('seed 003, tips and tricks, with the document client of the AWS SDK v3', () => {
  let served: ServedDatabase
  let low: DynamoDBClient
  let client: DynamoDBDocumentClient
  beforeAll(async () => {
    served = await serveDatabase()
    low = new DynamoDBClient({ endpoint: served.url, region, credentials })
    client = DynamoDBDocumentClient.from(low)
    await createSingleTable(served.db, {
      name: TableName,
      pk: 'pk',
      sk: 'sk',
      indexes: { inverted: { pk: 'sk', sk: 'pk' }, gs1: { pk: 'gs1pk', sk: 'gs1sk' } },
    })
  })
  afterAll(async () => {
    low.destroy()
    await served.close()
  })

  it('seed 003, type attribute: one query gives items of several types, told apart by an attribute', async () => {
    await putAll(
      { pk: 'USER#t1', sk: metadata, type: 'User' },
      { pk: 'USER#t1', sk: 'TEAM#t9', type: 'TeamMembership' },
    )
    expect((await query('pk = :pk', { ':pk': 'USER#t1' })).map((item) => item['type'])).toEqual([
      'User',
      'TeamMembership',
    ])
  })

  it('seed 003, several login methods: the inverted index finds the user by any of them', async () => {
    await putAll(
      { pk: 'USER#l1', sk: metadata, username: 'Lin' },
      { pk: 'USER#l1', sk: 'EMAIL#lin@example.com', confirmed: true },
      { pk: 'USER#l1', sk: 'USERNAME#Lin' },
    )
    for (const login of ['EMAIL#lin@example.com', 'USERNAME#Lin']) {
      const found = await query('sk = :sk', { ':sk': login }, 'inverted')
      expect(found.map((item) => item['pk'])).toEqual(['USER#l1'])
    }
  })

  it('seed 003, no data in keys: memberships also have their ids as attributes', async () => {
    await putAll(
      { pk: 'USER#n1', sk: 'TEAM#a', userId: 'n1', teamId: 'a', role: 'Admin' },
      { pk: 'USER#n1', sk: 'TEAM#b', userId: 'n1', teamId: 'b', role: 'Member' },
    )
    const found = await query('pk = :pk and begins_with(sk, :sk)', { ':pk': 'USER#n1', ':sk': 'TEAM#' })
    expect(found.map((item) => item['teamId'])).toEqual(['a', 'b'])
  })

  it('seed 003, composed sort keys: messages of a chat in the order of time and number', async () => {
    const message = (time: string, id: string): Item => ({
      pk: 'CHAT#1',
      sk: `MSG#${time}#${id}`,
      msgId: id,
      gs1pk: `MSG#${id}`,
      gs1sk: metadata,
    })
    await putAll(
      message('2024-12-05T07:30:02.0Z', '3'),
      message('2024-12-05T07:30:01.0Z', '2'),
      message('2024-12-05T07:30:01.0Z', '1'),
    )
    expect((await query('pk = :pk', { ':pk': 'CHAT#1' })).map((item) => item['msgId'])).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('seed 003, dedicated index key instead of the inverted index: only items with the key are in it', async () => {
    await putAll(
      { pk: 'CHAT#2', sk: 'MSG#2024-11-01T00:00:00.0Z#7', gs1pk: 'MSG#7', gs1sk: metadata },
      { pk: 'USER#d1', sk: metadata },
      { pk: 'USER#d1', sk: 'TEAM#d9', gs1pk: 'TEAM#d9', gs1sk: 'USER#d1' },
    )
    expect((await query('gs1pk = :pk', { ':pk': 'MSG#7' }, 'gs1')).map((item) => item['pk'])).toEqual([
      'CHAT#2',
    ])
    expect((await query('gs1pk = :pk', { ':pk': 'TEAM#d9' }, 'gs1')).map((item) => item['gs1sk'])).toEqual([
      'USER#d1',
    ])
    expect(await query('gs1pk = :pk', { ':pk': metadata }, 'gs1')).toEqual([])
  })

  it('seed 003, lopsided many to many: members of a server in one query, servers of a user by batch get', async () => {
    await putAll(
      { pk: 'USER#m1', sk: metadata, username: 'Mio' },
      { pk: 'SERVER#1', sk: metadata, name: 'Chess' },
      { pk: 'SERVER#2', sk: metadata, name: 'Tides' },
      { pk: 'SERVER#1', sk: 'USER#m1', role: 'Member', username: 'Mio', serverId: '1' },
      { pk: 'SERVER#2', sk: 'USER#m1', role: 'Owner', username: 'Mio', serverId: '2' },
    )
    const members = await query('pk = :pk AND begins_with(sk, :sk)', { ':pk': 'SERVER#1', ':sk': 'USER#' })
    expect(members.map((item) => item['username'])).toEqual(['Mio'])
    const memberships = await query('sk = :sk', { ':sk': 'USER#m1' }, 'inverted')
    const Keys = memberships.map((item) => ({ pk: `SERVER#${item['serverId']}`, sk: metadata }))
    const { Responses } = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }))
    expect(Responses?.[TableName]?.map((item) => item['name']).sort()).toEqual(['Chess', 'Tides'])
  })

  it('seed 003, lopsided many to many: a new user name is written to the user and each membership at once', async () => {
    await putAll(
      { pk: 'USER#r1', sk: metadata, username: 'Ro' },
      { pk: 'SERVER#8', sk: 'USER#r1', username: 'Ro' },
      { pk: 'SERVER#9', sk: 'USER#r1', username: 'Ro' },
    )
    const memberships = await query('sk = :sk', { ':sk': 'USER#r1' }, 'inverted')
    const keys = [{ pk: 'USER#r1', sk: metadata }, ...memberships.map(({ pk, sk }) => ({ pk, sk }))]
    await client.send(
      new TransactWriteCommand({
        TransactItems: keys.map((Key) => ({
          Update: {
            TableName,
            Key,
            UpdateExpression: 'SET username = :name',
            ExpressionAttributeValues: { ':name': 'Rosa' },
          },
        })),
      }),
    )
    const after = await query('sk = :sk', { ':sk': 'USER#r1' }, 'inverted')
    expect(after.map((item) => item['username'])).toEqual(['Rosa', 'Rosa'])
  })

  it('seed 003, one thing as several items: items with the prefix # extend the metadata and are read with it', async () => {
    const pk = 'USER#x1'
    await putAll(
      { pk, sk: metadata },
      { pk, sk: '#EMAIL#x@example.com', email: 'x@example.com' },
      { pk, sk: '#USERNAME#Xi', username: 'Xi' },
      { pk, sk: 'TEAM#1' },
    )
    const found = await query('pk = :pk and begins_with(sk, :sk)', { ':pk': pk, ':sk': '#' })
    expect(found.map((item) => item['sk'])).toEqual(['#EMAIL#x@example.com', metadata, '#USERNAME#Xi'])
  })

  it('seed 003, one thing as several items: the copy in the metadata changes in the same transaction', async () => {
    const pk = 'USER#y1'
    await putAll(
      { pk, sk: metadata, email: 'old@example.com' },
      { pk, sk: '#EMAIL#old@example.com', email: 'old@example.com' },
    )
    const moved = { pk, sk: '#EMAIL#new@example.com', email: 'new@example.com' }
    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName,
              Key: { pk, sk: metadata },
              UpdateExpression: 'SET email = :email',
              ExpressionAttributeValues: { ':email': 'new@example.com' },
            },
          },
          { Delete: { TableName, Key: { pk, sk: '#EMAIL#old@example.com' } } },
          { Put: { TableName, Item: moved } },
        ],
      }),
    )
    const read = await client.send(new GetCommand({ TableName, Key: { pk, sk: metadata } }))
    expect(read.Item?.['email']).toBe('new@example.com')
    const found = await query('pk = :pk and begins_with(sk, :sk)', { ':pk': pk, ':sk': '#EMAIL' })
    expect(found).toEqual([moved])
  })

  it('seed 003, a hot counter beside its big item: a click costs one unit instead of five', async () => {
    const pk = 'USER#click'
    await createSingleTable(served.db, { name: 'clicks', pk: 'pk', sk: 'sk' })
    await client.send(
      new BatchWriteCommand({
        RequestItems: {
          clicks: [
            { PutRequest: { Item: { pk, sk: metadata, state: 'x'.repeat(4_300), click: 0 } } },
            { PutRequest: { Item: { pk, sk: '#METADATA#STATS', click: 0 } } },
          ],
        },
      }),
    )
    const click = async (sk: string) => {
      const { ConsumedCapacity } = await client.send(
        new UpdateCommand({
          TableName: 'clicks',
          Key: { pk, sk },
          UpdateExpression: 'ADD click :one',
          ExpressionAttributeValues: { ':one': 1 },
          ReturnConsumedCapacity: 'TOTAL',
        }),
      )
      return ConsumedCapacity?.CapacityUnits
    }
    expect(await click(metadata)).toBe(5)
    expect(await click('#METADATA#STATS')).toBe(1)
  })

  it('seed 003, a hot counter that is copied to two indexes costs three times as much', async () => {
    await createSingleTable(served.db, {
      name: 'copied-clicks',
      pk: 'pk',
      sk: 'sk',
      indexes: { one: { pk: 'sk', sk: 'pk' }, two: { pk: 'owner', sk: 'pk' } },
    })
    const Item = { pk: 'USER#1', sk: metadata, owner: 'o', state: 'x'.repeat(4_300), click: 0 }
    await client.send(
      new BatchWriteCommand({ RequestItems: { 'copied-clicks': [{ PutRequest: { Item } }] } }),
    )
    const { ConsumedCapacity } = await client.send(
      new UpdateCommand({
        TableName: 'copied-clicks',
        Key: { pk: 'USER#1', sk: metadata },
        UpdateExpression: 'ADD click :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnConsumedCapacity: 'INDEXES',
      }),
    )
    expect(ConsumedCapacity).toMatchObject({
      CapacityUnits: 15,
      Table: { CapacityUnits: 5 },
      GlobalSecondaryIndexes: { one: { CapacityUnits: 5 }, two: { CapacityUnits: 5 } },
    })
  })

  async function putAll(...items: Item[]): Promise<void> {
    const requests = items.map((item) => ({ PutRequest: { Item: item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }))
  }

  async function query(condition: string, values: Item, index?: string): Promise<Item[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        ...(index === undefined ? {} : { IndexName: index }),
        KeyConditionExpression: condition,
        ExpressionAttributeValues: values,
      }),
    )
    return Items
  }
})
