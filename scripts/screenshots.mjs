// npm run screenshots: pictures of the workbench, light and dark, for the README and the guide. Opens an in-memory
// database with the samples and a small load in Chromium (CHROMIUM_PATH, or the usual places).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { build, install, root } from './prepare.mjs'
import { shrinkPng } from './shrink-png.mjs'

install()
build()

const { createJiti } = await import('jiti')
const { chromium } = await import('playwright-core')
const { createDatabase } = await import('@monotable/engine')
const { embeddedConnection, embeddedObservations, openSample, serveWorkbench } = await import(
  '@monotable/workbench'
)
const jiti = createJiti(import.meta.url)
const { samples } = await jiti.import(join(root, 'examples/samples.ts'))
const { shopModel } = await jiti.import(join(root, 'examples/shop/model.ts'))

const folder = join(root, 'docs/images')
const size = { width: 1280, height: 800 }
const table = 'EcommerceTable'
const themes = ['light', 'dark']
/** The time of the data, so that all pictures agree. */
const dataTime = Date.parse('2026-03-01T12:00:00Z')
const loadSeconds = 52

const db = await createDatabase({ metrics: true })
const observations = embeddedObservations(db, Date.now)
const connection = embeddedConnection(db, { name: 'In memory', address: 'in memory', observations })
for (const sample of samples) await openSample(sample, connection, dataTime)
const expectations = { list: () => [], save: async () => 'model.expectations.json' }
const source = { model: shopModel, expectations }
const served = await serveWorkbench({
  version: '0.1.0',
  port: 0,
  connections: [connection],
  samples,
  modelSource: { file: 'model.ts', current: () => source, watch: () => () => {} },
})
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
mkdirSync(folder, { recursive: true })
const pages = await Promise.all(themes.map(openPage))

await everywhere('collections', async (page, { open }) => {
  await open('collections?index=GSI1')
  await page.locator('.item').first().waitFor()
})
await everywhere('editing', async (page, { open }) => {
  const key = { PK: { S: 'CUSTOMER#avocet' }, SK: { S: 'CUSTOMER#avocet' } }
  await open(`collections?pk=CUSTOMER%23avocet&item=${encodeURIComponent(JSON.stringify(key))}`)
  await page.locator('.item').first().waitFor()
  await page.getByLabel('name', { exact: true }).fill('Avocet Long')
  await page.locator('.staged-bar').waitFor()
  await page.locator('.grid').focus()
  await page.keyboard.press('End')
})
await everywhere('patterns', async (page, { open }) => {
  await page.getByRole('button', { name: 'Review and commit' }).click()
  await page.getByRole('button', { name: 'Discard all' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await open('patterns')
  await page.getByRole('link', { name: /account/ }).click()
  await page.getByLabel('username', { exact: true }).fill('avocet')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('region', { name: 'Result' }).getByText('Customer', { exact: true }).first().waitFor()
})
await everywhere('operations', async (page, { open }) => {
  await open('operations')
  await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
  await page.getByLabel('Operator for SK').selectOption('begins_with')
  await page.getByLabel('Value of SK').fill('#ORDER#')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('grid', { name: 'Items' }).getByRole('row').nth(3).waitFor()
})
await Promise.all(pages.map(({ open }) => open('requests')))
await askThisAndThat()
await everywhere('requests', async (page) => {
  await page.getByText('ValidationException').first().waitFor()
})
await everywhere('stream', async (page, { open }) => {
  if (page === pages[0].page) await changeThisAndThat()
  await open('stream')
  await page.locator('.change-list .virtual-row').nth(6).getByRole('button').click()
  await page.getByRole('region', { name: 'Change' }).waitFor()
})
// Reloaded, so that only the minute of the load is shown.
await Promise.all(pages.map(({ open, page }) => open('heat').then(() => page.reload())))
let isLoading = true
const loaded = load(() => isLoading)
await new Promise((resolve) => setTimeout(resolve, loadSeconds * 1_000))
await everywhere('heat', async (page) => {
  await page.getByText('Busiest keys').waitFor()
})
isLoading = false
await loaded

await browser.close()
await served.close()
await db.close()

function requireChromium() {
  const found = findChromium()
  if (found !== undefined) return found
  process.stderr.write('✗ Chromium was not found: install it, or set CHROMIUM_PATH\n')
  process.exit(1)
}

async function openPage(theme) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, deviceScaleFactor: 1.5 })
  const page = await context.newPage()
  await page.goto(served.link())
  const open = (hash) => page.goto(`http://127.0.0.1:${served.port}/#/embedded/${table}/${hash}`)
  return { theme, page, open }
}

