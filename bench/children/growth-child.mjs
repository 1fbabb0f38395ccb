// Fills a table, and measures the cost of operations on it on demand.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from 'monotable'
import { partitionSize, smallItem, tableInput, tableName } from '../items.mjs'

/** @type {{ path?: string, store?: 'sqlite' | 'log', items: number }} */
const { path, store, items } = JSON.parse(process.argv[2] ?? '{}')
const parallel = path === undefined ? 1 : 32
const caller = { region: 'us-east-1', accountId: '000000000000' }
const db = await openDatabase(path === undefined ? {} : { path, store: store ?? 'sqlite' })
let seed = 1
let revision = 0

/** Returns a repeatable random number. */
function randomBelow(/** @type {number} */ end) {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * end)
}

/** @type {{ [name: string]: () => Promise<unknown> }} */
const measured = {
  get: () => {
    const { pk, sk } = smallItem(randomBelow(items))
    return db.execute('GetItem', { TableName: tableName, Key: { pk, sk } }, caller)
  },
  put: () => {
    const item = { ...smallItem(randomBelow(items)), count: { N: String(revision++) } }
    return db.execute('PutItem', { TableName: tableName, Item: item }, caller)
  },
  update: () => {
    const { pk, sk } = smallItem(randomBelow(items))
    const UpdateExpression = 'SET #count = #count + :one'
    const ExpressionAttributeNames = { '#count': 'count' }
    const ExpressionAttributeValues = { ':one': { N: '1' } }
    return db.execute(
      'UpdateItem',
      {
        TableName: tableName,
        Key: { pk, sk },
        UpdateExpression,
        ExpressionAttributeNames,
        ExpressionAttributeValues,
      },
      caller,
    )
  },
  query: () => queryPartition(randomBelow(items / partitionSize)),
}

function queryPartition(/** @type {number} */ partition) {
  const ExpressionAttributeValues = { ':pk': smallItem(partition * partitionSize).pk }
  return db.execute(
    'Query',
    { TableName: tableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues },
    caller,
  )
}

/** Waits until the store is idle: a durable store goes on writing after its answer, though little after two seconds. */
async function atRest() {
  if (path === undefined) return
  await delay(2_200)
  for (let isBusy = true; isBusy; ) {
    const before = process.cpuUsage()
    await delay(100)
    const { user, system } = process.cpuUsage(before)
    isBusy = user + system > 10_000
  }
}

/**
 * Returns the CPU time per call in microseconds, from many calls, including the work done for them afterwards.
 * @param {(number: number) => Promise<unknown>} send
 * @param {(count: number) => boolean} goesOn
 * @param {boolean} isWriting
 */
async function cpuUsOf(send, goesOn, isWriting) {
  let count = 0
  const sendOn = async () => {
    while (goesOn(count)) await send(count++)
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: parallel }, sendOn))
  if (isWriting) await atRest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

async function load() {
  const batches = items / 25
  const send = (/** @type {number} */ batch) => {
    const first = batch * 25
    const puts = Array.from({ length: 25 }, (_, position) => ({
      PutRequest: { Item: smallItem(first + position) },
    }))
    return db.execute('BatchWriteItem', { RequestItems: { [tableName]: puts } }, caller)
  }
  return (await cpuUsOf(send, (count) => count < batches, true)) / 25
}

function fileMb() {
  if (path === undefined) return undefined
  const sizes = readdirSync(path).map((name) => statSync(join(path, name)).size)
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}

/** Measures the first Query of each partition, with nothing of it in memory. */
async function firstQueries() {
  let partition = 0
  return cpuUsOf(
    () => queryPartition(partition++),
    (count) => count < items / partitionSize,
    false,
  )
}

/** @param {{ name: string, sliceMs: number }} order */
async function measure({ name, sliceMs }) {
  if (name === 'first query') return firstQueries()
  const send = measured[name]
  if (send === undefined) throw new Error(`${name} cannot be measured`)
  const endMs = performance.now() + sliceMs
  const isWriting = name === 'put' || name === 'update'
  return cpuUsOf(send, () => performance.now() < endMs, isWriting)
}

function memory() {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20, fileMb: fileMb() }
}

await db.send('CreateTable', /** @type {any} */ (tableInput(tableName)))
process.on('message', async (/** @type {{ name: string, sliceMs: number }} */ order) => {
  process.send?.(order.name === 'memory' ? memory() : await measure(order))
})
process.send?.(await load())
