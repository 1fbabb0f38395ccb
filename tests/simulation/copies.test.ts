import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDatabase,
  createMemoryStorage,
  createTestClock,
  type Database,
  type Storage,
  type TestClock,
} from '@monotable/engine'
import { openLogStorage } from '@monotable/storage-log'
import { openSqliteStorage } from '@monotable/storage-sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { type Json, wireAnswer } from './wire-call.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 40 })
const startMs = Date.UTC(2026, 5, 1)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copies-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A store that can be reopened, as after the end of a process. */
interface Reopening {
  open(random: SeededRandom): Promise<Storage>
  /** Whether the data is in memory, so that the database must not be closed before it is reopened. */
  readonly inMemory: boolean
}

const slow = { ...noFaults, decideAgain: 30, maxDelay: 20, pageCap: 3 }

/** Files so small that the log is cleaned all the time. */
const smallLog = { durability: 'off', segmentBytes: 20_000, cacheMaxBytes: 30_000 } as const

const stores: { readonly [name: string]: () => Reopening } = {
  memory: () => {
    const storage = createMemoryStorage()
    return { open: async () => storage, inMemory: true }
  },
  'a store that delays, reorders and asks twice': () => {
    const storage = createMemoryStorage()
    return { open: async (random) => new FaultyStorage(storage, random.fork(), slow), inMemory: true }
  },
  SQLite: () => ({ open: () => openSqliteStorage({ path: folder, durability: 'off' }), inMemory: false }),
  'a log': () => ({ open: () => openLogStorage({ path: folder, ...smallLog }), inMemory: false }),
}

class World {
  readonly clock: TestClock = createTestClock(startMs)
  readonly random: SeededRandom
  readonly #store: Reopening
  db!: Database
  #copies = 0

  constructor(store: Reopening, seed: number) {
    this.#store = store
    this.random = new SeededRandom(seed)
  }

  async open(): Promise<void> {
    const storage = await this.#store.open(this.random)
    this.db = await createDatabase({ storage, clock: this.clock, random: this.random.fork() })
  }

