import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

const TableName = 'Music'

describe.skipIf(chromiumPath === undefined)('a new item, in a browser', () => {
  let workbench: Workbench
  let page: Page
  beforeAll(async () => {
    workbench = await startWorkbench()
    await workbench.database.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'artist', AttributeType: 'S' },
        { AttributeName: 'year', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'artist', KeyType: 'HASH' },
        { AttributeName: 'year', KeyType: 'RANGE' },
      ],
    })
  })
  beforeEach(async () => {
    page = await workbench.reopen(`#/embedded/${TableName}/collections`)
    await page.getByRole('button', { name: 'New item' }).first().click()
    await panel().getByLabel('artist', { exact: true }).waitFor()
  })
  afterAll(() => workbench?.close())

  const panel = () => page.getByRole('complementary', { name: 'New item' })
  const read = async (artist: string, year: string) =>
    (
      await workbench.database.send('GetItem', {
        TableName,
        Key: { artist: { S: artist }, year: { N: year } },
      })
    ).Item
  const commit = async () => {
    await panel().getByRole('button', { name: 'Stage item' }).click()
    await page.getByRole('button', { name: 'Review and commit' }).click()
    await page.getByRole('button', { name: /^Commit / }).click()
    await page.locator('.staged-bar').waitFor({ state: 'hidden' })
  }

  it('can be typed from its first key to its last attribute without a click', async () => {
    await page.keyboard.type('Nina Simone')
    await panel().getByLabel('year', { exact: true }).fill('1965')
    expect(await panel().getByLabel('Type of year').count(), 'what a key is, is settled').toBe(0)
    await panel().getByRole('button', { name: 'attribute', exact: true }).press('Enter')
    await page.keyboard.type('title')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Pastel Blues')
    await panel().getByRole('button', { name: 'attribute', exact: true }).press('Enter')
    await page.keyboard.type('live')
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'who renames an attribute and goes on is not thrown out of it',
    ).toBe('Remove live')
    await panel().getByLabel('Type of live').selectOption('BOOL')
    await commit()
    expect(await read('Nina Simone', '1965')).toMatchObject({
      title: { S: 'Pastel Blues' },
      live: { BOOL: expect.any(Boolean) },
    })
  })

  it('is kept while the user looks at something else, until it is staged or cleared', async () => {
    const open = () => page.getByRole('button', { name: 'New item' }).first().click()
    const artist = panel().getByLabel('artist', { exact: true })
    await page.keyboard.type('Odetta')
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await open()
    expect(await artist.inputValue()).toBe('Odetta')
    await page.getByRole('link', { name: 'Heat' }).click()
    await page.getByRole('link', { name: 'Collections' }).click()
    expect(await artist.inputValue()).toBe('Odetta')
    await panel().getByRole('button', { name: 'Clear' }).click()
    expect(await artist.inputValue()).toBe('')
    expect(await artist.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('Odetta')
    await panel().getByLabel('year', { exact: true }).fill('1954')
    await panel().getByRole('button', { name: 'Stage item' }).click()
    await open()
    expect(await artist.inputValue()).toBe('')
  })

  it("can be pasted as JSON, plain or in DynamoDB's form", async () => {
    await panel().getByRole('button', { name: 'JSON' }).click()
    const editor = panel().getByLabel('Item as JSON')
    await editor.fill('{"artist": "Odetta", "year": 1963, "songs": ["one", {"minutes": 2.5}]}')
    await commit()
    expect(await read('Odetta', '1963')).toEqual({
      artist: { S: 'Odetta' },
      year: { N: '1963' },
      songs: { L: [{ S: 'one' }, { M: { minutes: { N: '2.5' } } }] },
    })
  })

  it('JSON that is not valid yet is not lost either, neither of a new item nor of another one', async () => {
    const key = { artist: { S: 'Nina Simone' }, year: { N: '1958' } }
    await workbench.database.send('PutItem', { TableName, Item: { ...key, label: { S: 'Bethlehem' } } })
    const editor = page.getByLabel('Item as JSON')
    // Older rows stay until they have been read again.
    const row = page.locator('.item', { hasText: 'Bethlehem' })
    const close = () => page.getByRole('button', { name: 'Close item' }).click()
    await panel().getByRole('button', { name: 'JSON' }).click()
    await editor.fill('{"artist": "Odetta", "year": 1963, ')
    expect(await panel().getByRole('button', { name: 'Stage item' }).isDisabled()).toBe(true)
    await panel().getByText('The JSON is not valid yet.').waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await row.click()
    const item = page.getByRole('complementary', { name: 'Item', exact: true })
    await item.getByLabel('label', { exact: true }).waitFor()
    await item.getByRole('button', { name: 'JSON', exact: true }).click()
    await editor.getByText('Bethlehem').waitFor()
    await editor.fill('{ "half": ')
    await item.getByRole('alert').waitFor()
    await close()
    await row.click()
    await item.getByText('"half"').waitFor()
    await item.getByRole('alert').waitFor()
    // Once it is valid, it can be typed on.
    await editor.fill(JSON.stringify({ ...key, half: { S: 'whole' } }))
    await item.getByRole('alert').waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await page.keyboard.type(' ')
    await editor.fill('{ "half": ')
    await item.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'New item' }).first().click()
    await panel().getByText('Odetta').waitFor()
    await panel().getByRole('button', { name: 'Clear' }).click()
    await panel().getByText('Odetta').waitFor({ state: 'detached' })
    expect(await panel().getByRole('alert').count()).toBe(0)
  })

  it('does not replace a staged change of the same key', async () => {
    const stageButton = panel().getByRole('button', { name: 'Stage item' })
    await page.keyboard.type('Odetta')
    await panel().getByLabel('year', { exact: true }).fill('1999')
    await stageButton.click()
    await page.getByRole('button', { name: 'New item' }).first().click()
    await panel().getByLabel('artist', { exact: true }).fill('Odetta')
    await panel().getByLabel('year', { exact: true }).fill('1999')
    await panel().getByText('is already staged').waitFor()
    expect(await stageButton.isDisabled()).toBe(true)
  })

  it('the page reported no errors', () => expect(workbench.errors).toEqual([]))
})
