// Measures operations in this process, through one door, on demand.
import { openDatabase } from 'monotable'
import { kiloItem, partitionSize, smallItem, tableInput, tableName } from '../items.mjs'
import { senderOf } from './doors.mjs'
import { runSlice } from './run-slice.mjs'

/** @type {{ path?: string, door: string }} */
const { path, door } = JSON.parse(process.argv[2] ?? '{}')
const parallel = path === undefined ? 1 : 32
const db = await openDatabase(path === undefined ? {} : { path })

async function createData() {
  const filled = [tableName, `${tableName}.scan`]
  for (const name of filled) await db.send('CreateTable', /** @type {any} */ (tableInput(name)))
  const [items, scanned] = filled.map((name) => (/** @type {object} */ item) => ({ name, item }))
  const puts = [
    ...Array.from({ length: 1_000 }, (_, number) => items(kiloItem(number, '00000000'))),
    ...Array.from({ length: 20 * partitionSize }, (_, number) => items(smallItem(number))),
    ...Array.from({ length: 1_300 }, (_, number) => scanned(kiloItem(number, '00000000'))),
  ]
  // Not all at once: V8 would learn that the objects of a request live long, and all later ones would cost a third
  // more.
  while (puts.length > 0) {
    const some = puts
      .splice(0, parallel)
      .map(({ name, item }) => db.send('PutItem', { TableName: name, Item: /** @type {any} */ (item) }))
    await Promise.all(some)
  }
}

/**
 * Runs one operation repeatedly for a while. Returns `null` if there is no such door.
 * @param {{ operation: string, sliceMs: number }} order
 */
async function runOrder({ operation, sliceMs }) {
  if (!senders.has(operation)) senders.set(operation, await senderOf(db, door, operation))
  const send = senders.get(operation)
  if (send === undefined) return null
  return runSlice(send, { parallel, sliceMs })
}

/** @type {Map<string, undefined | (() => Promise<unknown>)>} */
const senders = new Map()
await createData()
process.on('message', async (/** @type {{ operation: string, sliceMs: number }} */ order) => {
  process.send?.(await runOrder(order))
})
process.send?.('ready')
