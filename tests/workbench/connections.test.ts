import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samples } from '../../examples/samples.ts'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

async function createBare({ database }: Workbench): Promise<void> {
  await database.send('CreateTable', {
    TableName: 'Bare',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
}

describe.skipIf(chromiumPath === undefined)('connections, in a browser', () => {
  let workbench: Workbench
  beforeAll(async () => {
    workbench = await startWorkbench({ profiles: () => ['first', 'second'] })
  })
  afterAll(() => workbench?.close())

  it('a typed endpoint and a chosen profile are kept apart', async () => {
    const page = await workbench.reopen()
    const dialog = page.getByRole('dialog')
    const asked: unknown[] = []
    await page.route('**/api/connections', (route) => {
      asked.push(route.request().postDataJSON())
      return route.fulfill({ status: 400, json: { error: { name: 'Refused', message: 'Not today.' } } })
    })
    const connect = async () => {
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      await dialog.getByText('Not today.').waitFor()
    }
    await page.getByRole('button', { name: 'Connections…' }).click()
    await dialog.getByLabel('Endpoint', { exact: true }).fill('http://127.0.0.1:9000')
    await dialog.getByRole('button', { name: 'AWS profile' }).click()
    await connect()
    await dialog.getByRole('combobox', { name: 'Profile' }).selectOption('second')
    await connect()
    await expect.poll(() => asked.length).toBe(2)
    await dialog.getByRole('button', { name: 'Endpoint' }).click()
    expect(await dialog.getByLabel('Endpoint', { exact: true }).inputValue()).toBe('http://127.0.0.1:9000')
    expect(asked).toEqual([
      { kind: 'aws', profile: 'first' },
      { kind: 'aws', profile: 'second' },
    ])
  })

  it('an empty table that may not be changed does not ask for items', async () => {
    await createBare(workbench)
    const page = await workbench.reopen('#/embedded/Bare/collections')
    await page.getByText('Add the first item').waitFor()
    await page.getByRole('button', { name: 'Connections…' }).click()
    await page.getByRole('button', { name: 'Make read-only' }).click()
    await page.getByRole('button', { name: 'Allow writing…' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('is read-only. You can allow writing').waitFor()
    expect(await page.getByText('Add the first item').count()).toBe(0)
  })

  it('while nothing may be written, no samples are offered, and the page says why and what to do', async () => {
    const empty = await startWorkbench({ samples })
    try {
      const page = await empty.reopen()
      const dialog = page.getByRole('dialog')
      const sample = page.getByRole('main').getByText('Online shop')
      await sample.waitFor()
      await page.getByRole('button', { name: 'Connections…' }).click()
      await dialog.getByRole('button', { name: 'Make read-only' }).click()
      await dialog.getByRole('button', { name: 'Allow writing…' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Memory is read-only, so no table can be created in it').waitFor()
      expect(await page.getByText('Online shop').count()).toBe(0)
      await page.getByRole('main').getByRole('button', { name: 'Allow writing…' }).click()
      await dialog.getByRole('button', { name: 'Allow writing…' }).click()
      await dialog.getByRole('button', { name: 'Make read-only' }).waitFor()
      await page.keyboard.press('Escape')
      await sample.waitFor()
    } finally {
      await empty.close()
    }
  })

  it('a workbench that was started read-only does not advise to allow writing', async () => {
    const locked = await startWorkbench({ readOnly: true })
    try {
      await createBare(locked)
      const page = await locked.reopen('#/embedded/Bare/collections')
      const why = 'started with --read-only'
      await page.getByText(why).waitFor()
      await page.getByRole('button', { name: 'Connections…' }).click()
      await page.getByRole('dialog').getByText(why).waitFor()
      await page.keyboard.press('Escape')
      await page.goto(page.url().replace('collections', 'operations'))
      await page.getByLabel('Operation', { exact: true }).selectOption('PutItem')
      await page.getByText(why).waitFor()
      expect(await page.getByText('llow').count()).toBe(0)
    } finally {
      await locked.close()
    }
  })
})
