import type { UpdateTableInput } from '@monotable/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  all,
  attributes,
  away,
  BillingMode,
  hash,
  home,
  leaving,
  SongsWorld,
  TableName,
  third,
} from '../../testing/songs-world.ts'

let songs: SongsWorld
beforeEach(async () => {
  songs = await SongsWorld.open()
})

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
    await songs.add(away)
    await expect(songs.update(home, change)).rejects.toMatchObject({ name: 'ValidationException', message })
    expect(await songs.replicasOf(home)).toEqual([away])
  })

  it('with another mode than to wait for replication', async () => {
    const action = { RegionName: home, DisassociationMode: 'FORCE' as 'WAIT_FOR_REPLICATION' }
    await expect(songs.update(home, { ReplicaUpdates: [{ Disassociate: action }] })).rejects.toThrow(
      'Member must satisfy enum value set: [WAIT_FOR_REPLICATION]',
    )
  })

  it('for a table that is in no global table, as is its protection', async () => {
    const message = `Disassociation is only supported for replicas of a global table of version 2019.11.21: ${TableName} is not one.`
    await expect(songs.update(home, leaving(home))).rejects.toMatchObject({ message })
    await expect(songs.unprotect(home)).rejects.toMatchObject({ message })
  })

  it('for a strongly consistent table, as is its protection', async () => {
    const strong = { region: 'us-east-2' }
    await songs.db.send(
      'CreateTable',
      {
        ...{ TableName, BillingMode },
        AttributeDefinitions: attributes.slice(0, 1),
        KeySchema: [hash('id')],
      },
      strong,
    )
    await songs.update(strong.region, {
      MultiRegionConsistency: 'STRONG',
      ReplicaUpdates: [{ Create: { RegionName: 'us-west-2' } }],
      GlobalTableWitnessUpdates: [{ Create: { RegionName: home } }],
    })
    const message =
      'Disassociation is not supported for global tables with MultiRegionConsistency set to STRONG.'
    await expect(songs.update(strong.region, leaving(strong.region))).rejects.toMatchObject({ message })
    await expect(songs.unprotect(strong.region)).rejects.toMatchObject({ message })
    expect(await songs.described(strong.region)).not.toHaveProperty('DisassociationProtectionEnabled')
  })

  it('while an index is being filled', async () => {
    await songs.add(away)
    await songs.unprotect(away)
    await songs.put(home, 'a')
    await songs.update(home, {
      AttributeDefinitions: [...attributes, { AttributeName: 'town', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        { Create: { IndexName: 'byTown', KeySchema: [hash('town')], Projection: all } },
      ],
    })
    await expect(songs.update(away, leaving(away))).rejects.toMatchObject({ name: 'ResourceInUseException' })
    await songs.db.settled()
    await songs.update(away, leaving(away))
  })
})

describe('protection from disassociation', () => {
  it('is on at first, and each region switches its own', async () => {
    expect(await songs.described(home)).not.toHaveProperty('DisassociationProtectionEnabled')
    await songs.add(away)
    const { TableDescription } = await songs.unprotect(away)
    // The answer is the one in AWS's example of this request.
    expect(TableDescription).toMatchObject({
      DisassociationProtectionEnabled: false,
      GlobalTableVersion: '2019.11.21',
      Replicas: [{ RegionName: home, ReplicaStatus: 'ACTIVE' }],
      TableStatus: 'ACTIVE',
    })
    expect((await songs.described(away)).DisassociationProtectionEnabled).toBe(false)
    expect((await songs.described(home)).DisassociationProtectionEnabled).toBe(true)
    await songs.add(third)
    expect((await songs.described(third)).DisassociationProtectionEnabled).toBe(true)
    expect((await songs.described(away)).DisassociationProtectionEnabled).toBe(false)
    await songs.update(away, { DisassociationProtectionEnabled: true })
    expect((await songs.described(away)).DisassociationProtectionEnabled).toBe(true)
    await expect(songs.update(away, leaving(away))).rejects.toThrow('disassociation protection enabled')
  })

  it('cannot be changed together with anything else', async () => {
    await songs.add(away)
    const change = { DisassociationProtectionEnabled: false, BillingMode: 'PAY_PER_REQUEST' } as const
    await expect(songs.update(away, change)).rejects.toThrow(
      'DisassociationProtection modification must be the only operation in the request',
    )
  })
})

