import { createDatabase, type Database } from '@monotable/engine'
import { type Connection, embeddedConnection } from '@monotable/workbench'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

describe.skipIf(chromiumPath === undefined)('a server that refuses, in a browser', () => {
  let database: Database
  let workbench: Workbench
  let refusal: { readonly name: string; readonly message: string } | undefined
  let refused = 'ListTables'
  beforeAll(async () => {
    database = await createDatabase()
    await database.send('CreateTable', {
      TableName: 'Known',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await database.send('PutItem', { TableName: 'Known', Item: { id: { S: 'seen' } } })
    const { tables: _, ...own } = embeddedConnection(database, { name: 'Far', address: 'far away' })
    const connection: Connection = {
      ...own,
      kind: 'aws',
      send: async (operation, input, options) =>
        operation === refused && refusal !== undefined
          ? { error: refusal }
          : own.send(operation, input, options),
    }
    workbench = await startWorkbench({ connections: [connection] })
  })
  afterAll(async () => {
    await workbench?.close()
    await database?.close()
  })

  it('expired credentials are explained, and after a new sign-in work continues', async () => {
    refusal = { name: 'ExpiredTokenException', message: 'The security token included is expired.' }
    const page = await workbench.reopen()
    const notice = page.getByRole('alert')
    await notice.getByText('The tables of Far could not be listed').waitFor()
    await notice.getByText('Sign in again').waitFor()
    refusal = undefined
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Known', exact: true }).click()
    await page.getByText('seen', { exact: true }).first().waitFor()
  })

  it('a user who may not list tables can open one by its name', async () => {
    refusal = { name: 'AccessDeniedException', message: 'You may not list tables.' }
    const page = await workbench.reopen()
    await page.getByLabel('Open a table of Far by its name').fill('Known')
    await page.keyboard.press('Enter')
    await page.getByText('seen', { exact: true }).first().waitFor()
    expect(await page.getByText('There is no table').count()).toBe(0)
    expect(workbench.errors).toEqual([])
  })

  it('reading an item can be retried', async () => {
    refused = 'GetItem'
    refusal = { name: 'ThrottlingException', message: 'Too many at once.' }
    const page = await workbench.reopen()
    await page.getByRole('link', { name: 'Known', exact: true }).click()
    await page.locator('.item').click()
    const panel = page.getByRole('complementary', { name: 'Item' })
    await panel.getByText('Too many at once.').waitFor()
    refusal = undefined
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('button', { name: 'Copy as DynamoDB JSON' }).waitFor()
  })
})
