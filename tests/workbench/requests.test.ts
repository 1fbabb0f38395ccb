import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('requests, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open()
    await page.goto(shop.url('requests'))
    await page.getByLabel('Filter requests').waitFor()
  })
  afterAll(() => shop?.close())

  const rows = () => page.getByRole('grid').getByRole('row')
  const query = (pk: string, prefix?: string) =>
    shop.db.send('Query', {
      TableName: shopTable,
      KeyConditionExpression: prefix === undefined ? 'PK = :pk' : 'PK = :pk AND begins_with(SK, :sk)',
      ExpressionAttributeValues: { ':pk': { S: pk }, ...(prefix !== undefined && { ':sk': { S: prefix } }) },
    })

  it('requests appear live, with the patterns that they are calls of', async () => {
    await query('CUSTOMER#avocet', '#ORDER#')
    await page.getByText('orders', { exact: true }).waitFor()
    await query('CUSTOMER#avocet', 'NOTHING#')
    await query('SOMETHING#else')
    await page.getByText('undocumented', { exact: true }).first().waitFor()
  })

  it('scans and errors stand out, and can be filtered', async () => {
    await shop.db.send('Scan', { TableName: shopTable, Limit: 3 })
    await shop.db.send('GetItem', { TableName: shopTable, Key: { PK: { S: 'a' } } }).catch(() => undefined)
    await page.getByText('ValidationException').waitFor()
    await page.getByRole('button', { name: 'Scans' }).click()
    await expect.poll(() => rows().count()).toBe(2)
    await page.getByRole('button', { name: 'Errors' }).click()
    await expect.poll(() => rows().count()).toBe(2)
    expect(await rows().nth(1).textContent()).toContain('GetItem')
    await page.getByRole('button', { name: 'All', exact: true }).click()
  })

  it('a pause freezes the list while requests continue', async () => {
    await page.getByRole('button', { name: 'Pause' }).click()
    const before = await rows().count()
    await query('CUSTOMER#heron')
    await page.getByRole('button', { name: 'Resume (1 new)' }).click()
    await expect.poll(() => rows().count()).toBe(before + 1)
  })

  it('a request opens in operations as it was', async () => {
    await page.getByLabel('Filter requests').fill('heron')
    await expect.poll(() => rows().count()).toBe(2)
    await rows().nth(1).getByRole('button', { name: 'Query' }).click()
    await page.getByLabel('Partition PK').waitFor()
    expect(await page.getByLabel('Partition PK').inputValue()).toBe('CUSTOMER#heron')
  })

  it('a hidden tab keeps listening until another is visible, and listens again when it is visible itself', async () => {
    const watched = async () => {
      const tab = await page.context().newPage()
      await tab.addInitScript(watchStreams)
      await tab.goto(shop.url('collections'))
      await tab.locator('.item').first().waitFor()
      return tab
    }
    const streams = (tab: Page) => tab.evaluate(() => (window as never as Watched).streams.size)
    const show = (tab: Page, isShown: boolean) =>
      tab.evaluate((shown) => (window as never as Watched).show(shown), isShown)
    const first = await watched()
    expect(await streams(first)).toBe(1)
    await show(first, false)
    expect(await streams(first)).toBe(1)
    // Browsers open at most six connections to a host, for all tabs together.
    const second = await watched()
    await expect.poll(() => streams(first)).toBe(0)
    expect(await streams(second)).toBe(1)
    await show(second, false)
    const asked = first.waitForRequest('**/model?table=*')
    await show(first, true)
    // Its model may have changed in the meantime.
    await asked
    await expect.poll(() => streams(second)).toBe(0)
    expect(await streams(first)).toBe(1)
    await first.close()
    await second.close()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})

interface Watched {
  readonly streams: Set<unknown>
  readonly show: (isShown: boolean) => void
}

/**
 * Counts the open streams of a page, and lets a test set its visibility: without a screen all pages count as visible.
 */
function watchStreams(): void {
  const streams = new Set<unknown>()
  const Plain = EventSource
  class Counted extends Plain {
    constructor(url: string) {
      super(url)
      streams.add(this)
    }
    override close(): void {
      super.close()
      streams.delete(this)
    }
  }
  let state = 'visible'
  Object.defineProperty(document, 'visibilityState', { get: () => state })
  const show = (isShown: boolean) => {
    state = isShown ? 'visible' : 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
  }
  Object.assign(globalThis, { EventSource: Counted, streams, show })
}
