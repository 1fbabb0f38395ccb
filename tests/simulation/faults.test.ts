import { createDatabase, createMemoryStorage } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { changeTables } from './clients/change-tables.ts'
import { type ClientPool, clientTable } from './clients/client-pool.ts'
import { checkConstraints, registerUsers, takeTurns } from './clients/keep-constraints.ts'
import { reuseTokens } from './clients/reuse-tokens.ts'
import { checkTransfers, openAccounts, transferMoney } from './clients/transfer-money.ts'
import { useRegisters } from './clients/use-register.ts'
import { useTransactions } from './clients/use-transactions.ts'
import { checkIndexes, writeWithIndexes } from './clients/write-with-indexes.ts'
import { type FaultRates, FaultyStorage, noFaults } from './faulty-storage.ts'
import { isLinearizable } from './linearizability.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { wireAnswer } from './wire-call.ts'

const hostile: FaultRates = {
  failBefore: 6,
  failAfter: 6,
  failRead: 5,
  decideAgain: 30,
  maxDelay: 40,
  pageCap: 3,
}

async function open(seed: number, table: string) {
  const random = new SeededRandom(seed)
  const inner = createMemoryStorage()
  const storage = new FaultyStorage(inner, random.fork(), noFaults)
  const clock = createVirtualClock()
  const db = await createDatabase({ storage, clock, random: random.fork() })
  await wireAnswer(db, 'CreateTable', clientTable(table))
  const pool: ClientPool = { db, random, clients: 5, rounds: steps }
  return { pool, storage, inner, clock }
}

const { seeds, steps } = simulationSettings({ seeds: 2, steps: 40 })

describe('with a store that fails, delays and calls `decide` twice', () => {
  const scenario = (seed: number, run: () => Promise<void>) =>
    withSeed({ seed, steps, file: 'faults.test.ts' }, run)

  it.each(seeds)('transfers keep the sum and are applied once, seed %i', (seed) =>
    scenario(seed, async () => {
      const { pool, storage } = await open(seed, 'Accounts')
      await openAccounts(pool)
      storage.rates = hostile
      await transferMoney(pool)
      storage.rates = noFaults
      await checkTransfers(pool)
      expect(storage.impurities).toEqual([])
    }),
  )

  it.each(seeds)('constraints over several items hold, seed %i', (seed) =>
    scenario(seed, async () => {
      const { pool, storage } = await open(seed, 'Constraints')
      storage.rates = hostile
      await Promise.all([takeTurns(pool), registerUsers(pool)])
      storage.rates = noFaults
      await checkConstraints(pool)
      expect(storage.impurities).toEqual([])
    }),
  )

  it.each(seeds)('the history of every item is linearizable, seed %i', (seed) =>
    scenario(seed, async () => {
      const { pool, storage } = await open(seed, 'Registers')
      storage.rates = { ...hostile, failAfter: 2 }
      await useRegisters({ ...pool, rounds: Math.min(steps, 40) }, 12)
      expect(storage.impurities).toEqual([])
    }),
  )

  it.each(seeds)('transactions are serializable, seed %i', (seed) =>
    scenario(seed, async () => {
      const { pool, storage } = await open(seed, 'Registers')
      storage.rates = { ...hostile, failAfter: 2 }
      await useTransactions({ ...pool, rounds: Math.min(steps, 40) }, 12)
      expect(storage.impurities).toEqual([])
    }),
  )

  it.each(seeds)('a token counts once for ten minutes, seed %i', (seed) =>
    scenario(seed, async () => {
      const { pool, storage, clock } = await open(seed, 'Registers')
      storage.rates = hostile
      await reuseTokens({ ...pool, rounds: Math.ceil(steps / 6) }, clock)
      expect(storage.impurities).toEqual([])
    }),
  )

  it.each(seeds)('indexes stay consistent, including those that come and go, seed %i', (seed) =>
    scenario(seed, async () => {
      const { pool, storage, inner } = await open(seed, 'Indexed')
      storage.rates = hostile
      await writeWithIndexes(pool)
      storage.rates = noFaults
      await pool.db.settled()
      await checkIndexes(inner)
      expect(storage.impurities).toEqual([])
    }),
  )
})

describe('with a store that refuses many writes', () => {
  it.each(seeds)('a table exists or not, as the answers said, also after reopening, seed %i', (seed) =>
    withSeed({ seed, steps, file: 'faults.test.ts' }, async () => {
      const inner = createMemoryStorage()
      const random = new SeededRandom(seed)
      const storage = new FaultyStorage(inner, random.fork(), noFaults)
      const db = await createDatabase({ storage, random: random.fork() })
      storage.rates = { ...noFaults, failBefore: 20, maxDelay: 20 }
      const pool: ClientPool = { db, random, clients: 4, rounds: steps }
      await changeTables(pool, inner)
    }),
  )
})

describe('with a store that only delays', () => {
  it.each(seeds)(
    'an index that is added while others write is complete without a reopening, seed %i',
    (seed) =>
      withSeed({ seed, steps, file: 'faults.test.ts' }, async () => {
        const { pool, storage, inner } = await open(seed, 'Indexed')
        storage.rates = { ...noFaults, decideAgain: 20, maxDelay: 60, pageCap: 2 }
        await writeWithIndexes(pool)
        await pool.db.settled()
        await checkIndexes(inner)
      }),
  )
})

describe('the checker of histories', () => {
  const write = (value: number, began: number, ended: number) => ({
    label: `write ${value}`,
    began,
    ended,
    apply: () => ({ next: value }),
  })
  const read = (value: number, began: number, ended: number) => ({
    label: `read ${value}`,
    began,
    ended,
    apply: (state: number) => (state === value ? { next: state } : undefined),
  })

  it('accepts a read of a write in flight', () => {
    expect(isLinearizable([write(1, 0, 3), read(1, 1, 2)], 0)).toBe(true)
  })

  it('refuses a read of an old value after a read of a new one', () => {
    expect(isLinearizable([write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)], 0)).toBe(false)
  })

  it('lets a write with an unknown outcome take effect late or never', () => {
    expect(isLinearizable([write(1, 0, Infinity), read(0, 1, 2), read(1, 3, 4)], 0)).toBe(true)
    expect(isLinearizable([write(1, 0, Infinity), read(0, 1, 2)], 0)).toBe(true)
    expect(isLinearizable([write(1, 0, Infinity), read(1, 1, 2), read(0, 3, 4)], 0)).toBe(false)
  })
})
