import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('access patterns, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open()
  })
  afterAll(() => shop?.close())

  it('are listed with what they read, and whether that is well', async () => {
    await page.goto(shop.url('patterns'))
    const account = page.getByRole('link', { name: /account/ })
    await account.waitFor()
    const text = await account.textContent()
    expect(text).toContain('passes')
    expect(text).toContain('PK = CUSTOMER#{username}')
    expect(text).toContain('20/s')
  })

  it('one is run with values from the data, its expectation is kept, and holds', async () => {
    await page.getByRole('link', { name: /account/ }).click()
    const username = page.getByLabel('username', { exact: true })
    await expect.poll(() => username.inputValue()).not.toBe('')
    await username.fill('avocet')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('Customer', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Save as expected' }).click()
    await page.getByText('Kept as expected in model.expectations.json.').waitFor()
    expect(shop.expectations.list()).toMatchObject([
      { pattern: 'account', arguments: { username: 'avocet' } },
    ])
    await page.getByText('✓ holds').waitFor()
    await result.getByText('✓ as expected').waitFor()
  })

  it('an expectation that does not hold any more is shown', async () => {
    const Key = { PK: { S: 'CUSTOMER#avocet' }, SK: { S: 'CUSTOMER#avocet' } }
    await shop.db.send('DeleteItem', { TableName: shopTable, Key })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('✕ gives something else').waitFor()
    await page.getByText('✕ not what was expected').waitFor()
  })

  it('its rows light up in the collections', async () => {
    await page.getByRole('button', { name: 'Show in collections' }).click()
    await page.waitForURL(/collections\?.*pattern=account/)
    expect(page.url()).toContain('lit=')
    await page.getByText('CUSTOMER#avocet').first().waitFor()
    await page.locator('.item.lit').first().waitFor()
  })

  it('a table without a model says how to name its patterns', async () => {
    await shop.db.send('CreateTable', {
      TableName: 'Plain',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await page.goto(shop.url('patterns').replace(shopTable, 'Plain'))
    await page.getByText('No access patterns are known').waitFor()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})
