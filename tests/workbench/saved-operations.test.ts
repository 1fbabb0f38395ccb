import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { createOtherTable, type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('saved operations, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    await createOtherTable(shop)
  })
  beforeEach(async () => {
    page = await shop.reopen(shop.hash('operations'))
    await button('Save').waitFor()
  })
  afterAll(() => shop?.close())

  const open = async (table = shopTable) => {
    await page.goto(shop.enter(shop.hash('operations', {}, table)))
    await button('Save').waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  const rows = () => page.getByRole('grid', { name: 'Saved operations' }).getByRole('row')
  const save = async (partition: string, name: string) => {
    await page.getByLabel('Partition PK').fill(partition)
    await button('Save').click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await page.getByText(`Saved as “${name}”.`).first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  it('an operation is named, found again after the page was closed, and run', async () => {
    await save('CUSTOMER#avocet', 'What avocet has')
    await open()
    await tab(/^Saved 1$/).click()
    await button('Run What avocet has').click()
    await page.getByRole('tab', { name: 'Items 17' }).waitFor()
    expect(await page.getByLabel('Partition PK').inputValue()).toBe('CUSTOMER#avocet')
  })

  it('an operation is changed under its name, renamed, and removed, which can be undone', async () => {
    await save('CUSTOMER#avocet', 'first')
    await save('CUSTOMER#wren', 'second')
    await tab(/^Saved 2$/).click()
    await page.getByRole('button', { name: 'first', exact: true }).click()
    await page.getByLabel('Partition PK').fill('CUSTOMER#heron')
    await button('Save').click()
    // The name under which it was opened is offered.
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('first')
    await button('Replace').click()
    await page.getByRole('gridcell', { name: 'CUSTOMER#heron' }).waitFor()
    await button('Rename second').click()
    await page.getByRole('dialog').getByLabel('Name').fill('third')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await button('Remove third').waitFor()
    await button('Remove first').click()
    await tab(/^Saved 1$/).waitFor()
    await button('Undo').click()
    await tab(/^Saved 2$/).waitFor()
    await page.getByLabel('Filter saved operations').fill('heron')
    await expect.poll(() => rows().count()).toBe(1)
  })

  it('an operation of another table is opened there, and the palette finds it', async () => {
    await save('CUSTOMER#wren', 'Of the shop')
    await open('Other')
    await tab(/^Saved 1$/).click()
    await button(`Open Of the shop in ${shopTable}`).click()
    await page.getByLabel('Partition PK').waitFor()
    expect(await page.getByLabel('Partition PK').inputValue()).toBe('CUSTOMER#wren')
    await open('Other')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('Of the shop')
    await page.keyboard.press('Enter')
    await page.getByLabel('Partition PK').waitFor()
    expect(await page.getByLabel('Partition PK').inputValue()).toBe('CUSTOMER#wren')
  })

  it('operations can be exported to a file and imported', async () => {
    await save('CUSTOMER#avocet', 'carried')
    await tab(/^Saved 1$/).click()
    const downloading = page.waitForEvent('download')
    await button('Export').click()
    const file = readFileSync(await (await downloading).path())
    expect(JSON.parse(file.toString())).toMatchObject({
      format: 'monotable.operations',
      operations: [{ name: 'carried', table: shopTable, operation: 'Query' }],
    })
    page = await shop.reopen(shop.hash('operations'))
    await tab(/^Saved 0$/).click()
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await button('Import…').click()
      await (await chooser).setFiles({ name, mimeType: 'application/json', buffer })
    }
    await choose('operations.json', file)
    await page.getByText('1 operation imported.').waitFor()
    await button('Run carried').waitFor()
    await choose('again.json', file)
    await page.getByText('0 operations imported, 1 was already there.').waitFor()
    await choose('other.json', Buffer.from('{}'))
    await page.getByText('other.json is not a file of saved operations.').waitFor()
  })

  it('another window sees what is saved in this one', async () => {
    const other = await page.context().newPage()
    await other.goto(shop.url('operations'))
    await other.getByRole('tab', { name: 'Saved 0' }).waitFor()
    await save('CUSTOMER#avocet', 'seen')
    await other.getByRole('tab', { name: 'Saved 1' }).waitFor()
    await other.close()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})
