import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('a list of many changes, in a browser', () => {
  let shop: Shop
  let page: Page
  let visits = 0
  beforeAll(async () => {
    shop = await startShop()
    await shop.db.send('UpdateTable', {
      TableName: shopTable,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    await visit(100)
    page = await shop.open({ hash: shop.hash('stream') })
    await page.getByText('100 changes').waitFor()
  })
  afterAll(() => shop?.close())

  const names = ['avocet', 'heron', 'ibis']
  async function visit(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      visits++
      const name = `CUSTOMER#${names[visits % names.length]}`
      await shop.db.send('UpdateItem', {
        TableName: shopTable,
        Key: { PK: { S: name }, SK: { S: name } },
        UpdateExpression: 'SET visits = :visits, said = :said',
        ExpressionAttributeValues: {
          ':visits': { N: String(visits) },
          ':said': { S: `x\u202ey${visits}` },
        },
      })
    }
  }
  const list = (on = page) => on.locator('.virtual-list')
  const rows = (on = page) => on.locator('.virtual-row')
  const detail = (on = page) => on.getByRole('region', { name: 'Change' })
  const scrollTop = () => list().evaluate((element) => element.scrollTop)
  /** Scrolls away from the top, and waits until other rows are drawn. */
  const scrollAway = async (on = page) => {
    await list(on).evaluate((element) => element.scrollTo(0, 500))
    await expect.poll(() => rows(on).first().getAttribute('aria-rowindex')).not.toBe('1')
  }
  const newer = (count: number, on = page) => on.getByRole('button', { name: `${count} new`, exact: true })
  const focusedRow = () =>
    page.evaluate(() => document.activeElement?.closest('.virtual-row')?.getAttribute('aria-rowindex'))
  /** Whether the row of the open change is in view as a whole. */
  const isOpenSeen = () =>
    page.locator('.virtual-row:has([aria-expanded="true"])').evaluate((row) => {
      const [one, all] = [row, row.closest('.virtual-list') ?? row].map((element) =>
        element.getBoundingClientRect(),
      )
      return one !== undefined && all !== undefined && one.top >= all.top + 28 && one.bottom <= all.bottom + 1
    })

  it('stays where it was scrolled to while others come, says how many, and leads to them', async () => {
    await scrollAway()
    const read = await rows().nth(10).textContent()
    await visit(4)
    await newer(4).waitFor()
    await page.getByText('104 changes').waitFor()
    expect([await rows().nth(10).textContent(), await scrollTop()]).toEqual([read, 500])
    await newer(4).click()
    await expect.poll(scrollTop).toBe(0)
    await expect.poll(() => page.locator('.newer-rows').count()).toBe(0)
    expect(await rows().first().textContent()).toContain(`visits ${visits - 3} ${visits}`)
    expect(await list().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('moves by arrows from change to change, also to those that were not in view', async () => {
    await rows().nth(1).getByRole('button').focus()
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown')
    expect(await focusedRow()).toBe('32')
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowUp')
    expect(await focusedRow()).toBe('1')
    await expect.poll(scrollTop).toBe(0)
  })

  it('shows the row of a change that is opened, or that one goes to from there', async () => {
    await rows().nth(15).getByRole('button').click()
    await detail().waitFor()
    await expect.poll(isOpenSeen).toBe(true)
    for (const name of ['Older change', 'Newer change']) {
      for (let step = 0; step < 12; step++) await page.getByRole('button', { name }).click()
      await expect.poll(isOpenSeen).toBe(true)
    }
  })

  it('shows marks that turn the direction of a text', async () => {
    expect(await detail().getByRole('row', { name: /^said/ }).textContent()).toMatch(
      /"x\\u202ey\d+""x\\u202ey\d+"/,
    )
    await page.getByRole('button', { name: 'New image' }).click()
    expect(await detail().locator('pre').textContent()).toContain('x\\u202ey')
  })

  it('with a long key leaves the buttons of the change where they are', async () => {
    const id = 'x'.repeat(300)
    await shop.db.send('PutItem', { TableName: shopTable, Item: { PK: { S: id }, SK: { S: id } } })
    await page.getByRole('button', { name: 'Inserted', exact: true }).click()
    await rows().first().getByRole('button').click()
    const { x = 0, y = 0 } = (await page.getByRole('button', { name: 'Close change' }).boundingBox()) ?? {}
    const { y: top = 0 } = (await detail().boundingBox()) ?? {}
    expect([x > 1_200, y - top < 20]).toEqual([true, true])
    await page.getByRole('button', { name: 'All', exact: true }).click()
  })

  it('that no longer holds a change leaves it open', async () => {
    await list().evaluate((element) => element.scrollTo(0, 0))
    await visit(5_100)
    await page.getByText('Older ones are no longer kept here').waitFor()
    expect(await detail().getByText('inserted', { exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => detail().count()).toBe(0)
  })

  it('in a small window shows the changes of a collection when they are asked for', async () => {
    const small = await shop.open({ hash: shop.hash('stream', { from: 'start' }), width: 390 })
    await rows(small).nth(3).getByRole('button').click()
    await detail(small).getByRole('button', { name: 'Only this collection' }).click()
    await expect.poll(() => detail(small).count()).toBe(0)
    await expect
      .poll(() => small.evaluate(() => document.activeElement?.closest('.virtual-list') !== null))
      .toBe(true)
    await small.goBack()
    await detail(small).waitFor()
    await small.close()
  })

  it('that may not be read says so, and not that it is being read', async () => {
    const denied = await shop.open()
    await denied.route('**/send', (route) =>
      route.request().postData()?.includes('"DescribeStream"') === true
        ? route.fulfill({ json: { error: { name: 'AccessDeniedException', message: 'You may not.' } } })
        : route.continue(),
    )
    await denied.goto(shop.url('stream'))
    const alert = denied.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('The stream cannot be read')
    expect(await denied.getByText('Reading').count()).toBe(0)
    await denied.close()
  })

  it('of requests stays where it was scrolled to as well', async () => {
    const requests = await shop.open({ hash: shop.hash('requests') })
    await rows(requests).nth(10).waitFor()
    await scrollAway(requests)
    const read = await rows(requests).nth(10).textContent()
    await visit(3)
    await newer(3, requests).waitFor()
    expect(await rows(requests).nth(10).textContent()).toBe(read)
    await newer(3, requests).click()
    await requests.locator('.newer-rows').waitFor({ state: 'detached' })
    await requests.close()
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))

  it('of a table that was deleted stays, and says in sentences why nothing comes', async () => {
    await visit(2)
    await rows().first().waitFor()
    await shop.db.send('DeleteTable', { TableName: shopTable })
    const alert = page.locator('.stream').getByRole('alert')
    await alert.waitFor()
    expect(await alert.locator('p').allTextContents()).toEqual([
      `Requested resource not found: Table: ${shopTable} not found`,
      'There is no such table or index here. Is it in another connection or region?',
    ])
    expect(await rows().count()).toBeGreaterThan(0)
  })
})