  async restart(): Promise<void> {
    await this.db.settled()
    if (!this.#store.inMemory) await this.db.close()
    await this.open()
  }

  /** Restarts in the middle of a copy: finished parts stay, the rest starts again. */
  async crash(): Promise<void> {
    if (!this.#store.inMemory) await this.db.close()
    await this.open()
  }

  call(operation: string, input: Json): Promise<unknown> {
    return wireAnswer(this.db, operation, input)
  }

  async createTable(): Promise<void> {
    await this.call('CreateTable', {
      TableName: 'Source',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'N' },
        { AttributeName: 'g', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byG',
          KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    })
  }

  async contents(TableName: string, IndexName?: string): Promise<Map<string, string>> {
    const items = new Map<string, string>()
    let ExclusiveStartKey: unknown
    do {
      const page = (await this.call('Scan', {
        TableName,
        ...(IndexName && { IndexName }),
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      })) as { Items: { pk: { S: string }; sk: { N: string } }[]; LastEvaluatedKey?: unknown }
      for (const item of page.Items) {
        items.set(`${item.pk.S}/${item.sk.N}`, JSON.stringify(Object.entries(item).sort()))
      }
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    return new Map([...items].sort())
  }

  async randomWrite(): Promise<void> {
    const { random } = this
    const item = () => ({
      pk: { S: `p${random.below(6)}` },
      sk: { N: `${random.below(4)}` },
      v: { N: `${random.below(1000)}` },
      ...(random.percent(70) && { g: { S: `g${random.below(3)}` } }),
    })
    const key = () => ({ pk: { S: `p${random.below(6)}` }, sk: { N: `${random.below(4)}` } })
    switch (random.below(4)) {
      case 0:
        return void (await this.call('PutItem', { TableName: 'Source', Item: item() }))
      case 1:
        return void (await this.call('DeleteItem', { TableName: 'Source', Key: key() }))
      case 2:
        return void (await this.call('UpdateItem', {
          TableName: 'Source',
          Key: key(),
          UpdateExpression: 'ADD v :one SET g = :g',
          ExpressionAttributeValues: { ':one': { N: '1' }, ':g': { S: `g${random.below(3)}` } },
        }))
      default:
        return void (await this.call('TransactWriteItems', {
          TransactItems: [
            { Put: { TableName: 'Source', Item: { ...item(), pk: { S: 'left' } } } },
            { Put: { TableName: 'Source', Item: { ...item(), pk: { S: 'right' } } } },
          ],
        }))
    }
  }

  async enableRecovery(): Promise<void> {
    await this.call('UpdateContinuousBackups', {
      TableName: 'Source',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
  }

  /** Starts a copy; returns the name of the table that it creates. */
  async restoreTo(second: number): Promise<string> {
    const TargetTableName = `Copy${this.#copies++}`
    await this.call('RestoreTableToPointInTime', {
      SourceTableName: 'Source',
      TargetTableName,
      RestoreDateTime: second,
    })
    return TargetTableName
  }

  async restoreFrom(BackupArn: string): Promise<string> {
    const TargetTableName = `Copy${this.#copies++}`
    await this.call('RestoreTableFromBackup', { BackupArn, TargetTableName })
    return TargetTableName
  }

  async backup(): Promise<string> {
    const { BackupDetails } = (await this.call('CreateBackup', {
      TableName: 'Source',
      BackupName: 'backup',
    })) as { BackupDetails: { BackupArn: string } }
    return BackupDetails.BackupArn
  }
}

describe.each(Object.keys(stores))('copies on %s', (name) => {
  const scenario = (seed: number, run: (world: World) => Promise<void>) =>
    withSeed({ seed, steps, file: 'copies.test.ts' }, async () => {
      const world = new World((stores[name] as () => Reopening)(), seed)
      await world.open()
      await world.createTable()
      try {
        await run(world)
      } finally {
        await world.db.close()
      }
    })

  it.each(seeds)('a table is restored exactly as it was at any second, seed %i', (seed) =>
    scenario(seed, async (world) => {
      const { clock, random } = world
      for (let i = 0; i < 20; i++) await world.randomWrite()
      await world.enableRecovery()
      const seconds: Map<string, string>[] = []
      const backups: { arn: string; contents: Map<string, string> }[] = []
      for (let second = 0; second < steps; second++) {
        for (let i = random.below(4); i > 0; i--) await world.randomWrite()
        seconds.push(await world.contents('Source'))
        if (random.percent(10)) {
          backups.push({ arn: await world.backup(), contents: seconds[second] as Map<string, string> })
        }
        if (random.percent(10)) await world.crash()
        await clock.advance(1000)
      }
      await world.restart()
      const chosen = random.shuffle([...seconds.keys()]).slice(0, 8)
      for (const second of chosen) {
        const copy = await world.restoreTo(startMs / 1000 + second)
        if (random.percent(30)) await world.crash()
        if (random.percent(50)) await world.randomWrite()
        await world.db.settled()
        expect(await world.contents(copy)).toEqual(seconds[second])
        await checkIndex(world, copy)
      }
      for (const { arn, contents } of backups) {
        const copy = await world.restoreFrom(arn)
        await world.db.settled()
        expect(await world.contents(copy)).toEqual(contents)
        await checkIndex(world, copy)
      }
    }),
  )

  it.each(seeds)('copies made during writes show a single moment, seed %i', (seed) =>
    scenario(seed, async (world) => {
      await world.enableRecovery()
      const writers = new Writers(world)
      const running = writers.run(3)
      const checks: { copy: Promise<string>; least: number[]; most: number[] }[] = []
      for (let second = 0; second < 8; second++) {
        await writers.pause(10)
        const atStart = writers.acknowledged()
        const arn = await world.backup()
        checks.push({ copy: world.restoreFrom(arn), least: atStart, most: writers.begun() })
        await writers.pause(10)
        const least = writers.acknowledged()
        await world.clock.advance(1000)
        const most = writers.begun()
        const copy = world.restoreTo(startMs / 1000 + second)
        checks.push({ copy, least, most })
      }
      writers.stop()
      await running
      await Promise.all(checks.map(({ copy }) => copy))
      await world.db.settled()
      for (const { copy, least, most } of checks) {
        const contents = await world.contents(await copy)
        for (let writer = 0; writer < 3; writer++) {
          const [left, right] = ['left', 'right'].map((pk) => numberOf(contents.get(`${pk}/${writer}`)))
          // Both sides are written by one transaction.
          expect(left).toBe(right)
          expect(left).toBeGreaterThanOrEqual(least[writer] as number)
          expect(left).toBeLessThanOrEqual(most[writer] as number)
        }
        await checkIndex(world, await copy)
      }
    }),
  )
})

const failing = { ...slow, failBefore: 4, failAfter: 4, failRead: 4 }

describe('copies on a store that sometimes fails', () => {
  it.each(seeds)('are completed or undone, seed %i', (seed) =>
    withSeed({ seed, steps, file: 'copies.test.ts' }, async () => {
      const inner = createMemoryStorage()
      const stores: FaultyStorage[] = []
      const open = async (random: SeededRandom) => {
        const storage = new FaultyStorage(inner, random.fork(), noFaults)
        stores.push(storage)
        return storage
      }
      const world = new World({ open, inMemory: true }, seed)
      await world.open()
      const [storage] = stores as [FaultyStorage]
      await world.createTable()
      for (let i = 0; i < 40; i++) await world.randomWrite()
      await world.enableRecovery()
      const expected = await world.contents('Source')
      await world.clock.advance(1000)
      for (let round = 0; round < 3; round++) {
        storage.rates = failing
        const arn = await untilAnswered(() => world.backup())
        const names = [
          await untilAnswered(() => world.restoreFrom(arn)),
          await untilAnswered(() => world.restoreTo(startMs / 1000)),
        ]
        // Long enough for some attempts; then the store stops failing, and the rest is done.
        await new Promise((resolve) => setTimeout(resolve, 300))
        storage.rates = noFaults
        await world.db.settled()
        for (const name of names) {
          expect(await world.contents(name)).toEqual(expected)
          await checkIndex(world, name)
        }
      }
      expect(storage.impurities).toEqual([])
      await world.restart()
      const spaces = await inner.listSpaces()
      expect(spaces.filter((space) => space.startsWith('export-'))).toEqual([])
      await world.db.close()
    }),
  )
})

/** Repeats a request until it is answered. A failed request may have been carried out; each attempt is another copy. */
async function untilAnswered<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

function numberOf(item: string | undefined): number {
  if (item === undefined) return 0
  return Number((Object.fromEntries(JSON.parse(item)) as { v: { N: string } }).v.N)
}

async function checkIndex(world: World, table: string): Promise<void> {
  const all = await world.contents(table)
  const indexed = new Map([...all].filter(([, item]) => JSON.parse(item).some(([n]: [string]) => n === 'g')))
  expect(await world.contents(table, 'byG')).toEqual(indexed)
}

/** Writers that each increment both sides in a transaction, as fast as they can. */
class Writers {
  readonly #world: World
  readonly #begun: number[] = []
  readonly #acknowledged: number[] = []
  #stopped = false

  constructor(world: World) {
    this.#world = world
  }

  async run(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, writer) => this.#write(writer)))
  }

  stop(): void {
    this.#stopped = true
  }

  begun(): number[] {
    return [...this.#begun]
  }

  acknowledged(): number[] {
    return [...this.#acknowledged]
  }

  async pause(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  async #write(writer: number): Promise<void> {
    this.#begun[writer] = 0
    this.#acknowledged[writer] = 0
    for (let value = 1; !this.#stopped; value++) {
      this.#begun[writer] = value
      const put = (pk: string) => ({
        Put: {
          TableName: 'Source',
          Item: { pk: { S: pk }, sk: { N: `${writer}` }, v: { N: `${value}` }, g: { S: `g${value % 3}` } },
        },
      })
      await this.#world.call('TransactWriteItems', { TransactItems: [put('left'), put('right')] })
      this.#acknowledged[writer] = value
      // A store in memory never waits for anything, so without this pause nothing else would ever run.
      await this.pause(1)
    }
  }
}
