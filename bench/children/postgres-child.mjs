// Measures operations on PostgreSQL in this process, against a bare client that manages the same items by hand.
import { openDatabase } from 'monotable'
import { kiloItem, partitionSize, smallItem, tableInput, tableName } from '../items.mjs'
import { median } from '../median.mjs'
import { openBare } from './bare-postgres.mjs'
import { senderOf } from './doors.mjs'
import { runSlice } from './run-slice.mjs'

/** @type {{ url: string, operations: string[], rounds: number, sliceMs: number }} */
const order = JSON.parse(process.argv[2] ?? '{}')
const parallel = 64
const db = await openDatabase({ postgres: order.url })
const bare = await openBare(order.url)

async function createData() {
  for (const name of [tableName, `${tableName}.scan`]) {
    await db.send('CreateTable', /** @type {any} */ (tableInput(name)))
  }
  const items = [
    ...Array.from({ length: 1_000 }, (_, i) => ({ table: tableName, item: kiloItem(i, '00000000') })),
    ...Array.from({ length: 20 * partitionSize }, (_, i) => ({ table: tableName, item: smallItem(i) })),
    ...Array.from({ length: 1_300 }, (_, i) => ({
      table: `${tableName}.scan`,
      item: kiloItem(i, '00000000'),
    })),
  ]
  const put = (/** @type {typeof items[number]} */ { table, item }) =>
    db.send('PutItem', { TableName: table, Item: /** @type {any} */ (item) })
  await Promise.all(items.map(put))
}

await createData()
const figures = []
for (const operation of order.operations) {
  const runs = [
    {
      who: 'monotable',
      send: /** @type {() => Promise<unknown>} */ (await senderOf(db, 'db.execute', operation)),
    },
    { who: 'pg, pipelined', send: /** @type {() => Promise<unknown>} */ (bare.pipelined[operation]) },
    { who: 'pg, a pool of 10', send: /** @type {() => Promise<unknown>} */ (bare.pooled[operation]) },
  ].map((run) => ({ ...run, cpuUs: [0], perSecond: [0] }))
  for (const run of runs) await runSlice(run.send, { parallel, sliceMs: order.sliceMs * 4 })
  for (let round = 0; round < order.rounds; round++) {
    for (const run of runs) {
      const { cpuUs, perSecond } = await runSlice(run.send, { parallel, sliceMs: order.sliceMs })
      run.cpuUs[round] = cpuUs
      run.perSecond[round] = perSecond
    }
  }
  for (const { who, cpuUs, perSecond } of runs) {
    figures.push({ operation, who, cpuUs: median(cpuUs), perSecond: median(perSecond) })
  }
}
await db.close()
await bare.close()
process.send?.(figures)
