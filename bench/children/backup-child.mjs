// Backs up a large table and restores it, and measures the effect on concurrent requests.
import { performance } from 'node:perf_hooks'
import { openDatabase } from 'monotable'
import { smallItem, tableInput, tableName } from '../items.mjs'
import { Latencies } from '../latencies.mjs'

/** @type {{ path?: string, items: number, quietMs: number }} */
const { path, items, quietMs } = JSON.parse(process.argv[2] ?? '{}')
const clients = 4

const db = await openDatabase(path === undefined ? {} : { path })
await db.send('CreateTable', tableInput(tableName))
await fill()

const pause = () => new Promise((resolve) => setTimeout(resolve, quietMs))
await traffic(pause)
const quiet = await traffic(pause)
const backup = await traffic(async () => {
  const { BackupDetails } = await db.send('CreateBackup', { TableName: tableName, BackupName: 'bench' })
  await db.settled()
  return BackupDetails?.BackupArn
})
const restore = await traffic(async () => {
  await db.send('RestoreTableFromBackup', { BackupArn: backup.result, TargetTableName: 'Restored' })
  await db.settled()
})
// While the table can be restored to a point in time, every write is recorded as well.
await db.send('UpdateContinuousBackups', {
  TableName: tableName,
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
})
const recorded = await traffic(pause)
const { Table } = await db.send('DescribeTable', { TableName: 'Restored' })
if ((Table?.ItemCount ?? 0) < items) throw new Error(`only ${Table?.ItemCount} of ${items} were restored`)

process.send?.([
  { what: 'quiet', items, ...figuresOf(quiet) },
  { what: 'backup', items, ...figuresOf(backup) },
  { what: 'restore', items, ...figuresOf(restore) },
  { what: 'with recovery', items, ...figuresOf(recorded) },
])
await db.close()

async function fill() {
  for (let first = 0; first < items; first += 500) {
    await Promise.all(
      Array.from({ length: 20 }, (_, part) => {
        const numbers = Array.from({ length: 25 }, (__, i) => first + part * 25 + i)
        const requests = numbers.map((number) => ({ PutRequest: { Item: smallItem(number) } }))
        return db.send('BatchWriteItem', { RequestItems: { [tableName]: requests } })
      }),
    )
  }
}

/**
 * Sends requests while some work lasts: reads and writes of items all over the table, in turn, with a pause in between,
 * so that the machine is not saturated without the work.
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function traffic(work) {
  const latencies = new Latencies()
  let running = true
  const client = async (/** @type {number} */ number) => {
    for (let turn = number; running; turn += clients) {
      const { pk, sk, ...rest } = smallItem((turn * 7_919) % items)
      const start = performance.now()
      if (turn % 2 === 0) await db.send('GetItem', { TableName: tableName, Key: { pk, sk } })
      else {
        const revision = { S: String(turn).padStart(8, '0') }
        await db.send('PutItem', { TableName: tableName, Item: { pk, sk, ...rest, revision } })
      }
      latencies.add((performance.now() - start) * 1_000)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const clientsRunning = Array.from({ length: clients }, (_, number) => client(number))
  const start = performance.now()
  const result = await work()
  const tookMs = performance.now() - start
  running = false
  await Promise.all(clientsRunning)
  return { result, tookMs, latencies }
}

/** @param {{ tookMs: number, latencies: Latencies }} found */
function figuresOf({ tookMs, latencies }) {
  return {
    tookMs,
    requests: latencies.total,
    p50Us: latencies.percentileUs(0.5),
    p99Us: latencies.percentileUs(0.99),
    maxUs: latencies.maxUs,
  }
}
