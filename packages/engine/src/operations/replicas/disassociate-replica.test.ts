import { setImmediate } from 'node:timers/promises'
import type { OperationInputs, OperationName, OperationOutputs, UpdateTableInput } from '@monotable/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { createTestClock, type TestClock } from '../../util/test-clock.ts'

const TableName = 'Songs'
const home = 'us-east-1'
const away = 'eu-west-1'
const third = 'ap-south-1'
const attributes = ['id', 'at', 'by', 'year'].map((AttributeName) => ({
  AttributeName,
  AttributeType: 'S' as const,
}))
const all = { ProjectionType: 'ALL' } as const
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const })
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const })

const BillingMode = 'PAY_PER_REQUEST'

const songs = {
  TableName,
  BillingMode,
  AttributeDefinitions: attributes,
  KeySchema: [hash('id'), range('at')],
  GlobalSecondaryIndexes: [{ IndexName: 'byWhom', KeySchema: [hash('by')], Projection: all }],
  LocalSecondaryIndexes: [{ IndexName: 'byYear', KeySchema: [hash('id'), range('year')], Projection: all }],
  VectorIndexes: [
    {
      IndexName: 'similar',
      VectorAttribute: { AttributeName: 'sound' },
      Dimensions: 2,
      DistanceFunction: 'EUCLIDEAN',
      Projection: all,
    },
  ],
} as const satisfies OperationInputs['CreateTable']

let storage: Storage
let clock: TestClock
let db: Database

beforeEach(async () => {
  storage = createMemoryStorage()
  clock = createTestClock(Date.UTC(2026, 0, 1))
  db = await createDatabase({ storage, clock })
  await db.send('CreateTable', songs)
})
afterEach(() => vi.restoreAllMocks())

const send = <Name extends OperationName>(
  region: string,
  operation: Name,
  input: OperationInputs[Name],
): Promise<OperationOutputs[Name]> => db.send(operation, input, { region })
const update = (region: string, change: Omit<UpdateTableInput, 'TableName'>) =>
  send(region, 'UpdateTable', { TableName, ...change })
const add = (...regions: string[]) =>
  regions.reduce<Promise<unknown>>(
    (before, RegionName) => before.then(() => update(home, { ReplicaUpdates: [{ Create: { RegionName } }] })),
    Promise.resolve(),
  )
const leaving = (RegionName: string) => ({
  ReplicaUpdates: [{ Disassociate: { RegionName, DisassociationMode: 'WAIT_FOR_REPLICATION' as const } }],
})
const unprotect = (region: string) => update(region, { DisassociationProtectionEnabled: false })
const leave = async (region: string) => {
  await unprotect(region)
  return update(region, leaving(region))
}
const put = (region: string, id: string, more: OperationInputs['PutItem']['Item'] = {}) =>
  send(region, 'PutItem', {
    TableName,
    Item: {
      ...{ id: { S: id }, at: { S: '1' }, by: { S: 'x' }, year: { S: '1999' } },
      sound: { L: [{ N: '1' }, { N: String(id.length) }] },
      ...more,
    },
  })
const remove = (region: string, id: string) =>
  send(region, 'DeleteItem', { TableName, Key: { id: { S: id }, at: { S: '1' } } })
const described = async (region: string) => (await send(region, 'DescribeTable', { TableName })).Table ?? {}
const replicasOf = async (region: string) =>
  (await described(region)).Replicas?.map(({ RegionName }) => RegionName)
