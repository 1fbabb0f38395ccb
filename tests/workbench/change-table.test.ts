import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

const TableName = 'Orders'

describe.skipIf(chromiumPath === undefined)('changing a table, in a browser', () => {
  let workbench: Workbench
  let page: Page
  let dialog: Locator
  beforeAll(async () => {
    workbench = await startWorkbench()
    await workbench.database.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'PK', AttributeType: 'S' },
        { AttributeName: 'GSI1PK', AttributeType: 'S' },
      ],
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'GSI1',
          KeySchema: [{ AttributeName: 'GSI1PK', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    })
  })
  beforeEach(async () => {
    page = await workbench.reopen(`#/embedded/${TableName}/collections`)
    await page.getByRole('button', { name: `About ${TableName}` }).click()
    await page.getByRole('button', { name: 'Change…' }).click()
    dialog = page.getByRole('dialog', { name: `Change ${TableName}` })
    await dialog.getByLabel('Capacity').waitFor()
  })
  afterAll(() => workbench?.close())

  const apply = () => dialog.getByRole('button', { name: 'Change', exact: true })
  const about = () => page.getByRole('dialog', { name: TableName, exact: true })
  const describeTable = async () => (await workbench.database.send('DescribeTable', { TableName })).Table

  it('there is nothing to send before something is changed', async () => {
    expect(await apply().isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Show the requests' }).click()
    await dialog.getByText('Nothing to send yet').waitFor()
    await dialog.getByLabel('Encryption').selectOption('kms')
    await dialog.getByRole('textbox', { name: 'KMS key' }).fill('alias/mine')
    const request = dialog.getByRole('region', { name: 'Request', exact: true })
    await request.getByText('"KMSMasterKeyId": "alias/mine"').waitFor()
    await request.getByLabel('Request as').selectOption('cli')
    await request.getByText('--sse-specification').waitFor()
    expect(await apply().isDisabled()).toBe(false)
  })

  it('an index, a stream, time to live, a policy and a replica are added, and the table is shown with them', async () => {
    await dialog.getByRole('button', { name: 'Global index' }).click()
    await dialog.getByLabel('Stream').selectOption('NEW_AND_OLD_IMAGES')
    await dialog.getByLabel('Time to live').fill('expires')
    await dialog.getByLabel('Tags').fill('team=shop')
    await dialog.getByLabel('Resource policy').fill(
      JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: '*', Action: 'dynamodb:GetItem', Resource: '*', Condition: {} },
        ],
      }),
    )
    await dialog.getByLabel('Replicas').fill('eu-west-1')
    await apply().click()
    await about().getByText('eu-west-1 · ACTIVE').waitFor()
    await about().getByText('by expires').waitFor()
    await about().getByText('team = shop').waitFor()
    await about().getByText('1 statement', { exact: true }).waitFor()
    await about()
      .getByText(/^GSI2: GSI2PK \(S\), GSI2SK \(S\)/)
      .waitFor()
    await page.keyboard.press('Escape')
    // The screen behind the dialog has the new index, too.
    await page.getByRole('link', { name: /^GSI2/ }).waitFor()
  })

  it('a removal is announced before it is applied', async () => {
    await dialog.getByRole('button', { name: 'Remove GSI1' }).click()
    await dialog.getByText('GSI1 will be deleted').waitFor()
    await dialog.getByRole('button', { name: 'Keep GSI1' }).click()
    expect(await apply().isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Remove GSI1' }).click()
    await apply().click()
    await about().waitFor()
    expect((await describeTable())?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'GSI2' }])
  })

  it('a refusal by DynamoDB is shown, and the input stays', async () => {
    await dialog.getByLabel('Warm throughput, units a second, read', { exact: true }).fill('1')
    await dialog.getByLabel('Deletion protection').check()
    await apply().click()
    await dialog.getByRole('alert').getByText('decreasing WarmThroughput').waitFor()
    expect(await dialog.getByLabel('Deletion protection').isChecked()).toBe(true)
    expect((await describeTable())?.DeletionProtectionEnabled).toBe(false)
  })

  it('the page reported no errors', () => expect(workbench.errors).toEqual([]))
})
