import { setImmediate } from 'node:timers/promises'
import type { OperationInputs, OperationName, OperationOutputs, UpdateTableInput } from '@monotable/protocol'
import { expect } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createTestClock } from '../util/test-clock.ts'

export const TableName = 'Songs'
export const home = 'us-east-1'
export const away = 'eu-west-1'
export const third = 'ap-south-1'
export const BillingMode = 'PAY_PER_REQUEST'

export const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const })
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const })
export const attributes = ['id', 'at', 'by', 'year'].map((AttributeName) => ({
  AttributeName,
  AttributeType: 'S' as const,
}))
export const all = { ProjectionType: 'ALL' } as const

/** A table with an index of every kind. */
const songsTable = {
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

type Change = Omit<UpdateTableInput, 'TableName'>
type Found = { readonly id?: { readonly S?: string } | undefined }
const idsOf = (items: readonly Found[] = []) => items.map(({ id }) => id?.S ?? '').sort()
const mostNeighbours = 100

/** Returns the change by which the table of a region leaves its global table. */
export const leaving = (RegionName: string) => ({
  ReplicaUpdates: [{ Disassociate: { RegionName, DisassociationMode: 'WAIT_FOR_REPLICATION' as const } }],
})

/** A table with an index of every kind that can be in several regions, and what tests ask of it. */
export class SongsWorld {
  readonly clock = createTestClock(Date.UTC(2026, 0, 1))
  storage: Storage
  db!: Database

  private constructor(storage: Storage) {
    this.storage = storage
  }

  /** Creates the table in the first region, and replicas of it in others. */
  static async open(
    regions: readonly string[] = [],
    storage: Storage = createMemoryStorage(),
  ): Promise<SongsWorld> {
    const songs = new SongsWorld(storage)
    await songs.reopen()
    await songs.send(home, 'CreateTable', songsTable)
    for (const region of regions) await songs.add(region)
    return songs
  }

  async reopen(): Promise<void> {
    this.db = await createDatabase({ storage: this.storage, clock: this.clock })
  }

  /** Goes on with a copy of what the store holds now, as after a crash. */
  async crash(): Promise<void> {
    const snapshot = await this.storage.snapshot()
    const old = this.db
    this.storage = createMemoryStorage()
    await this.storage.restore(snapshot)
    await this.reopen()
    await old.close()
  }

  send<Name extends OperationName>(
    region: string,
    operation: Name,
    input: OperationInputs[Name],
  ): Promise<OperationOutputs[Name]> {
    return this.db.send(operation, input, { region })
  }

  update(region: string, change: Change) {
    return this.send(region, 'UpdateTable', { TableName, ...change })
  }

  add(RegionName: string, source = home) {
    return this.update(source, { ReplicaUpdates: [{ Create: { RegionName } }] })
  }

  unprotect(region: string) {
    return this.update(region, { DisassociationProtectionEnabled: false })
  }

  async leave(region: string) {
    await this.unprotect(region)
    return this.update(region, leaving(region))
  }

  put(region: string, id: string, more: OperationInputs['PutItem']['Item'] = {}) {
    const Item = {
      ...{ id: { S: id }, at: { S: '1' }, by: { S: 'x' }, year: { S: '1999' } },
      sound: { L: [{ N: '1' }, { N: String(id.length) }] },
      ...more,
    }
    return this.send(region, 'PutItem', { TableName, Item })
  }

  /** Puts items old0, old1 and so on; returns their ids. */
  async fill(count: number): Promise<string[]> {
    const added = Array.from({ length: count }, (_, i) => `old${i}`)
    for (const id of added) await this.put(home, id)
    return added
  }

  remove(region: string, id: string) {
    return this.send(region, 'DeleteItem', { TableName, Key: { id: { S: id }, at: { S: '1' } } })
  }

  recover(region: string) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    return this.send(region, 'UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification })
  }

  async described(region: string) {
    return (await this.send(region, 'DescribeTable', { TableName })).Table ?? {}
  }

  async replicasOf(region: string) {
    return (await this.described(region)).Replicas?.map(({ RegionName }) => RegionName)
  }

  /** Calls `act` in turn with 0, 1, 2 and so on until all background work is done. */
  async untilSettled(act: (turn: number) => Promise<unknown>): Promise<void> {
    let isDone = false
    const settled = this.db.settled().then(() => {
      isDone = true
    })
    for (let turn = 0; !isDone; turn++) {
      await act(turn)
      await setImmediate()
    }
    await settled
  }

  /** Checks that the table and each of its indexes hold the same items, and returns these. */
  async ids(region: string, name = TableName): Promise<string[]> {
    const found = idsOf((await this.send(region, 'Scan', { TableName: name, ConsistentRead: true })).Items)
    for (const IndexName of ['byWhom', 'byYear']) {
      expect(idsOf((await this.send(region, 'Scan', { TableName: name, IndexName })).Items)).toEqual(found)
    }
    if (found.length <= mostNeighbours) {
      const SearchVector = [{ N: '1' }, { N: '1' }]
      const search = { TableName: name, IndexName: 'similar', SearchVector, TopK: mostNeighbours }
      const { SearchResults = [] } = await this.send(region, 'SearchVectors', search)
      expect(idsOf(SearchResults.map(({ Item = {} }) => Item))).toEqual(found)
    }
    const { Table } = await this.send(region, 'DescribeTable', { TableName: name })
    expect(Table?.ItemCount).toBe(found.length)
    return found
  }

  /** Returns what the stream of a region has told. */
  async streamed(region: string): Promise<string[]> {
    const { LatestStreamArn: StreamArn = '' } = await this.described(region)
    const { StreamDescription } = await this.send(region, 'DescribeStream', { StreamArn })
    const told: string[] = []
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
      const { ShardIterator = '' } = await this.send(region, 'GetShardIterator', begin)
      const { Records = [] } = await this.send(region, 'GetRecords', { ShardIterator })
      told.push(...Records.map(({ eventName, dynamodb }) => `${eventName} ${dynamodb?.Keys?.['id']?.S}`))
    }
    return told
  }
}
