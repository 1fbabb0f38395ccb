import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

describe.skipIf(chromiumPath === undefined)('creating a table, in a browser', () => {
  let workbench: Workbench
  let page: Page
  let dialog: Locator
  beforeAll(async () => {
    workbench = await startWorkbench()
  })
  beforeEach(async () => {
    page = await workbench.reopen()
    await page.getByRole('button', { name: 'Create a table in Memory' }).click()
    dialog = page.getByRole('dialog', { name: 'Create a table' })
    await dialog.waitFor()
  })
  afterAll(() => workbench?.close())

  const create = () => dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const describeTable = async (TableName: string) =>
    (await workbench.database.send('DescribeTable', { TableName })).Table

  it('a name is enough', async () => {
    await dialog.getByLabel('Name', { exact: true }).fill('Plain')
    await page.keyboard.press('Enter')
    await page.waitForURL(/Plain\/collections/)
    expect(await describeTable('Plain')).toMatchObject({
      KeySchema: [{ AttributeName: 'PK' }, { AttributeName: 'SK' }],
      GlobalSecondaryIndexes: [{ IndexName: 'GSI1' }],
    })
  })

  it('everything else can be unfolded: indexes of several kinds and attributes, capacity, a stream, time to live', async () => {
    await dialog.getByLabel('Name', { exact: true }).fill('Whole')
    await dialog.getByText('GSI1', { exact: true }).click()
    await dialog.getByLabel('Index name').fill('byStatus')
    await dialog.getByLabel('Partition key of byStatus', { exact: true }).last().fill('tenant')
    await dialog.getByRole('button', { name: 'Add an attribute to the partition key of byStatus' }).click()
    await dialog.getByLabel('Partition key of byStatus, attribute 2', { exact: true }).fill('status')
    await dialog.getByLabel('Sort key of byStatus', { exact: true }).last().fill('rank')
    await dialog.getByLabel('Type of Sort key of byStatus').selectOption('N')
    await dialog.getByLabel('Attributes in the index').selectOption('INCLUDE')
    await dialog.getByLabel('Included attributes').fill('name, price')
    await dialog.getByText('byStatus', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Local index' }).click()
    await dialog.getByRole('button', { name: 'Vector index' }).click()
    await dialog.getByRole('button', { name: 'Remove VECTORS1' }).click()
    await dialog.getByText('Settings', { exact: true }).click()
    await dialog.getByLabel('Capacity').selectOption('PROVISIONED')
    await dialog.getByLabel('Units a second, write', { exact: true }).fill('7')
    await dialog.getByLabel('Stream').selectOption('KEYS_ONLY')
    await dialog.getByLabel('Time to live').fill('expires')
    await create()
    await page.waitForURL(/Whole\/collections/)
    expect(await describeTable('Whole')).toMatchObject({
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 7 },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      LocalSecondaryIndexes: [{ IndexName: 'LSI1' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byStatus',
          KeySchema: [
            { AttributeName: 'tenant', KeyType: 'HASH' },
            { AttributeName: 'status', KeyType: 'HASH' },
            { AttributeName: 'rank', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'price'] },
        },
      ],
    })
    const ttl = await workbench.database.send('DescribeTimeToLive', { TableName: 'Whole' })
    expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expires' })
  })

  it('the request is shown as JSON and as code while it changes', async () => {
    await dialog.getByRole('button', { name: 'Show the request' }).click()
    const request = dialog.getByRole('region', { name: 'Request' })
    await dialog.getByLabel('Name', { exact: true }).fill('Shown')
    await request.getByText('"TableName": "Shown"').waitFor()
    await request.getByLabel('Request as').selectOption('cli')
    await request.getByText('--table-name Shown').waitFor()
    await dialog.getByText('Settings', { exact: true }).click()
    await dialog.getByLabel('Time to live').fill('expires')
    await request.getByText('aws dynamodb update-time-to-live').waitFor()
    // However long a line is, it stays within the dialog.
    await dialog.getByLabel('Tags').fill(`long=${'x'.repeat(200)}`)
    await request.getByText('xxx').first().waitFor()
    const [outer, inner] = [await dialog.boundingBox(), await request.boundingBox()]
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
    await request.getByLabel('Request as').selectOption('cloudformation')
    await request.getByText('TimeToLiveSpecification').waitFor()
  })

  it('a refusal by DynamoDB is shown, and no input is lost', async () => {
    await dialog.getByLabel('Name', { exact: true }).fill('Refused')
    await dialog.getByLabel('Sort key', { exact: true }).last().fill('')
    await dialog.getByRole('button', { name: 'Local index' }).click()
    await create()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('alert').textContent()).toContain('does not have a range key')
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Refused')
    await dialog.getByRole('button', { name: 'Remove LSI1' }).click()
    await create()
    await page.waitForURL(/Refused\/collections/)
  })

  it('neither the palette nor a dropped file replaces the input', async () => {
    await dialog.getByLabel('Name', { exact: true }).fill('Typed')
    await page.keyboard.press('Control+K')
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['id\nx\n'], 'dropped.csv', { type: 'text/csv' }))
      return transfer
    })
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
    await create()
    await page.waitForURL(/Typed\/collections/)
  })

  it('an attribute with two types is reported before anything is sent', async () => {
    await dialog.getByText('GSI1', { exact: true }).click()
    await dialog.getByLabel('Sort key of GSI1', { exact: true }).last().fill('PK')
    await dialog.getByLabel('Type of Sort key of GSI1').selectOption('N')
    await dialog.getByText('PK is in several keys').waitFor()
    expect(await dialog.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
  })

  it('the page reported no errors', () => expect(workbench.errors).toEqual([]))
})
