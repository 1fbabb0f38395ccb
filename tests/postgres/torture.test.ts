import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@monotable/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import {
  type ClientPool,
  clientTable,
  keyOf,
  runClients,
  scanAll,
  tryCall,
} from '../simulation/clients/client-pool.ts'
import { followStream, replay } from '../simulation/clients/follow-stream.ts'
import { checkConstraints, registerUsers, takeTurns } from '../simulation/clients/keep-constraints.ts'
import { checkTransfers, openAccounts, transferMoney } from '../simulation/clients/transfer-money.ts'
import { useRegisters } from '../simulation/clients/use-register.ts'
import { useTransactions } from '../simulation/clients/use-transactions.ts'
import {
  addIndexMeanwhile,
  checkIndexesOf,
  dropAddedIndex,
} from '../simulation/clients/write-with-indexes.ts'
import { addIndexInput } from '../simulation/generate/generate-shape.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { simulationSettings } from '../simulation/simulation-settings.ts'
import { type Json, wireAnswer, wireCall } from '../simulation/wire-call.ts'
import { dropSchema } from './drop-schema.ts'
import { ServerPool } from './torture/server-pool.ts'
import { type BuiltCommand, buildCommand, type ServerProcess } from './torture/server-process.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 20 })
const [seed = 0] = seeds
const writers = 8
const schema = `torture_${process.pid}`

if (!hasPostgres()) {
  process.stderr.write('No PostgreSQL was found (PG_URL, PG_BIN or /usr/lib/postgresql): no torture test.\n')
}

describe.skipIf(!hasPostgres())(`three servers over one PostgreSQL, seed ${seed}`, () => {
  const random = new SeededRandom(seed)
  let postgres: PostgresServer
  let command: BuiltCommand
  let servers: ServerProcess[] = []
  let pool: ServerPool

  beforeAll(async () => {
    postgres = await startPostgres(['fsync=off'])
    command = await buildCommand()
    const address = `${postgres.url}?schema=${schema}`
    // One after the other: the first server does all the background work.
    for (let i = 0; i < 3; i++) servers.push(await command.start(address))
    pool = new ServerPool(servers, random.fork())
  })

  afterAll(async () => {
    pool?.close()
    await Promise.all(servers.map((server) => server.stop()))
    command?.remove()
    if (postgres) await dropSchema(postgres.url, schema)
    postgres?.stop()
  })

  // A conflicting request waits or is retried; no client gets an error.
  const expectNoFailures = () => expect(pool.failures).toEqual([])

  const clients = (rounds = steps): ClientPool => {
    return { db: pool.any(), random: random.fork(), clients: writers, rounds }
  }

  const create = async (name: string, more: Json = {}): Promise<Json> => {
    const answer = await wireAnswer(pool.any(), 'CreateTable', { ...clientTable(name), ...more })
    return answer['TableDescription'] as Json
  }

  const stream = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } }

  it('transfers are applied completely and once, no pair is skewed, no marker is taken twice', async () => {
    const { LatestStreamArn } = await create('Accounts', stream)
    await create('Constraints')
    const db = pool.any()
    await openAccounts(clients())
    await Promise.all([transferMoney(clients()), takeTurns(clients()), registerUsers(clients())])
    await checkTransfers(clients())
    await checkConstraints(clients())
    await expectReplayed(db, 'Accounts', LatestStreamArn as string)
    expectNoFailures()
  })

  it('the history of every item, and of every group of items, is linearizable', async () => {
    await create('Registers')
    // More tables than one statement reads.
    const six = Array.from({ length: 6 }, (_, i) => `Registers${i}`)
    for (const name of six) await create(name)
    await Promise.all([
      useRegisters(clients(), 12),
      useTransactions(clients(), 12),
      useTransactions(clients(2 * steps), 4, six),
    ])
    expectNoFailures()
  })

  it('indexes that come and go are complete, and the stream has every change', async () => {
    const { LatestStreamArn } = await create('Indexed', stream)
    const db = pool.any()
    for (let generation = 0; generation < 4; generation++) {
      await addIndexMeanwhile(clients(Math.ceil(steps / 2)))
      await untilActive(db, 'Indexed')
      await checkIndexesOf(db)
      await dropAddedIndex(db)
    }
    await expectReplayed(db, 'Indexed', LatestStreamArn as string)
    expectNoFailures()
  })

  it('a table that is deleted and recreated is the new one on every server at once', async () => {
    await create('Churned')
    let isEnded = false
    const strays = runStrays(pool.any(), () => isEnded)
    try {
      for (let generation = 0; generation < 5; generation++) await makeAnew(pool.any(), generation)
    } finally {
      isEnded = true
      await strays
    }
    expectNoFailures()
  })

  it('a killed server loses nothing that it has acknowledged, and others take over its work', async () => {
    const [first] = servers as [ServerProcess]
    const { LatestStreamArn } = await create('Kept', stream)
    await create('Brief')
    await wireAnswer(pool.any(), 'UpdateTimeToLive', {
      TableName: 'Brief',
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' },
    })
    await fill(pool.any(), 'Brief', 2_000)
    await wireCall(pool.any(), 'DeleteTable', { TableName: 'Accounts' })
    await create('Accounts')
    await openAccounts(clients())
    const acknowledged = new Set<string>()
    const transfers = transferMoney(clients(3 * steps), 'late')
    const writing = runClients(clients(3 * steps), async ({ id, round }) => {
      const Item = { ...keyOf(`p${id}`, `${round}`), gp: { S: 'g' }, ls: { S: 'l' } }
      const { error } = await tryCall(pool.any(), 'PutItem', { TableName: 'Kept', Item })
      if (error === undefined) acknowledged.add(`p${id}/${round}`)
    })
    await untilThere(acknowledged, 50)
    await wireAnswer(pool.only(first), 'UpdateTable', addIndexInput('Brief', addedIndex))
    await first.kill()
    pool.remove(first)
    servers = servers.filter((server) => server !== first)
    const expires = { N: String(Math.floor(Date.now() / 1_000)) }
    await wireAnswer(pool.any(), 'PutItem', { TableName: 'Brief', Item: { ...keyOf('gone'), expires } })
    await Promise.all([writing, transfers])
    await checkTransfers(clients())
    const db = pool.any()
    const kept = await scanAll(db, 'Kept')
    const there = new Set(kept.map(({ pk, sk }) => `${pk?.['S']}/${sk?.['S']}`))
    expect([...acknowledged].filter((key) => !there.has(key))).toEqual([])
    expect((await scanAll(db, 'Kept', 'global')).length).toBe(kept.length)
    await expectReplayed(db, 'Kept', LatestStreamArn as string)
    await untilActive(db, 'Brief')
    const gone = { TableName: 'Brief', Key: keyOf('gone'), ConsistentRead: true }
    await until(async () => (await wireAnswer(db, 'GetItem', gone))['Item'] === undefined)
    expect((await scanAll(db, 'Brief')).length).toBe(2_000)
    expect((await scanAll(db, 'Brief', addedIndex.name)).length).toBe(2_000)
  })
})

