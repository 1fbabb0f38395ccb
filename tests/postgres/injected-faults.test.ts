import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type Storage, StorageError } from '@monotable/engine'
import { storageContract } from '@monotable/engine/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireDialect } from '../../packages/storage-postgres/src/dialect.ts'
import { Outage, Patience } from '../../packages/storage-postgres/src/patience.ts'
import { createPooledSql } from '../../packages/storage-postgres/src/pooled-sql.ts'
import { PostgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts'
import { prepareSchema } from '../../packages/storage-postgres/src/prepare-schema.ts'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { simulationSettings } from '../simulation/simulation-settings.ts'
import { type FaultChances, FaultySql } from './faulty-sql.ts'

/** The two forms of statements: sets where an engine supports them, else row by row. */
const ways = [
  { way: 'in sets', dialect: { ...requireDialect('postgres'), readsTear: true } },
  { way: 'row by row', dialect: { ...requireDialect('postgres'), writesSets: false, readsTear: true } },
]

describe.skipIf(!hasPostgres())('injected failures of a database', () => {
  const {
    seeds: [seed = 1],
  } = simulationSettings({ seeds: 1, steps: 0 })
  let server: PostgresServer
  let stores = 0
  const schemas = new Map<Storage, string>()

  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
  })
  afterAll(() => server?.stop())

  const open = async (
    schema: string,
    chances: FaultChances,
    dialect = ways[0]?.dialect,
  ): Promise<Storage> => {
    if (dialect === undefined) throw new TypeError('no dialect')
    const { settings } = dialect
    const pool = {
      url: server.url,
      schema,
      settings,
      connectMs: 5_000,
      statementMs: 30_000,
      readers: 2,
      writers: 3,
    }
    const sql = createPooledSql(pool)
    const nowMs = () => performance.now()
    const patience = new Patience(new Outage(5_000, nowMs))
    await prepareSchema(sql, { schema, create: true, dialect, patience })
    stores += 1
    const faulty = new FaultySql(sql, new SeededRandom(seed + stores), chances)
    const storage = new PostgresStorage({ sql: faulty, dialect, nowMs })
    schemas.set(storage, schema)
    return storage
  }

  describe.each(ways)(`seed ${seed}, $way`, ({ dialect }) => {
    const chances = { conflict: 5, outage: 3, doubt: 10, stale: 30 }

    storageContract({
      name: 'PostgreSQL that fails',
      open: () => open(`faulty_${process.pid}_${stores}`, chances, dialect),
      reopen: async (storage) => {
        await storage.close()
        return open(schemas.get(storage) ?? '', chances, dialect)
      },
      modelRuns: 6,
    })

    it('transfers keep the sum, are applied once, and are never seen half done', async () => {
      const schema = `bank_${process.pid}_${stores}`
      const storages = [await open(schema, chances, dialect), await open(schema, chances, dialect)]
      const bank = new Bank(storages, new SeededRandom(seed))
      await bank.open()
      await Promise.all([...storages, ...storages].map((storage) => bank.work(storage)))
      await bank.check()
      for (const storage of storages) await storage.close()
    })
  })
})

const accountCount = 12
const accounts = Array.from({ length: accountCount }, (_, i) => ({
  space: 'accounts',
  partition: String(i).padStart(16, 'a'),
  sort: '',
}))

/** Accounts between which money is transferred, with a log of every transfer. */
class Bank {
  readonly #storages: readonly Storage[]
  readonly #random: SeededRandom
  readonly #done = new Set<string>()
  readonly #unknown = new Set<string>()
  #transfers = 0

  constructor(storages: readonly Storage[], random: SeededRandom) {
    this.#storages = storages
    this.#random = random
  }

  async open(): Promise<void> {
    const [storage] = this.#storages as [Storage]
    for (const space of ['accounts', 'log']) await storage.createSpace(space)
    const changes = accounts.map((key) => ({ ...key, value: { doc: '100', sizeBytes: 3 } }))
    await storage.mutate([], () => ({ changes, answer: undefined }))
  }

  async work(storage: Storage): Promise<void> {
    for (let i = 0; i < 40; i++) {
      if (this.#random.percent(25)) await this.#audit(storage)
      else await this.#transfer(storage)
      await pause(this.#random.below(3))
    }
  }

  async check(): Promise<void> {
    const [storage] = this.#storages as [Storage]
    await this.#audit(storage)
    const logged = (await storage.range({ space: 'log', within: {} })).records.map(({ doc }) => doc)
    expect(new Set(logged).size).toBe(logged.length)
    expect([...this.#done].filter((id) => !logged.includes(id))).toEqual([])
    expect(logged.filter((id) => !this.#done.has(id) && !this.#unknown.has(id))).toEqual([])
  }

  async #audit(storage: Storage): Promise<void> {
    const values = await storage.read(accounts)
    expect(values.reduce((sum, value) => sum + Number(value?.doc), 0)).toBe(100 * accountCount)
  }

  async #transfer(storage: Storage): Promise<void> {
    const [from, to] = this.#random.shuffle(accounts) as [(typeof accounts)[0], (typeof accounts)[0]]
    const amount = 1 + this.#random.below(60)
    this.#transfers += 1
    const id = String(this.#transfers)
    const put = (key: typeof from, sum: number) => ({ ...key, value: { doc: String(sum), sizeBytes: 3 } })
    try {
      const isDone = await storage.mutate([from, to], ([giver, taker]) => {
        const left = Number(giver?.doc) - amount
        if (left < 0) return { changes: [], answer: false }
        return {
          changes: [put(from, left), put(to, Number(taker?.doc) + amount)],
          appends: [{ space: 'log', partition: from.partition, value: { doc: id, sizeBytes: 1 } }],
          answer: true,
        }
      })
      if (isDone) this.#done.add(id)
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'UNAVAILABLE') throw error
      this.#unknown.add(id)
    }
  }
}
