import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeContributorInsightsCommand,
  DescribeKinesisStreamingDestinationCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetResourcePolicyCommand,
  ListTagsOfResourceCommand,
  PutResourcePolicyCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateContributorInsightsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { freshName } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

/*
 * The calls that Terraform's resource aws_dynamodb_table and CloudFormation's handlers of AWS::DynamoDB::Table make, in
 * their order. The values that they read back decide whether they see a difference from the configuration.
 */

const definition: Omit<CreateTableCommandInput, 'TableName'> = {
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'owner', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-owner',
      KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  Tags: [{ Key: 'env', Value: 'test' }],
}

describe.each(sdkTargets)('infrastructure-as-code tools, $name', ({ open }) => {
  let clients: OpenClients
  beforeAll(async () => {
    clients = await open()
  })
  afterAll(() => clients.close())

  const describeTable = async (TableName: string) =>
    (await clients.client.send(new DescribeTableCommand({ TableName }))).Table

  /** Waits like the tools: for the table and for all its indexes. */
  async function untilActive(TableName: string): Promise<void> {
    for (;;) {
      const table = await describeTable(TableName)
      const indexes = table?.GlobalSecondaryIndexes ?? []
      const states = [table?.TableStatus, ...indexes.map((index) => index.IndexStatus)]
      if (states.every((state) => state === 'ACTIVE')) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function untilExpiry(TableName: string, status: string) {
    for (;;) {
      const { TimeToLiveDescription: told } = await clients.client.send(
        new DescribeTimeToLiveCommand({ TableName }),
      )
      if (told?.TimeToLiveStatus === status) return told
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function change(input: UpdateTableCommandInput): Promise<void> {
    await clients.client.send(new UpdateTableCommand(input))
    await untilActive(input.TableName ?? '')
  }

  it('Terraform creates, reads, changes and destroys a table', async () => {
    const { client } = clients
    const TableName = freshName()
    // Create.
    await client.send(new CreateTableCommand({ TableName, ...definition }))
    await untilActive(TableName)
    const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true }
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }))
    // Read: the values that a plan without changes compares.
    const table = await describeTable(TableName)
    expect(table).toMatchObject({
      TableName,
      TableStatus: 'ACTIVE',
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
      StreamSpecification: definition.StreamSpecification,
      LatestStreamArn: expect.stringContaining('/stream/'),
      DeletionProtectionEnabled: false,
    })
    const expiry = await untilExpiry(TableName, 'ENABLED')
    expect(expiry?.AttributeName).toBe('expires')
    const backups = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
    expect(backups.ContinuousBackupsDescription).toMatchObject({
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    })
    const ResourceArn = table?.TableArn ?? ''
    const tagged = await client.send(new ListTagsOfResourceCommand({ ResourceArn }))
    expect(tagged.Tags).toEqual(definition.Tags)
    // Update: one change at a time, each awaited.
    await change({ TableName, BillingMode: 'PAY_PER_REQUEST' })
    await change({
      TableName,
      AttributeDefinitions: definition.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-number',
            KeySchema: [{ AttributeName: 'sk', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    })
    await change({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-owner' } }] })
    await change({ TableName, StreamSpecification: { StreamEnabled: false } })
    await change({ TableName, TableClass: 'STANDARD_INFREQUENT_ACCESS' })
    await change({ TableName, DeletionProtectionEnabled: true })
    await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['env'] }))
    await client.send(new TagResourceCommand({ ResourceArn, Tags: [{ Key: 'team', Value: 'a' }] }))
    const changed = await describeTable(TableName)
    expect(changed?.BillingModeSummary?.BillingMode).toBe('PAY_PER_REQUEST')
    expect(changed?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(['by-number'])
    expect(changed).toMatchObject({
      TableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
      DeletionProtectionEnabled: true,
    })
    // Destroy: refused while the table is protected, then waited for.
    const refused = await rejection(client.send(new DeleteTableCommand({ TableName })))
    expect(refused).toMatchObject({ name: 'ValidationException' })
    await change({ TableName, DeletionProtectionEnabled: false })
    await client.send(new DeleteTableCommand({ TableName }))
    const gone = await rejection(client.send(new DescribeTableCommand({ TableName })))
    expect(gone).toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Requested resource not found: Table: ${TableName} not found`,
    })
  })

  it('CloudFormation creates a table with every feature and reads it back', async () => {
    const { client } = clients
    const TableName = freshName()
    await client.send(new CreateTableCommand({ TableName, ...definition }))
    await untilActive(TableName)
    const ResourceArn = (await describeTable(TableName))?.TableArn ?? ''
    await client.send(
      new UpdateContributorInsightsCommand({ TableName, ContributorInsightsAction: 'ENABLE' }),
    )
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { AWS: '000000000000' }, Action: 'dynamodb:GetItem', Resource: '*' },
      ],
    })
    await client.send(new PutResourcePolicyCommand({ ResourceArn, Policy }))
    // The read handler.
    const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName }))
    expect(expiry.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'DISABLED' })
    const backups = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
    const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription
    expect(recovery?.PointInTimeRecoveryStatus).toBe('DISABLED')
    const insights = await client.send(new DescribeContributorInsightsCommand({ TableName }))
    expect(insights.ContributorInsightsStatus).toBe('ENABLED')
    const kinesis = await client.send(new DescribeKinesisStreamingDestinationCommand({ TableName }))
    expect(kinesis.KinesisDataStreamDestinations).toEqual([])
    const got = await client.send(new GetResourcePolicyCommand({ ResourceArn }))
    expect(JSON.parse(got.Policy ?? '').Statement).toHaveLength(1)
    const tagged = await client.send(new ListTagsOfResourceCommand({ ResourceArn }))
    expect(tagged.Tags).toEqual(definition.Tags)
    await client.send(new DeleteTableCommand({ TableName }))
  })
})