/** Brings each page to a state and takes its picture, without a hovering pointer or a caret. */
async function everywhere(name, prepare) {
  for (const { theme, page, open } of pages) {
    await prepare(page, { open })
    await page.mouse.move(size.width - 2, size.height - 2)
    await page.waitForTimeout(700)
    const file = `workbench-${name}-${theme}.png`
    writeFileSync(join(folder, file), shrinkPng(await page.screenshot({ caret: 'hide' })))
    process.stderr.write(`• docs/images/${file}\n`)
  }
}

/** Sends requests like an application: most are modelled, some are not, some are wrong. */
async function askThisAndThat() {
  const shop = shopModel.connect(db)
  for (const username of ['wren', 'ibis', 'heron', 'siskin', 'avocet']) {
    const { customer, orders } = await shop.q.account({ username })
    for (const { orderId } of orders.slice(0, 2)) await shop.q.orderDetail({ orderId })
    await shop.Customer.get({ username })
    if (customer !== undefined) await shop.Customer.update({ username }, { name: customer.name })
  }
  await db.send('Query', ask('CUSTOMER#wren', 'WISH#'))
  await db.send('Scan', { TableName: table, Limit: 50 })
  await db.send('GetItem', { TableName: table, Key: { PK: { S: 'CUSTOMER#wren' } } }).catch(() => undefined)
  await shop.q.orders({ username: 'wren' })
  await db.send('Query', ask('CUSTOMER#siskin', 'WISH#'))
  await shop.q.account({ username: 'dipper' })
}

function ask(pk, prefix) {
  return {
    TableName: table,
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
    ExpressionAttributeValues: { ':pk': { S: pk }, ':sk': { S: prefix } },
  }
}

/** Changes some items like an application, once their changes are kept. */
async function changeThisAndThat() {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
  await db.send('UpdateTable', { TableName: table, StreamSpecification })
  const shop = shopModel.connect(db)
  for (const username of ['wren', 'ibis', 'heron', 'siskin']) {
    const { customer, orders } = await shop.q.account({ username })
    await shop.Customer.update({ username }, { name: `${customer.name} Long` })
    for (const { orderId } of orders.slice(0, 1))
      await change(`CUSTOMER#${username}`, `#ORDER#${orderId}`, 'SHIPPED')
    await change(`CUSTOMER#${username}`, `CUSTOMER#${username}`, 'seen')
  }
  const { orders } = await shop.q.account({ username: 'avocet' })
  const [{ orderId }] = orders
  const Key = { PK: { S: 'CUSTOMER#avocet' }, SK: { S: `#ORDER#${orderId}` } }
  const { Attributes: Item } = await db.send('DeleteItem', { TableName: table, Key, ReturnValues: 'ALL_OLD' })
  await db.send('PutItem', { TableName: table, Item })
}

function change(pk, sk, status) {
  return db.send('UpdateItem', {
    TableName: table,
    Key: { PK: { S: pk }, SK: { S: sk } },
    UpdateExpression: 'SET #status = :status, checkedAt = :time',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':status': { S: status }, ':time': { S: '2026-03-01T12:00:00Z' } },
  })
}

/** Generates rising and falling writes, mostly to one key, which is too many for some seconds. */
async function load(isWanted) {
  const names = [
    'wren',
    'ibis',
    'heron',
    'siskin',
    'avocet',
    'dipper',
    'nuthatch',
    'kingfisher',
    'treecreeper',
  ]
  const begin = performance.now()
  let sent = 0
  let wanted = 0
  let before = 0
  for (let second = 0; isWanted(); second = (performance.now() - begin) / 1_000) {
    const perSecond = 800 + 500 * Math.sin(second / 5) + (second > 26 && second < 38 ? 700 : 0)
    wanted += perSecond * (second - before)
    before = second
    for (; sent < wanted; sent++) {
      const name = sent % 5 < 3 ? 'wren' : names[(sent * 7) % names.length]
      await db.send('UpdateItem', {
        TableName: table,
        Key: { PK: { S: `CUSTOMER#${name}` }, SK: { S: `CUSTOMER#${name}` } },
        UpdateExpression: 'ADD visits :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
