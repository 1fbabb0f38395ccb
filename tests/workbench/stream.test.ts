import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('the stream, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open({ hash: shop.hash('stream') })
  })
  afterAll(() => shop?.close())

  const grid = () => page.getByRole('grid', { name: 'Changes, newest first' })
  /** The rows below the header. */
  const rows = () => grid().locator('.virtual-row')
  const detail = () => page.getByRole('region', { name: 'Change' })
  const key = (name: string) => ({ PK: { S: `CUSTOMER#${name}` }, SK: { S: `CUSTOMER#${name}` } })
  const visit = (name: string, visits: number) =>
    shop.db.send('UpdateItem', {
      TableName: shopTable,
      Key: key(name),
      UpdateExpression: 'SET visits = :visits',
      ExpressionAttributeValues: { ':visits': { N: String(visits) } },
    })

  it('a table without one can get one', async () => {
    await page.getByText('This table has no stream').waitFor()
    await page.getByRole('button', { name: 'Turn on the stream' }).click()
    await page.getByText('No changes yet').waitFor()
    const { Table } = await shop.db.send('DescribeTable', { TableName: shopTable })
    expect(Table?.StreamSpecification).toEqual({
      StreamEnabled: true,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    })
  })

  it('changes appear as they happen, with what has changed', async () => {
    await visit('avocet', 1)
    await expect.poll(() => rows().count()).toBe(1)
    await visit('avocet', 2)
    await visit('heron', 7)
    await shop.db.send('DeleteItem', { TableName: shopTable, Key: key('ibis') })
    await expect.poll(() => rows().count()).toBe(4)
    expect(await rows().nth(0).textContent()).toContain('removedCustomer')
    expect(await rows().nth(2).locator('.change-values').textContent()).toBe('visits 1 2')
    await page.getByText('3 modified').waitFor()
  })

  it('a change opens with both images, leads to its item and to those around it', async () => {
    await rows().nth(2).getByRole('button').click()
    await detail().getByRole('row', { name: 'visits 1 2' }).waitFor()
    expect(await detail().getByRole('columnheader').allTextContents()).toEqual([
      'Attribute',
      'Before',
      'After',
    ])
    await detail().getByRole('button', { name: 'Old image' }).click()
    expect(JSON.parse((await detail().locator('pre').textContent()) ?? '')).toMatchObject({
      visits: { N: '1' },
    })
    await detail().getByRole('button', { name: 'Open item' }).click()
    await page.getByRole('complementary', { name: 'Item' }).getByLabel('visits', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Item' }).waitFor({ state: 'detached' })
    await detail().getByRole('button', { name: 'Newer change' }).click()
    await detail().getByText('CUSTOMER#heron').first().waitFor()
  })

  it('the changes of one item collection, and of one kind, can be picked', async () => {
    await detail().getByRole('button', { name: 'Only this collection' }).click()
    await expect.poll(() => rows().count()).toBe(1)
    expect(await page.getByRole('textbox', { name: 'Filter by PK' }).inputValue()).toBe('CUSTOMER#heron')
    await page.getByRole('textbox', { name: 'Filter by PK' }).fill('CUSTOMER#*')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows().count()).toBe(4)
    await page.getByRole('button', { name: 'Removed', exact: true }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('button', { name: 'All', exact: true }).click()
  })

  it('by keyboard, a change opens and closes, and the focus returns to it', async () => {
    await rows().nth(1).getByRole('button').focus()
    await page.keyboard.press('Enter')
    await detail().getByText('CUSTOMER#heron').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => detail().count()).toBe(0)
    await page.keyboard.press('Enter')
    await detail().getByText('CUSTOMER#heron').first().waitFor()
  })

  it('the focus stays with its change when others come before it', async () => {
    await rows().nth(1).getByRole('button').focus()
    await visit('wren', 3)
    await expect.poll(() => rows().count()).toBe(5)
    const focused = () => page.evaluate(() => document.activeElement?.closest('.virtual-row')?.textContent)
    expect(await focused()).toContain('CUSTOMER#heron')
  })

  it('a pause freezes the list while changes continue', async () => {
    await page.getByRole('button', { name: 'Pause' }).click()
    await visit('wren', 4)
    await page.getByRole('button', { name: 'Resume (1 new)' }).click()
    await expect.poll(() => rows().count()).toBe(6)
  })

  it('what happens while another screen is shown is there afterwards', async () => {
    await page.getByRole('link', { name: 'Heat' }).click()
    await visit('wren', 5)
    await page.getByRole('link', { name: 'Stream' }).click()
    await expect.poll(() => rows().count()).toBe(7)
  })

  it('a page that comes later shows what the stream already has', async () => {
    const later = await shop.open({ hash: shop.hash('stream'), width: 390, theme: 'dark' })
    await later.getByText('7 changes').waitFor()
    await later.locator('.virtual-row').first().getByRole('button').click()
    await later.getByRole('region', { name: 'Change' }).waitFor()
    expect(await later.getByRole('grid').count()).toBe(0)
    // The focus is where the list was, and then where it came from.
    await later.keyboard.press('Escape')
    await later.getByRole('grid').waitFor()
    await later.keyboard.press('Enter')
    await later.getByRole('button', { name: 'Close change' }).click()
    await later.getByRole('grid').waitFor()
    expect(await later.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await later.close()
  })

  it('of a stream that was turned off, the last changes stay, and none can be turned on where all is read-only', async () => {
    await shop.db.send('UpdateTable', {
      TableName: shopTable,
      StreamSpecification: { StreamEnabled: false },
    })
    await page.getByText('The stream is turned off').waitFor()
    expect(await rows().count()).toBe(7)
    await page.evaluate(() =>
      fetch('api/connections/embedded', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"readOnly":true}',
      }),
    )
    await expect.poll(() => page.getByRole('button', { name: 'Turn on the stream' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('This connection is read-only.').waitFor()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})
