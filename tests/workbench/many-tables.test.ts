import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

const TABLES = 300
const nameOf = (place: number) => `stage-${String(place).padStart(3, '0')}-orders`

describe.skipIf(chromiumPath === undefined)('many tables, in a browser', () => {
  let workbench: Workbench
  let page: Page
  beforeAll(async () => {
    workbench = await startWorkbench()
    for (let place = 0; place < TABLES; place++) {
      await workbench.database.send('CreateTable', {
        TableName: nameOf(place),
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      })
    }
    page = await workbench.open()
  })
  afterAll(() => workbench?.close())

  const link = (place: number) => page.getByRole('link', { name: nameOf(place), exact: true })
  const isInView = (place: number) =>
    link(place).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

  it('the table of a link is scrolled into view among the others', async () => {
    await page.goto(new URL(`#/embedded/${nameOf(295)}/collections`, page.url()).href)
    await page.getByRole('heading', { name: `${nameOf(295)} is empty` }).waitFor()
    await expect.poll(() => isInView(295)).toBe(true)
    // With thousands of tables, rendering all of them would take seconds at every change of the page.
    await expect.poll(() => link(0).count()).toBe(0)
    const before = page.getByRole('button', { name: 'Previous page of Memory' })
    await before.press('Enter')
    await link(0).waitFor()
    expect(await before.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('a part of a name filters the tables, and Escape shows all of them again', async () => {
    const field = page.getByLabel('Filter tables')
    await field.fill('07')
    await expect.poll(() => page.locator('.side .table-link').count()).toBe(13)
    await field.fill('STAGE-007')
    await link(7).click()
    await page.getByRole('heading', { name: `${nameOf(7)} is empty` }).waitFor()
    await field.fill('nowhere')
    await page.getByText('No matching tables').waitFor()
    await field.press('Escape')
    await expect.poll(() => page.locator('.side .table-link').count()).toBe(250)
    expect(workbench.errors).toEqual([])
  })

  it('the end of a long name is visible, too, and the name stays within the page', async () => {
    const name = `${'long-'.repeat(48)}the-end`
    await workbench.database.send('CreateTable', {
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await page.getByRole('link', { name, exact: true }).click()
    const heading = page.getByRole('heading', { name: `${name} is empty` })
    await heading.waitFor()
    const main = await page.getByRole('main').boundingBox()
    const box = await heading.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(main?.x ?? 0)
    const link = await page.getByRole('link', { name, exact: true }).boundingBox()
    const tail = await page.getByText('-the-end', { exact: true }).boundingBox()
    expect((tail?.x ?? 0) + (tail?.width ?? 0)).toBeLessThanOrEqual((link?.x ?? 0) + (link?.width ?? 0))
  })

  it('a table that was deleted in the meantime is reported as gone, and so is one that never existed', async () => {
    await page.goto(new URL(`#/embedded/${nameOf(3)}/collections`, page.url()).href)
    await page.getByRole('heading', { name: `${nameOf(3)} is empty` }).waitFor()
    await workbench.database.send('DeleteTable', { TableName: nameOf(3) })
    await page.getByText(`There is no table ${nameOf(3)} in “Memory”`).waitFor()
    await link(4).click()
    await page.getByRole('heading', { name: `${nameOf(4)} is empty` }).waitFor()
    expect(await page.getByText('There is no table').count()).toBe(0)
    await page.goto(new URL('#/embedded/nowhere/collections', page.url()).href)
    await page.getByRole('heading', { name: 'There is no table nowhere in “Memory”' }).waitFor()
    // It is said once, without what DynamoDB says about it, and nothing is offered that needs the table.
    expect(await page.getByText('not found').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Delete nowhere' }).count()).toBe(0)
    await page.goto(new URL('#/elsewhere/nowhere/collections', page.url()).href)
    await page.getByText('This link is for a connection that does not exist here').waitFor()
    await page.goto(new URL('#/embedded/nowhere/collections', page.url()).href)
    await page.getByRole('link', { name: 'Show all tables' }).click()
    await page.getByRole('heading', { name: 'No table is open in Memory' }).waitFor()
  })

  it('a missing table can be created under its name, here or by a program, and is then shown', async () => {
    const open = (name: string) => page.goto(new URL(`#/embedded/${name}/collections`, page.url()).href)
    await open('made-here')
    await page.getByRole('button', { name: 'Create it' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('made-here')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'made-here is empty' }).waitFor()
    // When it closes, it opens the table.
    await dialog.waitFor({ state: 'detached' })
    await open('made-there')
    await page.getByRole('heading', { name: 'There is no table made-there' }).waitFor()
    await workbench.database.send('CreateTable', {
      TableName: 'made-there',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await page.getByRole('heading', { name: 'made-there is empty' }).waitFor()
  })
})
