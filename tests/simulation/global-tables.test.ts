import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDatabase,
  createMemoryStorage,
  createTestClock,
  type Database,
  type Storage,
} from '@monotable/engine'
import {
  type AttributeMapOutput,
  type OperationInputs,
  type OperationName,
  ServiceError,
} from '@monotable/protocol'
import { openLogStorage } from '@monotable/storage-log'
import { openSqliteStorage } from '@monotable/storage-sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followStream } from './clients/follow-stream.ts'
import { FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { homeRegion, inRegion, otherRegions } from './spread-regions.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 60 })
const regions = [homeRegion, ...otherRegions]
const TableName = 'Orders'
const dayMs = 24 * 60 * 60 * 1000
const slow = { ...noFaults, decideAgain: 30, maxDelay: 20 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'global-tables-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The items that a group of replicas shares: the version of each by its key. */
type Group = Map<string, number>

/** A write of one item: its version before and after; `undefined` is a missing item. */
interface Written {
  readonly region: string
  readonly id: string
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Opens a store, or reopens it. */
type Reopening = (random: SeededRandom) => Promise<Storage>

/** Files so small that the log is cleaned all the time. */
const smallLog = { durability: 'off', segmentBytes: 20_000, cacheMaxBytes: 30_000 } as const

const stores: { readonly [name: string]: () => Reopening } = {
  memory: () => {
    const storage = createMemoryStorage()
    return async () => storage
  },
  'a store that delays, reorders and asks twice': () => {
    const storage = createMemoryStorage()
    return async (random) => new FaultyStorage(storage, random.fork(), slow)
  },
  SQLite: () => () => openSqliteStorage({ path: folder, durability: 'off' }),
  'a log': () => () => openLogStorage({ path: folder, ...smallLog }),
}

/** Tables of one name in several regions, and their expected state. */
class World {
  readonly #clock = createTestClock(Date.UTC(2026, 5, 1))
  readonly #random: SeededRandom
  readonly #openStorage: Reopening
  readonly #isLasting: boolean
  readonly #groups = new Map<string, Group>()
  #storage!: Storage
  #db!: Database
  #version = 0
  /** The table that began to leave its group in this step, and what was written meanwhile. */
  #leaving: { readonly region: string; readonly group: Group } | undefined
  #written: (Written & { readonly group: Group })[] = []

  constructor(openStorage: Reopening, { seed, isLasting }: { seed: number; isLasting: boolean }) {
    this.#openStorage = openStorage
    this.#isLasting = isLasting
    this.#random = new SeededRandom(seed)
  }

  async open(): Promise<void> {
    this.#storage = await this.#openStorage(this.#random)
    this.#db = await createDatabase({ storage: this.#storage, clock: this.#clock })
  }

  /** Interrupts everything in progress and restarts from what is stored. */
  async reopen(): Promise<void> {
    if (!this.#isLasting) return this.#db.restore(await this.#storage.snapshot())
    await this.#db.close()
    await this.open()
  }

  async step(): Promise<void> {
    const random = this.#random
    const before = new Map(this.#groups)
    // Only one change of regions runs at a time, so that the model knows its outcome; writes and settings run
    // concurrently.
    const changes = [random.percent(40) ? this.#changeRegions() : Promise.resolve()]
    for (let client = 0; client < 1 + random.below(4); client++) {
      changes.push(random.percent(30) ? this.#changeSetting() : this.#write(before, client))
    }
    await Promise.all(changes)
    await this.#part()
    await this.#clock.advance(random.percent(4) ? dayMs : 1_000)
    if (random.percent(8)) await this.reopen()
    if (random.percent(30)) await this.check()
  }

  /** Returns whether a request succeeded; a refusal by DynamoDB is not a fault. */
  async #try<Name extends OperationName>(region: string, name: Name, input: OperationInputs[Name]) {
    try {
      await this.#db.send(name, input, { region })
      return true
    } catch (error) {
      if (error instanceof ServiceError && error.name !== 'InternalServerError') return false
      throw error
    }
  }

  #anywhere(): string {
    const there = [...this.#groups.keys()]
    return there.length > 0 && this.#random.percent(90)
      ? this.#random.pick(there)
      : this.#random.pick(regions)
  }

  async #changeRegions(): Promise<void> {
    const [region, other] = [this.#anywhere(), this.#random.pick(regions)]
    const kind = this.#random.pick(['create', 'add', 'add', 'add', 'remove', 'delete', 'leave'] as const)
    if (kind === 'create') {
      if (await this.#try(region, 'CreateTable', ordersTable)) this.#groups.set(region, new Map())
    } else if (kind === 'delete') {
      if (await this.#try(region, 'DeleteTable', { TableName })) this.#groups.delete(region)
    } else if (kind === 'leave') {
      await this.#leave(region)
    } else {
      const action = kind === 'add' ? { Create: { RegionName: other } } : { Delete: { RegionName: other } }
      if (!(await this.#try(region, 'UpdateTable', { TableName, ReplicaUpdates: [action] }))) return
      if (kind === 'add') this.#groups.set(other, this.#groups.get(region) as Group)
      else this.#groups.delete(other)
    }
  }

  /** Lets a table leave with a copy of the items, which goes on while clients write. */
  async #leave(region: string): Promise<void> {
    const group = this.#groups.get(region)
    const isAllowed = { TableName, DisassociationProtectionEnabled: false }
    if (group === undefined || !(await this.#try(region, 'UpdateTable', isAllowed))) return
    const Disassociate = { RegionName: region, DisassociationMode: 'WAIT_FOR_REPLICATION' } as const
    const leaves = { TableName, ReplicaUpdates: [{ Disassociate }] }
    if (!(await this.#try(region, 'UpdateTable', leaves))) return
    this.#leaving = { region, group }
  }

  async #changeSetting(): Promise<void> {
    const region = this.#anywhere()
    const isOn = this.#random.percent(60)
    const kind = this.#random.pick(['index', 'expiry', 'recovery'] as const)
    if (kind === 'index') await this.#try(region, 'UpdateTable', isOn ? addIndex : removeIndex)
    if (kind === 'expiry') {
      const TimeToLiveSpecification = { Enabled: isOn, AttributeName: 'until' }
      await this.#try(region, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    }
    if (kind === 'recovery') {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: isOn }
      await this.#try(region, 'UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification })
    }
  }

  /** Each client has keys of its own, so that the last write of each key is known. */
  async #write(before: ReadonlyMap<string, Group>, client: number): Promise<void> {
    const region = this.#anywhere()
    const id = `${client}-${this.#random.below(5)}`
    const version = ++this.#version
    const isPut = this.#random.percent(70)
    const Item = { id: { S: id }, by: { S: String(version % 3) }, version: { N: String(version) } }
    const isDone = isPut
      ? await this.#try(region, 'PutItem', { TableName, Item })
      : await this.#try(region, 'DeleteItem', { TableName, Key: { id: Item.id } })
    if (!isDone) return
    // If the table has gone or come meanwhile, the write preceded its end or followed its start.
    const group = before.get(region) ?? this.#groups.get(region)
    if (group === undefined) return
    const after = isPut ? version : undefined
    this.#written.push({ group, region, id, before: group.get(id), after })
    setVersion(group, id, after)
  }

  /**
   * Waits until a table has left its group, perhaps after a crash. What was written meanwhile in another region is in
   * its copy or not; what was written to the table itself is in those of the others or not.
   */
  async #part(): Promise<void> {
    const [leaving, written] = [this.#leaving, this.#written]
    this.#leaving = undefined
    this.#written = []
    if (leaving === undefined) return
    const { region, group } = leaving
    if (this.#random.percent(50)) await this.reopen()
    await this.#db.settled()
    const own = new Map(group)
    this.#groups.set(region, own)
    const [other] = [...this.#groups].find(([, others]) => others === group) ?? []
    for (const { id, before, after, ...write } of written) {
      if (write.group !== group) continue
      const isOwn = write.region === region
      const elsewhere = isOwn ? other : region
      if (elsewhere === undefined) continue
      const read = { TableName, Key: { id: { S: id } }, ConsistentRead: true }
      const { Item } = await this.#db.send('GetItem', read, { region: elsewhere })
      const found = Item && Number(Item['version']?.N)
      expect([before, after]).toContain(found)
      setVersion(isOwn ? group : own, id, found)
    }
  }

  async check(): Promise<void> {
    await this.#db.settled()
    for (const region of regions) {
      const group = this.#groups.get(region)
      const send = <Name extends OperationName>(name: Name, input: OperationInputs[Name]) =>
        this.#db.send(name, input, { region })
      if (group === undefined) {
        await expect(send('DescribeTable', { TableName })).rejects.toThrow('not found')
        continue
      }
      const { Table = {} } = await send('DescribeTable', { TableName })
      const peers = regions.filter((other) => other !== region && this.#groups.get(other) === group)
      expect((Table.Replicas ?? []).map(({ RegionName }) => RegionName).sort()).toEqual(peers.sort())
      expect(versionsOf((await send('Scan', { TableName })).Items)).toEqual(group)
      for (const { IndexName, IndexStatus } of Table.GlobalSecondaryIndexes ?? []) {
        expect(IndexStatus).toBe('ACTIVE')
        expect(versionsOf((await send('Scan', { TableName, IndexName })).Items)).toEqual(group)
      }
      const { TimeToLiveDescription } = await send('DescribeTimeToLive', { TableName })
      expect(TimeToLiveDescription?.TimeToLiveStatus).toMatch(/ABLED$/)
      await this.#checkStream(region, group, Table.LatestStreamArn)
    }
    const kept = (await this.#storage.listSpaces()).filter((space) => space.startsWith('table-'))
    // A deleted table with recovery leaves a backup, which has a space of its own.
    const { BackupSummaries = [] } = await this.#db.send('ListBackups', { BackupType: 'ALL' })
    const others = await Promise.all(
      otherRegions.map((region) => this.#db.send('ListBackups', { BackupType: 'ALL' }, { region })),
    )
    const backups = [BackupSummaries, ...others.map(({ BackupSummaries: more = [] }) => more)].flat()
    expect(kept).toHaveLength(new Set(this.#groups.values()).size + backups.length)
  }

  /** Checks that the last record of an item in the stream matches the item. */
  async #checkStream(region: string, group: Group, arn: string | undefined): Promise<void> {
    if (arn === undefined) return
    const last = new Map<string, number | undefined>()
    for (const { dynamodb } of await followStream(inRegion(this.#db, region), arn)) {
      const { Keys, NewImage } = dynamodb as unknown as StreamImages
      last.set(Keys.id.S, NewImage && Number(NewImage.version.N))
    }
    for (const [id, version] of last) expect([id, version]).toEqual([id, group.get(id)])
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}

interface StreamImages {
  readonly Keys: { readonly id: { readonly S: string } }
  readonly NewImage?: { readonly version: { readonly N: string } }
}

function setVersion(group: Group, id: string, version: number | undefined): void {
  if (version === undefined) group.delete(id)
  else group.set(id, version)
}

function versionsOf(items: readonly AttributeMapOutput[] = []) {
  return new Map(items.map(({ id, version }) => [id?.S, Number(version?.N)]))
}

const attributes = [
  { AttributeName: 'id', AttributeType: 'S' },
  { AttributeName: 'by', AttributeType: 'S' },
] as const

const ordersTable = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: attributes.slice(0, 1),
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
} as const

const addIndex = {
  TableName,
  AttributeDefinitions: attributes,
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        IndexName: 'byWhom',
        KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    },
  ],
} as const

const removeIndex = { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byWhom' } }] }

describe.each(Object.entries(stores))(
  'tables that come and go in three regions, in %s',
  (name, openStore) => {
    it.each(seeds)('have the expected items, indexes and streams (seed %i)', async (seed) => {
      await withSeed({ seed, steps, file: 'global-tables.test.ts' }, async () => {
        const world = new World(openStore(), { seed, isLasting: name === 'SQLite' || name === 'a log' })
        await world.open()
        for (let step = 0; step < steps; step++) await world.step()
        await world.check()
        await world.close()
      })
    })
  },
)
