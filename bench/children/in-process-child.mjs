// Measures operations in this process, by all doors in turn.
import { openDatabase } from 'monotable'
import { kiloItem, partitionSize, smallItem, tableInput, tableName } from '../items.mjs'
import { doorsOf } from './doors.mjs'

/** @type {{ path?: string, operations: string[], rounds: number, sliceMs: number }} */
const order = JSON.parse(process.argv[2] ?? '{}')
const parallel = order.path === undefined ? 1 : 32
const db = await openDatabase(order.path === undefined ? {} : { path: order.path })

async function createData() {
  const put = (/** @type {string} */ table, /** @type {object} */ item) =>
    db.send('PutItem', { TableName: table, Item: /** @type {any} */ (item) })
  for (const name of [tableName, `${tableName}.scan`]) {
    await db.send('CreateTable', /** @type {any} */ (tableInput(name)))
  }
  const puts = []
  for (let number = 0; number < 1_000; number++) puts.push(put(tableName, kiloItem(number, '00000000')))
  for (let number = 0; number < 20 * partitionSize; number++) puts.push(put(tableName, smallItem(number)))
  for (let number = 0; number < 1_300; number++)
    puts.push(put(`${tableName}.scan`, kiloItem(number, '00000000')))
  await Promise.all(puts)
}

/**
 * @param {() => Promise<unknown>} send
 * @param {number} durationMs
 */
async function runSlice(send, durationMs) {
  const endMs = performance.now() + durationMs
  let count = 0
  const sendOn = async () => {
    while (performance.now() < endMs) {
      await send()
      count++
    }
  }
  const startMs = performance.now()
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: parallel }, sendOn))
  const { user, system } = process.cpuUsage(before)
  return { count, cpuUs: user + system, elapsedMs: performance.now() - startMs }
}

await createData()
const figures = []
for (const operation of order.operations) {
  const doors = await doorsOf(db, operation, order.path === undefined)
  const sums = doors.map((door) => ({ ...door, count: 0, cpuUs: 0, elapsedMs: 0 }))
  for (let round = -1; round < order.rounds; round++) {
    for (const sum of sums) {
      const slice = await runSlice(sum.send, order.sliceMs)
      if (round < 0) continue // The first warms up.
      sum.count += slice.count
      sum.cpuUs += slice.cpuUs
      sum.elapsedMs += slice.elapsedMs
    }
  }
  for (const { door, count, cpuUs, elapsedMs } of sums) {
    figures.push({ operation, door, cpuUs: cpuUs / count, perSecond: (count / elapsedMs) * 1_000 })
  }
}
await db.close()
process.send?.(figures)
