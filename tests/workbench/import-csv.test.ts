import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

const table = 'People'

describe.skipIf(chromiumPath === undefined)('importing CSV, in a browser', () => {
  let shop: Shop
  let page: Page
  let dialog: Locator
  beforeAll(async () => {
    shop = await startShop()
  })
  beforeEach(async () => {
    await shop.db.send('DeleteTable', { TableName: table }).catch(() => undefined)
    await shop.db.send('CreateTable', {
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    page = await shop.reopen(shop.hash('collections', {}, table))
    dialog = page.getByRole('dialog')
  })
  afterAll(() => shop?.close())

  const open = async (of = table, screen = 'collections', params = {}) => {
    await page.goto(shop.enter(shop.hash(screen, params, of)))
    await page.getByRole('button', { name: `Import a file into ${of}` }).waitFor()
  }
  const choose = async (csv: string, of = table) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: `Import a file into ${of}` }).click()
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('table').waitFor()
  }
  const start = () => dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const done = () => dialog.getByRole('button', { name: /^Show / }).waitFor()
  const scan = async (TableName = table) => {
    const { Items = [] } = await shop.db.send('Scan', { TableName })
    return Items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }

  /**
   * Keeps the page from painting, as a busy machine does, and with it the effects that wait for that; returns a function
   * that ends this.
   */
  const stopPainting = async () => {
    const original = await page.evaluateHandle(() => {
      const { requestAnimationFrame, setTimeout } = window
      const never = () => 0
      const whenLong = (run: () => void, delayMs = 0) => (delayMs < 100 ? 0 : setTimeout(run, delayMs))
      Object.assign(window, { requestAnimationFrame: never, setTimeout: whenLong })
      return { requestAnimationFrame, setTimeout }
    })
    return () => original.evaluate((functions) => void Object.assign(window, functions))
  }

  it('a table that fails to load after another was chosen does not disturb the import', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**/model?table=${shopTable}`, async (route) => {
      await held
      return route.fulfill({ status: 409, json: { error: { name: 'Refused', message: 'Not this one.' } } })
    })
    await choose('id,age\na,41\n')
    const into = dialog.getByRole('combobox', { name: 'Into', exact: true })
    await into.selectOption(shopTable)
    await dialog.getByText('Reading the table…').waitFor()
    const paintAgain = await stopPainting()
    await into.selectOption(table)
    const answered = page.waitForResponse(`**/model?table=${shopTable}`)
    letGo()
    await (await answered).finished()
    await paintAgain()
    await start()
    await done()
  })

  it('columns become attributes of the types that they look like, which can be changed', async () => {
    await choose('id,age,zip,Full name\na,41,007,Ada\nb,42,8,"Bo, Jr."\n')
    expect(await dialog.getByLabel('Type of age').inputValue()).toBe('N')
    expect(await dialog.getByLabel('Type of zip').inputValue()).toBe('S')
    await dialog.getByLabel('Attribute of Full name').fill('name')
    await dialog.getByLabel('Type of age').selectOption('SKIP')
    await dialog.getByRole('region', { name: 'Preview' }).getByText('"name": "Bo, Jr."').waitFor()
    await start()
    await done()
    await dialog.getByText('2 items written, none rejected.').waitFor()
    expect(await scan()).toEqual([
      { id: { S: 'a' }, zip: { S: '007' }, name: { S: 'Ada' } },
      { id: { S: 'b' }, zip: { S: '8' }, name: { S: 'Bo, Jr.' } },
    ])
    await dialog.getByRole('button', { name: `Show ${table}` }).click()
    await page.getByText('Bo, Jr.').waitFor()
  })

  it('refused records are listed with their lines, and can be saved', async () => {
    await choose('id,age:N\na,1\nb,old\n,3\na,4\n')
    await dialog.getByText('1 of the first 4 records cannot be read like this').waitFor()
    await start()
    await done()
    await dialog.getByText('1 item written, 3 records rejected.').waitFor()
    await dialog.getByText('it has the same key as line 2').waitFor()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save rejected records' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('people-rejected.csv')
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines[0]).toBe('id,age:N,Rejected because')
    expect(lines[1]).toMatch(/^b,old,/)
    expect(lines[3]).toBe('a,4,it has the same key as line 2')
  })

  it('records without a key cannot be imported, and existing items can be kept', async () => {
    await shop.db.send('PutItem', { TableName: table, Item: { id: { S: 'a' }, old: { BOOL: true } } })
    await choose('name;number\na;1\nb;2\n')
    await dialog.getByText('No column sets id, which is in the table’s key.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Attribute of name').fill('id')
    await dialog.getByLabel('Items with the same key').selectOption('false')
    await start()
    await done()
    await dialog.getByText('an item with this key exists').waitFor()
    expect(await scan()).toEqual([
      { id: { S: 'a' }, old: { BOOL: true } },
      { id: { S: 'b' }, number: { N: '2' } },
    ])
  })

  it('items saved as CSV are the same after an import', async () => {
    const items = [
      { id: { S: '=1+1' }, n: { N: '12345678901234567890.5' }, set: { NS: ['1', '2'] } },
      { id: { S: '+49 30' }, n: { S: '12' }, deep: { M: { list: { L: [{ B: 'AAE=' }, { NULL: true }] } } } },
      { id: { S: '007' }, empty: { S: '' }, lines: { S: 'one\r\n"two"' } },
    ] as const
    for (const Item of items) await shop.db.send('PutItem', { TableName: table, Item: Item as never })
    const before = await scan()
    await open(table, 'operations')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const csv = readFileSync(await (await downloading).path(), 'utf8')
    expect(csv).toContain(`'=1+1`)
    for (const { id } of items) await shop.db.send('DeleteItem', { TableName: table, Key: { id } })
    await choose(csv)
    await start()
    await done()
    await dialog.getByText('3 items written').waitFor()
    expect(await scan()).toEqual(before)
  })

  it('items of an entity are created by the model', async () => {
    await open(shopTable)
    await choose('username,email,name\npat,pat@example.com,Pat\nkim,pat@example.com,Kim\n', shopTable)
    await dialog.getByRole('combobox', { name: 'As', exact: true }).selectOption('Customer')
    await start()
    await done()
    await dialog.getByText('1 item written, 1 record rejected.').waitFor()
    await dialog.getByText('line 3').waitFor()
    const Key = { PK: { S: 'CUSTOMER#pat' }, SK: { S: 'CUSTOMER#pat' } }
    const { Item } = await shop.db.send('GetItem', { TableName: shopTable, Key })
    expect(Item).toMatchObject({ name: { S: 'Pat' } })
  })

  /** Lets some batches pass and holds back the rest; returns a function that releases them. */
  const holdBack = async (after: number) => {
    let letGo = () => {}
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let batches = 0
    await page.route('**/send', async (route) => {
      const { operation } = route.request().postDataJSON()
      if (operation === 'BatchWriteItem' && ++batches > after) await released
      return route.continue()
    })
    return () => letGo()
  }
  const bulk = (count: number) =>
    `id,number,note\n${Array.from({ length: count }, (_, place) => `key-${place},${place},some text\n`).join('')}`

  it('a large file does not block the page, and the import can be stopped', async () => {
    const letGo = await holdBack(10)
    await choose(bulk(100_000))
    await start()
    await dialog.getByText(/^250 items written/).waitFor()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    letGo()
    await dialog.getByText(/Stopped\. Nothing after line [\d,]+ was imported\./).waitFor()
    // Batches in flight are written.
    await dialog.getByText(/^375 items written, none rejected/).waitFor()
    await dialog.getByText('Nothing after line 376 was imported.').waitFor()
    const { Count } = await shop.db.send('Scan', { TableName: table, Select: 'COUNT' })
    expect(Count).toBe(375)
  })

  it('a stopped import can be continued', async () => {
    const letGo = await holdBack(4)
    await choose(bulk(500))
    await start()
    await dialog.getByText(/^100 items written/).waitFor()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    letGo()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('500 items written, none rejected.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    const { Count } = await shop.db.send('Scan', { TableName: table, Select: 'COUNT' })
    expect(Count).toBe(500)
  })

  it('closing the dialog stops the import, and a message says how far it came', async () => {
    const letGo = await holdBack(4)
    await choose(bulk(5_000))
    await start()
    await dialog.getByText(/^100 items written/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    letGo()
    await page.getByText(/people\.csv: [\d,]+ items written, none rejected\./).waitFor()
  })

  it('a dropped file is imported in the same way', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['id\nx\n'], 'dropped.csv', { type: 'text/csv' }))
      return transfer
    })
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
    await dialog.getByRole('heading', { name: 'Import dropped.csv' }).waitFor()
    await start()
    await done()
    expect(await scan()).toEqual([{ id: { S: 'x' } }])
  })

  it('the page reported no errors', () => {
    // The browser itself reports the table that could not be read.
    expect(shop.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })
})
