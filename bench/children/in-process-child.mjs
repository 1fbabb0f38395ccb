// Measures operations in this process, by one door, whenever it is asked to.
import { openDatabase } from 'monotable'
import { kiloItem, partitionSize, smallItem, tableInput, tableName } from '../items.mjs'
import { senderOf } from './doors.mjs'

/** @type {{ path?: string, door: string }} */
const { path, door } = JSON.parse(process.argv[2] ?? '{}')
const parallel = path === undefined ? 1 : 32
const db = await openDatabase(path === undefined ? {} : { path })

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
 * Runs one operation again and again for a while. Gives nothing if the door is not there.
 * @param {{ operation: string, sliceMs: number }} order
 */
async function runSlice({ operation, sliceMs }) {
  if (!senders.has(operation)) senders.set(operation, await senderOf(db, door, operation))
  const send = senders.get(operation)
  if (send === undefined) return null
  const endMs = performance.now() + sliceMs
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
  return { cpuUs: (user + system) / count, perSecond: (count / (performance.now() - startMs)) * 1_000 }
}

/** @type {Map<string, undefined | (() => Promise<unknown>)>} */
const senders = new Map()
await createData()
process.on('message', async (/** @type {{ operation: string, sliceMs: number }} */ order) => {
  process.send?.(await runSlice(order))
})
process.send?.('ready')
