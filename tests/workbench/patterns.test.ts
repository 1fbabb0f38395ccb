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

  it('are listed with what they read and the result of their checks', async () => {
    await page.goto(shop.url('patterns'))
    const account = page.getByRole('link', { name: /account/ })
    await account.waitFor()
    const text = await account.textContent()
    expect(text).toContain('passes')
    expect(text).toContain('PK = CUSTOMER#{username}')
    expect(text).toContain('20/s')
  })

  it('a pattern is run with values from the data, and its result is kept as an expectation, which holds', async () => {
    await page.getByRole('link', { name: /account/ }).click()
    const username = page.getByLabel('username', { exact: true })
    await expect.poll(() => username.inputValue()).not.toBe('')
    await username.fill('avocet')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('Customer', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Save as expected' }).click()
    await page.getByText('Saved as expected in model.expectations.json.').waitFor()
    expect(shop.expectations.list()).toMatchObject([
      { pattern: 'account', arguments: { username: 'avocet' } },
    ])
    await page.getByText('✓ holds').waitFor()
    await result.getByText('✓ as expected').waitFor()
  })

  it('an expectation that no longer holds is shown', async () => {
    const Key = { PK: { S: 'CUSTOMER#avocet' }, SK: { S: 'CUSTOMER#avocet' } }
    await shop.db.send('DeleteItem', { TableName: shopTable, Key })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('✕ returns something else').waitFor()
    await page.getByText('✕ not as expected').waitFor()
  })

  it('the rows of a pattern are highlighted in the collections', async () => {
    await page.getByRole('button', { name: 'Show in collections' }).click()
    await page.waitForURL(/collections\?.*pattern=account/)
    expect(page.url()).toContain('lit=')
    await page.getByText('CUSTOMER#avocet').first().waitFor()
    await page.locator('.item.lit').first().waitFor()
  })

  it('a table without a model explains how to name its patterns', async () => {
    await shop.db.send('CreateTable', {
      TableName: 'Plain',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await page.goto(shop.url('patterns').replace(shopTable, 'Plain'))
    await page.getByText('No access patterns yet').waitFor()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})
