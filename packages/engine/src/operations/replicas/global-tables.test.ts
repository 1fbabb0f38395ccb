import type {
  OperationInputs,
  OperationName,
  OperationOutputs,
  StreamRecordOutput,
} from '@monotable/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { addOrdersIndex, ordersTable } from '../../testing/orders-table.ts'
import { createTestClock, type TestClock } from '../../util/test-clock.ts'

const { TableName } = ordersTable
const startMs = Date.UTC(2026, 0, 1)
const home = 'us-east-1'
const away = 'eu-west-1'
const third = 'ap-south-1'

type Send = <Name extends OperationName>(
  operation: Name,
  input: OperationInputs[Name],
) => Promise<OperationOutputs[Name]>

let storage: Storage
let clock: TestClock
let db: Database

beforeEach(async () => {
  storage = createMemoryStorage()
  clock = createTestClock(startMs)
  db = await createDatabase({ storage, clock })
  await db.send('CreateTable', ordersTable)
})

const from =
  (region: string): Send =>
  (operation, input) =>
    db.send(operation, input, { region })
const add = (region: string, source = home) =>
  from(source)('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: region } }] })
const remove = (region: string, source = home) =>
  from(source)('UpdateTable', { TableName, ReplicaUpdates: [{ Delete: { RegionName: region } }] })
const put = (id: string, region = home, more: { [name: string]: { S: string } | { N: string } } = {}) =>
  from(region)('PutItem', { TableName, Item: { id: { S: id }, ...more } })
const describeTable = async (region = home) => {
  const { Table } = await from(region)('DescribeTable', { TableName })
  return Table ?? {}
}
const replicasOf = async (region = home) =>
  (await describeTable(region)).Replicas?.map(({ RegionName }) => RegionName)

async function ids(region = home, tableName: string = TableName): Promise<string[]> {
  const { Items = [] } = await from(region)('Scan', { TableName: tableName })
  return Items.map(({ id }) => id?.S ?? '').sort()
}

async function records(region = home): Promise<StreamRecordOutput[]> {
  const send = from(region)
  const { LatestStreamArn: StreamArn = '' } = await describeTable(region)
  const { StreamDescription } = await send('DescribeStream', { StreamArn })
  const all: StreamRecordOutput[] = []
  for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
    const { ShardIterator = '' } = await send('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    })
    all.push(...((await send('GetRecords', { ShardIterator })).Records ?? []))
  }
  return all
}

/**
 * Opens what the store currently holds, as after a crash: nothing was closed, and work in progress does not
 * continue.
 */
async function reopen(): Promise<void> {
  const snapshot = await storage.snapshot()
  storage = createMemoryStorage()
  await storage.restore(snapshot)
  db = await createDatabase({ storage, clock })
}

describe('a replica', () => {
  it('has the items of its source at once, and each sees the writes of the other', async () => {
    await put('before')
    await add(away)
    expect(await ids(away)).toEqual(['before'])
    await put('there', away)
    await put('here')
    expect(await ids()).toEqual(['before', 'here', 'there'])
    await from(away)('DeleteItem', { TableName, Key: { id: { S: 'here' } } })
    expect(await ids()).toEqual(['before', 'there'])
  })

  it('is a table of its own: id, ARN, stream, tags, protection', async () => {
    await db.send('TagResource', {
      ResourceArn: `arn:aws:dynamodb:${home}:000000000000:table/${TableName}`,
      Tags: [{ Key: 'a', Value: 'b' }],
    })
    await db.send('UpdateTable', { TableName, DeletionProtectionEnabled: true })
    await add(away)
    const [here, there] = [await describeTable(), await describeTable(away)]
    expect(there.TableArn).toBe(`arn:aws:dynamodb:${away}:000000000000:table/${TableName}`)
    expect(there.TableId).not.toBe(here.TableId)
    expect(there.LatestStreamArn).toContain(`:${away}:`)
    expect(there.DeletionProtectionEnabled).toBe(false)
    const { Tags } = await from(away)('ListTagsOfResource', { ResourceArn: there.TableArn ?? '' })
    expect(Tags).toEqual([])
  })

  it('is listed by every region, in the order in which the replicas were added', async () => {
    await add(away)
    await add(third, away)
    expect(await replicasOf()).toEqual([away, third])
    expect(await replicasOf(away)).toEqual([home, third])
    expect(await replicasOf(third)).toEqual([home, away])
  })

  it('survives a crash, with its items and its stream', async () => {
    await add(away)
    await put('a', away)
    await reopen()
    await put('b')
    expect(await ids(away)).toEqual(['a', 'b'])
    expect(await replicasOf(away)).toEqual([home])
    expect((await records(away)).length).toBe(2)
  })

  it('leaves the items to the others when it is removed, and no space of its own', async () => {
    await add(away)
    await from(away)('UpdateContinuousBackups', {
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
    await put('a', away)
    await remove(away)
    await db.settled()
    await expect(describeTable(away)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    expect(await ids()).toEqual(['a'])
    expect(await describeTable()).not.toHaveProperty('Replicas')
    expect(await describeTable()).not.toHaveProperty('GlobalTableVersion')
    const spaces = await storage.listSpaces()
    expect(spaces.filter((space) => /^(?:history|table)-/.test(space))).toHaveLength(1)
    await put('b')
    expect(await ids()).toEqual(['a', 'b'])
  })

  it('can be created again, with the current items', async () => {
    await add(away)
    await remove(away)
    await put('later')
    await add(away)
    expect(await ids(away)).toEqual(['later'])
  })

  it('can also be removed by DeleteTable; the last one takes the items along', async () => {
    await add(away)
    await put('a')
    await from(away)('DeleteTable', { TableName })
    expect(await ids()).toEqual(['a'])
    await db.send('DeleteTable', { TableName })
    await db.settled()
    expect((await storage.listSpaces()).filter((space) => space.startsWith('table-'))).toEqual([])
  })

  it('must stay for a day after another was added from it', async () => {
    await add(away)
    const refusal = { name: 'ValidationException', message: expect.stringContaining('last 24 hours') }
    await expect(db.send('DeleteTable', { TableName })).rejects.toMatchObject(refusal)
    await expect(remove(home, away)).rejects.toMatchObject(refusal)
    await clock.advance(24 * 60 * 60 * 1000)
    await remove(home, away)
    expect(await describeTable(away)).not.toHaveProperty('Replicas')
  })

  it('is not removed while it is protected', async () => {
    await add(away)
    await from(away)('UpdateTable', { TableName, DeletionProtectionEnabled: true })
    const refusal = {
      message: `Cannot delete table ${TableName} in region ${away} because it has deletion protection enabled. Disable deletion protection first.`,
    }
    await expect(remove(away)).rejects.toMatchObject(refusal)
    await expect(from(away)('DeleteTable', { TableName })).rejects.toMatchObject(refusal)
  })

  it('may return stale reads with adversity, but not consistent ones', async () => {
    db = await createDatabase({ storage, clock, adversity: { seed: 1, staleReads: 1, staleMs: 1_000 } })
    await add(away)
    await put('a', away)
    const read = { TableName, Key: { id: { S: 'a' } } }
    expect(await db.send('GetItem', read)).toEqual({})
    expect(await db.send('GetItem', { ...read, ConsistentRead: true })).toHaveProperty('Item')
    await clock.advance(1_000)
    expect(await db.send('GetItem', read)).toHaveProperty('Item')
  })

  it('cannot be added if all regions share their tables', async () => {
    db = await createDatabase({ shared: true })
    await db.send('CreateTable', ordersTable)
    await expect(add(away)).rejects.toMatchObject({ message: expect.stringContaining('shared') })
  })
})

describe('streams of a global table', () => {
  it('have a record of every change in every region, wherever it was made', async () => {
    await add(away)
    await put('a', away)
    await put('a', home, { n: { N: '1' } })
    await from(away)('TransactWriteItems', {
      TransactItems: [
        { Delete: { TableName, Key: { id: { S: 'a' } } } },
        { Put: { TableName, Item: { id: { S: 'b' } } } },
      ],
    })
    for (const region of [home, away]) {
      const found = await records(region)
      expect(found.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE', 'INSERT'])
      expect(new Set(found.map(({ awsRegion }) => awsRegion))).toEqual(new Set([region]))
    }
  })

  it('cannot be turned off, and keep their view type', async () => {
    await db.send('UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    await add(away)
    const { StreamSpecification } = await describeTable(away)
    expect(StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' })
    const off = from(away)('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } })
    await expect(off).rejects.toMatchObject({ message: expect.stringContaining('Disabling Stream') })
    await remove(away)
    await db.send('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } })
  })

  it('run triggers in each region', async () => {
    await add(away)
    const seen: string[] = []
    const triggers = [
      await db.on(TableName, () => void seen.push(home)),
      await db.on(TableName, () => void seen.push(away), { region: away }),
    ]
    await put('a')
    for (const trigger of triggers) {
      await trigger.idle()
      await trigger.stop()
    }
    expect(seen.sort()).toEqual([away, home])
  })
})

describe('what all regions share', () => {
  const addIndex = (region: string) => from(region)('UpdateTable', addOrdersIndex)
  const idsBy = async (region: string) => {
    const { Items = [] } = await from(region)('Scan', { TableName, IndexName: 'byWhom' })
    return Items.map(({ id }) => id?.S ?? '').sort()
  }

  it('an index requested in one region is filled for all, while all of them write', async () => {
    for (let i = 0; i < 600; i++) await put(`old${i}`, home, { by: { S: 'x' } })
    await add(away)
    await addIndex(away)
    for (let i = 0; i < 100; i++) await put(`new${i}`, i % 2 === 0 ? home : away, { by: { S: 'x' } })
    await db.settled()
    for (const region of [home, away]) {
      expect((await describeTable(region)).GlobalSecondaryIndexes).toMatchObject([{ IndexStatus: 'ACTIVE' }])
      expect(await idsBy(region)).toHaveLength(700)
    }
    await from(home)('UpdateTable', {
      TableName,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byWhom' } }],
    })
    expect(await describeTable(away)).not.toHaveProperty('GlobalSecondaryIndexes')
    await db.settled()
    expect((await storage.listSpaces()).filter((space) => space.startsWith('index-'))).toEqual([])
  })

  it('no region is added or removed while an index is being filled', async () => {
    let fill = () => {}
    const held = new Promise<void>((resolve) => {
      fill = resolve
    })
    const range: Storage['range'] = (request) =>
      request.space.startsWith('table-') ? held.then(() => storage.range(request)) : storage.range(request)
    const slow = new Proxy(storage, {
      get: (target, name) => {
        const member: unknown = name === 'range' ? range : Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    db = await createDatabase({ storage: slow, clock })
    await add(away)
    await addIndex(home)
    await expect(add(third)).rejects.toMatchObject({ name: 'ResourceInUseException' })
    const refusal = {
      name: 'ResourceInUseException',
      message:
        'Attempt to change a resource which is still in use: Cannot delete table while indexes are being created, ' +
        'updated, or deleted. This limit is applied globally for global tables.',
    }
    await expect(remove(away)).rejects.toMatchObject(refusal)
    await expect(from(away)('DeleteTable', { TableName })).rejects.toMatchObject(refusal)
    fill()
    await db.settled()
    await add(third)
  })

  it('an index that was being filled when the process died is filled after reopening', async () => {
    for (let i = 0; i < 300; i++) await put(`old${i}`, home, { by: { S: 'x' } })
    await add(away)
    await addIndex(away)
    await reopen()
    await db.settled()
    expect(await idsBy(home)).toHaveLength(300)
    expect(await idsBy(away)).toHaveLength(300)
  })

  it('items expire once for all regions, and by the service in one region only', async () => {
    await add(away)
    await from(away)('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await db.settled()
    const { TimeToLiveDescription } = await db.send('DescribeTimeToLive', { TableName })
    expect(TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'until' })
    // The tables are now listed in another order.
    await reopen()
    await put('a', away, { until: { N: String(startMs / 1000 + 60) } })
    await clock.advance(120_000)
    await db.settled()
    expect(await ids(away)).toEqual([])
    const [, here, ...moreHere] = await records()
    const [, there, ...moreThere] = await records(away)
    expect(here).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { PrincipalId: 'dynamodb.amazonaws.com' },
    })
    expect(there).toMatchObject({ eventName: 'REMOVE' })
    expect(there).not.toHaveProperty('userIdentity')
    expect([...moreHere, ...moreThere]).toEqual([])
  })

  it('time to live takes effect even if the region where it was requested has another table by then', async () => {
    await add(away)
    await put('old', home, { until: { N: String(startMs / 1000 + 60) } })
    await from(away)('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await from(away)('DeleteTable', { TableName })
    await from(away)('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await db.settled()
    const { TimeToLiveDescription } = await db.send('DescribeTimeToLive', { TableName })
    expect(TimeToLiveDescription?.TimeToLiveStatus).toBe('ENABLED')
    await clock.advance(61_000)
    await db.settled()
    expect(await ids()).toEqual([])
  })

  it('items continue to expire after the region that deleted them has left', async () => {
    await add(away)
    await db.send('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await db.settled()
    await clock.advance(24 * 60 * 60 * 1000)
    await remove(home, away)
    await put('a', away, { until: { N: String(clock.now() / 1000 + 60) } })
    await clock.advance(120_000)
    await db.settled()
    expect(await ids(away)).toEqual([])
  })

  it('capacity changes for all; read capacity may differ, until it is changed for all again', async () => {
    await add(away)
    const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
    await from(away)('UpdateTable', { TableName, BillingMode: 'PROVISIONED', ProvisionedThroughput: units })
    expect((await describeTable()).ProvisionedThroughput).toMatchObject(units)
    const Update = { RegionName: away, ProvisionedThroughputOverride: { ReadCapacityUnits: 10 } }
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Update }] })
    expect((await describeTable()).Replicas).toMatchObject([
      { RegionName: away, ProvisionedThroughputOverride: { ReadCapacityUnits: 10 } },
    ])
    expect((await describeTable(away)).ProvisionedThroughput).toMatchObject({
      ReadCapacityUnits: 10,
      WriteCapacityUnits: 5,
    })
    const more = { ReadCapacityUnits: 5, WriteCapacityUnits: 9 }
    await db.send('UpdateTable', { TableName, ProvisionedThroughput: more })
    expect((await describeTable(away)).ProvisionedThroughput).toMatchObject(more)
    expect((await describeTable()).Replicas?.[0]).not.toHaveProperty('ProvisionedThroughputOverride')
    await db.send('UpdateTable', { TableName, BillingMode: 'PAY_PER_REQUEST' })
    expect((await describeTable(away)).BillingModeSummary).toMatchObject({ BillingMode: 'PAY_PER_REQUEST' })
  })

  it('the class of the table changes for all, and may differ in one', async () => {
    await add(away)
    const Update = { RegionName: away, TableClassOverride: 'STANDARD_INFREQUENT_ACCESS' } as const
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Update }] })
    expect(await describeTable()).not.toHaveProperty('TableClassSummary')
    expect((await describeTable()).Replicas).toMatchObject([
      { ReplicaTableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' } },
    ])
    await db.send('UpdateTable', { TableName, TableClass: 'STANDARD_INFREQUENT_ACCESS' })
    await db.send('UpdateTable', { TableName, TableClass: 'STANDARD' })
    expect((await describeTable(away)).TableClassSummary).toMatchObject({ TableClass: 'STANDARD' })
  })

  it('encryption is of one kind everywhere, with a key for each region', async () => {
    await add(away)
    await db.send('UpdateTable', { TableName, SSESpecification: { Enabled: true, SSEType: 'KMS' } })
    const { SSEDescription } = await describeTable(away)
    expect(SSEDescription?.KMSMasterKeyArn).toContain(`:${away}:`)
    expect((await describeTable()).Replicas).toMatchObject([
      { KMSMasterKeyId: SSEDescription?.KMSMasterKeyArn },
    ])
    const own = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/mine' } as const
    await expect(db.send('UpdateTable', { TableName, SSESpecification: own })).rejects.toThrow(
      'KMSMasterKeyId must be specified for each replica.',
    )
  })

  it('customer keys cannot be given up in one region alone', async () => {
    const own = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/mine' } as const
    await db.send('UpdateTable', { TableName, SSESpecification: own })
    const Create = { RegionName: away, KMSMasterKeyId: 'alias/theirs' }
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create }] })
    const managed = { Enabled: true, SSEType: 'KMS' } as const
    await expect(db.send('UpdateTable', { TableName, SSESpecification: managed })).rejects.toThrow(
      'All replica keys must either be Customer Managed CMK or AWS Managed CMK.',
    )
    const another = { ...own, KMSMasterKeyId: 'alias/another' }
    await db.send('UpdateTable', { TableName, SSESpecification: another })
    await db.send('UpdateTable', { TableName, SSESpecification: { Enabled: false } })
    expect(await describeTable(away)).not.toHaveProperty('SSEDescription')
  })

  it('throttling counts each region separately', async () => {
    db = await createDatabase({ storage, clock, capacity: { throttle: true } })
    await add(away)
    const OnDemandThroughput = { MaxReadRequestUnits: 1, MaxWriteRequestUnits: 1 }
    await db.send('UpdateTable', { TableName, OnDemandThroughput })
    const fill = async (region: string) => {
      for (let i = 0; i < 400; i++) await put(`i${i}`, region)
    }
    await expect(fill(home)).rejects.toMatchObject({ name: 'ThrottlingException' })
    await put('free', away)
  })
})

describe('copies of a global table', () => {
  const recover = (region: string) =>
    from(region)('UpdateContinuousBackups', {
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })

  it('a replica is restored to a moment, with writes from all regions', async () => {
    await add(away)
    await recover(away)
    await put('a')
    await put('b', away)
    await clock.advance(10_000)
    const moment = clock.now() / 1000
    await clock.advance(10_000)
    await put('c')
    await from(home)('DeleteItem', { TableName, Key: { id: { S: 'a' } } })
    await from(away)('RestoreTableToPointInTime', {
      SourceTableName: TableName,
      TargetTableName: 'Restored',
      RestoreDateTime: moment,
    })
    await db.settled()
    expect(await ids(away, 'Restored')).toEqual(['a', 'b'])
    const { Table } = await from(away)('DescribeTable', { TableName: 'Restored' })
    expect(Table).not.toHaveProperty('Replicas')
  })

  it('each region keeps its own history, from the time when that was requested there', async () => {
    await add(away)
    await recover(home)
    await put('a', away)
    await recover(away)
    await put('b')
    await from(home)('UpdateContinuousBackups', {
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    })
    await clock.advance(10_000)
    await put('c')
    await db.settled()
    await from(away)('RestoreTableToPointInTime', {
      SourceTableName: TableName,
      TargetTableName: 'Restored',
      RestoreDateTime: clock.now() / 1000 - 5,
    })
    await db.settled()
    expect(await ids(away, 'Restored')).toEqual(['a', 'b'])
  })

  it('recovery continues after another region has left', async () => {
    await add(away)
    await recover(home)
    await put('a')
    await remove(away)
    await db.settled()
    await clock.advance(10_000)
    await put('b')
    await db.send('DeleteItem', { TableName, Key: { id: { S: 'a' } } })
    await db.send('RestoreTableToPointInTime', {
      SourceTableName: TableName,
      TargetTableName: 'Restored',
      RestoreDateTime: clock.now() / 1000 - 5,
    })
    await db.settled()
    expect(await ids(home, 'Restored')).toEqual(['a'])
  })

  it('a backup of a replica is restored as a table of its region alone', async () => {
    await add(away)
    await put('a')
    const { BackupDetails } = await from(away)('CreateBackup', { TableName, BackupName: 'backup' })
    await put('b')
    await db.settled()
    await from(away)('RestoreTableFromBackup', {
      BackupArn: BackupDetails?.BackupArn ?? '',
      TargetTableName: 'Restored',
    })
    await db.settled()
    expect(await ids(away, 'Restored')).toEqual(['a'])
  })

  it('a table is restored under its own name in another region', async () => {
    await recover(home)
    await put('a')
    await from(away)('RestoreTableToPointInTime', {
      SourceTableArn: `arn:aws:dynamodb:${home}:000000000000:table/${TableName}`,
      TargetTableName: TableName,
      UseLatestRestorableTime: true,
      SSESpecificationOverride: { Enabled: false },
    })
    await db.settled()
    expect(await ids(away)).toEqual(['a'])
    await put('b')
    expect(await ids(away)).toEqual(['a'])
  })
})
