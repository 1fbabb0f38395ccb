// Lets many items of a table expire at once, and measures the effect on concurrent requests.
import { performance } from 'node:perf_hooks'
import { openDatabase } from 'monotable'
import { Latencies } from '../latencies.mjs'

/** @type {{ path?: string, items: number, quietMs: number }} */
const { path, items, quietMs } = JSON.parse(process.argv[2] ?? '{}')
const TableName = 'Sessions'
const caller = { region: 'us-east-1', accountId: '000000000000' }
const db = await openDatabase(path === undefined ? {} : { path })

const keyOf = (/** @type {number} */ number) => ({ id: { S: `session-${number}` } })

async function fill(/** @type {number} */ expiresAt) {
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' }
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  })
  await db.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  await db.settled()
  for (let number = 0; number < items; number += 25) {
    const puts = Array.from({ length: 25 }, (_, i) => ({
      PutRequest: {
        Item: { ...keyOf(number + i), ttl: { N: String(expiresAt) }, data: { S: 'x'.repeat(300) } },
      },
    }))
    await db.execute('BatchWriteItem', { RequestItems: { [TableName]: puts } }, caller)
  }
}

/** Reads and writes, four requests at a time, until `isOver` returns true. */
async function traffic(/** @type {() => boolean} */ isOver) {
  const latencies = new Latencies()
  let number = 0
  const client = async () => {
    while (!isOver()) {
      number++
      const start = performance.now()
      if (number % 2 === 0) await db.execute('GetItem', { TableName, Key: keyOf(number % items) }, caller)
      else await db.execute('PutItem', { TableName, Item: { id: { S: `other-${number % 1_000}` } } }, caller)
      latencies.add((performance.now() - start) * 1_000)
      // A real client is another process, or at least does something else between two requests.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await Promise.all([client(), client(), client(), client()])
  return latencies
}

const during = (/** @type {number} */ ms) => {
  const end = performance.now() + ms
  return () => performance.now() >= end
}

// Late enough for all items to be written, and the traffic without expiry to be measured, before the first one expires.
const startSeconds = Math.ceil(Date.now() / 1_000)
const expiresAt = startSeconds + Math.ceil(items / 2_000) + 10 + Math.ceil(quietMs / 1_000)
await fill(expiresAt)
await traffic(during(500))
const quiet = await traffic(during(quietMs))
await new Promise((resolve) => setTimeout(resolve, Math.max(0, expiresAt * 1_000 - Date.now())))
const begun = performance.now()
let left = items
const looking = (async () => {
  while (left > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { Items = [] } = await db
      .send('BatchGetItem', {
        RequestItems: {
          [TableName]: { Keys: Array.from({ length: 20 }, (_, i) => keyOf(Math.floor((i * items) / 20))) },
        },
      })
      .then(({ Responses }) => ({ Items: Responses?.[TableName] ?? [] }))
    if (Items.length === 0) {
      const { Count = 0 } = await db.send('Scan', {
        TableName,
        Select: 'COUNT',
        Limit: 1_100,
        FilterExpression: 'attribute_exists(#t)',
        ExpressionAttributeNames: { '#t': 'ttl' },
      })
      left = Count
    }
  }
})()
const busy = await traffic(() => left === 0)
await looking
const tookMs = performance.now() - begun
process.send?.([
  {
    items,
    tookMs,
    quietP50Us: quiet.percentileUs(0.5),
    quietP99Us: quiet.percentileUs(0.99),
    busyP50Us: busy.percentileUs(0.5),
    busyP99Us: busy.percentileUs(0.99),
    busyMaxUs: busy.maxUs,
  },
])
await db.close()