const addedIndex = {
  name: 'added',
  kind: 'global',
  hash: [{ name: 'ls', type: 'S' }],
  range: [{ name: 'gp', type: 'S' }],
  projection: 'ALL',
} as const

/** Checks that replaying the stream from nothing gives the items of the table. */
async function expectReplayed(db: Database, table: string, arn: string): Promise<void> {
  const items = await scanAll(db, table)
  const byKey = new Map(items.map((item) => [JSON.stringify({ pk: item['pk'], sk: item['sk'] }), item]))
  expect(byKey).toEqual(replay(await followStream(db, arn)))
}

/** Deletes the table and recreates it, and checks that it then holds exactly what is written to it, on any server. */
async function makeAnew(db: Database, generation: number): Promise<void> {
  await wireAnswer(db, 'DeleteTable', { TableName: 'Churned' })
  await wireAnswer(db, 'CreateTable', clientTable('Churned'))
  const ids = Array.from({ length: 20 }, (_, i) => `${generation}-${i}`)
  await Promise.all(
    ids.map((id) => {
      return wireAnswer(db, 'PutItem', {
        TableName: 'Churned',
        Item: { ...keyOf('own', id), gp: { S: 'g' } },
      })
    }),
  )
  for (const index of [undefined, 'global']) {
    const items = await scanAll(db, 'Churned', index)
    const own = items.filter(({ pk }) => pk?.['S'] === 'own').map(({ sk }) => sk?.['S'])
    expect(own.sort()).toEqual(ids.toSorted())
  }
}

/** Writes to a table that comes and goes: each write succeeds, or the table does not exist. */
async function runStrays(db: Database, isEnded: () => boolean): Promise<void> {
  const expected = [undefined, 'ResourceNotFoundException']
  const write = async (stray: number) => {
    for (let i = 0; !isEnded(); i++) {
      const Item = { ...keyOf('stray', `${stray}-${i}`), gp: { S: 'g' } }
      const { error } = await wireCall(db, 'PutItem', { TableName: 'Churned', Item })
      expect(expected).toContain(error)
      // Without pauses these writes would only keep the machine busy.
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, stray) => write(stray)))
}

async function fill(db: Database, table: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 250) {
    const batches = Array.from({ length: 10 }, (_, batch) => {
      const puts = Array.from({ length: 25 }, (__, i) => {
        const key = keyOf('many', String(start + 25 * batch + i))
        return { PutRequest: { Item: { ...key, gp: { S: 'g' }, ls: { S: 'l' } } } }
      })
      return wireAnswer(db, 'BatchWriteItem', { RequestItems: { [table]: puts } })
    })
    await Promise.all(batches)
  }
}

async function untilActive(db: Database, table: string): Promise<void> {
  await until(async () => {
    const { Table } = (await wireAnswer(db, 'DescribeTable', { TableName: table })) as { Table: Json }
    const indexes = (Table['GlobalSecondaryIndexes'] ?? []) as Json[]
    return indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')
  })
}

async function untilThere(set: ReadonlySet<string>, count: number): Promise<void> {
  await until(async () => set.size >= count)
}

/** Waits until a condition holds; otherwise the test's time limit ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(100)
}