const recover = (region: string) =>
  send(region, 'UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })

const mostNeighbours = 100

type Found = { readonly id?: { readonly S?: string } | undefined }
const idsOf = (items: readonly Found[] = []) => items.map(({ id }) => id?.S ?? '').sort()

/** Calls `act` in turn with 0, 1, 2 and so on until all background work is done. */
async function untilSettled(act: (turn: number) => Promise<unknown>): Promise<void> {
  let isDone = false
  const settled = db.settled().then(() => {
    isDone = true
  })
  for (let turn = 0; !isDone; turn++) {
    await act(turn)
    await setImmediate()
  }
  await settled
}

/** Checks that the table and each of its indexes hold the same items, and returns these. */
async function ids(region: string, name = TableName): Promise<string[]> {
  const found = idsOf((await send(region, 'Scan', { TableName: name, ConsistentRead: true })).Items)
  for (const IndexName of ['byWhom', 'byYear']) {
    expect(idsOf((await send(region, 'Scan', { TableName: name, IndexName })).Items)).toEqual(found)
  }
  if (found.length <= mostNeighbours) {
    const SearchVector = [{ N: '1' }, { N: '1' }]
    const search = { TableName: name, IndexName: 'similar', SearchVector, TopK: mostNeighbours }
    const { SearchResults = [] } = await send(region, 'SearchVectors', search)
    expect(idsOf(SearchResults.map(({ Item = {} }) => Item))).toEqual(found)
  }
  const { Table } = await send(region, 'DescribeTable', { TableName: name })
  expect(Table?.ItemCount).toBe(found.length)
  return found
}

async function streamed(region: string): Promise<(string | undefined)[]> {
  const { LatestStreamArn: StreamArn = '' } = await described(region)
  const { StreamDescription } = await send(region, 'DescribeStream', { StreamArn })
  const told: (string | undefined)[] = []
  for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
    const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    const { ShardIterator = '' } = await send(region, 'GetShardIterator', begin)
    const { Records = [] } = await send(region, 'GetRecords', { ShardIterator })
    told.push(...Records.map(({ eventName, dynamodb }) => `${eventName} ${dynamodb?.Keys?.['id']?.S}`))
  }
  return told
}

