import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('operations, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => shop?.close())

  const estimate = () => page.getByTestId('estimate')
  const run = () => page.getByRole('button', { name: 'Run', exact: true }).click()
  const figures = () => page.getByRole('region', { name: 'Cost' })
  const start = async () => {
    // Loads the page anew, so that nothing of the previous test is left.
    await page.goto(shop.enter(shop.hash('operations')))
    await page.getByLabel('Partition PK').waitFor()
  }

  it('a scan becomes a query and then a get while one types, and its units are shown before it is run', async () => {
    await start()
    const badge = page.locator('.operation-badge .badge')
    expect(await badge.textContent()).toBe('SCAN')
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await page.getByText('17 items read').waitFor()
    expect(await badge.textContent()).toBe('QUERY')
    await expect.poll(() => estimate().textContent()).toBe('1')
    await page.getByLabel('Value of SK').fill('CUSTOMER#avocet')
    await expect.poll(() => badge.textContent()).toBe('GET')
    await expect.poll(() => estimate().textContent()).toBe('0.5')
    await page.getByLabel('Consistent').check()
    await expect.poll(() => estimate().textContent()).toBe('1')
  })

  it('a run is explained, and its items link to their collections', async () => {
    await start()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await page.getByLabel('Operator for SK').selectOption('begins_with')
    await page.getByLabel('Value of SK').fill('#ORDER#')
    await run()
    await figures().getByText('16', { exact: true }).first().waitFor()
    expect(await figures().textContent()).toContain('100 %')
    const rows = page.getByRole('grid', { name: 'Items' }).getByRole('row')
    await expect.poll(() => rows.count()).toBeGreaterThan(3)
    await rows.nth(1).getByRole('link').first().click()
    await page.waitForURL(/collections\?/)
  })

  it('what was typed and run is still there after a look at another screen, also what was only half typed', async () => {
    await start()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await run()
    const items = page.getByRole('tab', { name: /^Items \d/ })
    await items.waitFor()
    const count = await items.textContent()
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByLabel('Input of Query as JSON').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('oops')
    await page.getByRole('link', { name: 'Heat' }).click()
    await page.getByText('The hottest partition').waitFor()
    await page.getByRole('link', { name: 'Operations' }).click()
    await page.getByLabel('Input of Query as JSON').getByText('oops').waitFor()
    expect(await items.textContent()).toBe(count)
  })

  it('a write is not run without the condition that is still being typed', async () => {
    await start()
    await page.getByLabel('Operation', { exact: true }).selectOption('UpdateItem')
    await page.getByLabel('Key PK').fill('CUSTOMER#avocet')
    await page.getByLabel('Key SK').fill('CUSTOMER#avocet')
    const runButton = page.getByRole('button', { name: 'Run', exact: true })
    expect(await runButton.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Condition', exact: true }).press('Enter')
    await page.getByText('Name the attribute of condition 1, or remove it.').waitFor()
    expect(await runButton.isDisabled()).toBe(true)
    // The new row has the focus.
    await page.keyboard.type('name')
    expect(await page.getByRole('group', { name: 'Condition 1' }).getByLabel('Attribute').inputValue()).toBe(
      'name',
    )
    expect(await runButton.isEnabled()).toBe(true)
  })

  it('nor a read without a filter, nor an item that is half typed, which stays as it is', async () => {
    await start()
    const runButton = page.getByRole('button', { name: 'Run', exact: true })
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    await page.getByText('Name the attribute of filter 1, or remove it.').waitFor()
    const attribute = page.getByRole('group', { name: 'Filter 1' }).getByLabel('Attribute')
    expect(await attribute.getAttribute('aria-invalid')).toBe('true')
    expect(await runButton.isDisabled()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await attribute.fill('name')
    expect(await runButton.isEnabled()).toBe(true)
    expect(await page.getByText('Nothing has run yet').count()).toBe(1)

    await page.getByLabel('Operation', { exact: true }).selectOption('PutItem')
    const item = page.getByLabel('Item', { exact: true })
    await item.fill('{ "PK": { "S": "a" }, "SK": { "S": "b" } }')
    expect(await runButton.isEnabled()).toBe(true)
    await item.press('Control+End')
    await page.keyboard.type(' oops')
    await page.getByRole('alert').waitFor()
    expect(await runButton.isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Heat' }).click()
    await page.getByText('The hottest partition').waitFor()
    await page.getByRole('link', { name: 'Operations' }).click()
    await item.getByText('oops').waitFor()
    await page.getByRole('alert').waitFor()
  })

  it('an operation without a PartiQL statement is shown where it can be edited', async () => {
    await start()
    await page.getByRole('button', { name: 'PartiQL', exact: true }).click()
    await page.getByLabel('Statement in PartiQL').waitFor()
    await page.getByLabel('Operation', { exact: true }).selectOption('TransactWriteItems')
    await page.getByLabel('Input of TransactWriteItems as JSON').waitFor()
  })

  it('builder, PartiQL and JSON are kept in sync', async () => {
    await start()
    await page.getByLabel('Partition PK').fill("CUSTOMER#o'neil")
    await page.getByRole('button', { name: 'PartiQL', exact: true }).click()
    await page.getByText(`'CUSTOMER#o''neil'`).waitFor()
    await page.getByLabel('Statement in PartiQL').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(
      `SELECT * FROM "${shopTable}"."GSI1" WHERE GSI1PK = 'ORDER#1' AND price > 5`,
    )
    await page.getByRole('button', { name: 'Builder', exact: true }).click()
    expect(await page.getByLabel('Partition GSI1PK').inputValue()).toBe('ORDER#1')
    expect(await page.getByLabel('Attribute', { exact: true }).inputValue()).toBe('price')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const json = page.getByLabel('Input of Query as JSON')
    await json.waitFor()
    expect(await json.textContent()).toContain('"FilterExpression": "#price > :price"')
  })

  it('a scan explains why it is one', async () => {
    await start()
    await run()
    await figures()
      .getByText(/Scan of the whole table, because no value is given for its partition key PK/)
      .waitFor()
  })

  it('further pages are read', async () => {
    await start()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await page.getByLabel('Limit').fill('10')
    await run()
    await page.getByRole('tab', { name: 'Items 10' }).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('tab', { name: 'Items 17' }).waitFor()
  })

  it('an update is built in a form, run, and refused if its condition is not met', async () => {
    await start()
    await page.getByLabel('Operation', { exact: true }).selectOption('UpdateItem')
    await page.getByLabel('Key PK').fill('CUSTOMER#wren')
    await page.getByLabel('Key SK').fill('CUSTOMER#wren')
    await page.getByRole('group', { name: 'Change 1' }).getByLabel('Attribute').fill('size')
    await page.getByRole('group', { name: 'Change 1' }).getByLabel('Value').fill('<b>large</b>')
    await run()
    await page.getByText('<b>large</b>').first().waitFor()
    const Key = { PK: { S: 'CUSTOMER#wren' }, SK: { S: 'CUSTOMER#wren' } }
    const { Item } = await shop.db.send('GetItem', { TableName: shopTable, Key })
    expect(Item).toMatchObject({ size: { S: '<b>large</b>' } })
    await page.getByRole('button', { name: 'Condition' }).click()
    await page.getByRole('group', { name: 'Condition 1' }).getByLabel('Attribute').fill('size')
    await page.getByRole('group', { name: 'Condition 1' }).getByLabel('Value').fill('small')
    await run()
    const alert = page.getByRole('alert')
    await alert.getByText('ConditionalCheckFailedException').waitFor()
    expect(await alert.textContent()).toContain('Nothing was written.')
  })

  it.each([
    ['TypeScript (model)', `db.q.account({ username: 'avocet' })`],
    ['TypeScript (AWS SDK v3)', 'new QueryCommand({'],
    ['AWS CLI', 'aws dynamodb query'],
    ['Python (boto3)', 'client.query('],
  ])('is copied as %s', async (language, part) => {
    await start()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    // With the keyboard, which elements that move on the page do not disturb.
    await page.getByRole('button', { name: 'Copy as' }).press('Enter')
    await page.getByRole('menuitem', { name: language }).press('Enter')
    await page.getByText(`Copied as ${language}.`).first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(part)
  })

  it('runs are kept, and can be found and run again', async () => {
    await start()
    await page.getByRole('tab', { name: /History/ }).click()
    await page.getByLabel('Filter history').fill('UpdateItem wren')
    const rows = page.getByRole('grid', { name: 'History' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByLabel('Filter history').fill('ORDER begins avocet')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.first().getByRole('button', { name: 'Run again' }).click()
    await figures().getByText('16', { exact: true }).first().waitFor()
    // The history would hide the items that were asked for.
    await page.getByRole('tab', { name: 'Items 16', selected: true }).waitFor()
  })

  it('the request is in the URL', async () => {
    await start()
    await page.getByLabel('Partition PK').fill('CUSTOMER#heron')
    await page.waitForURL(/heron/)
    await page.reload()
    await page.getByLabel('Partition PK').waitFor()
    expect(await page.getByLabel('Partition PK').inputValue()).toBe('CUSTOMER#heron')
  })

  it('a put opened after another one is shown, and a put with a condition of its own is shown as JSON', async () => {
    const put = (name: string, more: object = {}) => {
      const Item = { PK: { S: name }, SK: { S: name } }
      const input = JSON.stringify({ TableName: shopTable, Item, ...more })
      return shop.hash('operations', { op: 'PutItem', input })
    }
    await page.goto(shop.enter(put('first')))
    const item = page.getByLabel('Item', { exact: true })
    await expect.poll(() => item.textContent()).toContain('first')
    // Blocks the page during the navigation, until it would write the first item into its URL.
    await page.evaluate((hash) => {
      addEventListener('hashchange', () => {
        for (const end = performance.now() + 500; performance.now() < end; );
      })
      location.hash = hash
    }, put('second'))
    await expect.poll(() => item.textContent()).toContain('second')
    expect(await item.textContent()).not.toContain('first')
    await page.goto(new URL(put('third', { ConditionExpression: 'attribute_exists(SK)' }), page.url()).href)
    const json = page.getByLabel('Input of PutItem as JSON')
    await expect.poll(() => json.textContent()).toContain('attribute_exists')
  })

  it('a read-only connection does not offer to write', async () => {
    await start()
    await page.getByLabel('Operation', { exact: true }).selectOption('PutItem')
    const button = page.getByRole('button', { name: 'Run', exact: true })
    await page.getByText('Replace {username} with a value first.').waitFor()
    await page.evaluate(() =>
      fetch('api/connections/embedded', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"readOnly":true}',
      }),
    )
    await page.reload()
    await page.getByLabel('Operation', { exact: true }).selectOption('PutItem')
    expect(await button.isDisabled()).toBe(true)
    await page.getByText('This connection is read-only.').first().waitFor()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})
