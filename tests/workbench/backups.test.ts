import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('backups, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
  })
  beforeEach(async () => {
    page = await shop.reopen(shop.hash('collections'))
    await page.locator('.item').first().waitFor()
  })
  afterAll(() => shop?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const open = async () => {
    await button(`About ${shopTable}`).click()
    await button('Backups…').click()
    const dialog = page.getByRole('dialog', { name: `Backups of ${shopTable}` })
    await dialog.waitFor()
    return dialog
  }
  const backupNames = async () => {
    const { BackupSummaries = [] } = await shop.db.send('ListBackups', {})
    return BackupSummaries.map(({ BackupName }) => BackupName)
  }

  it('a backup is made, restored into another table, and deleted after its name is typed', async () => {
    const dialog = await open()
    await dialog.getByText('There are no backups yet.').waitFor()
    await dialog.getByLabel('Backup name').fill('before-lunch')
    await button('Show the requests').click()
    await dialog.getByText('CreateBackup').waitFor()
    expect(await dialog.locator('.request-code').textContent()).toContain('"BackupName": "before-lunch"')
    await button('Create backup').click()
    await page.getByText('before-lunch was created.').waitFor()
    expect(await backupNames()).toEqual(['before-lunch'])

    await button('Delete').click()
    await dialog.getByRole('radio').check()
    expect(await button('Delete backup').isDisabled()).toBe(true)

    await button('Restore').click()
    await dialog.getByLabel('New table').fill('Restored')
    await button('Restore backup').click()
    await page.waitForURL(/Restored\/collections/)
    await page.locator('.item').first().waitFor()
    const [{ Count: copied }, { Count: all }] = await Promise.all([
      shop.db.send('Scan', { TableName: 'Restored', Select: 'COUNT' }),
      shop.db.send('Scan', { TableName: shopTable, Select: 'COUNT' }),
    ])
    expect(copied).toBe(all)
  })

  it('a backup of a deleted table is listed among those of all tables, and can be deleted', async () => {
    await shop.db.send('DeleteTable', { TableName: 'Restored' })
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('backups of all')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Backups of all tables' })
    await dialog.getByText(`of ${shopTable}`).waitFor()
    expect(await button('Create').count()).toBe(0)
    await button('Delete').click()
    await dialog.getByRole('radio').check()
    await dialog.getByLabel('Type before-lunch to confirm').waitFor()
    await button('Restore').click()
    expect(await dialog.getByLabel('New table').inputValue()).not.toBe('')
    await button('Delete').click()
    await dialog.getByLabel('Type before-lunch to confirm').fill('before-lunch')
    await button('Delete backup').click()
    await page.getByText('before-lunch was deleted.').waitFor()
    await dialog.getByText('There are no backups yet.').waitFor()
    expect(await backupNames()).toEqual([])
  })

  it('a table is restored to a given second if recovery is on', async () => {
    await open()
    await button('Point in time').click()
    await page.getByText('recovery is off').waitFor()
    expect(await button('Restore table').isDisabled()).toBe(true)
    await shop.db.send('UpdateContinuousBackups', {
      TableName: shopTable,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
    page = await shop.reopen(shop.hash('collections'))
    await open()
    await button('Point in time').click()
    await page.getByLabel('New table').fill('AsItWas')
    await button('Show the requests').click()
    await page.getByText('"UseLatestRestorableTime": true').waitFor()
    await page.getByLabel('Time, in UTC').fill('2020-01-01T00:00:01')
    await page.getByText('"RestoreDateTime": 1577836801').waitFor()
    await button('Restore table').click()
    // Recovery was not on at that time, so the state is unknown.
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Time, in UTC').fill('')
    await button('Restore table').click()
    await page.waitForURL(/AsItWas\/collections/)
    await page.locator('.item').first().waitFor()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})
