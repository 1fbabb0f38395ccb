import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samples } from '../../examples/samples.ts'
import { chromiumPath, type OpenOptions, startWorkbench, type Workbench } from './browser.ts'
import { createShop } from './shop-table.ts'

const manyItems = 60_000

describe.skipIf(chromiumPath === undefined)('collections in a browser', () => {
  let workbench: Workbench

  beforeAll(async () => {
    workbench = await startWorkbench({ samples })
    await createShop(workbench.database)
  })
  afterAll(async () => {
    await workbench?.close()
  })

  async function openTable(hash: string, options?: OpenOptions): Promise<Page> {
    const whole = `#/embedded/${hash}`
    const page = await (options === undefined
      ? workbench.reopen(whole)
      : workbench.open({ ...options, hash: whole }))
    await page.locator('.item, .table-row, .json-line, .empty:not(.late)').first().waitFor()
    return page
  }

  it('the first table is shown at once, with its partition key once for all its items', async () => {
    const page = await openTable('Shop/collections?pk=CUSTOMER%23marie')
    expect(await page.locator('.partition-key').allTextContents()).toEqual(['CUSTOMER#marie4 items'])
    expect(await page.locator('.item-entity').allTextContents()).toEqual([
      'Order',
      'Order',
      'Order',
      'Customer',
    ])
    expect(await page.locator('.status-bar .badge').textContent()).toBe('QUERY')
  })

  it('an item shows its own attributes, not those of others', async () => {
    const page = await openTable('Shop/collections?pk=CUSTOMER%23marie')
    const customer = page.locator('.item', { hasText: 'marie@example.com' })
    expect(await customer.locator('.cell-name').allTextContents()).not.toContain('total')
    expect(await page.getByText('undefined').count()).toBe(0)
  })

  it('a value in a key leads to the index that it partitions, and the back button leads back', async () => {
    const page = await openTable('Shop/collections?pk=CUSTOMER%23marie')
    await page.locator('.item-key a').first().click()
    await page.locator('.partition-key', { hasText: /^ORDER#/ }).waitFor()
    expect(page.url()).toContain('index=GSI1')
    expect(await page.locator('.index-bar [aria-current]').textContent()).toContain('GSI1')
    expect(await page.locator('.item-entity').allTextContents()).toEqual(['OrderItem', 'Order'])
    await page.goBack()
    await page.locator('.partition-key', { hasText: 'CUSTOMER#marie' }).waitFor()
    expect(page.url()).not.toContain('index=')
  })

  it('an index shows only its items, in its own order, and marks attributes that it does not hold', async () => {
    const page = await openTable('Shop/collections?index=byStatus', { width: 1600 })
    const keys = await page.locator('.partition-key .key-text').allTextContents()
    expect(keys.sort()).toEqual(['PLACED', 'SHIPPED'])
    expect(new Set(await page.locator('.item-entity').allTextContents())).toEqual(new Set(['Order']))
    expect(await page.locator('.cell.unprojected').first().getAttribute('title')).toContain('lines')
    await page.context().close()
  })

  it('a single entity is a table with its own columns; JSON is JSON', async () => {
    const page = await openTable('Shop/collections?view=table&entity=Order')
    const columns = await page.locator('.table-head .column').allTextContents()
    expect(columns.slice(0, 2)).toEqual(['PK', 'SK'])
    expect(columns).not.toContain('email')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const line = await page.locator('.json-line [role=gridcell]').first().textContent()
    expect(JSON.parse(line ?? '')).toHaveProperty('PK')
  })

  it('the listed items are saved as CSV', async () => {
    const page = await openTable('Shop/collections?entity=Order')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Shop-Order.csv')
    const [header, ...lines] = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(header).toMatch(/^PK,SK,/)
    expect(lines.length - 1).toBe(await page.locator('.item').count())
    expect(lines.join('\n')).not.toContain('marie@example.com')
  })

  it('the beginning of a key that matches nothing is searched for with a click', async () => {
    const page = await openTable('Shop/collections?pk=CUSTOMER%23mar')
    await page.getByText('No item with CUSTOMER#mar is in Shop.').waitFor()
    await page.getByRole('button', { name: 'Scan for keys that begin with it' }).click()
    await page.locator('.partition-key', { hasText: 'CUSTOMER#marie' }).waitFor()
    expect(await page.locator('.status-bar .badge').textContent()).toBe('SCAN')
  })

  it('HTML in an item is shown as text', async () => {
    const page = await openTable('Shop/collections?entity=OrderItem')
    await page.locator('.cell-value', { hasText: '<script>' }).first().click()
    await page.getByLabel('description', { exact: true }).waitFor()
    expect(await page.locator('.grid script, .panel script, .grid b').count()).toBe(0)
  })

  it('can be used with the keyboard', async () => {
    const page = await openTable('Shop/collections?pk=CUSTOMER%23marie')
    await page.locator('.grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.panel').waitFor()
    expect(await page.locator('.item.selected').getAttribute('aria-rowindex')).toBe('2')
    await page.keyboard.press('ArrowDown')
    await page.locator('.item.selected[aria-rowindex="3"]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.panel').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Filter by PK')
    await page.keyboard.press('Control+k')
    await page.locator('.palette input:focus').waitFor()
    await page.keyboard.type('byst')
    await page.keyboard.press('Enter')
    await page.waitForURL(/index=byStatus/)
    // A dialog opened from the palette must stay: the event that closes the palette arrives after the dialog was
    // opened.
    await page.keyboard.press('Control+k')
    await page.locator('.palette input:focus').waitFor()
    await page.keyboard.type('connections')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Connections' }).waitFor()
    await page.locator('.palette').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Connect', exact: true }).click({ trial: true })
  })

  it("follows the system's light or dark theme until one is chosen", async () => {
    const page = await openTable('Shop/collections', { theme: 'dark' })
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await background()
    await page.getByRole('button', { name: /^Theme/ }).click()
    expect(await background()).not.toBe(dark)
    await page.reload()
    await page.locator('.item').first().waitFor()
    expect(await background()).not.toBe(dark)
    await page.context().close()
  })

  it.each(samples.map(({ name, title }) => [name, title]))('opens the sample %s', async (_, title) => {
    const page = await workbench.reopen()
    await page.getByRole('button', { name: title }).first().click()
    await page.waitForURL((url) => url.hash.startsWith('#/embedded/') && !url.hash.includes('/Shop/'))
    await page.locator('.item').first().waitFor()
    expect(await page.locator('.item-entity').first().textContent()).not.toBe('item')
  })

  it('a sample that opens late does not lead users away from where they are', async () => {
    const page = await workbench.blank()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/samples/*/open', async (route) => {
      await held
      return route.continue()
    })
    await page.goto(workbench.enter('#/embedded/Shop/collections'))
    await page.locator('.item').first().waitFor()
    await page.getByRole('button', { name: samples[0]?.title ?? '' }).click()
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.waitForURL(/requests/)
    const before = page.url()
    letGo()
    const show = page.getByRole('button', { name: 'Show', exact: true })
    await show.waitFor()
    expect(page.url()).toBe(before)
    await show.click()
    await page.locator('.item').first().waitFor()
  })

  it('a new item starts in the current partition, but not in that of an index', async () => {
    const begun = async (hash: string) => {
      const page = await openTable(hash)
      await page.getByRole('button', { name: 'New item' }).click()
      return page
        .getByRole('complementary', { name: 'New item' })
        .getByLabel('PK', { exact: true })
        .inputValue()
    }
    expect(await begun('Shop/collections?pk=CUSTOMER%23marie')).toBe('CUSTOMER#marie')
    expect(await begun('Shop/collections?index=byStatus&pk=SHIPPED')).toBe('')
  })

  it('imports a NoSQL Workbench file that is dropped on the page', async () => {
    const page = await openTable('Shop/collections')
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'music.json', { type: 'application/json' }))
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }))
    }, JSON.stringify(musicFile))
    await page.getByRole('dialog').getByText('Music', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').textContent()).toContain('1 item')
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/Music\//)
    await page.locator('.cell-value', { hasText: 'Sinnerman' }).first().waitFor()
  })

  it(`${manyItems} items are scrolled with fewer than 2,000 nodes`, async () => {
    await createMany(workbench, manyItems)
    const page = await openTable('Many/collections')
    const save = page.getByRole('button', { name: 'Save as CSV' })
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Read all' }).click()
    await page.waitForFunction(
      (text) => document.querySelector('.status-bar')?.textContent?.includes(text),
      `${manyItems.toLocaleString('en')} items`,
    )
    expect(await save.isEnabled()).toBe(true)
    await page.locator('.grid').focus()
    for (const key of ['End', 'PageUp', 'Home', 'PageDown', 'End']) {
      await page.keyboard.press(key)
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2000)
    }
    await page.locator(`.item[aria-rowindex="${manyItems}"]`).waitFor()
  })

  it('no page reported an error', () => {
    expect(workbench.errors).toEqual([])
  })
})

const musicFile = {
  ModelName: 'Music',
  DataModel: [
    {
      TableName: 'Music',
      KeyAttributes: {
        PartitionKey: { AttributeName: 'Artist', AttributeType: 'S' },
        SortKey: { AttributeName: 'Song', AttributeType: 'S' },
      },
      TableData: [{ Artist: { S: 'Nina Simone' }, Song: { S: 'song-1' }, title: { S: 'Sinnerman' } }],
    },
  ],
}

async function createMany({ database }: Workbench, count: number): Promise<void> {
  await database.send('CreateTable', {
    TableName: 'Many',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['PK', 'SK'].map((name) => ({ AttributeName: name, AttributeType: 'S' as const })),
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  })
  for (let at = 0; at < count; at += 25) {
    const requests = Array.from({ length: 25 }, (_, offset) => {
      const number = at + offset
      return {
        PutRequest: {
          Item: {
            PK: { S: `USER#${Math.floor(number / 8)}` },
            SK: { S: `POST#${number % 8}` },
            title: { S: `Post ${number}` },
            likes: { N: String(number) },
          },
        },
      }
    })
    await database.send('BatchWriteItem', { RequestItems: { Many: requests } })
  }
}
