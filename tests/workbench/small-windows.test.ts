import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopCustomer, shopScreens, shopTable, startShop } from './start-shop.ts'

// A phone; a window of 1280 pixels zoomed to 200 % and to 400 % (WCAG 2.2, 1.4.10).
const sizes = [
  [390, 844],
  [640, 400],
  [320, 600],
] as const
const addresses = [...shopScreens, ['operations', {}]] as const

describe.skipIf(chromiumPath === undefined)('in a small window', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open({ width: 390, height: 844 })
  })
  afterAll(() => shop?.close())

  const open = async (screen: string, params?: { readonly [name: string]: string }) => {
    await page.goto(shop.enter(shop.hash(screen, params)))
    await page.locator(':is(.main .screen:not([aria-busy]), .panel)').first().waitFor({ state: 'attached' })
  }

  const checkSizes = async (what: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const message = `${what}, ${width} × ${height}`
      await expect.poll(() => page.evaluate(unreachable), { message }).toEqual([])
    }
  }

  it.each(addresses)('every control on %s %j can be reached', async (screen, params) => {
    await open(screen, params)
    await checkSizes(screen)
  })

  it('edits of an item can be committed beside it, although it takes the place of the screen', async () => {
    await open('collections', { pk: 'CUSTOMER#avocet', item: shopCustomer })
    await page.getByLabel('name', { exact: true }).fill('Avocet the small')
    const review = page.getByRole('button', { name: 'Review and commit' })
    await review.waitFor()
    await checkSizes('an edited item')
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const box = await review.boundingBox()
      expect(box?.y ?? 0, `${width} × ${height}`).toBeGreaterThan(height - 60)
      expect((box?.y ?? 0) + (box?.height ?? 0), `${width} × ${height}`).toBeLessThanOrEqual(height)
    }
    await review.click()
    await page.getByRole('button', { name: 'Discard all' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('the attributes of an item are within the window, the first of them with room to read it', async () => {
    await open('collections')
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const badCells = () =>
        page.locator('.item').evaluateAll((items) =>
          items.flatMap((item) => {
            const cells = [...item.querySelectorAll('.cell, .more')].map((cell) =>
              cell.getBoundingClientRect(),
            )
            const isShort = (cells[0]?.width ?? 0) < 50
            return isShort || cells.some(({ right }) => right > innerWidth) ? [item.textContent] : []
          }),
        )
      await expect.poll(badCells, { message: `${width} × ${height}` }).toEqual([])
    }
  })

  it('all of a request is within the window, and its operation can be read', async () => {
    await open('requests')
    await shop.db.send('Scan', { TableName: shopTable, IndexName: 'GSI1' })
    await shop.db.send('GetItem', { TableName: shopTable, Key: { PK: { S: 'a' } } }).catch(() => undefined)
    const list = page.getByRole('grid')
    await list.getByText('ValidationException').waitFor()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const message = `${width} × ${height}`
      const beyond = () => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await expect.poll(beyond, { message }).toBe(0)
      const operation = await list.getByRole('button', { name: 'GetItem' }).boundingBox()
      expect(operation?.width, message).toBeGreaterThan(40)
    }
  })

  it.each([
    ['operations', {}],
    ['patterns', { name: 'account' }],
  ])('so can the menu that copies calls of %s, which stays below its button', async (screen, params) => {
    await open(screen, params)
    const button = page.getByRole('button', { name: 'Copy as' })
    const bottomOf = (element: Element) => Math.round(element.getBoundingClientRect().bottom)
    await button.click()
    const menu = page.getByRole('menu', { name: 'Copy as' })
    await menu.waitFor()
    await checkSizes('a menu')
    expect(await menu.evaluate((element) => Math.round(element.getBoundingClientRect().top))).toBe(
      (await button.evaluate(bottomOf)) + 4,
    )
  })

  it('the answer to an operation has room, however much is above it', async () => {
    await open('operations')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const answer = page.getByRole('grid', { name: 'Items' })
    await answer.getByRole('row').nth(3).waitFor()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await answer.scrollIntoViewIfNeeded()
      const heightOf = () => answer.evaluate(({ clientHeight }) => clientHeight)
      await expect.poll(heightOf, { message: `${width} × ${height}` }).toBeGreaterThan(120)
    }
    await checkSizes('an answer')
  })

  it('filters of an operation are stacked instead of extending beyond the edge', async () => {
    await page.setViewportSize({ width: 320, height: 600 })
    await open('operations')
    await page.getByRole('button', { name: 'Filter' }).click()
    const form = page.locator('.builder')
    await form.getByRole('group', { name: 'Filter 1' }).waitFor()
    expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  it('every control in a dialog can be reached', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open('collections')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Create a table in Shop' }).click()
    for (const name of ['Global index', 'Local index', 'Vector index', 'Show the request']) {
      await dialog.getByRole('button', { name }).click()
    }
    await dialog.getByRole('button', { name: 'Add an attribute to the partition key of GSI2' }).click()
    await checkSizes('a table')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'About EcommerceTable' }).click()
    await dialog.getByText('Deletion protection').waitFor()
    await checkSizes('about a table')
    await dialog.getByRole('button', { name: 'Backups…' }).click()
    for (const name of ['Show the requests', 'Point in time', 'Create']) {
      await dialog.getByRole('button', { name }).click()
    }
    await checkSizes('backups')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a file into EcommerceTable' }).click()
    const buffer = Buffer.from('a rather long name of a column,PK,SK\nsome text,a,b\n')
    await (await chooser).setFiles({ name: 'some.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('table').waitFor()
    await checkSizes('a file')
    // A part of a dialog that scrolls on its own may not shrink to nothing.
    expect(await dialog.locator('.csv-columns').evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(
      60,
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('requests that are shown below a form are scrolled into view', async () => {
    await page.setViewportSize({ width: 390, height: 600 })
    await open('collections')
    await page.getByRole('button', { name: 'Connections and tables' }).click()
    await page.getByRole('button', { name: 'Create a table in Shop' }).click()
    await page.getByRole('button', { name: 'Global index' }).click()
    await page.getByRole('button', { name: 'Show the requests' }).click()
    const choice = page.getByLabel('Request as')
    const isInView = () =>
      choice.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return (
          top > 0 && bottom < (document.querySelector('dialog > footer')?.getBoundingClientRect().top ?? 0)
        )
      })
    await expect.poll(isInView).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('the selected element is in view, and elements beyond the edge are reached with the wheel', async () => {
    await page.setViewportSize({ width: 320, height: 600 })
    await open('collections', { entity: 'Customer.email' })
    const right = (name: string) =>
      page.getByRole('group', { name: 'Entities' }).getByRole('button', { name }).evaluate(rightOf)
    // The list ends at 304 px, and fades over the last 24.
    await expect.poll(() => right('Customer.email')).toBeLessThan(281)
    const chips = page.getByRole('group', { name: 'Entities' })
    expect(await chips.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await chips.hover()
    await page.mouse.wheel(0, -1_000)
    await expect.poll(() => chips.evaluate((element) => element.scrollLeft)).toBe(0)
    await open('requests')
    const tab = page.getByRole('link', { name: 'Requests' })
    await expect.poll(() => tab.evaluate(rightOf)).toBeLessThanOrEqual(320)
  })

  it('the tables are behind a button, and Escape or the choice of a table closes them', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('heat')
    const toggle = page.getByRole('button', { name: 'Connections and tables' })
    const side = page.getByRole('navigation', { name: 'Connections and tables' })
    expect(await side.isVisible()).toBe(false)
    await toggle.focus()
    await page.keyboard.press('Enter')
    await side.waitFor()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await page.locator('.side :focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await side.waitFor({ state: 'hidden' })
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true)
    await toggle.click()
    await side.getByRole('link', { name: 'EcommerceTable' }).click()
    await side.waitFor({ state: 'hidden' })
    expect(shop.errors).toEqual([])
  })
})

function rightOf(element: Element): number {
  return element.getBoundingClientRect().right
}

/** Returns the controls that lie beyond the edge of the window without a container that scrolls in that direction. */
function unreachable(): string[] {
  const scrolls = (element: Element | null): boolean => {
    for (let around = element?.parentElement ?? null; around !== null; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around)
      if (/auto|scroll/.test(overflowX) && around.scrollWidth > around.clientWidth) return true
    }
    return false
  }
  return [...document.querySelectorAll('button, a, input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.classList.contains('skip'))
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > innerWidth + 1 || left < -1) && !scrolls(element)
    })
    .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`)
}
