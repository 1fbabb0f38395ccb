import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopCustomer, shopScreens, startShop } from './start-shop.ts'

/** Roles that a screen reader announces by name; without a name it announces only the role. */
const namedRoles = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'spinbutton', 'tab'],
  ...['menuitem', 'option', 'image', 'dialog', 'grid', 'region', 'search'],
])

describe.skipIf(chromiumPath === undefined)('without a pointer and without sight', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open()
  })
  afterAll(() => shop?.close())

  const open = async (screen: string, params?: { readonly [name: string]: string }) => {
    await page.goto(shop.enter(shop.hash(screen, params)))
    await page.locator('.main .screen:not([aria-busy])').waitFor()
  }

  it.each(shopScreens)('every control on %s %j has a name', async (screen, params) => {
    await open(screen, params)
    if (screen === 'collections') {
      await page.locator('.item, .table-row, .json-line').first().waitFor()
    }
    expect(await namelessOf(page)).toEqual([])
  })

  it('every control of every operation has a name', async () => {
    await open('operations')
    const choice = page.getByLabel('Operation', { exact: true })
    const operations = await choice
      .locator('option')
      .evaluateAll((options) =>
        options.map((option) => option.getAttribute('value') ?? option.textContent ?? ''),
      )
    expect(operations.length).toBeGreaterThan(10)
    for (const operation of operations) {
      await choice.selectOption(operation)
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
      expect(await namelessOf(page), operation).toEqual([])
    }
  })

  it('every control in a dialog has a name, and closing it returns the focus', async () => {
    await open('collections')
    for (const name of [
      'Connections…',
      'Search and commands',
      'Create a table in Shop',
      'About EcommerceTable',
      'Delete EcommerceTable',
    ]) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      expect(await namelessOf(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await focusedName(page), 'the focus returns to where it was').toContain(name)
    }
  })

  it('cancelling a dialog returns the focus to where it was opened', async () => {
    await open('collections')
    for (const name of ['Create a table in Shop', 'Delete EcommerceTable']) {
      await page.getByRole('button', { name }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Cancel|Keep it/ })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await focusedName(page)).toContain(name)
    }
  })

  it('every control in a dialog with hidden parts has a name', async () => {
    await open('collections')
    await page.getByRole('button', { name: 'Create a table in Shop' }).click()
    const dialog = page.getByRole('dialog')
    for (const name of ['Global index', 'Local index', 'Vector index', 'Show the request']) {
      await dialog.getByRole('button', { name }).click()
    }
    await dialog.getByText('Settings', { exact: true }).click()
    await dialog.getByLabel('Capacity').selectOption('PROVISIONED')
    await dialog.getByRole('region', { name: 'Request', exact: true }).waitFor()
    expect(await namelessOf(page), 'a table').toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'About EcommerceTable' }).click()
    await dialog.getByRole('button', { name: 'Change…' }).click()
    for (const name of ['Remove GSI1', 'Vector index', 'Show the requests']) {
      await dialog.getByRole('button', { name }).click()
    }
    await dialog.getByLabel('Replicas').fill('eu-west-1')
    await dialog.getByLabel('Between regions').selectOption('STRONG')
    expect(await namelessOf(page), 'changes of a table').toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'About EcommerceTable' }).click()
    await dialog.getByRole('button', { name: 'Backups…' }).click()
    await dialog.getByRole('button', { name: 'Show the requests' }).click()
    await dialog.getByLabel('Backup name').fill('by-name')
    await dialog.getByRole('button', { name: 'Create backup' }).click()
    await page.getByText('by-name was created.').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('radio', { name: /^by-name/ }).check()
    await dialog.getByLabel('Type by-name to confirm').waitFor()
    expect(await namelessOf(page), 'backups').toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a file into EcommerceTable' }).click()
    const buffer = Buffer.from('username,age\na,1\nb,x\n')
    await (await chooser).setFiles({ name: 'some.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('table').waitFor()
    expect(await namelessOf(page), 'a file').toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('a table can be created with the keyboard alone', async () => {
    await open('collections')
    await page.getByRole('button', { name: 'Create a table in Shop' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    // The name has the focus at first.
    await page.keyboard.type('ByKeys')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove GSI1' }).focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Remove GSI1' }).waitFor({ state: 'detached' })
    await dialog.locator('summary').focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Time to live').focus()
    await page.keyboard.type('expires')
    await page.keyboard.press('Enter')
    await page.waitForURL(/ByKeys\/collections/)
    const { Table } = await shop.db.send('DescribeTable', { TableName: 'ByKeys' })
    expect(Table?.GlobalSecondaryIndexes).toBeUndefined()
    // Otherwise the page would request a deleted table.
    await open('collections')
    await shop.db.send('DeleteTable', { TableName: 'ByKeys' })
  })

  it('an operation can be saved, found and run with the keyboard alone', async () => {
    await open('operations')
    await page.getByLabel('Partition PK').focus()
    await page.keyboard.type('CUSTOMER#avocet')
    await page.getByRole('button', { name: 'Save', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('by keys')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focusedName(page), 'the focus returns to where it was').toBe('Save')
    await page.getByRole('tab', { name: 'Saved 1' }).focus()
    await page.keyboard.press('Enter')
    expect(await namelessOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Run by keys' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Items 17' }).waitFor()
  })

  it('Tab leads through the whole screen and out of it again', async () => {
    await open('collections')
    await page.locator('.item').first().waitFor()
    const names = await walk(page)
    expect(names[0]).toBe('Skip to the content')
    for (const name of ['Connections…', 'Requests', 'Filter by PK', 'Order', 'New item']) {
      expect(names).toContain(name)
    }
    expect(names.at(-1)).toMatch(/^Items of/)
  })

  it('a row names its partition, since the visible key is shown once for all rows', async () => {
    await open('collections', { pk: 'CUSTOMER#avocet' })
    const row = page.locator('.item').nth(2)
    await row.waitFor()
    expect(await row.getByRole('gridcell').first().getAttribute('aria-label')).toBe('CUSTOMER#avocet')
    expect(await page.locator('.grid-body > :not([role="row"], [aria-hidden="true"])').count()).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'EcommerceTable' }).waitFor()
  })

  it('selected elements have an outline in forced-colors mode', async () => {
    const other = await shop.open()
    await other.emulateMedia({ forcedColors: 'active' })
    await other.goto(shop.url('collections', { entity: 'Customer', item: shopCustomer }))
    await other.locator('.item.selected').waitFor()
    for (const chosen of [
      '.table-link[aria-current]',
      '.segmented > [aria-pressed="true"]',
      '.chip[aria-pressed="true"]',
    ]) {
      const outline = (element: Element) => getComputedStyle(element).outlineStyle
      expect(await other.locator(chosen).first().evaluate(outline), chosen).toBe('solid')
    }
    await other.context().close()
  })

  it('the first Tab offers to skip the navigation', async () => {
    await open('heat')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Writes')
  })

  it('a key can be followed to an index and back with the keyboard alone', async () => {
    await open('collections', { index: 'GSI1' })
    await page.locator('.item').first().waitFor()
    await page.locator('.grid').focus()
    await page.keyboard.press('Enter')
    await page.locator('.panel').waitFor()
    await walkTo(page, 'go to', '.panel')
    await page.keyboard.press('Enter')
    await page.waitForURL(/pk=/)
    await page.locator('.item').first().waitFor()
    await page.goBack()
    await page.waitForURL((url) => !url.hash.includes('pk='))
  })

  it('the items that replace an empty state get the focus, and no other state is announced on the way', async () => {
    await open('collections', { index: 'GSI1', entity: 'Customer' })
    const button = page.getByRole('button', { name: 'Clear filters' })
    await button.waitFor()
    const said = await button.evaluateHandle((element: HTMLElement) => {
      const texts: string[] = []
      const look = () => texts.push(document.querySelector('.empty h2')?.textContent ?? '')
      new MutationObserver(look).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      })
      element.focus()
      element.click()
      return texts
    })
    await expect.poll(() => page.locator('.grid:focus-within').count()).toBe(1)
    expect(await said.evaluate((texts) => texts.filter((text) => text.includes('is empty')))).toEqual([])
  })

  it('an element that removes itself leaves the focus next to it', async () => {
    await open('collections', { pk: 'CUSTOMER#avocet', item: shopCustomer })
    const panel = page.locator('.panel')
    await panel.getByRole('button', { name: 'Remove email' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.panel :focus').count()).toBe(1)
    await panel.getByRole('button', { name: 'Delete item' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.panel-tools :focus').count()).toBe(1)
    await panel.getByRole('button', { name: /^Discard/ }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await panel.getByRole('button', { name: 'Close item' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.locator(':focus').waitFor()
    expect(await page.locator('.grid:focus').count(), 'the message, which passes, is left out').toBe(1)
  })

  it('a link to an item scrolls its row into view, however far down it is', async () => {
    await open('collections', { pk: 'CUSTOMER#avocet', item: shopCustomer })
    const isInView = () =>
      page.locator('.item.selected').evaluateAll(([row]) => {
        const grid = row?.closest('.grid')?.getBoundingClientRect()
        return grid !== undefined && (row?.getBoundingClientRect().bottom ?? 0) <= grid.bottom
      })
    await expect.poll(isInView).toBe(true)
  })

  it('following a key from a row moves the focus to the new rows', async () => {
    await open('collections', { index: 'GSI1' })
    await page.locator('.item a.key-value').nth(12).click()
    await page.waitForURL(/pk=/)
    await expect.poll(() => page.locator('.grid:focus-within').count()).toBe(1)
  })

  it('a pattern can be chosen and run with the keyboard alone', async () => {
    await open('patterns')
    await page.getByRole('link', { name: /account/ }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByLabel('username', { exact: true })
    await field.focus()
    // What is offered would otherwise come between the two.
    await expect.poll(() => field.inputValue()).not.toBe('')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('avocet')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Result' })
      .getByText('Customer', { exact: true })
      .first()
      .waitFor()
  })

  it('an operation can be written, run and copied with the keyboard alone', async () => {
    await open('operations')
    await page.getByLabel('Partition PK').focus()
    await page.keyboard.type('CUSTOMER#avocet')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('tab', { name: 'Items 17' }).waitFor()
    await page.getByRole('button', { name: 'Copy as' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    const first = await focusedName(page)
    await page.keyboard.press('ArrowDown')
    expect(await focusedName(page)).not.toBe(first)
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
    expect(await focusedName(page)).toContain('Copy as')
  })

  it('text has enough contrast in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const other = await shop.open({ theme })
      const ratios = await other.evaluate(contrasts)
      for (const [pair, ratio] of Object.entries(ratios)) {
        expect(ratio, `${pair}, ${theme}`).toBeGreaterThanOrEqual(4.5)
      }
      await other.context().close()
    }
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})

/** Returns the elements that Chromium would hand to a screen reader without a name. */
async function namelessOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role, name }) => {
      const text = String(name?.value ?? '').trim()
      return !ignored && namedRoles.has(String(role?.value)) && text === ''
    })
    .map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`)
}

/** Returns the names of everything that Tab reaches, from the beginning of the page to its end. */
async function walk(page: Page): Promise<string[]> {
  const names: string[] = []
  for (let steps = 0; steps < 100; steps++) {
    await page.keyboard.press('Tab')
    const name = await focusedName(page)
    if (name === '') return names
    names.push(name)
  }
  return names
}

async function walkTo(page: Page, title: string, within: string): Promise<void> {
  for (let steps = 0; steps < 100; steps++) {
    await page.keyboard.press('Tab')
    const isThere = await page
      .locator(`${within} :focus`)
      .evaluateAll((found, part) => found[0]?.getAttribute('title')?.includes(part) ?? false, title)
    if (isThere) return
  }
  expect.fail(`Tab did not lead to "${title}"`)
}

function focusedName(page: Page): Promise<string> {
  return page.locator(':focus').evaluateAll((found) => {
    const [element] = found
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim()
  })
}

/** Returns the contrast ratio of each text colour and its background (WCAG 2.2, 1.4.3). */
function contrasts(): Record<string, number> {
  const probe = document.createElement('span')
  document.body.append(probe)
  const luminance = (name: string): number => {
    probe.style.color = `var(--${name})`
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? []
    const [red = 0, green = 0, blue = 0] = parts
      .slice(0, 3)
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const pairs = [
    ...['text', 'muted', 'faint', 'accent', 'good', 'warn', 'bad'].map((name) => [name, 'surface']),
    ...['text', 'muted', 'faint', 'accent'].map((name) => [name, 'bg']),
    ...['text', 'muted', 'accent'].map((name) => [name, 'accent-soft']),
    ...['good', 'warn', 'bad'].map((name) => [name, `${name}-soft`]),
    ['on-accent', 'accent'],
  ] as [string, string][]
  const ratios = pairs.map(([front, behind]) => {
    const [light = 0, dark = 0] = [luminance(front), luminance(behind)].sort((a, b) => b - a)
    return [`${front} on ${behind}`, (light + 0.05) / (dark + 0.05)]
  })
  probe.remove()
  return Object.fromEntries(ratios) as Record<string, number>
}
