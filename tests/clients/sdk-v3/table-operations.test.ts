import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeEndpointsCommand,
  DescribeLimitsCommand,
  DescribeTableCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateTableCommand,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { freshName, makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

describe.each(sdkTargets)('tables through the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  beforeAll(async () => {
    clients = await open()
  })
  afterAll(() => clients.close())

  it('CreateTable describes the new table, and DescribeTable shows it active', async () => {
    const TableName = freshName()
    const { TableDescription } = await clients.client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [
          { AttributeName: 'region', AttributeType: 'S' },
          { AttributeName: 'at', AttributeType: 'N' },
          { AttributeName: 'blob', AttributeType: 'B' },
        ],
        KeySchema: [
          { AttributeName: 'region', KeyType: 'HASH' },
          { AttributeName: 'at', KeyType: 'RANGE' },
        ],
        LocalSecondaryIndexes: [
          {
            IndexName: 'by-blob',
            KeySchema: [
              { AttributeName: 'region', KeyType: 'HASH' },
              { AttributeName: 'blob', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
        ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 3 },
      }),
    )
    expect(TableDescription).toMatchObject({ TableName, TableStatus: 'CREATING', ItemCount: 0 })
    expect(TableDescription?.CreationDateTime).toBeInstanceOf(Date)
    expect(TableDescription?.TableArn).toBe(`arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`)
    await untilActive(TableName)
    const { Table } = await clients.client.send(new DescribeTableCommand({ TableName }))
    expect(Table?.TableId).toBe(TableDescription?.TableId)
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 3, NumberOfDecreasesToday: 0 },
      LocalSecondaryIndexes: [{ IndexName: 'by-blob', Projection: { ProjectionType: 'KEYS_ONLY' } }],
    })
  })

  it('a table may be named by its ARN', async () => {
    const TableName = await makeTable(clients.client)
    const { Table } = await clients.client.send(new DescribeTableCommand({ TableName }))
    const named = await clients.client.send(new DescribeTableCommand({ TableName: Table?.TableArn }))
    expect(named.Table?.TableName).toBe(TableName)
  })

  it('ListTables lists by name, a page at a time', async () => {
    const names = [await makeTable(clients.client), await makeTable(clients.client)]
    const start = `${names[0]?.slice(0, -1)}` // Not a table's name; the list begins after it.
    const page = await clients.client.send(
      new ListTablesCommand({ Limit: 1, ExclusiveStartTableName: start }),
    )
    expect(page.TableNames).toHaveLength(1)
    expect(page.LastEvaluatedTableName).toBe(page.TableNames?.[0])
    const all = await clients.client.send(new ListTablesCommand({}))
    expect(all.TableNames).toEqual(expect.arrayContaining(names))
    expect(all.TableNames).toEqual([...(all.TableNames ?? [])].sort())
    expect(all.LastEvaluatedTableName).toBeUndefined()
  })

  it('UpdateTable adds an index to a filled table, which is then queried', async () => {
    const TableName = await makeTable(clients.client)
    const Item = { pk: { S: 'p' }, sk: { S: 's' }, colour: { S: 'green' } }
    await clients.client.send(new PutItemCommand({ TableName, Item }))
    const { TableDescription } = await clients.client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: 'colour', AttributeType: 'S' }],
        GlobalSecondaryIndexUpdates: [
          {
            Create: {
              IndexName: 'by-colour',
              KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'ALL' },
            },
          },
        ],
      }),
    )
    expect(TableDescription?.GlobalSecondaryIndexes?.[0]).toMatchObject({ IndexStatus: 'CREATING' })
    await untilActive(TableName)
    const answer = await clients.client.send(
      new QueryCommand({
        TableName,
        IndexName: 'by-colour',
        KeyConditionExpression: 'colour = :green',
        ExpressionAttributeValues: { ':green': { S: 'green' } },
      }),
    )
    expect(answer.Items).toEqual([Item])
  })

  it('UpdateTable changes the billing mode', async () => {
    const TableName = await makeTable(clients.client)
    await clients.client.send(
      new UpdateTableCommand({
        TableName,
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
      }),
    )
    await untilActive(TableName)
    const { Table } = await clients.client.send(new DescribeTableCommand({ TableName }))
    expect(Table?.BillingModeSummary?.BillingMode).toBe('PROVISIONED')
    expect(Table?.ProvisionedThroughput).toMatchObject({ ReadCapacityUnits: 5, WriteCapacityUnits: 6 })
  })

  it('a protected table is not deleted until its protection is removed', async () => {
    const TableName = await makeTable(clients.client, { DeletionProtectionEnabled: true })
    const error = await rejection(clients.client.send(new DeleteTableCommand({ TableName })))
    expect(error.name).toBe('ValidationException')
    expect(error.message).toBe(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    )
    const { Table } = await clients.client.send(new DescribeTableCommand({ TableName }))
    expect(Table).toMatchObject({ DeletionProtectionEnabled: true, TableStatus: 'ACTIVE' })
  })

  it('DeleteTable returns DELETING, and the table is gone', async () => {
    const TableName = await makeTable(clients.client)
    const { TableDescription } = await clients.client.send(new DeleteTableCommand({ TableName }))
    expect(TableDescription).toMatchObject({ TableName, TableStatus: 'DELETING' })
    await waitUntilTableNotExists({ client: clients.client, maxWaitTime: 20, minDelay: 1 }, { TableName })
    const { TableNames } = await clients.client.send(new ListTablesCommand({}))
    expect(TableNames).not.toContain(TableName)
  })

  it('tags are added, listed and removed', async () => {
    const TableName = await makeTable(clients.client, { Tags: [{ Key: 'team', Value: 'orders' }] })
    const { Table } = await clients.client.send(new DescribeTableCommand({ TableName }))
    const ResourceArn = Table?.TableArn
    const Tags = [{ Key: 'stage', Value: 'test' }]
    expect((await clients.client.send(new TagResourceCommand({ ResourceArn, Tags }))).$metadata).toBeDefined()
    expect(await tagsOf(ResourceArn)).toEqual({ team: 'orders', stage: 'test' })
    await clients.client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['team'] }))
    expect(await tagsOf(ResourceArn)).toEqual({ stage: 'test' })
  })

  it('DescribeLimits returns the initial quotas of AWS', async () => {
    expect(await clients.client.send(new DescribeLimitsCommand({}))).toMatchObject({
      AccountMaxReadCapacityUnits: 80_000,
      AccountMaxWriteCapacityUnits: 80_000,
      TableMaxReadCapacityUnits: 40_000,
      TableMaxWriteCapacityUnits: 40_000,
    })
  })

  it('DescribeEndpoints returns one endpoint and how long it may be cached', async () => {
    const { Endpoints } = await clients.client.send(new DescribeEndpointsCommand({}))
    expect(Endpoints).toEqual([{ Address: expect.any(String), CachePeriodInMinutes: 1440 }])
  })

  /** Waits until the table and all its indexes are active; the SDK has no waiter for indexes. */
  async function untilActive(TableName: string): Promise<void> {
    await expect
      .poll(
        async () => {
          const { Table } = await clients.client.send(new DescribeTableCommand({ TableName }))
          return [
            Table?.TableStatus,
            ...(Table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus),
          ]
        },
        { interval: 20 },
      )
      .toSatisfy((states: unknown[]) => states.every((state) => state === 'ACTIVE'))
  }

  async function tagsOf(ResourceArn: string | undefined): Promise<unknown> {
    const { Tags } = await clients.client.send(new ListTagsOfResourceCommand({ ResourceArn }))
    return Object.fromEntries((Tags ?? []).map(({ Key, Value }) => [Key, Value]))
  }
})
