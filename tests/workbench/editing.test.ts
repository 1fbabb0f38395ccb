import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'
import { createShop } from './shop-table.ts'

const key = { PK: { S: 'CUSTOMER#marie' }, SK: { S: 'CUSTOMER#marie' } }

describe.skipIf(chromiumPath === undefined)('editing in a browser', () => {
  let workbench: Workbench
  let table = ''
  let tables = 0

  beforeAll(async () => {
    workbench = await startWorkbench()
  })
  beforeEach(async () => {
    table = `Shop${++tables}`
    await createShop(workbench.database, table)
  })
  afterAll(async () => {
    await workbench?.close()
  })

  async function openItem(): Promise<Page> {
    const item = encodeURIComponent(JSON.stringify(key))
    const hash = `#/embedded/${table}/collections?pk=${encodeURIComponent(key.PK.S)}&item=${item}`
    const page = await workbench.reopen(hash)
    await page.getByLabel('email', { exact: true }).waitFor()
    await page.locator('.item').first().waitFor()
    return page
  }

  const stored = async (which: object = key) =>
    (await workbench.database.send('GetItem', { TableName: table, Key: which as typeof key })).Item

  async function commit(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Review and commit' }).click()
    await page.getByRole('button', { name: /^Commit/ }).click()
  }

  it('keeps the types of untouched attributes, and all digits of numbers', async () => {
    const page = await openItem()
    const before = await stored()
    await page.getByLabel('email', { exact: true }).fill('new@example.com')
    await page.getByLabel('tags, member 2', { exact: true }).fill('platinum')
    await page.getByLabel('addresses.home.zip', { exact: true }).fill('99999')
    await commit(page)
    await page.getByText('committed in one transaction').waitFor()
    expect(await stored()).toEqual({
      ...before,
      email: { S: 'new@example.com' },
      tags: { SS: ['newsletter', 'platinum'] },
      addresses: { M: { home: { M: { street: { S: '1 Main St' }, zip: { S: '99999' } } } } },
    })
    expect((await stored())?.['balance']).toEqual({ N: '12345678901234567890123456789012345678' })
  })

  it('what was discarded can be staged again', async () => {
    const page = await openItem()
    const email = page.getByLabel('email', { exact: true })
    await email.fill('new@example.com')
    await page.getByRole('button', { name: 'Discard staged changes' }).click()
    await expect.poll(() => email.inputValue()).toBe('marie@example.com')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => email.inputValue()).toBe('new@example.com')
    await page.getByRole('button', { name: 'Review and commit' }).click()
    await page.getByRole('button', { name: 'Discard all' }).click()
    await page.locator('.staged-bar').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await commit(page)
    await page.getByText('committed in one transaction').waitFor()
    expect((await stored())?.['email']).toEqual({ S: 'new@example.com' })
  })

  it('refuses an invalid number, and stages a valid one', async () => {
    const page = await openItem()
    const field = page.getByLabel('balance', { exact: true })
    await field.fill('12x')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.staged-bar').count()).toBe(0)
    await field.fill('9'.repeat(38))
    await page.locator('.staged-bar').waitFor()
    await field.fill('12345678901234567890123456789012345678')
    await page.locator('.staged-bar').waitFor({ state: 'detached' })
  })

  it('a conflict is shown and nothing overwritten; my changes can be applied on top of theirs', async () => {
    const page = await openItem()
    await page.getByLabel('email', { exact: true }).fill('mine@example.com')
    await workbench.database.send('UpdateItem', {
      TableName: table,
      Key: key,
      UpdateExpression: 'SET note = :note, email = :email',
      ExpressionAttributeValues: { ':note': { S: 'hello' }, ':email': { S: 'theirs@example.com' } },
    })
    await commit(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing was written').waitFor()
    const shown = await dialog.textContent()
    for (const text of ['marie@example.com', 'mine@example.com', 'theirs@example.com', 'note']) {
      expect(shown).toContain(text)
    }
    expect((await stored())?.['email']).toEqual({ S: 'theirs@example.com' })
    await dialog.getByRole('button', { name: 'Apply mine on top' }).click()
    await dialog.getByRole('button', { name: /^Commit/ }).click()
    await page.getByText('committed in one transaction').waitFor()
    expect(await stored()).toMatchObject({ email: { S: 'mine@example.com' }, note: { S: 'hello' } })
  })

  it('notices an attribute that was added in the meantime', async () => {
    const page = await openItem()
    await page.getByLabel('Delete item').click()
    await workbench.database.send('UpdateItem', {
      TableName: table,
      Key: key,
      UpdateExpression: 'SET added = :added',
      ExpressionAttributeValues: { ':added': { BOOL: true } },
    })
    await commit(page)
    await page.getByRole('dialog').getByText('Nothing was written').waitFor()
    expect(await stored()).toBeDefined()
    await page.getByRole('button', { name: 'Keep theirs' }).click()
    await page.getByText('Nothing is staged').waitFor()
  })

  it('new items, deletions and edits are committed in one transaction', async () => {
    const page = await openItem()
    await page.getByLabel('Remove name').click()
    await page.getByRole('button', { name: 'New item' }).click()
    await page.getByLabel('SK', { exact: true }).fill('NOTE#1')
    await page.getByRole('button', { name: 'attribute', exact: true }).click()
    await page.getByRole('button', { name: 'Stage item' }).click()
    const added = page.getByRole('list', { name: 'Staged new items' })
    expect(await added.getByRole('link').textContent()).toContain('NOTE#1')
    await page.locator('.item-entity').first().click()
    await page.getByLabel('placedAt', { exact: true }).waitFor()
    await page.getByLabel('Delete item').click()
    expect(await page.locator('.staged-bar').textContent()).toContain('3 staged')
    await commit(page)
    await page.getByText('3 changes committed in one transaction').waitFor()
    expect(await stored()).not.toHaveProperty('name')
    expect(await stored({ PK: key.PK, SK: { S: 'NOTE#1' } })).toMatchObject({ attribute1: { S: '' } })
    await page.locator('.partition-count', { hasText: '4 items' }).waitFor()
  })

  it('an item can be edited as JSON with its types', async () => {
    const page = await openItem()
    await page.locator('.panel').getByRole('button', { name: 'JSON', exact: true }).click()
    await page.locator('.cm-content').waitFor()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{ "PK": ')
    await page.locator('.json-view .notice').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(JSON.stringify({ ...key, scores: { NS: ['1', '2'] } }))
    await page.locator('.json-view .notice').waitFor({ state: 'detached' })
    await commit(page)
    await page.getByText('committed in one transaction').waitFor()
    expect(await stored()).toEqual({ ...key, scores: { NS: ['1', '2'] } })
  })

  it('a table can be deleted only by typing its name', async () => {
    const page = await openItem()
    await page.getByRole('button', { name: `Delete ${table}` }).click()
    const button = page.getByRole('button', { name: 'Delete table' })
    expect(await button.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('textbox').fill(table)
    await button.click()
    await page.getByText(`${table} was deleted`).waitFor()
    const { TableNames } = await workbench.database.send('ListTables', {})
    expect(TableNames).not.toContain(table)
  })

  it('a read-only connection offers no edits', async () => {
    const page = await openItem()
    await page.getByRole('button', { name: 'Connections…' }).click()
    await page.getByRole('button', { name: 'Make read-only' }).click()
    await page.getByRole('button', { name: 'Allow writing…' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('email', { exact: true }).getAttribute('readonly')).not.toBeNull()
    expect(await page.getByRole('button', { name: 'New item' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Connections…' }).click()
    await page.getByRole('button', { name: 'Allow writing…' }).click()
    await page.getByRole('button', { name: 'Make read-only' }).waitFor()
  })

  it('no page reported an error', () => {
    expect(workbench.errors).toEqual([])
  })
})
