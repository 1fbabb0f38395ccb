import { createTableInput } from '@monotable/model'
import { type OpenedDatabase, openDatabase } from 'monotable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop } from '../../examples/shop/create-shop.ts'
import { shop as table } from '../../examples/shop/model.ts'
import { sample } from '../../examples/shop/sample.ts'
import { type ServedShop, serveShop } from '../../examples/shop/serve-shop.ts'
import { chromiumPath, launchBrowser } from '../workbench/browser.ts'

const context = { now: () => Date.UTC(2026, 10, 1), chance: () => 0.5 }
const markup = '<img src=x onerror="document.title=1">'

let database: OpenedDatabase
let served: ServedShop

beforeAll(async () => {
  database = await openDatabase()
  await database.send('CreateTable', createTableInput(table))
  await sample.load(database, { nowMs: 0 })
  const shop = createShop(database, context)
  await shop.createCustomer({ username: 'magpie', email: 'magpie@example.com', name: markup })
  await shop.saveAddress('magpie', markup, { street: markup, city: markup, country: 'IE' })
  served = await serveShop({ client: database, context })
})
afterAll(async () => {
  await served.close()
  await database.close()
})

describe('the page of the shop', () => {
  it('is served with a policy that allows nothing from other origins, and has no inline code', async () => {
    const response = await fetch(served.url)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]* src=)|style=|\son\w+=/)
    const links = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect((await fetch(new URL(link, served.url))).status).toBe(200)
  })
})

describe.skipIf(chromiumPath === undefined)('the page of the shop, in a browser', () => {
  const pages: Page[] = []
  const errors: string[] = []

  afterAll(() => Promise.all(pages.map((page) => page.close())))

  async function open(path: string, width = 1280): Promise<Page> {
    const page = await (await launchBrowser()).newPage({ viewport: { width, height: 800 } })
    pages.push(page)
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(new URL(path, served.url).href)
    return page
  }

  it('places an order, shows it first, and changes its status', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'avocet' }).click()
    await page.getByRole('button', { name: 'One Enamel mug more' }).click()
    await page.getByRole('button', { name: 'One Enamel mug more' }).click()
    await page.getByRole('button', { name: 'Place order' }).click()
    const first = page.locator('.order').first()
    await first.getByText('Enamel mug, blue').waitFor()
    expect(await first.locator('.head').textContent()).toContain('€25.00')
    await first.getByRole('button', { name: 'Mark as shipped' }).click()
    await first.getByText('Shipped', { exact: true }).waitFor()
    expect(await page.locator('#journal summary').textContent()).toContain('UpdateItem')
    await page.getByRole('button', { name: 'Older orders' }).click()
    await page.getByRole('button', { name: 'Older orders' }).waitFor({ state: 'detached' })
    expect(await page.locator('.order').count()).toBe(17)
  })

  it('creates an account, and says when the e-mail address is taken', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Open an account' }).click()
    await page.getByLabel('Username').last().fill('robin')
    await page.getByLabel('E-mail address').fill('avocet@example.com')
    await page.getByLabel('Name', { exact: true }).fill('Robin')
    await page.getByRole('button', { name: 'Open the account' }).click()
    await page.getByText('Somebody has an account with avocet@example.com already.').waitFor()
    // The browser itself logs the refusal as an error.
    errors.splice(0)
    await page.getByLabel('E-mail address').fill('robin@example.com')
    await page.getByRole('button', { name: 'Open the account' }).click()
    await page.getByText('Orders of Robin').waitFor()
    await page.getByText('There is no address yet.').waitFor()
    await page.getByRole('button', { name: 'Add an address' }).click()
    for (const [label, text] of [
      ['What it is called', 'home'],
      ['Street and number', 'Mill Street 2'],
      ['City', 'Cork'],
      ['Country', 'ie'],
    ] as const) {
      await page.getByLabel(label).fill(text)
    }
    await page.getByRole('button', { name: 'Save the address' }).click()
    await page.getByText('Mill Street 2, Cork IE').waitFor()
  })

  it('shows user input as text', async () => {
    const page = await open('/#/magpie')
    await page.getByText(`Orders of ${markup}`).waitFor()
    expect(await page.locator('.address b').textContent()).toBe(markup)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toContain(markup)
  })

  it.each([360, 768, 1920])('fits into %i pixels', async (width) => {
    const page = await open('/#/avocet', width)
    await page.locator('.order .head').first().click()
    await page.locator('.detail .lines').waitFor()
    await page.locator('#journal summary').click()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })

  it('has no errors', () => expect(errors).toEqual([]))
})
