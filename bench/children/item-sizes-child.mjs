// Measures what items of one size cost in a folder, and how much room they take there.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from 'monotable'
import { partitionSize, smallItem, tableInput, tableName } from '../items.mjs'

/** @type {{ path: string, store: 'sqlite' | 'log', itemBytes: number, items: number, calls: number }} */
const { path, store, itemBytes, items, calls } = JSON.parse(process.argv[2] ?? '{}')
const parallel = 32
const caller = { region: 'us-east-1', accountId: '000000000000' }
const smallBytes = 300
const body = 'what makes the item as long as it is to be '.repeat(itemBytes).slice(0, itemBytes - smallBytes)
let db = await openDatabase({ path, store })
let seed = 1
let revision = 0

/** Returns a repeatable random number. */
function randomBelow(/** @type {number} */ end) {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * end)
}

function itemOf(/** @type {number} */ number) {
  return { ...smallItem(number), count: { N: String(revision++) }, ...(body && { body: { S: body } }) }
}

function keyOf(/** @type {number} */ number) {
  const { pk, sk } = smallItem(number)
  return { pk, sk }
}

/** Opens the database again, so that nothing of the table is in memory. */
async function openAgain() {
  await db.close()
  db = await openDatabase({ path, store })
}

/**
 * Returns the CPU time per call in microseconds, with what is written later.
 * @param {number} count
 * @param {(number: number) => Promise<unknown>} send
 */
async function cpuUsOf(count, send) {
  let next = 0
  const sendOn = async () => {
    while (next < count) await send(next++)
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: parallel }, sendOn))
  await atRest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

async function atRest() {
  await delay(2_200)
  for (let isBusy = true; isBusy; ) {
    const before = process.cpuUsage()
    await delay(100)
    const { user, system } = process.cpuUsage(before)
    isBusy = user + system > 10_000
  }
}

await db.send('CreateTable', /** @type {any} */ (tableInput(tableName)))
const loadUs =
  (await cpuUsOf(items / 25, (batch) => {
    const puts = Array.from({ length: 25 }, (_, i) => ({ PutRequest: { Item: itemOf(batch * 25 + i) } }))
    return db.execute('BatchWriteItem', { RequestItems: { [tableName]: puts } }, caller)
  })) / 25
const putUs = await cpuUsOf(calls, () =>
  db.execute('PutItem', { TableName: tableName, Item: itemOf(randomBelow(items)) }, caller),
)
await openAgain()
const fileBytes = readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
const getUs = await cpuUsOf(Math.min(calls, items / 2), () =>
  db.execute('GetItem', { TableName: tableName, Key: keyOf(randomBelow(items)) }, caller),
)
await openAgain()
const queryUs = await cpuUsOf(items / partitionSize, (partition) =>
  db.execute(
    'Query',
    {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keyOf(partition * partitionSize).pk },
    },
    caller,
  ),
)
process.send?.({ loadUs, putUs, getUs, queryUs, room: fileBytes / (items * itemBytes) })
await db.close()
