import { createDatabase, createMemoryStorage } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { type ClientPool, clientTable, keyOf, runClients, scanAll, tryCall } from './clients/client-pool.ts'
import { describeShards, followStream, replay } from './clients/follow-stream.ts'
import { FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { wireAnswer } from './wire-call.ts'

const { seeds, steps } = simulationSettings({ seeds: 2, steps: 40 })
const table = 'Followed'

/** Writes at random in all ways, on few items, so that writes hit the same ones. */
async function writeAll({ db, random, clients, rounds }: ClientPool): Promise<void> {
  await runClients({ db, random, clients, rounds }, async ({ random: own, round }) => {
    const key = keyOf(`p${own.below(4)}`, `s${own.below(3)}`)
    const item = { ...key, n: { N: String(round) }, ...(own.percent(50) && { gp: { S: 'g' } }) }
    const put = { TableName: table, Item: item }
    const remove = { TableName: table, Key: key }
    const other = keyOf('t', `s${own.below(3)}`)
    switch (own.below(5)) {
      case 0:
        return void (await tryCall(db, 'DeleteItem', remove))
      case 1:
        return void (await tryCall(db, 'BatchWriteItem', {
          RequestItems: { [table]: [{ PutRequest: { Item: item } }, { DeleteRequest: { Key: other } }] },
        }))
      case 2:
        return void (await tryCall(db, 'TransactWriteItems', {
          TransactItems: [{ Put: put }, { Put: { TableName: table, Item: other } }],
        }))
      default:
        return void (await tryCall(db, 'PutItem', put))
    }
  })
}

describe('a stream', () => {
  it.each(seeds)('gives the table when replayed, while shards change and the store fails, seed %i', (seed) =>
    withSeed({ seed, steps, file: 'stream-replay.test.ts' }, async () => {
      const random = new SeededRandom(seed)
      const storage = new FaultyStorage(createMemoryStorage(), random.fork(), noFaults)
      const clock = createVirtualClock()
      const streams = { shards: 1 + random.below(3), shardMs: 60_000, shardRecords: 20 }
      const db = await createDatabase({ storage, clock, random: random.fork(), streams })
      const created = await wireAnswer(db, 'CreateTable', {
        ...clientTable(table),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      })
      const { LatestStreamArn: arn } = created['TableDescription'] as { LatestStreamArn: string }
      storage.rates = { ...noFaults, failBefore: 5, failAfter: 5, failRead: 3, decideAgain: 20, maxDelay: 20 }
      for (let part = 0; part < 5; part++) {
        const writing = writeAll({ db, random: random.fork(), clients: 4, rounds: Math.ceil(steps / 5) })
        await clock.advance(61_000)
        await writing
      }
      storage.rates = noFaults
      await db.settled()
      const items = await scanAll(db, table)
      const replayed = replay(await followStream(db, arn))
      expect(
        new Map(items.map((item) => [JSON.stringify({ pk: item['pk'], sk: item['sk'] }), item])),
      ).toEqual(replayed)
      expect((await describeShards(db, arn)).length).toBeGreaterThan(streams.shards)
      expect(storage.impurities).toEqual([])
      await db.close()
    }),
  )
})
