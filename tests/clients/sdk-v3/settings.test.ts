import {
  CreateGlobalTableCommand,
  DeleteResourcePolicyCommand,
  DescribeGlobalTableCommand,
  DescribeGlobalTableSettingsCommand,
  DescribeKinesisStreamingDestinationCommand,
  DescribeTableCommand,
  DescribeTableReplicaAutoScalingCommand,
  DisableKinesisStreamingDestinationCommand,
  EnableKinesisStreamingDestinationCommand,
  GetResourcePolicyCommand,
  GlobalTableNotFoundException,
  ListGlobalTablesCommand,
  PolicyNotFoundException,
  PutResourcePolicyCommand,
  ResourceNotFoundException,
  UpdateGlobalTableCommand,
  UpdateGlobalTableSettingsCommand,
  UpdateKinesisStreamingDestinationCommand,
  UpdateTableReplicaAutoScalingCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

describe.each(sdkTargets)('settings through the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  beforeAll(async () => {
    clients = await open()
  })
  afterAll(() => clients.close())

  const describeTable = async (TableName: string) =>
    (await clients.client.send(new DescribeTableCommand({ TableName }))).Table
  const policyOf = (Action: string, Resource = '*') =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { AWS: '000000000000' }, Action: [Action], Resource }],
    })

  it('a resource policy is put, changed by its revision, and removed', async () => {
    const { client } = clients
    const ResourceArn = (await describeTable(await makeTable(client)))?.TableArn
    const put = (Action: string, ExpectedRevisionId?: string) =>
      client.send(new PutResourcePolicyCommand({ ResourceArn, Policy: policyOf(Action), ExpectedRevisionId }))
    const first = await put('dynamodb:GetItem', 'NO_POLICY')
    expect(await put('dynamodb:GetItem')).toMatchObject({ RevisionId: first.RevisionId })
    const second = await put('dynamodb:PutItem', first.RevisionId)
    expect(Number(second.RevisionId)).toBeGreaterThan(Number(first.RevisionId))
    const stale = await rejection(put('dynamodb:Query', first.RevisionId))
    expect(stale).toBeInstanceOf(PolicyNotFoundException)
    const got = await client.send(new GetResourcePolicyCommand({ ResourceArn }))
    expect(got.RevisionId).toBe(second.RevisionId)
    expect(JSON.parse(got.Policy ?? '').Statement[0].Action).toBe('dynamodb:PutItem')
    const removed = await client.send(new DeleteResourcePolicyCommand({ ResourceArn }))
    expect(removed.RevisionId).toBe(second.RevisionId)
    const absent = await rejection(client.send(new GetResourcePolicyCommand({ ResourceArn })))
    expect(absent).toBeInstanceOf(PolicyNotFoundException)
  })

  it('a stream has a policy of its own', async () => {
    const { client } = clients
    const name = await makeTable(client, {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    const table = await describeTable(name)
    const ResourceArn = table?.LatestStreamArn
    const Policy = policyOf('dynamodb:GetRecords', ResourceArn)
    await client.send(new PutResourcePolicyCommand({ ResourceArn, Policy }))
    const got = await client.send(new GetResourcePolicyCommand({ ResourceArn }))
    expect(JSON.parse(got.Policy ?? '').Statement[0].Resource).toBe(ResourceArn)
    const ofTable = client.send(new GetResourcePolicyCommand({ ResourceArn: table?.TableArn }))
    expect(await rejection(ofTable)).toBeInstanceOf(PolicyNotFoundException)
  })

  it('enabling a Kinesis destination without Kinesis fails and says what is missing', async () => {
    const { client } = clients
    const TableName = await makeTable(client)
    const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'
    const told = await client.send(new DescribeKinesisStreamingDestinationCommand({ TableName }))
    expect(told).toMatchObject({ TableName, KinesisDataStreamDestinations: [] })
    const enabled = await client.send(new EnableKinesisStreamingDestinationCommand({ TableName, StreamArn }))
    expect(enabled).toMatchObject({ TableName, StreamArn, DestinationStatus: 'ENABLING' })
    await expect
      .poll(() => client.send(new DescribeKinesisStreamingDestinationCommand({ TableName })))
      .toMatchObject({
        KinesisDataStreamDestinations: [
          {
            DestinationStatus: 'ENABLE_FAILED',
            DestinationStatusDescription: expect.stringContaining('--kinesis'),
          },
        ],
      })
    const disabled = client.send(new DisableKinesisStreamingDestinationCommand({ TableName, StreamArn }))
    expect(await rejection(disabled)).toMatchObject({ name: 'ValidationException' })
    const UpdateKinesisStreamingConfiguration = {
      ApproximateCreationDateTimePrecision: 'MICROSECOND',
    } as const
    const updated = client.send(
      new UpdateKinesisStreamingDestinationCommand({
        TableName,
        StreamArn,
        UpdateKinesisStreamingConfiguration,
      }),
    )
    expect(await rejection(updated)).toMatchObject({ name: 'ValidationException' })
  })

  it('there are no global tables of the old version', async () => {
    const { client } = clients
    const GlobalTableName = await makeTable(client)
    const { GlobalTables } = await client.send(new ListGlobalTablesCommand({}))
    expect(GlobalTables).toEqual([])
    const ReplicationGroup = [{ RegionName: 'us-east-1' }]
    const created = client.send(new CreateGlobalTableCommand({ GlobalTableName, ReplicationGroup }))
    expect(await rejection(created)).toMatchObject({ name: 'ValidationException' })
    const ReplicaUpdates = [{ Delete: { RegionName: 'us-east-1' } }]
    for (const command of [
      client.send(new DescribeGlobalTableCommand({ GlobalTableName })),
      client.send(new DescribeGlobalTableSettingsCommand({ GlobalTableName })),
      client.send(new UpdateGlobalTableCommand({ GlobalTableName, ReplicaUpdates })),
      client.send(
        new UpdateGlobalTableSettingsCommand({ GlobalTableName, GlobalTableBillingMode: 'PAY_PER_REQUEST' }),
      ),
    ]) {
      expect(await rejection(command)).toBeInstanceOf(GlobalTableNotFoundException)
    }
    const TableName = GlobalTableName
    const AutoScalingDisabled = { AutoScalingDisabled: true }
    for (const command of [
      client.send(new DescribeTableReplicaAutoScalingCommand({ TableName })),
      client.send(
        new UpdateTableReplicaAutoScalingCommand({
          TableName,
          ProvisionedWriteCapacityAutoScalingUpdate: AutoScalingDisabled,
        }),
      ),
    ]) {
      expect(await rejection(command)).toBeInstanceOf(ResourceNotFoundException)
    }
  })
})