describe('disassociation is refused', () => {
  it.each<[string, Omit<UpdateTableInput, 'TableName'>, string]>([
    [
      'together with another update of a replica',
      {
        ReplicaUpdates: [...leaving(home).ReplicaUpdates, { Delete: { RegionName: away } }],
      },
      'A Disassociate action must be the only replica update in the request.',
    ],
    [
      'twice in one request',
      { ReplicaUpdates: [...leaving(home).ReplicaUpdates, ...leaving(home).ReplicaUpdates] },
      'A Disassociate action must be the only replica update in the request.',
    ],
    [
      'in the same action as another update',
      { ReplicaUpdates: [{ ...leaving(home).ReplicaUpdates[0], Delete: { RegionName: away } }] },
      'Update table operation with more than one type of replica actions not allowed.',
    ],
    [
      'for another region',
      leaving(away),
      `Cannot disassociate the replica in region ${away} through a request to region ${home}. ` +
        'Only the local replica can be disassociated.',
    ],
    [
      'together with another change of the table',
      { ...leaving(home), DeletionProtectionEnabled: true },
      'One or more parameter values were invalid: Replica modification must be the only operation in the request',
    ],
    [
      'together with its protection',
      { ...leaving(home), DisassociationProtectionEnabled: false },
      'One or more parameter values were invalid: Replica modification must be the only operation in the request',
    ],
    [
      'with a consistency',
      { ...leaving(home), MultiRegionConsistency: 'EVENTUAL' },
      'Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.',
    ],
    [
      'while it is protected, as it is from the beginning',
      leaving(home),
      `Cannot disassociate table ${TableName} in region ${home} because it has disassociation protection enabled. ` +
        'Disable disassociation protection first.',
    ],
  ])('%s', async (_, change, message) => {
    await add(away)
    await expect(update(home, change)).rejects.toMatchObject({ name: 'ValidationException', message })
    expect(await replicasOf(home)).toEqual([away])
  })

  it('with another mode than to wait for replication', async () => {
    const action = { RegionName: home, DisassociationMode: 'FORCE' as 'WAIT_FOR_REPLICATION' }
    await expect(update(home, { ReplicaUpdates: [{ Disassociate: action }] })).rejects.toThrow(
      'Member must satisfy enum value set: [WAIT_FOR_REPLICATION]',
    )
  })

  it('for a table that is in no global table, as is its protection', async () => {
    const message = `Disassociation is only supported for replicas of a global table of version 2019.11.21: ${TableName} is not one.`
    await expect(update(home, leaving(home))).rejects.toMatchObject({ message })
    await expect(unprotect(home)).rejects.toMatchObject({ message })
  })

  it('for a strongly consistent table, as is its protection', async () => {
    const strong = { region: 'us-east-2' }
    await db.send(
      'CreateTable',
      {
        ...{ TableName, BillingMode },
        AttributeDefinitions: attributes.slice(0, 1),
        KeySchema: [hash('id')],
      },
      strong,
    )
    await update(strong.region, {
      MultiRegionConsistency: 'STRONG',
      ReplicaUpdates: [{ Create: { RegionName: 'us-west-2' } }],
      GlobalTableWitnessUpdates: [{ Create: { RegionName: home } }],
    })
    const message =
      'Disassociation is not supported for global tables with MultiRegionConsistency set to STRONG.'
    await expect(update(strong.region, leaving(strong.region))).rejects.toMatchObject({ message })
    await expect(unprotect(strong.region)).rejects.toMatchObject({ message })
    expect(await described(strong.region)).not.toHaveProperty('DisassociationProtectionEnabled')
  })

  it('while an index is being filled', async () => {
    await add(away)
    await unprotect(away)
    await put(home, 'a')
    await update(home, {
      AttributeDefinitions: [...attributes, { AttributeName: 'town', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        { Create: { IndexName: 'byTown', KeySchema: [hash('town')], Projection: all } },
      ],
    })
    await expect(update(away, leaving(away))).rejects.toMatchObject({ name: 'ResourceInUseException' })
    await db.settled()
    await update(away, leaving(away))
  })
})

describe('protection from disassociation', () => {
  it('is on at first, and each region switches its own', async () => {
    expect(await described(home)).not.toHaveProperty('DisassociationProtectionEnabled')
    await add(away)
    const { TableDescription } = await unprotect(away)
    // The answer is the one in AWS's example of this request.
    expect(TableDescription).toMatchObject({
      DisassociationProtectionEnabled: false,
      GlobalTableVersion: '2019.11.21',
      Replicas: [{ RegionName: home, ReplicaStatus: 'ACTIVE' }],
      TableStatus: 'ACTIVE',
    })
    expect((await described(away)).DisassociationProtectionEnabled).toBe(false)
    expect((await described(home)).DisassociationProtectionEnabled).toBe(true)
    await add(third)
    expect((await described(third)).DisassociationProtectionEnabled).toBe(true)
    expect((await described(away)).DisassociationProtectionEnabled).toBe(false)
    await update(away, { DisassociationProtectionEnabled: true })
    expect((await described(away)).DisassociationProtectionEnabled).toBe(true)
    await expect(update(away, leaving(away))).rejects.toThrow('disassociation protection enabled')
  })

  it('cannot be changed together with anything else', async () => {
    await add(away)
    const change = { DisassociationProtectionEnabled: false, BillingMode: 'PAY_PER_REQUEST' } as const
    await expect(update(away, change)).rejects.toThrow(
      'DisassociationProtection modification must be the only operation in the request',
    )
  })
})

describe('a disassociated replica', () => {
  it('of three is a table of its own, and the others stay a global table', async () => {
    await add(away, third)
    await put(home, 'old')
    await unprotect(away)
    const { TableDescription } = await update(away, leaving(away))
    // The answer is the one in AWS's example of this request.
    expect(TableDescription).toMatchObject({
      DisassociationProtectionEnabled: false,
      GlobalTableVersion: '2019.11.21',
      Replicas: [
        { RegionName: home, ReplicaStatus: 'ACTIVE' },
        { RegionName: third, ReplicaStatus: 'ACTIVE' },
      ],
      TableStatus: 'UPDATING',
    })
    await db.settled()
    const table = await described(away)
    expect(table.TableStatus).toBe('ACTIVE')
    for (const member of ['Replicas', 'GlobalTableVersion', 'DisassociationProtectionEnabled']) {
      expect(table).not.toHaveProperty(member)
    }
    expect(await replicasOf(home)).toEqual([third])
    expect(await replicasOf(third)).toEqual([home])
    await put(away, 'there')
    await put(home, 'here')
    expect(await ids(away)).toEqual(['old', 'there'])
    for (const region of [home, third]) expect(await ids(region)).toEqual(['here', 'old'])
  })

  it('of two leaves two tables of their own', async () => {
    await add(away)
    await put(home, 'a')
    await put(home, 'b')
    await leave(home)
    await db.settled()
    for (const region of [home, away]) expect(await described(region)).not.toHaveProperty('Replicas')
    await remove(home, 'a')
    await put(away, 'c')
    expect(await ids(home)).toEqual(['b'])
    expect(await ids(away)).toEqual(['a', 'b', 'c'])
    await send(home, 'DeleteTable', { TableName })
    await db.settled()
    expect(await ids(away)).toEqual(['a', 'b', 'c'])
  })

  it('keeps its ARN, id, stream, tags, policy, settings and backups', async () => {
    await add(away)
    await put(home, 'a')
    const { TableArn = '' } = await described(away)
    await send(away, 'TagResource', { ResourceArn: TableArn, Tags: [{ Key: 'team', Value: 'blue' }] })
    await send(away, 'UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await update(away, { DeletionProtectionEnabled: true })
    await recover(away)
    await send(away, 'CreateBackup', { TableName, BackupName: 'before' })
    await db.settled()
    const before = await described(away)
    await leave(away)
    await db.settled()
    const {
      DisassociationProtectionEnabled: _,
      GlobalTableSettingsReplicationMode: __,
      GlobalTableVersion: ___,
      Replicas: ____,
      ...kept
    } = before
    expect(await described(away)).toEqual(kept)
    expect((await send(away, 'ListTagsOfResource', { ResourceArn: TableArn })).Tags).toEqual([
      { Key: 'team', Value: 'blue' },
    ])
    const { TimeToLiveDescription } = await send(away, 'DescribeTimeToLive', { TableName })
    expect(TimeToLiveDescription).toEqual({ AttributeName: 'until', TimeToLiveStatus: 'ENABLED' })
    const { ContinuousBackupsDescription } = await send(away, 'DescribeContinuousBackups', { TableName })
    expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe(
      'ENABLED',
    )
    expect((await send(away, 'ListBackups', {})).BackupSummaries).toHaveLength(1)
  })

  it('has every record in its stream once, and then its own only', async () => {
    await add(away)
    await put(home, 'a')
    await leave(away)
    await put(home, 'b')
    await db.settled()
    await put(home, 'c')
    await put(away, 'd')
    expect(await streamed(away)).toEqual(['INSERT a', 'INSERT b', 'INSERT d'])
    expect(await streamed(home)).toEqual(['INSERT a', 'INSERT b', 'INSERT c'])
  })

  it('expires its items itself', async () => {
    await add(away)
    await send(home, 'UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await db.settled()
    const until = { until: { N: String(clock.now() / 1000 + 100) } }
    await put(home, 'early', until)
    await put(home, 'kept')
    await leave(away)
    await put(home, 'meanwhile', until)
    await db.settled()
    await put(away, 'late', until)
    await clock.advance(200_000)
    await db.settled()
    for (const region of [home, away]) expect(await ids(region)).toEqual(['kept'])
    expect(await streamed(away)).toContain('REMOVE late')
  })

  it('can become the first replica of another global table, and is protected again', async () => {
    await add(away)
    await put(home, 'a')
    await leave(away)
    await db.settled()
    await update(away, { ReplicaUpdates: [{ Create: { RegionName: third } }] })
    await put(third, 'b')
    expect(await ids(away)).toEqual(['a', 'b'])
    expect(await ids(home)).toEqual(['a'])
    expect((await described(away)).DisassociationProtectionEnabled).toBe(true)
    await leave(third)
    await db.settled()
    expect(await ids(third)).toEqual(['a', 'b'])
  })

  it('leaves nothing behind when it is deleted', async () => {
    await add(away)
    await put(home, 'a')
    await leave(away)
    await db.settled()
    await send(away, 'DeleteTable', { TableName })
    await send(home, 'DeleteTable', { TableName })
    await db.settled()
    const left = await storage.listSpaces()
    expect(left.filter((space) => !/^(catalogue|tokens|registers|stream-.*)$/.test(space))).toEqual([])
  })
})

describe('while a replica is being disassociated', () => {
  it('all tables of the group are UPDATING and cannot be changed', async () => {
    await add(away, third)
    await put(home, 'a')
    await leave(away)
    expect((await described(away)).Replicas).toMatchObject([
      { RegionName: home, ReplicaStatus: 'ACTIVE' },
      { RegionName: third, ReplicaStatus: 'ACTIVE' },
    ])
    expect((await described(home)).Replicas).toMatchObject([
      { RegionName: away, ReplicaStatus: 'UPDATING' },
      { RegionName: third, ReplicaStatus: 'ACTIVE' },
    ])
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'until' }
    for (const region of [home, away, third]) {
      expect((await described(region)).TableStatus).toBe('UPDATING')
      for (const change of [
        () => update(region, { DeletionProtectionEnabled: true }),
        () => update(region, leaving(region)),
        () => send(region, 'DeleteTable', { TableName }),
        () => send(region, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification }),
      ]) {
        await expect(change()).rejects.toMatchObject({
          name: 'ResourceInUseException',
          message: `Attempt to change a resource which is still in use: Table is being updated: ${TableName}`,
        })
      }
    }
    await db.settled()
    for (const region of [home, away, third]) expect((await described(region)).TableStatus).toBe('ACTIVE')
  })

  it('settings of each region can change, and nothing is mixed up', async () => {
    await add(away)
    await put(home, 'a')
    await leave(away)
    const { TableArn = '' } = await described(home)
    await untilSettled(async (turn) => {
      await send(home, 'TagResource', { ResourceArn: TableArn, Tags: [{ Key: 'turn', Value: `${turn}` }] })
      await recover(turn % 2 === 0 ? home : away)
      if ((await replicasOf(away)) !== undefined) await put(turn % 2 === 0 ? home : away, `a${turn}`)
    })
    await put(away, 'there')
    const shared = await ids(home)
    expect(await ids(away)).toEqual([...shared, 'there'].sort())
  })

  it('no write is lost and none arrives in only one of the tables, whatever the region', async () => {
    await add(away, third)
    for (let i = 0; i < 300; i++) await put(home, `old${i}`)
    await leave(away)
    const shared = new Set(Array.from({ length: 300 }, (_, i) => `old${i}`))
    await untilSettled(async (turn) => {
      if ((await replicasOf(away)) === undefined) return
      const region = [home, away, third][turn % 3] as string
      const old = `old${(turn * 37) % 300}`
      await Promise.all([put(region, `new${turn}`), remove(region, old)])
      // What was answered while the table was still in the group is in both.
      if ((await replicasOf(away)) === undefined) return
      shared.add(`new${turn}`)
      shared.delete(old)
    })
    const [here, there] = [new Set(await ids(home)), new Set(await ids(away))]
    for (const id of shared) expect([id, here.has(id), there.has(id)]).toEqual([id, true, true])
    expect(await ids(third)).toEqual([...here].sort())
  })
})

describe('copies and disassociation', () => {
  it('both tables can be restored to moments before and after', async () => {
    await add(away)
    await recover(home)
    await recover(away)
    await put(home, 'a')
    await clock.advance(10_000)
    const together = clock.now() / 1000 - 5
    await put(away, 'b')
    await leave(away)
    await put(home, 'c')
    await db.settled()
    await remove(home, 'a')
    await remove(away, 'b')
    await clock.advance(10_000)
    const apart = clock.now() / 1000 - 5
    await put(home, 'd')
    await put(away, 'd')
    for (const region of [home, away]) {
      for (const [TargetTableName, RestoreDateTime] of [
        ['Together', together],
        ['Apart', apart],
      ] as const) {
        const target = { SourceTableName: TableName, TargetTableName, RestoreDateTime }
        await send(region, 'RestoreTableToPointInTime', target)
      }
    }
    await db.settled()
    for (const region of [home, away]) expect(await ids(region, 'Together')).toEqual(['a'])
    expect(await ids(home, 'Apart')).toEqual(['b', 'c'])
    expect(await ids(away, 'Apart')).toEqual(['a', 'c'])
  })

  it('a backup that is being made when the table leaves has the items of its moment', async () => {
    await add(away)
    for (let i = 0; i < 300; i++) await put(home, `old${i}`)
    const { BackupDetails } = await send(away, 'CreateBackup', { TableName, BackupName: 'meanwhile' })
    await leave(away)
    await untilSettled(async (turn) => {
      await put(home, `new${turn}`)
      await remove(home, `old${299 - (turn % 300)}`)
    })
    expect(await described(away)).not.toHaveProperty('Replicas')
    const BackupArn = BackupDetails?.BackupArn ?? ''
    await send(away, 'RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
    await db.settled()
    expect(await ids(away, 'Restored')).toEqual(Array.from({ length: 300 }, (_, i) => `old${i}`).sort())
    // Nothing needs the history any more.
    expect((await storage.listSpaces()).filter((space) => space.startsWith('history-'))).toEqual([])
  })
})

describe('a disassociation that is interrupted', () => {
  /** Opens a copy of what the store holds now, as after a crash, and goes on with it. */
  async function crash(): Promise<void> {
    const snapshot = await storage.snapshot()
    const old = db
    storage = createMemoryStorage()
    await storage.restore(snapshot)
    db = await createDatabase({ storage, clock })
    await old.close()
  }

  it.each([0, 2, 5, 12, 40])('after %i turns of the event loop is completed', async (turns) => {
    await add(away)
    await recover(away)
    for (let i = 0; i < 300; i++) await put(home, `old${i}`)
    await leave(away)
    const expected = new Set(Array.from({ length: 300 }, (_, i) => `old${i}`))
    for (let turn = 0; turn < turns; turn++) {
      await setImmediate()
      if ((await replicasOf(away)) === undefined) break
      await Promise.all([put(away, `new${turn}`), remove(home, `old${turn}`)])
      if ((await replicasOf(away)) === undefined) break
      expected.add(`new${turn}`)
      expected.delete(`old${turn}`)
    }
    await crash()
    // It reads as a whole table, whether or not it has left.
    const now = await ids(away)
    for (const id of expected) expect([id, now.includes(id)]).toEqual([id, true])
    await db.settled()
    expect(await described(away)).not.toHaveProperty('Replicas')
    await put(away, 'there')
    await put(home, 'here')
    const [here, there] = [new Set(await ids(home)), new Set(await ids(away))]
    for (const id of expected) expect([id, here.has(id), there.has(id)]).toEqual([id, true, true])
    expect([here.has('there'), there.has('here')]).toEqual([false, false])
    const tables = (await storage.listSpaces()).filter((space) => space.startsWith('table-'))
    expect(tables).toHaveLength(2)
  })

  it('by a store that fails for good leaves the global table as it was', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    await add(away)
    await put(home, 'a')
    await unprotect(away)
    const spaces = (await storage.listSpaces()).length
    const { range } = storage
    const broken = vi.spyOn(storage, 'range').mockImplementation((request) => {
      if (request.space.startsWith('table-')) throw new StorageError('NO_SPACE', 'broken')
      return range.call(storage, request)
    })
    await update(away, leaving(away))
    await db.settled()
    broken.mockRestore()
    expect(await described(away)).toMatchObject({ TableStatus: 'ACTIVE', Replicas: [{ RegionName: home }] })
    expect(process.emitWarning).toHaveBeenCalledWith(
      `The table ${TableName} could not be disassociated: broken`,
    )
    expect(await storage.listSpaces()).toHaveLength(spaces)
    await put(away, 'b')
    expect(await ids(home)).toEqual(['a', 'b'])
    await update(away, leaving(away))
    await db.settled()
    expect(await ids(away)).toEqual(['a', 'b'])
  })
})
