import { createDatabase, type Database } from '@monotable/engine'
import { embeddedConnection } from '@monotable/workbench'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

const TableName = 'Orders'
const COUNT = 60

describe.skipIf(chromiumPath === undefined)('cloning a table, in a browser', () => {
  let workbench: Workbench
  let here: Database
  let page: Page
  let dialog: Locator
  beforeAll(async () => {
    here = await createDatabase()
    workbench = await startWorkbench({
      connections: [embeddedConnection(here, { name: 'Here', address: 'in memory' })],
    })
    await here.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    for (let place = 0; place < COUNT; place++)
      await here.send('PutItem', { TableName, Item: { id: { S: `${place}` }, tags: { SS: ['a', 'b'] } } })
  })
  beforeEach(async () => {
    page = await workbench.reopen(`#/embedded/${TableName}/collections`)
    await page.getByRole('button', { name: `About ${TableName}` }).click()
    await page.getByRole('button', { name: 'Clone…' }).click()
    dialog = page.getByRole('dialog', { name: `Clone ${TableName}` })
    await dialog.getByLabel('Name', { exact: true }).waitFor()
  })
  afterAll(async () => {
    await workbench?.close()
    await here?.close()
  })

  const clone = () => dialog.getByRole('button', { name: 'Clone', exact: true }).click()
  const count = async (name: string) => (await here.send('Scan', { TableName: name })).Count

  it('with its items', async () => {
    await clone()
    await page.waitForURL(/Orders-copy\/collections/)
    await page.getByText(`Orders-copy has ${COUNT} items.`).waitFor()
    expect(await count('Orders-copy')).toBe(COUNT)
    const { Item } = await here.send('GetItem', { TableName: 'Orders-copy', Key: { id: { S: '7' } } })
    expect(Item?.['tags']).toEqual({ SS: ['a', 'b'] })
  })

  it('without them, under another name, and a refusal is shown', async () => {
    await dialog.getByLabel('Copy its items').uncheck()
    await dialog.getByLabel('Name', { exact: true }).fill(TableName)
    await clone()
    await dialog.getByRole('alert').getByText('Table already exists').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Empty')
    await clone()
    await page.getByRole('heading', { name: 'Empty is empty' }).waitFor()
    expect(await count('Empty')).toBe(0)
  })

  it('a table is shown as a template and as code that creates it', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `About ${TableName}` }).click()
    await page.getByRole('button', { name: 'As code…' }).click()
    const code = page.getByRole('dialog', { name: `${TableName} as code` })
    await code.getByText('Type: AWS::DynamoDB::Table').waitFor()
    expect(await code.getByRole('region', { name: 'Template as sent' }).textContent()).toContain(
      `TableName: ${TableName}`,
    )
    await code.getByLabel('Request as').selectOption({ label: 'AWS CLI' })
    await code.getByText('aws dynamodb create-table').waitFor()
  })

  it('the page reported no errors', () => expect(workbench.errors).toEqual([]))
})
