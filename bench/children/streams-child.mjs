// Measures how fast a trigger receives the changes of a table, in this process.
import { openDatabase } from 'monotable'
import { kiloItem, tableInput } from '../items.mjs'
import { Latencies } from '../latencies.mjs'
import { median } from '../median.mjs'

/** @type {{ path?: string, records: number, rounds: number, liveMs: number, perSecond: number }} */
const order = JSON.parse(process.argv[2] ?? '{}')
const db = await openDatabase(order.path === undefined ? {} : { path: order.path })
const TableName = 'streamed'
const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
await db.send('CreateTable', /** @type {any} */ ({ ...tableInput(TableName), StreamSpecification }))

/**
 * @param {number} number
 * @param {object} [more]
 */
const put = (number, more = {}) => {
  const Item = /** @type {any} */ ({ ...kiloItem(number % 1_000, '00000000'), ...more })
  return db.send('PutItem', { TableName, Item })
}

/** Writes a number of changes, 64 at a time. */
async function fill() {
  let next = 0
  const write = async () => {
    while (next < order.records) await put(next++, { round: { N: String(next) } })
  }
  await Promise.all(Array.from({ length: 64 }, write))
}

/**
 * Measures how long a new trigger takes for all existing changes.
 * @param {object} options
 */
async function catchUp(options) {
  let count = 0
  const handler = (/** @type {import('monotable').DynamoDBStreamEvent} */ event) => {
    count += event.Records.length
  }
  const trigger = await db.on(TableName, handler, {
    name: 'catch-up',
    startingPosition: 'TRIM_HORIZON',
    ...options,
  })
  const startMs = performance.now()
  const before = process.cpuUsage()
  await trigger.idle()
  const { user, system } = process.cpuUsage(before)
  const elapsedMs = performance.now() - startMs
  await trigger.remove()
  return { cpuUs: (user + system) / count, perSecond: (count / elapsedMs) * 1_000 }
}

/** Measures the age of changes when the handler receives them, at a steady rate of writes. */
async function follow() {
  const latencies = new Latencies()
  const trigger = await db.on(
    TableName,
    ({ Records }) => {
      const nowMs = performance.now()
      for (const { dynamodb } of Records) {
        latencies.add((nowMs - Number(dynamodb?.NewImage?.['at']?.N)) * 1_000)
      }
    },
    { name: 'follow' },
  )
  const startMs = performance.now()
  let written = 0
  const writes = []
  while (performance.now() - startMs < order.liveMs) {
    const due = Math.floor(((performance.now() - startMs) / 1_000) * order.perSecond)
    for (; written < due; written++) writes.push(put(written, { at: { N: String(performance.now()) } }))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(writes)
  await trigger.idle()
  await trigger.remove()
  return {
    perSecond: written / (order.liveMs / 1_000),
    p50Us: latencies.percentileUs(0.5),
    p99Us: latencies.percentileUs(0.99),
    maxUs: latencies.maxUs,
  }
}

await fill()
const batches = { 'batches of 100': {}, 'batches of 1': { batchSize: 1 } }
const figures = []
for (const [what, options] of Object.entries(batches)) {
  await catchUp(options)
  const runs = []
  for (let round = 0; round < order.rounds; round++) runs.push(await catchUp(options))
  figures.push({
    what,
    cpuUs: median(runs.map(({ cpuUs }) => cpuUs)),
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
  })
}
await follow()
figures.push({ what: 'as they are written', ...(await follow()) })
await db.close()
process.send?.(figures)
