import { createDatabase, type Database } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { createSharedMemory } from '../../packages/engine/src/testing/shared-memory.ts'
import { type ClientPool, clientTable, scanAll } from './clients/client-pool.ts'
import { followStream, replay } from './clients/follow-stream.ts'
import { checkConstraints, registerUsers, takeTurns } from './clients/keep-constraints.ts'
import { checkTransfers, openAccounts, transferMoney } from './clients/transfer-money.ts'
import { useRegisters } from './clients/use-register.ts'
import { useTransactions } from './clients/use-transactions.ts'
import { addIndexMeanwhile, checkIndexesOf, dropAddedIndex } from './clients/write-with-indexes.ts'
import { type FaultRates, FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { homeRegion, inRegion, otherRegions, spreadRegions } from './spread-regions.ts'
import { wireAnswer } from './wire-call.ts'

const { seeds, steps } = simulationSettings({ seeds: 2, steps: 30 })
const hostile: FaultRates = { failBefore: 6, failAfter: 6, failRead: 5, decideAgain: 30, maxDelay: 40 }

interface Servers {
  readonly pool: ClientPool
  readonly dbs: readonly Database[]
  readonly storages: readonly FaultyStorage[]
  /** The regions that the table is in. */
  readonly regions: readonly string[]
}

/**
 * Opens three databases over one store; each request goes to a random one of them. With odd seeds the table is in
 * several regions, and each request goes to a random region.
 */
async function open(seed: number, table: string): Promise<Servers> {
  const random = new SeededRandom(seed)
  const memory = createSharedMemory()
  const storages = [1, 2, 3].map(() => new FaultyStorage(memory.open().storage, random.fork(), noFaults))
  const dbs: Database[] = []
  for (const storage of storages) dbs.push(await createDatabase({ storage, random: random.fork() }))
  const choice = random.fork()
  const execute: Database['execute'] = (...request) => choice.pick(dbs).execute(...request)
  const any = { execute } as Pick<Database, 'execute'> as Database
  const isGlobal = seed % 2 === 1
  const db = isGlobal ? spreadRegions(any, random.fork()) : any
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' }
  await wireAnswer(db, 'CreateTable', { ...clientTable(table), StreamSpecification })
  const regions = [homeRegion, ...(isGlobal ? otherRegions : [])]
  return { pool: { db, random, clients: 6, rounds: steps }, dbs, storages, regions }
}

/** Runs a scenario with these fault rates; afterwards the store no longer fails. */
async function endure({ storages }: Servers, rates: FaultRates, run: () => Promise<unknown>): Promise<void> {
  for (const storage of storages) storage.rates = rates
  try {
    await run()
  } finally {
    for (const storage of storages) storage.rates = noFaults
  }
  expect(storages.flatMap(({ impurities }) => impurities)).toEqual([])
}

async function close({ dbs }: Servers): Promise<void> {
  await Promise.all(dbs.map((db) => db.close()))
}

async function expectReplayed({ dbs, regions }: Servers, table: string): Promise<void> {
  for (const region of regions) {
    const db = inRegion(dbs[0] as Database, region)
    const items = await scanAll(db, table)
    const byKey = new Map(items.map((item) => [JSON.stringify({ pk: item['pk'], sk: item['sk'] }), item]))
    const { Streams } = await wireAnswer(db, 'ListStreams', { TableName: table })
    const [stream] = Streams as { StreamArn: string }[]
    expect(byKey).toEqual(replay(await followStream(db, stream?.StreamArn ?? '')))
  }
}

describe('three servers over a store that fails, delays and calls `decide` twice', () => {
  const scenario = (seed: number, table: string, run: (servers: Servers) => Promise<void>) =>
    withSeed({ seed, steps, file: 'many-servers.test.ts' }, async () => {
      const servers = await open(seed, table)
      await run(servers)
      await close(servers)
    })

  it.each(seeds)('transfers keep the sum and are applied once, seed %i', (seed) =>
    scenario(seed, 'Accounts', async (servers) => {
      await openAccounts(servers.pool)
      await endure(servers, hostile, () => transferMoney(servers.pool))
      await checkTransfers(servers.pool)
      await expectReplayed(servers, 'Accounts')
    }),
  )

  it.each(seeds)('constraints over several items hold, seed %i', (seed) =>
    scenario(seed, 'Constraints', async (servers) => {
      const { pool } = servers
      await endure(servers, hostile, () => Promise.all([takeTurns(pool), registerUsers(pool)]))
      await checkConstraints(pool)
      await expectReplayed(servers, 'Constraints')
    }),
  )

  it.each(seeds)('every history is linearizable, seed %i', (seed) =>
    scenario(seed, 'Registers', async (servers) => {
      const rates = { ...hostile, failAfter: 2 }
      const pool = { ...servers.pool, rounds: Math.min(steps, 40) }
      await endure(servers, rates, () => Promise.all([useRegisters(pool, 12), useTransactions(pool, 12)]))
      await expectReplayed(servers, 'Registers')
    }),
  )

  it.each(seeds)('indexes that are added while all servers write are complete, seed %i', (seed) =>
    scenario(seed, 'Indexed', async (servers) => {
      const { pool } = servers
      for (let generation = 0; generation < 4; generation++) {
        const rates = { ...noFaults, decideAgain: 20, maxDelay: 60, pageCap: 2 }
        await endure(servers, rates, () => addIndexMeanwhile({ ...pool, rounds: Math.ceil(steps / 2) }))
        await Promise.all(servers.dbs.map((db) => db.settled()))
        await checkIndexesOf(pool.db)
        await dropAddedIndex(pool.db)
      }
      await expectReplayed(servers, 'Indexed')
    }),
  )
})
