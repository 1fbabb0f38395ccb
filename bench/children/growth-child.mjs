// Fills a table step by step and measures at each step what operations cost.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from 'monotable'
import { partitionSize, smallItem, tableInput, tableName } from '../items.mjs'

/** @type {{ path?: string, levels: number[], sliceMs: number }} */
const { path, levels, sliceMs } = JSON.parse(process.argv[2] ?? '{}')
const parallel = path === undefined ? 1 : 32
const caller = { region: 'us-east-1', accountId: '000000000000' }
const db = await openDatabase(path === undefined ? {} : { path })
let seed = 1
let revision = 0

/** The same numbers in every run. */
function randomBelow(/** @type {number} */ end) {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * end)
}

/** @type {{ [name: string]: (items: number) => Promise<unknown> }} */
const measured = {
  get: (items) => {
    const { pk, sk } = smallItem(randomBelow(items))
    return db.execute('GetItem', { TableName: tableName, Key: { pk, sk } }, caller)
  },
  put: (items) => {
    const item = { ...smallItem(randomBelow(items)), count: { N: String(revision++) } }
    return db.execute('PutItem', { TableName: tableName, Item: item }, caller)
  },
  update: (items) => {
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
  query: (items) => {
    const ExpressionAttributeValues = {
      ':pk': smallItem(randomBelow(items / partitionSize) * partitionSize).pk,
    }
    return db.execute(
      'Query',
      { TableName: tableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues },
      caller,
    )
  },
}

/** A durable store writes on after it has answered; waits until that is over. */
async function atRest() {
  for (let isBusy = path !== undefined; isBusy; ) {
    const before = process.cpuUsage()
    await delay(100)
    const { user, system } = process.cpuUsage(before)
    isBusy = user + system > 10_000
  }
}

/**
 * CPU microseconds of one call, from many; what is done for them later is counted too.
 * @param {(number: number) => Promise<unknown>} send
 * @param {(count: number) => boolean} goesOn
 */
async function cpuUsOf(send, goesOn) {
  let count = 0
  const sendOn = async () => {
    while (goesOn(count)) await send(count++)
  }
  await atRest()
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: parallel }, sendOn))
  await atRest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/**
 * @param {number} from
 * @param {number} to
 */
async function load(from, to) {
  const batches = (to - from) / 25
  const send = (/** @type {number} */ batch) => {
    const first = from + batch * 25
    const puts = Array.from({ length: 25 }, (_, position) => ({
      PutRequest: { Item: smallItem(first + position) },
    }))
    return db.execute('BatchWriteItem', { RequestItems: { [tableName]: puts } }, caller)
  }
  return (await cpuUsOf(send, (count) => count < batches)) / 25
}

function fileMb() {
  if (path === undefined) return undefined
  const sizes = readdirSync(path).map((name) => statSync(join(path, name)).size)
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}

await db.send('CreateTable', /** @type {any} */ (tableInput(tableName)))
const figures = []
let items = 0
for (const level of levels) {
  const loadUs = await load(items, level)
  items = level
  /** @type {{ [name: string]: number }} */
  const cpuUs = {}
  for (const [name, send] of Object.entries(measured)) {
    const run = (/** @type {number} */ endMs) =>
      cpuUsOf(
        () => send(items),
        () => performance.now() < endMs,
      )
    // Code that has just begun to run is several times slower than it will be.
    await run(performance.now() + (figures.length === 0 ? sliceMs * 5 : sliceMs / 2))
    cpuUs[name] = await run(performance.now() + sliceMs)
  }
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  figures.push({
    items,
    loadUs,
    cpuUs,
    heapMb: heapUsed / 2 ** 20,
    residentMb: rss / 2 ** 20,
    fileMb: fileMb(),
  })
}
await db.close()
process.send?.(figures)
