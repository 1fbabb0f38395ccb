import { createDatabase, type Database } from '@monotable/engine'
import { openPostgresStorage } from '@monotable/storage-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { type ClientPool, clientTable, scanAll } from '../simulation/clients/client-pool.ts'
import { followStream, replay } from '../simulation/clients/follow-stream.ts'
import { checkTransfers, openAccounts, transferMoney } from '../simulation/clients/transfer-money.ts'
import { addIndexMeanwhile, checkIndexesOf } from '../simulation/clients/write-with-indexes.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { homeRegion, inRegion, otherRegions, spreadRegions } from '../simulation/spread-regions.ts'
import { type Json, wireAnswer } from '../simulation/wire-call.ts'
import { dropSchema } from './drop-schema.ts'

describe.skipIf(!hasPostgres())('a global table of two servers over PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
  })
  afterAll(() => server?.stop())

  /** Opens two databases over one schema; each request goes to a random one of them and to a random region. */
  async function open(table: string) {
    const schema = `global_${table.toLowerCase()}_${process.pid}`
    const dbs: Database[] = []
    for (let i = 0; i < 2; i++) {
      dbs.push(await createDatabase({ storage: await openPostgresStorage({ url: server.url, schema }) }))
    }
    const random = new SeededRandom(1)
    const choice = random.fork()
    const execute: Database['execute'] = (...request) => choice.pick(dbs).execute(...request)
    const db = spreadRegions({ execute } as Pick<Database, 'execute'> as Database, random.fork())
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' }
    await wireAnswer(db, 'CreateTable', { ...clientTable(table), StreamSpecification })
    const pool: ClientPool = { db, random, clients: 6, rounds: 15 }
    const close = async () => {
      await Promise.all(dbs.map((one) => one.close()))
      await dropSchema(server.url, schema)
    }
    return { dbs, pool, close }
  }

  /** Checks that the stream of each region has every change, wherever and by whichever server it was made. */
  async function expectReplayed(dbs: readonly Database[], table: string): Promise<void> {
    for (const region of [homeRegion, ...otherRegions]) {
      const db = inRegion(dbs[1] as Database, region)
      const items = await scanAll(db, table)
      const byKey = new Map(items.map((item) => [JSON.stringify({ pk: item['pk'], sk: item['sk'] }), item]))
      const { Streams } = await wireAnswer(db, 'ListStreams', { TableName: table })
      const [stream] = Streams as { StreamArn: string }[]
      expect(byKey).toEqual(replay(await followStream(db, stream?.StreamArn ?? '')))
    }
  }

  async function checkIndexes(db: Database): Promise<void> {
    const items = await scanAll(db, 'Accounts')
    for (const index of ['local', 'global']) {
      expect((await scanAll(db, 'Accounts', index)).length).toBe(
        items.filter((item) => item[index === 'local' ? 'ls' : 'gp'] !== undefined).length,
      )
    }
  }

  it('transfers keep the sum, and the stream of each region has all of them', async () => {
    const { dbs, pool, close } = await open('Accounts')
    await openAccounts(pool)
    await transferMoney(pool)
    await checkTransfers(pool)
    await expectReplayed(dbs, 'Accounts')
    await close()
  })

  it('a replica that leaves while all regions write has every transfer that it should, and no other', async () => {
    const { dbs, pool, close } = await open('Accounts')
    await openAccounts(pool)
    const [region = ''] = otherRegions
    const there = inRegion(dbs[0] as Database, region)
    const update = (change: Json) => wireAnswer(there, 'UpdateTable', { TableName: 'Accounts', ...change })
    await update({ DisassociationProtectionEnabled: false })
    const Disassociate = { RegionName: region, DisassociationMode: 'WAIT_FOR_REPLICATION' }
    await Promise.all([transferMoney(pool), update({ ReplicaUpdates: [{ Disassociate }] })])
    await transferMoney(pool, 'meanwhile')
    await Promise.all(dbs.map((db) => db.settled()))
    await transferMoney(pool, 'apart')
    const { Table } = await wireAnswer(there, 'DescribeTable', { TableName: 'Accounts' })
    expect(Table).not.toHaveProperty('Replicas')
    for (const each of [homeRegion, ...otherRegions]) {
      await checkTransfers({ ...pool, db: inRegion(dbs[1] as Database, each) })
    }
    await checkIndexes(there)
    await expectReplayed(dbs, 'Accounts')
    await close()
  })

  it('an index that is added while all regions write is complete', async () => {
    const { dbs, pool, close } = await open('Indexed')
    await addIndexMeanwhile(pool)
    await Promise.all(dbs.map((db) => db.settled()))
    await checkIndexesOf(pool.db)
    await expectReplayed(dbs, 'Indexed')
    await close()
  })
})
