import type { UpdateTableReplicaAutoScalingInput } from '@monotable/protocol'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

const TableName = 'Orders'
const [home, away] = ['us-west-2', 'us-east-1']
const off = { AutoScalingDisabled: true, ScalingPolicies: [] }
const setting = (TargetValue = 70, MinimumUnits = 1) => ({
  MinimumUnits,
  MaximumUnits: 10,
  ScalingPolicyUpdate: { TargetTrackingScalingPolicyConfiguration: { TargetValue } },
})

let db: Database
beforeEach(async () => {
  db = await createDatabase({ region: home })
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'S' },
      { AttributeName: 'by', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byWhom',
        KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: away } }] })
})

const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 6 }
const provision = () =>
  db.send('UpdateTable', {
    TableName,
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: units,
    GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'byWhom', ProvisionedThroughput: units } }],
  })
const update = (change: Omit<UpdateTableReplicaAutoScalingInput, 'TableName'>) =>
  db.send('UpdateTableReplicaAutoScaling', { TableName, ...change })
const replicas = async () => {
  const answer = await db.send('DescribeTableReplicaAutoScaling', { TableName })
  return answer.TableAutoScalingDescription?.Replicas ?? []
}

it('an on-demand group has everything disabled, in all regions by name', async () => {
  const index = {
    IndexName: 'byWhom',
    IndexStatus: 'ACTIVE',
    ProvisionedReadCapacityAutoScalingSettings: off,
    ProvisionedWriteCapacityAutoScalingSettings: off,
  }
  expect(await replicas()).toEqual(
    [away, home].map((RegionName) => ({
      RegionName,
      ReplicaStatus: 'ACTIVE',
      GlobalSecondaryIndexes: [index],
      ReplicaProvisionedReadCapacityAutoScalingSettings: off,
      ReplicaProvisionedWriteCapacityAutoScalingSettings: off,
    })),
  )
})

it('a group switched to provisioned capacity scales from there', async () => {
  await provision()
  for (const replica of await replicas()) {
    expect(replica.ReplicaProvisionedWriteCapacityAutoScalingSettings).toMatchObject({
      MinimumUnits: 6,
      MaximumUnits: 40_000,
      ScalingPolicies: [
        {
          PolicyName: `DynamoDBWriteCapacityUtilization:table/${TableName}`,
          TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
        },
      ],
    })
  }
  const third = { Create: { RegionName: 'eu-west-1' } }
  await db.send('UpdateTable', { TableName, ReplicaUpdates: [third] })
})

it('writes scale alike in all regions, reads as set for each; the answer shows the previous settings', async () => {
  await provision()
  await update({
    ProvisionedWriteCapacityAutoScalingUpdate: { AutoScalingDisabled: true },
    ReplicaUpdates: ['us-east-1', 'us-west-2'].map((RegionName) => ({
      RegionName,
      ReplicaProvisionedReadCapacityAutoScalingUpdate: { AutoScalingDisabled: true },
    })),
  })
  const answer = await update({
    ProvisionedWriteCapacityAutoScalingUpdate: setting(50),
    GlobalSecondaryIndexUpdates: [
      { IndexName: 'byWhom', ProvisionedWriteCapacityAutoScalingUpdate: setting(60) },
    ],
    ReplicaUpdates: [{ RegionName: away, ReplicaProvisionedReadCapacityAutoScalingUpdate: setting() }],
  })
  expect(answer.TableAutoScalingDescription?.Replicas).toMatchObject([
    { ReplicaProvisionedWriteCapacityAutoScalingSettings: off },
    { ReplicaProvisionedWriteCapacityAutoScalingSettings: off },
  ])
  const targetOf = (settings: unknown) =>
    (settings as { ScalingPolicies: { TargetTrackingScalingPolicyConfiguration: { TargetValue: number } }[] })
      .ScalingPolicies[0]?.TargetTrackingScalingPolicyConfiguration.TargetValue
  expect(
    (await replicas()).map((replica) => [
      targetOf(replica.ReplicaProvisionedReadCapacityAutoScalingSettings),
      targetOf(replica.ReplicaProvisionedWriteCapacityAutoScalingSettings),
      targetOf(replica.GlobalSecondaryIndexes?.[0]?.ProvisionedWriteCapacityAutoScalingSettings),
    ]),
  ).toEqual([
    [70, 50, 60],
    [undefined, 50, 60],
  ])
})

describe('is refused', () => {
  const read = (RegionName: string, given: object) => ({
    ReplicaUpdates: [{ RegionName, ReplicaProvisionedReadCapacityAutoScalingUpdate: given }],
  })
  const failed = `Failed to update settings for global table with name: ‘${TableName}’`
  const scaling = '(Service: AWSApplicationAutoScaling; Status Code: 400; Error Code: ValidationException)'

  // It would not finish in minutes if the number of steps were quadratic in the number of regions.
  test('very many regions are refused like one', async () => {
    const ReplicaUpdates = Array.from({ length: 500_000 }, (_, number) => ({ RegionName: `r${number}` }))
    await expect(update({ ReplicaUpdates })).rejects.toThrow(
      `${failed} because at least one update parameter must be specified for region: ‘r0’.`,
    )
  })

  test.each([
    ['nothing', {}, `${failed} because at least one update parameter must be specified.`],
    [
      'a region without settings',
      { ReplicaUpdates: [{ RegionName: away }] },
      `${failed} because at least one update parameter must be specified for region: ‘${away}’.`,
    ],
    [
      'a region twice',
      { ReplicaUpdates: [away, away].flatMap((name) => read(name, setting()).ReplicaUpdates) },
      `${failed} because the regions: ‘[${away}]’ were specified more than once.`,
    ],
    [
      'an empty setting',
      read(away, {}),
      `${failed}: Parameters 'MaximumUnits', 'ScalingPolicyUpdate', 'MinimumUnits' are required unless auto scaling is being disabled.`,
    ],
    [
      'a setting of what is turned off',
      read(away, { AutoScalingDisabled: true, MinimumUnits: 1 }),
      `Failed to update settings for global table with name ‘${TableName}’: Parameters 'MinimumUnits' must be left blank when disabling auto scaling.`,
    ],
    [
      'a maximum below the minimum',
      read(away, setting(70, 11)),
      `Maximum capacity cannot be less than minimum capacity ${scaling}`,
    ],
    [
      'a target of more than 90',
      read(away, setting(90.1)),
      `For predefined metric type DynamoDBReadCapacityUtilization, target value must be between '10.0' and '90.0', but was '90.1'. ${scaling}`,
    ],
  ])('%s', async (_, change, message) => {
    await provision()
    await expect(update(change)).rejects.toMatchObject({ name: 'ValidationException', message })
  })

  it('scaling an on-demand table, except to turn it off', async () => {
    const message =
      `Failed to update global table with name ‘${TableName}‘. Replicas 'US-EAST-1', 'US-WEST-2' BillingMode is ` +
      "PayPerRequest. You must convert table's BillingMode to PROVISIONED to set parameters: " +
      "'GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate'."
    const writes = update({ ProvisionedWriteCapacityAutoScalingUpdate: setting() })
    await expect(writes).rejects.toMatchObject({ message })
    await update({ ProvisionedWriteCapacityAutoScalingUpdate: { AutoScalingDisabled: true } })
  })
})
