import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SteppedWorld } from './steps/stepped-world.ts'
import type { Json } from './wire-call.ts'

/*
 * Sends each request to a store that refuses one of its steps, every step in turn. The visible state must then be the
 * one before or the complete result; failing-steps.test.ts tests what continues after the answer, and killed servers.
 */

beforeEach(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const pk = { AttributeName: 'pk', KeyType: 'HASH' }
const keys = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [pk],
  BillingMode: 'PAY_PER_REQUEST',
}
const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }

interface World {
  readonly stepped: SteppedWorld
  readonly backup: string
}

/** Creates a table with a stream and recovery, and its backup, and a table with neither. */
async function openWorld(): Promise<World> {
  const stepped = await SteppedWorld.open()
  await stepped.objects.write('bucket', 'one', Buffer.from('{"Item":{"pk":{"S":"imported"}}}\n'))
  await stepped.ask('CreateTable', { TableName: 'Rich', ...keys, StreamSpecification })
  await stepped.ask('CreateTable', { TableName: 'Plain', ...keys })
  for (const TableName of ['Rich', 'Plain']) {
    await stepped.ask('PutItem', { TableName, Item: { pk: { S: 'one' } } })
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await stepped.ask('UpdateContinuousBackups', { TableName: 'Rich', PointInTimeRecoverySpecification })
  const made = await stepped.ask('CreateBackup', { TableName: 'Rich', BackupName: 'first' })
  await stepped.settle(1_000)
  return { stepped, backup: (made['BackupDetails'] as { BackupArn: string }).BackupArn }
}

/**
 * Returns everything visible once background work has been done, without the parts that are always new: ids and times.
 */
async function seen({ stepped }: World): Promise<unknown> {
  await stepped.settle(6 * 60_000)
  const told: unknown[] = []
  for (const region of ['us-east-1', 'eu-west-1']) {
    const ask = async (operation: string, input: Json = {}) =>
      JSON.parse(await stepped.db.execute(operation, input, { region, accountId: '000000000000' })) as Json
    const { TableNames } = await ask('ListTables')
    for (const TableName of TableNames as string[]) {
      for (const operation of ['DescribeTable', 'Scan', 'DescribeTimeToLive', 'DescribeContinuousBackups']) {
        told.push(await ask(operation, { TableName }))
      }
    }
    told.push(await ask('ListStreams'), await ask('ListImports'), await ask('ListExports'))
    told.push(await ask('ListBackups', { BackupType: 'ALL' }))
    for (const { StreamArn } of ((await ask('ListStreams')) as { Streams: { StreamArn: string }[] })
      .Streams) {
      const { StreamDescription } = await ask('DescribeStream', { StreamArn })
      told.push((StreamDescription as { StreamStatus: string }).StreamStatus)
    }
  }
  const text = JSON.stringify(told)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{14}-[\da-f]{8}/g, '(copy)')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}/g, '(label)')
    .replaceAll(/17\d{8}(\.\d+)?/g, '0')
  return JSON.parse(text)
}

type Request = readonly [operation: string, input: Json | ((world: World) => Json)]
const changed = (TableName: string, change: Json): Request => ['UpdateTable', { TableName, ...change }]
const requests: readonly Request[] = [
  ['CreateTable', { TableName: 'New', ...keys, StreamSpecification }],
  ['DeleteTable', { TableName: 'Rich' }],
  changed('Plain', { StreamSpecification }),
  changed('Rich', { StreamSpecification: { StreamEnabled: false } }),
  changed('Plain', { ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] }),
  changed('Plain', {
    AttributeDefinitions: keys.AttributeDefinitions,
    GlobalSecondaryIndexUpdates: [
      { Create: { IndexName: 'byKey', KeySchema: [pk], Projection: { ProjectionType: 'ALL' } } },
    ],
  }),
  [
    'UpdateTimeToLive',
    { TableName: 'Plain', TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' } },
  ],
  [
    'UpdateContinuousBackups',
    { TableName: 'Plain', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  ],
  ['CreateBackup', { TableName: 'Plain', BackupName: 'second' }],
  ['DeleteBackup', ({ backup }) => ({ BackupArn: backup })],
  ['RestoreTableFromBackup', ({ backup }) => ({ BackupArn: backup, TargetTableName: 'New' })],
  [
    'ImportTable',
    {
      ClientToken: 'token',
      S3BucketSource: { S3Bucket: 'bucket' },
      InputFormat: 'DYNAMODB_JSON',
      TableCreationParameters: { TableName: 'New', ...keys },
    },
  ],
]

it.each(requests)(
  '%s (%#) is complete or has no effect if one of its steps is refused, and can be repeated',
  async (...[operation, input]) => {
    const send = (world: World) => {
      return world.stepped.ask(operation, typeof input === 'function' ? input(world) : input)
    }
    const done = await openWorld()
    const before = await seen(done)
    await send(done)
    const after = await seen(done)
    for (let step = 1, isOver = false; !isOver; step++) {
      const world = await openWorld()
      let isRefused = false
      await world.stepped.meeting(step, 'refused', async () => {
        await send(world).catch(() => {
          isRefused = true
        })
      })
      isOver = world.stepped.steps < step
      const found = await seen(world)
      if (isRefused && isDeepStrictEqual(found, before)) {
        await send(world)
        expect(await seen(world), `step ${step}, and again`).toEqual(after)
      } else expect(found, `step ${step}`).toEqual(after)
    }
  },
)
