import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ordersTable } from '../testing/orders-table.ts'
import { createSharedMemory, type StoreView } from '../testing/shared-memory.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

const { TableName } = ordersTable
const home = { region: 'us-east-1' }
const away = { region: 'eu-west-1' }
const itemCount = 300

interface Server {
  readonly db: Database
  readonly view: StoreView
}

/** Two servers over one store, with a table in two regions that has items; the one in the second may leave. */
async function two(clock?: TestClock): Promise<[Server, Server]> {
  const memory = createSharedMemory()
  const open = async (): Promise<Server> => {
    const view = memory.open()
    return { view, db: await createDatabase({ storage: view.storage, ...(clock && { clock }) }) }
  }
  const servers: [Server, Server] = [await open(), await open()]
  const [{ db }] = servers
  await db.send('CreateTable', ordersTable)
  await Promise.all(Array.from({ length: itemCount }, (_, i) => put(db, `old${i}`, home)))
  await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: away.region } }] })
  await db.send('UpdateTable', { TableName, DisassociationProtectionEnabled: false }, away)
  return servers
}

const leave = (db: Database) =>
  db.send(
    'UpdateTable',
    {
      TableName,
      ReplicaUpdates: [
        { Disassociate: { RegionName: away.region, DisassociationMode: 'WAIT_FOR_REPLICATION' } },
      ],
    },
    away,
  )
const put = (db: Database, id: string, where: { readonly region: string }) =>
  db.send('PutItem', { TableName, Item: { id: { S: id } } }, where)
const has = async (db: Database, id: string, where: { readonly region: string }) => {
  const read = { TableName, Key: { id: { S: id } }, ConsistentRead: true }
  return (await db.send('GetItem', read, where)).Item !== undefined
}
const nameOf = (where: { readonly region: string }) => (where === home ? 'home' : 'away')
const isGlobal = async (db: Database) =>
  (await db.send('DescribeTable', { TableName }, away)).Table?.Replicas !== undefined
async function ids(db: Database, where: { readonly region: string }): Promise<Set<string>> {
  const { Items = [] } = await db.send('Scan', { TableName, ConsistentRead: true }, where)
  return new Set(Items.map(({ id }) => id?.S ?? ''))
}

it('what one server writes to a table that is leaving, another reads at once, though it only reads', async () => {
  const [a, b] = await two()
  await leave(a.db)
  let isDone = false
  const settled = a.db.settled().then(() => {
    isDone = true
  })
  const together: string[] = []
  for (let turn = 0; !isDone; turn++) {
    const wasGlobal = await isGlobal(a.db)
    await Promise.all([put(a.db, `away${turn}`, away), put(a.db, `home${turn}`, home)])
    for (const where of [home, away]) expect(await has(b.db, `${nameOf(where)}${turn}`, where)).toBe(true)
    if (wasGlobal && (await isGlobal(a.db))) together.push(`away${turn}`, `home${turn}`)
    await setImmediate()
  }
  await settled
  // At once again, when the server that only reads has not yet heard.
  await put(a.db, 'here', home)
  await put(a.db, 'there', away)
  for (const { db } of [b, a]) {
    const [here, there] = [await ids(db, home), await ids(db, away)]
    for (const id of together) expect([id, here.has(id), there.has(id)]).toEqual([id, true, true])
    expect([here.has('here'), here.has('there')]).toEqual([true, false])
    expect([there.has('here'), there.has('there')]).toEqual([false, true])
  }
  expect(together.length).toBeGreaterThan(0)
})

it('a write planned before a table began to leave goes by the tables as they are when it is done', async () => {
  const [a, b] = await two()
  const held = a.view.holdCommit((space) => space.startsWith('table-'))
  const writing = put(a.db, 'late', home)
  const release = await held
  await leave(b.db)
  await b.db.settled()
  release()
  await writing
  expect(await has(b.db, 'late', home)).toBe(true)
  // By then the tables are apart.
  expect(await has(b.db, 'late', away)).toBe(false)
})

it.each([1, 5, 20, 60])(
  'a server that dies %i turns after it began is followed by another',
  async (turns) => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    const [a, b] = await two(clock)
    await leave(a.db)
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    a.view.kill()
    await put(b.db, 'meanwhile', home)
    while (await isGlobal(b.db)) {
      await clock.advance(10_000)
      await setImmediate()
    }
    await b.db.settled()
    const expected = new Set(Array.from({ length: itemCount }, (_, i) => `old${i}`))
    expect(await ids(b.db, away)).toEqual(new Set([...expected, 'meanwhile']))
    await put(b.db, 'here', home)
    expect(await ids(b.db, home)).toEqual(new Set([...expected, 'meanwhile', 'here']))
    expect(await has(b.db, 'here', away)).toBe(false)
  },
)
