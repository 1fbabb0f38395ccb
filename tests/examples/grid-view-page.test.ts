import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GridContext } from '../../examples/grid-view/answer-grid.ts'
import { createFields, createIssues, project } from '../../examples/grid-view/grid-data.ts'
import type { Issue } from '../../examples/grid-view/grid-store.ts'
import { type HostedDesign, hostDesigns } from '../../examples/grid-view/host-designs.ts'
import { type ServedGrid, serveGrid } from '../../examples/grid-view/serve-grid.ts'
import { chromiumPath, launchBrowser } from '../workbench/browser.ts'

const issueCount = 160
const fields = createFields()
const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? ''

let served: ServedGrid
let designs: readonly HostedDesign[]
const errors: string[] = []

beforeAll(async () => {
  designs = hostDesigns(issueCount)
  const context: GridContext = {
    project,
    fields,
    issueCount,
    designs,
    now: () => 0,
    report: (error) => errors.push(`${error}`),
  }
  served = await serveGrid(context)
  for (const { opened } of designs) await opened
})

afterAll(async () => {
  await served.close()
  for (const { opened } of designs) await (await opened).close()
})

interface Answer {
  readonly issues: readonly Issue[]
  readonly next?: string
  readonly issue: Issue
  readonly error?: string
  readonly cost: { readonly requests: number; readonly operations: object }
  readonly stream?: { readonly requests: number }
}

async function get(path: string): Promise<{ readonly status: number; readonly answer: Answer }> {
  const response = await fetch(new URL(path, served.url))
  return { status: response.status, answer: (await response.json()) as Answer }
}

async function post(body: unknown, type = 'application/json') {
  const response = await fetch(new URL('/api/cell', served.url), {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as Answer }
}

describe('the server of the grid', () => {
  it.each(['/', '/page.css', '/main.js', '/grid.js', '/journal.js'])(
    'serves %s with a policy that allows nothing else',
    async (path) => {
      const response = await fetch(new URL(path, served.url))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  it('returns pages of every design, in the same order', async () => {
    const path = (design: string) => `/api/issues?design=${design}&field=${idOf('Cost, k£')}&limit=60`
    const pages = await Promise.all(designs.map(({ design }) => get(path(design.name))))
    const [first] = pages
    expect(first?.answer.issues).toHaveLength(60)
    for (const { answer } of pages) expect(answer.issues).toEqual(first?.answer.issues)
    expect(pages.map(({ answer }) => answer.cost.requests)).toEqual([62, 61, 61, 2])
  })

  it('changes a cell in all designs', async () => {
    const [, issue] = createIssues(2)
    const edit = { design: 'document', id: issue?.id, field: idOf('Wildlife'), value: 'Otters' }
    const { status, answer } = await post(edit)
    expect(status).toBe(200)
    expect(answer.issue.fields[edit.field]).toBe('Otters')
    expect(answer.cost.operations).toEqual({ UpdateItem: 1 })
    expect(answer.stream?.requests).toBeGreaterThan(0)
    for (const { design } of designs) {
      const path = `/api/issues?design=${design.name}&field=${edit.field}&limit=200`
      const { answer: list } = await get(path)
      expect(list.issues.find(({ id }) => id === edit.id)?.fields[edit.field]).toBe('Otters')
    }
  })

  it('refuses invalid requests, and says why', async () => {
    const edit = { design: 'classic', id: 'x', field: idOf('Start'), value: '2023-05-01' }
    expect(await post(edit)).toMatchObject({ status: 400, answer: { error: 'There is no such issue' } })
    expect((await post({ ...edit, value: 'soon' })).answer.error).toContain('wants a date')
    expect((await post({ ...edit, value: {} })).status).toBe(400)
    expect((await post(edit, 'text/plain')).status).toBe(400)
    expect((await get('/api/issues?design=constructor')).status).toBe(400)
    expect((await get('/api/issues?design=classic&limit=1000')).status).toBe(400)
    expect((await get('/api/issues?design=classic&cursor=bm90aGluZw')).answer.error).toContain('cursor')
    expect((await get('/package.json')).status).toBe(404)
  })
})

describe.skipIf(chromiumPath === undefined)('the page of the grid, in a browser', () => {
  let page: Page

  beforeAll(async () => {
    const browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 700 } })
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(served.url)
    await page.locator('#cell-0-1').filter({ hasText: /\w/ }).waitFor()
  })
  afterAll(() => page.close())

  const numbers = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => page.locator(`#cell-${at}-0`).textContent()))

  it('sorts by any column, loads more as one scrolls, and shows what each request took', async () => {
    const header = page.getByRole('columnheader', { name: 'Balance, £' })
    await header.click()
    await page.locator('#last h2', { hasText: 'Page 1 by Balance, £' }).waitFor()
    const field = idOf('Balance, £')
    const path = `/api/issues?design=single-table&field=${field}&limit=10`
    const { answer } = await get(path)
    expect(await numbers(10)).toEqual(answer.issues.map(({ num }) => String(num)))
    // Fewer than a page of issues have the field, so it takes one query of an index, one of all issues by number, one
    // for those that lack the field, and a read for each of the fifty.
    expect(await page.locator('#last .figure strong').first().textContent()).toBe('53')
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await page.locator('#grid').focus()
    for (let press = 0; press < 8; press++) await page.keyboard.press('PageDown')
    await page.getByText(`${issueCount} of ${issueCount} loaded`).waitFor()
    expect(await page.locator('#cell-159-1').textContent()).toMatch(/\w/)
  })

  it('switches the design, and edits a cell, whose text is not interpreted as HTML', async () => {
    await page.getByRole('radio', { name: 'Documents' }).click()
    await page.locator('#last .operation', { hasText: 'BatchGetItem' }).waitFor()
    const column = 3 + fields.findIndex(({ name }) => name === 'Sign Off')
    await page.locator(`#cell-2-${column}`).dblclick()
    await page.keyboard.type('<b onclick=x>Yes</b>')
    await page.keyboard.press('Enter')
    await page.locator('#last h2', { hasText: 'Edit Sign Off' }).waitFor()
    expect(await page.locator(`#cell-2-${column}`).textContent()).toBe('<b onclick=x>Yes</b>')
    expect(await page.locator('#last .later').textContent()).toContain('stream')
    expect(errors).toEqual([])
  })

  it('compares the designs', async () => {
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.locator('.compared-design').nth(3).waitFor()
    expect(await page.locator('.compared-design').first().textContent()).toMatch(/^Classic5\d req/)
    expect(await page.locator('.compared-design').nth(3).textContent()).toMatch(/^Documents\d req/)
  })
})
