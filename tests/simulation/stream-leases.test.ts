import { setImmediate } from 'node:timers/promises'
import { createDatabase, createMemoryStorage } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { clientTable, keyOf, runClients, scanAll, tryCall } from './clients/client-pool.ts'
import { type FollowedRecord, replay } from './clients/follow-stream.ts'
import { LeaseWorkers } from './clients/lease-workers.ts'
import { FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { wireAnswer } from './wire-call.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 40 })
const table = 'Leased'

/** Returns each record once, in the order of first appearance. */
function distinct(records: readonly FollowedRecord[]): FollowedRecord[] {
  return [...new Map(records.map((record) => [record.eventID, record])).values()]
}

describe('workers that share the shards of a stream', () => {
  it.each(seeds)('see every change in order during writes, seed %i', (seed) =>
    withSeed({ seed, steps, file: 'stream-leases.test.ts' }, async () => {
      const random = new SeededRandom(seed)
      const storage = new FaultyStorage(createMemoryStorage(), random.fork(), noFaults)
      const clock = createVirtualClock()
      const streams = { shards: 1 + random.below(2), shardMs: 60_000, shardRecords: 40 }
      const db = await createDatabase({ storage, clock, random: random.fork(), streams })
      const created = await wireAnswer(db, 'CreateTable', {
        ...clientTable(table),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      })
      const { LatestStreamArn: arn } = created['TableDescription'] as { LatestStreamArn: string }
      const workers = new LeaseWorkers({ db, arn, random: random.fork() })
      storage.rates = { ...noFaults, failBefore: 3, failAfter: 3, failRead: 3, decideAgain: 20, maxDelay: 60 }
      const writing = runClients(
        { db, random: random.fork(), clients: 4, rounds: steps },
        async ({ random: own, round }) => {
          const key = keyOf(`p${own.below(4)}`, `s${own.below(3)}`)
          await setImmediate()
          if (own.percent(30)) await tryCall(db, 'DeleteItem', { TableName: table, Key: key })
          else await tryCall(db, 'PutItem', { TableName: table, Item: { ...key, n: { N: String(round) } } })
        },
      )
      const reading = runClients({ db, random: random.fork(), clients: 3, rounds: steps }, async () => {
        await setImmediate()
        await workers.work()
      })
      for (let turn = 0; turn < steps; turn++) {
        await setImmediate()
        if (random.percent(25)) await clock.advance(61_000)
      }
      await Promise.all([writing, reading])
      storage.rates = noFaults
      await wireAnswer(db, 'UpdateTable', { TableName: table, StreamSpecification: { StreamEnabled: false } })
      await db.settled()
      for (let turn = 0; turn < 2000 && !workers.isDone; turn++) await workers.work()
      expect(workers.isDone).toBe(true)
      const items = await scanAll(db, table)
      const replayed = replay(distinct(workers.records))
      expect(
        new Map(items.map((item) => [JSON.stringify({ pk: item['pk'], sk: item['sk'] }), item])),
      ).toEqual(replayed)
      await db.close()
    }),
  )
})