describe('a disassociated replica', () => {
  it('of three is a table of its own, and the others stay a global table', async () => {
    await songs.add(away)
    await songs.add(third)
    await songs.put(home, 'old')
    await songs.unprotect(away)
    const { TableDescription } = await songs.update(away, leaving(away))
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
    await songs.db.settled()
    const table = await songs.described(away)
    expect(table.TableStatus).toBe('ACTIVE')
    for (const member of ['Replicas', 'GlobalTableVersion', 'DisassociationProtectionEnabled']) {
      expect(table).not.toHaveProperty(member)
    }
    expect(await songs.replicasOf(home)).toEqual([third])
    expect(await songs.replicasOf(third)).toEqual([home])
    await songs.put(away, 'there')
    await songs.put(home, 'here')
    expect(await songs.ids(away)).toEqual(['old', 'there'])
    for (const region of [home, third]) expect(await songs.ids(region)).toEqual(['here', 'old'])
  })

  it('of two leaves two tables of their own', async () => {
    await songs.add(away)
    await songs.put(home, 'a')
    await songs.put(home, 'b')
    await songs.leave(home)
    await songs.db.settled()
    for (const region of [home, away]) expect(await songs.described(region)).not.toHaveProperty('Replicas')
    await songs.remove(home, 'a')
    await songs.put(away, 'c')
    expect(await songs.ids(home)).toEqual(['b'])
    expect(await songs.ids(away)).toEqual(['a', 'b', 'c'])
    await songs.send(home, 'DeleteTable', { TableName })
    await songs.db.settled()
    expect(await songs.ids(away)).toEqual(['a', 'b', 'c'])
  })

  it('keeps its ARN, id, stream, tags, policy, settings and backups', async () => {
    await songs.add(away)
    await songs.put(home, 'a')
    const { TableArn = '' } = await songs.described(away)
    await songs.send(away, 'TagResource', { ResourceArn: TableArn, Tags: [{ Key: 'team', Value: 'blue' }] })
    await songs.send(away, 'UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await songs.update(away, { DeletionProtectionEnabled: true })
    await songs.recover(away)
    await songs.send(away, 'CreateBackup', { TableName, BackupName: 'before' })
    await songs.db.settled()
    const before = await songs.described(away)
    await songs.leave(away)
    await songs.db.settled()
    const {
      DisassociationProtectionEnabled: _,
      GlobalTableSettingsReplicationMode: __,
      GlobalTableVersion: ___,
      Replicas: ____,
      ...kept
    } = before
    expect(await songs.described(away)).toEqual(kept)
    expect((await songs.send(away, 'ListTagsOfResource', { ResourceArn: TableArn })).Tags).toEqual([
      { Key: 'team', Value: 'blue' },
    ])
    const { TimeToLiveDescription } = await songs.send(away, 'DescribeTimeToLive', { TableName })
    expect(TimeToLiveDescription).toEqual({ AttributeName: 'until', TimeToLiveStatus: 'ENABLED' })
    const { ContinuousBackupsDescription } = await songs.send(away, 'DescribeContinuousBackups', {
      TableName,
    })
    expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe(
      'ENABLED',
    )
    expect((await songs.send(away, 'ListBackups', {})).BackupSummaries).toHaveLength(1)
  })

  it('has every record in its stream once, and then its own only', async () => {
    await songs.add(away)
    await songs.put(home, 'a')
    await songs.leave(away)
    await songs.put(home, 'b')
    await songs.db.settled()
    await songs.put(home, 'c')
    await songs.put(away, 'd')
    expect(await songs.streamed(away)).toEqual(['INSERT a', 'INSERT b', 'INSERT d'])
    expect(await songs.streamed(home)).toEqual(['INSERT a', 'INSERT b', 'INSERT c'])
  })

  it('expires its items itself', async () => {
    await songs.add(away)
    await songs.send(home, 'UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await songs.db.settled()
    const until = { until: { N: String(songs.clock.now() / 1000 + 100) } }
    await songs.put(home, 'early', until)
    await songs.put(home, 'kept')
    await songs.leave(away)
    await songs.put(home, 'meanwhile', until)
    await songs.db.settled()
    await songs.put(away, 'late', until)
    await songs.clock.advance(200_000)
    await songs.db.settled()
    for (const region of [home, away]) expect(await songs.ids(region)).toEqual(['kept'])
    expect(await songs.streamed(away)).toContain('REMOVE late')
  })

  it('can become the first replica of another global table, and is protected again', async () => {
    await songs.add(away)
    await songs.put(home, 'a')
    await songs.leave(away)
    await songs.db.settled()
    await songs.update(away, { ReplicaUpdates: [{ Create: { RegionName: third } }] })
    await songs.put(third, 'b')
    expect(await songs.ids(away)).toEqual(['a', 'b'])
    expect(await songs.ids(home)).toEqual(['a'])
    expect((await songs.described(away)).DisassociationProtectionEnabled).toBe(true)
    await songs.leave(third)
    await songs.db.settled()
    expect(await songs.ids(third)).toEqual(['a', 'b'])
  })

  it('leaves nothing behind when it is deleted', async () => {
    await songs.add(away)
    await songs.put(home, 'a')
    await songs.leave(away)
    await songs.db.settled()
    await songs.send(away, 'DeleteTable', { TableName })
    await songs.send(home, 'DeleteTable', { TableName })
    await songs.db.settled()
    const left = await songs.storage.listSpaces()
    expect(left.filter((space) => !/^(catalogue|tokens|registers|stream-.*)$/.test(space))).toEqual([])
  })
})
