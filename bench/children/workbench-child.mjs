// Opens the workbench on a large table in a browser, reads all of it and scrolls.
import { embeddedConnection, serveWorkbench } from '@monotable/workbench'
import { openDatabase } from 'monotable'
import { chromium } from 'playwright-core'

/** @type {{ items: number, browser: string }} */
const { items, browser: executablePath } = JSON.parse(process.argv[2] ?? '{}')
const TableName = 'Large'
const db = await openDatabase({})
await fill()

const served = await serveWorkbench({
  version: '0',
  port: 0,
  connections: [embeddedConnection(db, { name: 'Memory', address: 'in memory' })],
})
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })

const opened = performance.now()
await page.goto(served.link())
await page.locator('.item').first().waitFor()
const firstRowsMs = performance.now() - opened

const reading = performance.now()
if (items > 1000) {
  await page.getByRole('button', { name: 'Read all' }).click()
  await page.getByText(`${items.toLocaleString('en')} items`).waitFor({ timeout: 300_000 })
}
const allReadMs = performance.now() - reading
const found = await page.evaluate(scrollThrough)

await browser.close()
await served.close()
process.send?.({ items, firstRowsMs, allReadMs, ...found })

/** Runs in the page. */
async function scrollThrough() {
  const steps = 300
  const grid = /** @type {HTMLElement} */ (document.querySelector('.grid'))
  const times = []
  let nodes = 0
  for (let step = 0; step < steps; step++) {
    await new Promise(requestAnimationFrame)
    const before = performance.now()
    grid.scrollTop += 1500
    grid.dispatchEvent(new Event('scroll'))
    // The page renders within a microtask or two; then the layout is forced.
    await new Promise((resolve) => setTimeout(resolve))
    grid.getBoundingClientRect()
    times.push(performance.now() - before)
    nodes = Math.max(nodes, document.querySelectorAll('*').length)
  }
  times.sort((a, b) => a - b)
  const memory = /** @type {any} */ (performance).memory
  return {
    nodes,
    stepMs: times[Math.floor(steps / 2)],
    slowestStepMs: times[steps - 1],
    heapMb: (memory?.usedJSHeapSize ?? 0) / 1e6,
  }
}

async function fill() {
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['PK', 'SK'].map((name) => ({
      AttributeName: name,
      AttributeType: /** @type {const} */ ('S'),
    })),
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  })
  for (let at = 0; at < items; at += 25) {
    const requests = Array.from({ length: 25 }, (_, offset) => ({
      PutRequest: { Item: itemOf(at + offset) },
    }))
    await db.send('BatchWriteItem', { RequestItems: { [TableName]: requests } })
  }
}

function itemOf(/** @type {number} */ number) {
  const user = Math.floor(number / 10)
  const order = number % 10
  const PK = { S: `USER#u${user}` }
  if (order === 0) {
    return {
      PK,
      SK: PK,
      name: { S: `User ${user}` },
      email: { S: `u${user}@example.com` },
      age: { N: `${user % 90}` },
    }
  }
  return {
    PK,
    SK: { S: `ORDER#${String(order).padStart(6, '0')}` },
    total: { N: String(number) },
    status: { S: 'PLACED' },
    placedAt: { S: '2026-01-01T00:00:00Z' },
    lines: { L: [{ S: 'book' }, { N: '2' }] },
  }
}
