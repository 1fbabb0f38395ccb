// Measures operations in this process, by all doors in turn.
import { openDatabase } from 'monotable'
import { kiloItem, partitionSize, smallItem, tableInput, tableName } from '../items.mjs'
import { median } from '../median.mjs'
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
  const runs = doors.map((door) => ({ ...door, cpuUs: [0], perSecond: [0] }))
  // Code that has just begun to run is several times slower than it will be.
  for (const run of runs) await runSlice(run.send, order.sliceMs * 5)
  for (let round = 0; round < order.rounds; round++) {
    for (const run of runs) {
      const { count, cpuUs, elapsedMs } = await runSlice(run.send, order.sliceMs)
      run.cpuUs[round] = cpuUs / count
      run.perSecond[round] = (count / elapsedMs) * 1_000
    }
  }
  for (const { door, cpuUs, perSecond } of runs) {
    figures.push({ operation, door, cpuUs: median(cpuUs), perSecond: median(perSecond) })
  }
}
await db.close()
process.send?.(figures)
